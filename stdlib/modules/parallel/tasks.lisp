;;; Workers, tasks and futures.
(in-package "PARALLEL")

(defvar *started* nil "True once there are workers.")

(defun make-kernel (&optional (count (parallel-native:core-count)))
  "Makes COUNT workers, by default as many as the machine has cores, in place of those before, whose tasks end. Each is
an interpreter on a thread of its own, with the permissions and limits of this one. Returns COUNT. The first task makes
workers, too, if there are none.

    (parallel:make-kernel 2)   ; 2"
  (when *worker* (error "a worker has no workers"))
  (parallel-native:start count)
  (setf *started* t)
  count)

(defun end-kernel ()
  "Ends the workers, and the tasks with them. Returns T."
  (unless *worker* (parallel-native:stop))
  (setf *started* nil)
  t)

(defvar *elsewhere* nil
  "NIL, or who does the work of maps in place of the workers of this process: a list of how many they are, and of a
function like RUN-PARTS.")

(defun kernel-worker-count ()
  "Returns how many workers there are; makes them if there are none. Returns 1 in a worker, which runs its own tasks."
  (cond (*worker* 1)
        (*elsewhere* (first *elsewhere*))
        (t (ensure-workers)
           (parallel-native:worker-count))))

(defun ensure-workers ()
  "Makes workers in this process if there are none."
  (unless *started* (make-kernel)))

(defun workers-replaced ()
  "Returns how many workers were replaced, because a task ended by force: by CANCEL, a limit or a lack of memory."
  (if *worker* 0 (parallel-native:replaced-count)))

;;; Errors.

(define-condition task-error (error)
  ((class :initarg :class :reader task-error-class)
   (text :initarg :text :reader task-error-text)
   (backtrace :initarg :backtrace :reader task-error-backtrace)
   (condition :initarg :condition :reader task-error-condition))
  (:report (lambda (condition stream)
             (format stream "a task has failed: ~@[~A: ~]~A~@[~%  ~A, in a worker~]" (task-error-class condition)
                     (task-error-text condition) (innermost-frame (task-error-backtrace condition)))))
  (:documentation "What FORCE, PMAP and others signal for an error in a worker."))

(setf (documentation 'task-error-class 'function) "Returns the name of the class of the condition in the worker, or NIL if it was ended."
      (documentation 'task-error-text 'function) "Returns the report of the condition in the worker, or why its task was ended."
      (documentation 'task-error-backtrace 'function) "Returns the worker's backtrace, a string."
      (documentation 'task-error-condition 'function) "Returns a copy of the condition in the worker; NIL if it cannot be sent.")

(defun innermost-frame (backtrace)
  "Returns the first line of BACKTRACE, or NIL if it is empty."
  (if (string= backtrace "") nil (string-trim " " (subseq backtrace 0 (position #\Newline backtrace)))))

;;; In the program.

(defun submit (function-message operation arguments &optional channel)
  "Returns a task for a worker to run: see PERFORM. CHANNEL: see PARALLEL-NATIVE:SUBMIT."
  (ensure-workers)
  (parallel-native:submit function-message (pack (cons operation arguments)) channel))

(defun end-task (task)
  "Ends TASK, which is done. Returns what it has printed, its value, and a TASK-ERROR if it has failed."
  (destructuring-bind (done output problem backtrace result) (parallel-native:task-result task)
    (cond ((not done) (values output nil (task-failure nil problem backtrace nil)))
          ((consp result) (values output (car result) nil))
          (t (values output nil (apply #'task-failure (coerce result 'list)))))))

(defun task-failure (class text backtrace condition)
  "Returns a TASK-ERROR with these slots."
  (make-condition 'task-error :class class :text text :backtrace backtrace :condition condition))

(defun show (output)
  "Writes OUTPUT, a cons of texts, to the standard and the error output."
  (write-string (car output))
  (write-string (cdr output) *error-output*))

(defun received (output value failure)
  "Shows OUTPUT. Returns VALUE, or signals FAILURE if there is one."
  (show output)
  (if failure (error failure) value))

(defstruct (future (:constructor %make-future (task function)) (:copier nil) (:predicate futurep))
  "A value that a worker computes. STATE: :NEW, :DONE, or :FAILED with the condition as VALUE."
  task function (state :new) (value nil))

(setf (documentation 'futurep 'function) "Returns true if the object is a future.")

(defun make-future (function &rest arguments)
  "Returns a future of the primary value of FUNCTION called with ARGUMENTS in a worker.

    (parallel:force (parallel:make-future #'+ 1 2))   ; 3"
  (if *worker*
      (%make-future nil (lambda () (apply function arguments)))
      (let ((message (pack (coerce function 'function))))
        (unwind-protect (let ((task (submit message 0 arguments)))
                          (tessera:finalize (%make-future task nil) (forgetter #'parallel-native:forget-task task)))
          (parallel-native:drop-message message)))))

(defmacro future (&body forms)
  "(future FORM*): a future of the value of FORMS, which a worker evaluates. It gets copies of the variables that they
use: assignments there change nothing here.

    (let ((n 6)) (parallel:force (parallel:future (* n 7))))   ; 42"
  `(make-future (lambda () ,@forms)))

(defun force (object)
  "Returns the value of OBJECT, a future, once its worker has it; and any other OBJECT itself. Prints what the worker
printed. If an error ended the task, signals a TASK-ERROR, every time. Whoever leaves FORCE can call it again."
  (cond ((not (futurep object)) object)
        (t (when (eq (future-state object) :new) (settle object))
           (if (eq (future-state object) :failed) (error (future-value object)) (future-value object)))))

(defun settle (future)
  "Waits for the value of FUTURE, and keeps it there. Processes may do so at the same time."
  (flet ((keep (value failure)
           (setf (future-task future) nil (future-function future) nil
                 (future-state future) (if failure :failed :done)
                 (future-value future) (or failure value))))
    (if (future-function future)
        (keep (funcall (future-function future)) nil)
        (let ((task (future-task future)))
          (parallel-native:wait-for-any (list task))
          (when (eq (future-state future) :new)             ; else another process was first
            (multiple-value-bind (output value failure) (end-task task)
              (keep value failure)
              (show output)))))))

(defun touch (object)
  "Does the same as FORCE."
  (force object))

(defun fulfilledp (object)
  "Returns true if FORCE of OBJECT does not wait."
  (not (and (futurep object) (eq (future-state object) :new) (future-task object)
            (not (parallel-native:task-done-p (future-task object))))))

(defun cancel (future)
  "Ends the task of FUTURE, which FORCE then reports. The worker that runs it is replaced by a new one. Returns FUTURE."
  (check-type future future)
  (when (and (eq (future-state future) :new) (future-task future))
    (parallel-native:cancel-task (future-task future)))
  future)

(defmethod print-object ((future future) stream)
  (print-unreadable-object (future stream :type t :identity t)
    (format stream "~:[waiting~;~:*~A~]" (cond ((not (eq (future-state future) :new)) (string-downcase (future-state future)))
                                               ((fulfilledp future) "fulfilled")))))
