;;; Locks, and condition variables that are used with them.
(in-package "MP")

(defstruct (lock (:constructor %make-lock (name recursive)) (:copier nil) (:predicate nil))
  "A lock that one process at a time can hold: see MAKE-LOCK. COUNT is the number of times that OWNER has got it."
  name recursive (owner nil) (count 0) (queue (%make-queue)))

(loop for (name text) in '((lock-name "Returns the name that LOCK was made with.")
                           (lock-owner "Returns the process that holds LOCK, or NIL.")
                           (lock-count "Returns the number of times that the owner of LOCK holds it."))
      do (setf (documentation name 'function) text))

(defmethod print-object ((lock lock) stream)
  (print-unreadable-object (lock stream :type t :identity t)
    (format stream "~@[~A, ~]~:[free~;~:*held by ~A~]" (lock-name lock) (and (lock-owner lock) (process-name (lock-owner lock))))))

(defun make-lock (&key name recursive)
  "Returns a new lock called NAME, anything. Its owner can get it again if RECURSIVE, and must give it up as often."
  (%make-lock name (and recursive t)))

(defun recursive-lock-p (lock)
  "True if the owner of LOCK can get it again."
  (%check lock lock recursive-lock-p)
  (lock-recursive lock))

(defun holding-lock-p (lock)
  "True if the current process holds LOCK."
  (%check lock lock holding-lock-p)
  (eq (lock-owner lock) *current-process*))

(defun get-lock (lock &optional (wait t))
  "Gets LOCK for the current process. If another process holds it, waits: for ever if WAIT is true, at most WAIT seconds
if it is a number, not at all if it is NIL. Returns true if this process has the lock now. The process that waits
longest gets it next. An error if this process holds it already and it is not recursive."
  (%check lock lock get-lock)
  (%check (or symbol (real 0)) wait get-lock)
  (let ((process *current-process*))
    (cond ((null (lock-owner lock))
           (setf (lock-owner lock) process
                 (lock-count lock) 1)
           t)
          ((eq (lock-owner lock) process)
           (cond ((lock-recursive lock) (incf (lock-count lock)) t)
                 ((null wait) nil)
                 (t (error "GET-LOCK: ~A, which is not recursive, is held by this process already" lock))))
          (wait (%wait-in (lock-queue lock) t (%deadline (and (realp wait) wait)) (format nil "the lock ~@[~A~]" (lock-name lock))
                          (lambda () (giveup-lock lock)))))))

(defun %hand-over (lock)
  "Gives LOCK to the process that has waited for it longest, or frees it."
  (setf (lock-owner lock) (and (%queue-waiters (lock-queue lock)) (%wake-first (lock-queue lock)))
        (lock-count lock) (if (lock-owner lock) 1 0)))

(defun giveup-lock (lock)
  "Gives up LOCK once, which the current process holds. Returns true. An error if the process does not hold it."
  (%check lock lock giveup-lock)
  (unless (eq (lock-owner lock) *current-process*)
    (error "GIVEUP-LOCK: ~A is not held by this process" lock))
  (when (zerop (decf (lock-count lock)))
    (%hand-over lock))
  t)

(defmacro with-lock ((lock &key (wait-form t)) &body body)
  "(with-lock (LOCK [:wait-form FORM]) FORM*): evaluates the forms while the current process holds LOCK. Returns the
values of the last one; NIL if it could not get LOCK, for which it waits as GET-LOCK does by the value of :WAIT-FORM."
  (let ((held (gensym "LOCK")) (got (gensym "GOT")))
    `(let ((,held ,lock) (,got nil))
       (unwind-protect (when (setq ,got (get-lock ,held ,wait-form))
                         ,@body)
         (when ,got (giveup-lock ,held))))))

;;; Condition variables

(defstruct (condition-variable (:constructor %make-condition-variable ()) (:copier nil) (:predicate nil))
  "A condition for which processes that hold a lock wait, until another one signals a change: see
MAKE-CONDITION-VARIABLE."
  (queue (%make-queue)))

(defmethod print-object ((variable condition-variable) stream)
  (print-unreadable-object (variable stream :type t :identity t)
    (format stream "~D waiting" (length (%queue-waiters (condition-variable-queue variable))))))

(defun make-condition-variable ()
  "Returns a new condition variable."
  (%make-condition-variable))

(defun %wait-for-condition (variable lock seconds operation)
  "Gives up LOCK, which the current process holds, and waits until VARIABLE is signalled, at most SECONDS unless that is
NIL; then gets LOCK again. True if VARIABLE was signalled."
  (unless (eq (lock-owner lock) *current-process*)
    (error "~A: ~A is not held by this process" operation lock))
  (let ((count (lock-count lock)) (queue (condition-variable-queue variable)))
    (unwind-protect
         (progn (%hand-over lock)
                (%wait-in queue t (%deadline seconds) "a condition variable"
                          (lambda () (when (%queue-waiters queue) (%wake-first queue)))))
      (get-lock lock)
      (setf (lock-count lock) count))))

(defun condition-variable-wait (variable lock)
  "Gives up LOCK, which the current process holds, and waits until VARIABLE is signalled; then gets LOCK again, also if
an exit ends the wait. Returns true. The condition may be false again by then, so the program has to test it."
  (%check condition-variable variable condition-variable-wait)
  (%check lock lock condition-variable-wait)
  (%wait-for-condition variable lock nil 'condition-variable-wait))

(defun condition-variable-timedwait (variable lock seconds)
  "Waits as CONDITION-VARIABLE-WAIT does, for SECONDS at most. Returns false if these have passed."
  (%check condition-variable variable condition-variable-timedwait)
  (%check lock lock condition-variable-timedwait)
  (%check (real 0) seconds condition-variable-timedwait)
  (%wait-for-condition variable lock seconds 'condition-variable-timedwait))

(defun condition-variable-signal (variable)
  "Resumes the process that waits longest for VARIABLE, if there is one. Returns true."
  (%check condition-variable variable condition-variable-signal)
  (when (%queue-waiters (condition-variable-queue variable))
    (%wake-first (condition-variable-queue variable)))
  t)

(defun condition-variable-broadcast (variable)
  "Resumes all processes that wait for VARIABLE. Returns true."
  (%check condition-variable variable condition-variable-broadcast)
  (loop while (%queue-waiters (condition-variable-queue variable))
        do (%wake-first (condition-variable-queue variable)))
  t)
