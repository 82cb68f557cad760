;;; Tasks that wait for each other: futures, promises, delays, sleeping (module clojure).

(in-package "TESSERA-CLOJURE")

;;; Futures and agents run as tasks of the library CONTINUATIONS: they take turns, and a turn ends where a task waits.
;;; Code at toplevel is not a task: while it waits, tasks run. After each toplevel form, tasks that can run do so until
;;; all wait.

(defvar *conveyed* '()
  "The dynamic vars that are bound, the innermost first: symbols, each with the value it had before, or with no value.
Futures and agents take their values along.")

(defun bound-before (symbol)
  "Returns the value in *CONVEYED* of SYMBOL, which is about to be bound."
  (if (boundp symbol) (list symbol (symbol-value symbol)) (list symbol)))

(defun conveyed-symbols ()
  "Returns the dynamic vars that are bound and have values, each once."
  (remove-if-not #'boundp (remove-duplicates (mapcar #'first *conveyed*))))

(defun root-values (symbols)
  "Returns a list of the dynamic vars that are bound besides SYMBOLS, each with the value that it has when none is."
  (remove-duplicates (remove-if (lambda (entry) (or (member (first entry) symbols) (null (rest entry)))) *conveyed*) :key #'first))

(defvar *transaction* nil "The transaction that runs, or NIL.")

(defun scheduler ()
  "Returns the scheduler of tasks, which is made if need be."
  (or tessera-continuations::*scheduler*
      (setf tessera-continuations::*scheduler* (tessera-continuations::%scheduler))))

(defun own-task ()
  "Returns the task that runs, or NIL at toplevel."
  (tessera-continuations:current-task))

(defun run-one-task (scheduler)
  "Gives the next task that can go on its turn."
  (tessera-continuations::%run-task (tessera-continuations::%dequeue (tessera-continuations::%scheduler-ready scheduler))))

(defun ready-p (scheduler)
  "True if SCHEDULER has a task that can run."
  (not (tessera-continuations::%queue-empty-p (tessera-continuations::%scheduler-ready scheduler))))

(defun wake-due (scheduler)
  "Wakes the tasks whose time has come. Returns the time of the next, or NIL."
  (loop
    (let ((timer (first (tessera-continuations::%scheduler-timers scheduler))))
      (cond ((null timer) (return nil))
            ((<= (car timer) (get-internal-real-time))
             (tessera-continuations::%wake (cdr (pop (tessera-continuations::%scheduler-timers scheduler)))))
            (t (return (car timer)))))))

(defun run-tasks ()
  "Runs tasks until all of them wait."
  (when tessera-continuations::*scheduler*
    (let ((scheduler (scheduler)))
      (unless (own-task)
        (loop (wake-due scheduler)
              (unless (ready-p scheduler) (return))
              (run-one-task scheduler))))))

(defun seconds-until (time)
  "Returns the seconds until TIME, in internal units; 0 if it is past."
  (max 0 (/ (- time (get-internal-real-time)) internal-time-units-per-second)))

(defun sleep-until-due (scheduler deadline)
  "Sleeps until the first of the tasks that sleep is due, or until DEADLINE. False if there is neither."
  (let* ((next (wake-due scheduler)) (time (if (and next deadline) (min next deadline) (or next deadline))))
    (cond ((ready-p scheduler) t)
          (time (sleep (seconds-until time)) t)
          (t nil))))

(defun wait-at-toplevel (done deadline)
  "Runs tasks until the function DONE returns true, or until DEADLINE. Returns what DONE did."
  (let ((scheduler (scheduler)))
    (loop
      (let ((result (funcall done)))
        (when result (return result)))
      (when (and deadline (>= (get-internal-real-time) deadline)) (return nil))
      (wake-due scheduler)
      (cond ((ready-p scheduler) (run-one-task scheduler))
            ((sleep-until-due scheduler deadline))
            (t (throw-new "IllegalStateException" "Deadlock: what is waited for depends on nothing that runs"))))))

;;; What can be waited for.

(defstruct (waitable (:constructor nil) (:copier nil))
  "What tasks wait for: WAITERS are those."
  (waiters '()))

(defun wake-all (waitable)
  "Wakes the tasks that wait for WAITABLE."
  (dolist (task (shiftf (waitable-waiters waitable) '()))
    (unless (member (tessera-continuations:task-status task) '(:done :failed))
      (tessera-continuations::%wake task))))

(defun deadline-after (milliseconds)
  "Returns the time, in internal units, that is MILLISECONDS from now; NIL for NIL."
  (and milliseconds (+ (get-internal-real-time) (ceiling (* milliseconds internal-time-units-per-second) 1000))))

(defun wait-for (waitable done &optional milliseconds)
  "Waits until the function DONE returns true, which may happen when WAITABLE is woken, but no longer than MILLISECONDS.
Returns what DONE did."
  (let ((deadline (deadline-after milliseconds)) (task (own-task)))
    (if (null task)
        (wait-at-toplevel done deadline)
        (loop
          (let ((result (funcall done)))
            (cond (result (return result))
                  ((and deadline (>= (get-internal-real-time) deadline)) (return nil)))
            (if deadline
                (tessera-continuations:sleep-for (min 1/1000 (seconds-until deadline)))
                (tessera-continuations::%wait (lambda (waiting) (push waiting (waitable-waiters waitable))) 'deref)))))))

(defun pass-turn ()
  "Runs other tasks for a turn."
  (if (own-task) (tessera-continuations:pass) (run-tasks)))

(defun sleep-milliseconds (milliseconds)
  "Waits for MILLISECONDS milliseconds; other tasks run."
  (if (own-task)
      (tessera-continuations:sleep-for (/ milliseconds 1000))
      (wait-at-toplevel (constantly nil) (deadline-after milliseconds)))
  nil)

(defun start-task (function)
  "Returns a task that calls FUNCTION, with the dynamic bindings that are in force."
  (scheduler)
  (let* ((symbols (conveyed-symbols)) (conveyed *conveyed*) (values (mapcar #'symbol-value symbols)) (ns *ns*))
    (tessera-continuations:spawn
     (lambda ()
       (let ((*ns* ns) (others (root-values symbols)) (*conveyed* conveyed) (*transaction* nil))
         (progv (append symbols (mapcar #'first others)) (append values (mapcar #'second others))
           (funcall function)))))))

;;; Futures and promises.

(defstruct (promise (:include waitable) (:constructor %promise (kind)) (:copier nil))
  "A value that is to come. KIND: :PROMISE or :FUTURE. STATE: :PENDING, :DONE, :FAILED, then VALUE is the exception, or
:CANCELLED."
  kind (state :pending) (value nil))

(defun settle (promise state value)
  "Gives PROMISE its VALUE, once. True if it had none."
  (when (eq (promise-state promise) :pending)
    (setf (promise-state promise) state
          (promise-value promise) value)
    (wake-all promise)
    t))

(defun start-future (function)
  "Returns a future for what FUNCTION returns."
  (let ((future (%promise :future)))
    (start-task (lambda ()
                  (when (eq (promise-state future) :pending)
                    (multiple-value-bind (state value)
                        (handler-case (values :done (funcall function))
                          (error (failure) (values :failed failure)))
                      (settle future state value)))))
    future))

(defun promise-result (promise milliseconds default)
  "Returns the value of PROMISE, which is waited for, or DEFAULT after MILLISECONDS."
  (if (wait-for promise (lambda () (not (eq (promise-state promise) :pending))) milliseconds)
      (ecase (promise-state promise)
        (:done (promise-value promise))
        (:failed (error 'throwable :class "ExecutionException" :message (shown (promise-value promise)) :cause (promise-value promise)))
        (:cancelled (error 'throwable :class "CancellationException")))
      default))

(defstruct (delay (:constructor %delay (thunk)) (:copier nil))
  "A value that is computed when it is asked for: THUNK is then NIL. FAILURE: the exception that this ended with."
  thunk (value nil) (failure nil))

(defun force-delay (delay)
  "Returns the value of DELAY, which is computed the first time; signals its error again if that failed."
  (when (delay-thunk delay)
    (handler-bind ((error (lambda (failure) (setf (delay-failure delay) failure (delay-thunk delay) nil))))
      (let ((value (funcall (delay-thunk delay))))
        (setf (delay-value delay) value
              (delay-thunk delay) nil))))
  (if (delay-failure delay)
      (error (delay-failure delay))
      (delay-value delay)))
