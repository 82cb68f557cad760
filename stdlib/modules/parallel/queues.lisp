;;; Queues between workers and the program, and channels of tasks.
(in-package "PARALLEL")

(defstruct (queue (:constructor %make-queue (number)) (:copier nil) (:predicate queuep))
  "A queue of messages, in the program or a worker. Its NUMBER is the same in all of them."
  number)

(setf (documentation 'queuep 'function) "Returns true if the object is a queue.")

(defun make-queue ()
  "Returns a queue, of which all copies are the same queue: send it to workers, which push and pop copies of objects.

    (let ((queue (parallel:make-queue))) (parallel:push-queue '(1 2) queue) (parallel:pop-queue queue))   ; (1 2)"
  (%make-queue (parallel-native:make-queue)))

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

(defstruct (channel (:copier nil) (:predicate nil) (:constructor make-channel ()))
  "Futures whose results are received in the order in which they come."
  (futures '()))

(setf (documentation 'make-channel 'function)
      "Returns a channel for SUBMIT-TASK and RECEIVE-RESULT.

    (let ((channel (parallel:make-channel)))
      (parallel:submit-task channel #'expt 2 10)
      (parallel:receive-result channel))   ; 1024")

(defun submit-task (channel function &rest arguments)
  "Calls FUNCTION with ARGUMENTS in a worker. RECEIVE-RESULT returns its value. Returns CHANNEL."
  (push (apply #'make-future function arguments) (channel-futures channel))
  channel)

(defun try-receive-result (channel &key (timeout 0))
  "Returns the next result of the tasks of CHANNEL, and T; NIL and NIL if there is none for TIMEOUT seconds, or no task.
Signals a TASK-ERROR if the task has failed."
  (let ((futures (channel-futures channel)))
    (when (null futures) (return-from try-receive-result (values nil nil)))
    (unless *worker*
      (apply #'parallel-native:wait-for-any (mapcar #'future-task futures)
             (and timeout (list (coerce timeout 'double-float)))))
    (let ((future (find-if #'fulfilledp futures :from-end t)))
      (cond (future (setf (channel-futures channel) (remove future futures))
                    (values (force future) t))
            (t (values nil nil))))))

(defun receive-result (channel)
  "Waits for the next result of the tasks of CHANNEL and returns it. Signals an ERROR if there are no tasks."
  (unless (channel-futures channel) (error "RECEIVE-RESULT: the channel has no tasks"))
  (values (try-receive-result channel :timeout nil)))
