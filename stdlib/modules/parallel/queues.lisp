;;; Queues between workers and the program, and channels of tasks.
(in-package "PARALLEL")

(defstruct (queue (:constructor %make-queue (number)) (:copier nil) (:predicate queuep))
  "A queue of messages, in the program or a worker. Its NUMBER is the same in all of them."
  number)

(setf (documentation 'queuep 'function) "Returns true if the object is a queue.")

(defun make-queue ()
  "Returns a queue, of which all copies are the same queue: send it to workers, which push and pop copies of objects.

    (let ((queue (parallel:make-queue))) (parallel:push-queue '(1 2) queue) (parallel:pop-queue queue))   ; (1 2)"
  (kept-queue (%make-queue (parallel-native:make-queue))))

(defun kept-queue (queue)
  "Returns QUEUE. When it is lost, and all copies, the native queue ends."
  (tessera:finalize queue (forgetter #'parallel-native:forget-queue (queue-number queue))))

(defun push-queue (object queue)
  "Puts a copy of OBJECT at the end of QUEUE. Returns OBJECT."
  (unless (parallel-native:push-data (queue-number queue) object)
    (parallel-native:push-message (queue-number queue) (pack object)))
  object)

(defun pop-queue (queue)
  "Removes the first object of QUEUE and returns it; waits until there is one."
  (values (parallel-native:pop-queue (queue-number queue))))

(defun try-pop-queue (queue &key (timeout 0))
  "Removes the first object of QUEUE and returns it and T; NIL and NIL if there is none for TIMEOUT seconds."
  (parallel-native:pop-queue (queue-number queue) (coerce timeout 'double-float)))

(defun queue-count (queue)
  "Returns how many objects are in QUEUE."
  (parallel-native:queue-size (queue-number queue)))

;;; Channels.

(defstruct (channel (:copier nil) (:predicate nil) (:constructor %make-channel (number)))
  "Tasks whose results are received in the order in which they come: of a native channel's NUMBER, and how many nobody
waits for yet, as COUNT. In a worker, FUTURES."
  number (count 0) (futures '()))

(defun make-channel ()
  "Returns a channel for SUBMIT-TASK and RECEIVE-RESULT.

    (let ((channel (parallel:make-channel)))
      (parallel:submit-task channel #'expt 2 10)
      (parallel:receive-result channel))   ; 1024"
  (if *worker*
      (%make-channel nil)
      (let ((number (parallel-native:make-channel)))
        (tessera:finalize (%make-channel number) (forgetter #'parallel-native:forget-channel number)))))

(defun submit-task (channel function &rest arguments)
  "Calls FUNCTION with ARGUMENTS in a worker. RECEIVE-RESULT returns its value. Returns CHANNEL."
  (if *worker*
      (setf (channel-futures channel) (append (channel-futures channel) (list (apply #'make-future function arguments))))
      (let ((message (pack (coerce function 'function))))
        (unwind-protect (submit message 0 arguments (channel-number channel))
          (parallel-native:drop-message message))))
  (incf (channel-count channel))
  channel)

(defun try-receive-result (channel &key (timeout 0))
  "Returns the next result of the tasks of CHANNEL, and T; NIL and NIL if there is none for TIMEOUT seconds, or no task
that nobody else waits for. Signals a TASK-ERROR if the task has failed."
  (cond ((zerop (channel-count channel)) (values nil nil))
        (*worker* (decf (channel-count channel))
                  (values (force (pop (channel-futures channel))) t))
        (t (let ((task (next-task channel timeout)))
             (if task
                 (unwind-protect (values (multiple-value-call #'received (end-task task)) t)
                   (parallel-native:drop-task task))
                 (values nil nil))))))

(defun next-task (channel timeout)
  "Returns a task of CHANNEL that is done; NIL if there is none for TIMEOUT seconds, unless that is NIL."
  (let ((task nil))
    (decf (channel-count channel))
    (unwind-protect (setf task (parallel-native:pop-channel (channel-number channel) (and timeout (coerce timeout 'double-float))))
      (unless task (incf (channel-count channel))))))

(defun receive-result (channel)
  "Waits for the next result of the tasks of CHANNEL and returns it. Signals an ERROR if there is no task that nobody
else waits for."
  (when (zerop (channel-count channel)) (error "RECEIVE-RESULT: the channel has no tasks"))
  (values (try-receive-result channel :timeout nil)))
