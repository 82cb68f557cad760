;;; Tasks: threads that take turns on one interpreter, channels between them, timers (module continuations). A task runs
;;; until it waits, so nothing needs a lock.

(in-package "TESSERA-CONTINUATIONS")

;;; Queues: a cons of the first and the last cons of a list.

(defun %make-queue ()
  "Returns an empty queue."
  (cons '() '()))
(defun %queue-empty-p (queue)
  "True if QUEUE is empty."
  (null (car queue)))

(defun %enqueue (object queue)
  "Adds OBJECT to the end of QUEUE. Returns OBJECT."
  (let ((new (list object)))
    (if (car queue)
        (setf (cddr queue) new)
        (setf (car queue) new))
    (setf (cdr queue) new)
    object))

(defun %dequeue (queue)
  "Removes the first object of QUEUE, which is not empty, and returns it."
  (pop (car queue)))

;;; Tasks and what runs them.

;; STATE: a function that begins it, frames that wait, :RUNNING, :DONE or :FAILED. RESULT: the values, as a list, that
;; it goes on with, or has at its end; of one that failed the condition. JOINED: the tasks that wait for its end.
(defstruct (task (:constructor %task (state name)) (:copier nil) (:predicate taskp))
  "One of the threads that take turns within WITH-TASKS: see SPAWN."
  state name (result '()) (joined '()))
(setf (documentation 'taskp 'function) "Returns true if OBJECT is a task.")

(defstruct (%scheduler (:constructor %scheduler ()) (:copier nil))
  "READY: a queue of tasks that can run. TIMERS: a list of (TIME . TASK), the earliest first, where TIME is in internal
units of real time."
  (ready (%make-queue)) (timers '()) (current nil))

(defvar *scheduler* nil "The scheduler that runs the tasks; NIL outside of WITH-TASKS.")
(defvar *task-prompt* (%make-prompt '%task) "The prompt that all tasks run in.")

(define-condition deadlock (error)
  ()
  (:report "WITH-TASKS: its forms wait, and so do all other tasks: none can go on")
  (:documentation "All tasks wait for each other."))

(defun task-status (task)
  "Returns the state of TASK: :RUNNING, :WAITING (for its turn, too), :DONE, or :FAILED after an error that was not
handled."
  (%checked (task task task-status)
    (let ((state (task-state task)))
      (if (keywordp state) state :waiting))))

(defmethod print-object ((task task) stream)
  (print-unreadable-object (task stream :type t :identity (null (task-name task)))
    (format stream "~@[~A ~]~(~A~)" (task-name task) (task-status task))))

(defun %current-scheduler (operation)
  "Returns the scheduler; signals an error of OPERATION outside of WITH-TASKS."
  (or *scheduler*
      (error "~A: there is no WITH-TASKS around it" operation)))

(defun current-task ()
  "Returns the task that runs; NIL outside of tasks."
  (and *scheduler* (%scheduler-current *scheduler*)))

(defun spawn (function &key name)
  "Returns a new task that will call FUNCTION without arguments when its turn comes. NAME, a string, is for printing.
Signals an error outside of WITH-TASKS."
  (%checked (function function spawn)
    (%enqueue (%task function name) (%scheduler-ready (%current-scheduler 'spawn)))))

(defun %wake (task &rest values)
  "Makes TASK ready: the call that it waits in returns VALUES."
  (setf (task-result task) values)
  (%enqueue task (%scheduler-ready *scheduler*)))

(defun %wait (note operation)
  "Waits until %WAKE is called, and returns its values. NOTE, a function, is called with the task that waits."
  (unless (current-task)
    (error "~A: there is no WITH-TASKS around it" operation))
  (%suspend '%task note))

(defun %end-task (task state result)
  "Ends TASK in STATE with RESULT, and wakes the tasks that wait for its end."
  (setf (task-state task) state
        (task-result task) result)
  (dolist (waiting (shiftf (task-joined task) '()))
    (%wake waiting)))

(defun %run-task (task)
  "Runs TASK until it waits or ends."
  (let ((state (task-state task)))
    (setf (task-state task) :running
          (%scheduler-current *scheduler*) task)
    (handler-case
        (multiple-value-bind (result frames)
            (catch *task-prompt*
              (values (multiple-value-list (if (functionp state)
                                               (funcall state)
                                               (apply #'%reinstate state (task-result task))))
                      nil))
          (cond (frames
                 (setf (task-state task) frames)
                 (funcall result task))
                (t (%end-task task :done result))))
      (error (condition) (%end-task task :failed condition)))
    (setf (%scheduler-current *scheduler*) nil)))

(defun %wake-sleepers (scheduler)
  "Makes the sleeping tasks ready whose time has come; waits for the first of them if no other task can run. True unless
no task can ever run again."
  (loop
    (let ((timer (first (%scheduler-timers scheduler))) (now (get-internal-real-time)))
      (cond ((null timer) (return (not (%queue-empty-p (%scheduler-ready scheduler)))))
            ((<= (car timer) now) (%wake (cdr (pop (%scheduler-timers scheduler)))))
            ((%queue-empty-p (%scheduler-ready scheduler))
             (sleep (/ (- (car timer) now) internal-time-units-per-second)))
            (t (return t))))))

(defun %call-with-tasks (function name)
  "Returns the values of FUNCTION, called as a task. Other tasks run until it has ended."
  (let* ((*scheduler* (%scheduler)) (main (spawn function :name name)))
    (loop until (member (task-state main) '(:done :failed))
          do (unless (%wake-sleepers *scheduler*)
               (error 'deadlock))
             (%run-task (%dequeue (%scheduler-ready *scheduler*))))
    (%task-values main)))

(defun %task-values (task)
  "Returns the values of TASK, which has ended; signals the error that ended it."
  (if (eq (task-state task) :failed)
      (error (task-result task))
      (values-list (task-result task))))

(defmacro with-tasks ((&key name) &body body)
  "(with-tasks ([:name NAME]) form*): evaluates the forms as a task, within which SPAWN makes others. Returns the values
of the last form as soon as it has ended; tasks that have not ended by then never run again. Signals an error of the
forms that is not handled, and a DEADLOCK if all tasks wait."
  `(%call-with-tasks (lambda () ,@body) ,name))

(defun join (task)
  "Waits until TASK has ended. Returns the values of its function, or signals the error that ended it."
  (%checked (task task join)
    (loop until (member (task-state task) '(:done :failed))
          do (%wait (lambda (waiting) (push waiting (task-joined task))) 'join))
    (%task-values task)))

(defun pass ()
  "Makes the other tasks that can run have their turns first. The returned value is unspecified."
  (%wait #'%wake 'pass))

(defun sleep-for (seconds)
  "Waits for SECONDS, a real number that is not negative, while other tasks run. The returned value is unspecified."
  (%checked (seconds (real 0) sleep-for)
    (let ((time (+ (get-internal-real-time) (ceiling (* seconds internal-time-units-per-second)))))
      (%wait (lambda (task)
               (setf (%scheduler-timers *scheduler*)
                     (merge 'list (%scheduler-timers *scheduler*) (list (cons time task)) #'< :key #'car)))
             'sleep-for))))

;;; Channels.

;; VALUES: those that were sent and not received, at most CAPACITY unless that is NIL. SENDERS: a queue of (TASK .
;; VALUE) that wait for room; RECEIVERS: of tasks that wait for a value.
(defstruct (channel (:constructor %channel (capacity)) (:copier nil) (:predicate channelp))
  "A channel passes values from task to task: see MAKE-CHANNEL."
  capacity (values (%make-queue)) (count 0) (senders (%make-queue)) (receivers (%make-queue)) (closed nil))
(setf (documentation 'channelp 'function) "Returns true if OBJECT is a channel.")

(defmethod print-object ((channel channel) stream)
  (print-unreadable-object (channel stream :type t :identity t)
    (format stream "~D value~:P~:[~;, closed~]" (channel-count channel) (channel-closed channel))))

(defun make-channel (&optional (capacity 0))
  "Returns a channel from tasks to tasks. CAPACITY is the number of values that may be sent before one is received; NIL:
any number."
  (%checked (capacity (or null (integer 0)) make-channel)
    (%channel capacity)))

(defun send (channel value)
  "Sends VALUE to the next receiver of CHANNEL, and waits until it is received or there is room for it. Returns VALUE.
Signals an error if CHANNEL is closed."
  (%checked (channel channel send)
    (cond ((channel-closed channel)
           (error "SEND: ~S is closed" channel))
          ((not (%queue-empty-p (channel-receivers channel)))
           (%wake (%dequeue (channel-receivers channel)) value t))
          ((or (null (channel-capacity channel)) (< (channel-count channel) (channel-capacity channel)))
           (incf (channel-count channel))
           (%enqueue value (channel-values channel)))
          (t (when (eq (%wait (lambda (task) (%enqueue (cons task value) (channel-senders channel))) 'send) :closed)
               (error "SEND: ~S was closed before ~S was received" channel value))))
    value))

(defun receive (channel)
  "Returns the next value of CHANNEL, for which it waits, and true; NIL and NIL if CHANNEL is closed and empty."
  (%checked (channel channel receive)
    (let ((sender (%dequeue (channel-senders channel))))
      (cond ((plusp (channel-count channel))
             (multiple-value-prog1 (values (%dequeue (channel-values channel)) t)
               (if sender
                   (%enqueue (cdr sender) (channel-values channel))
                   (decf (channel-count channel)))
               (when sender (%wake (car sender)))))
            (sender
             (%wake (car sender))
             (values (cdr sender) t))
            ((channel-closed channel) (values nil nil))
            (t (%wait (lambda (task) (%enqueue task (channel-receivers channel))) 'receive))))))

(defun close-channel (channel)
  "Closes CHANNEL: values that were sent can still be received, but no more be sent. Tasks that wait to send fail; those
that wait to receive get NIL and NIL. Returns CHANNEL."
  (%checked (channel channel close-channel)
    (setf (channel-closed channel) t)
    (loop until (%queue-empty-p (channel-receivers channel))
          do (%wake (%dequeue (channel-receivers channel)) nil nil))
    (loop until (%queue-empty-p (channel-senders channel))
          do (%wake (car (%dequeue (channel-senders channel))) :closed))
    channel))
