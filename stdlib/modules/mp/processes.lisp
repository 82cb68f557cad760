;;; Processes: threads of Lisp. No process is preempted within a function of the library (vm/threads.md), so the
;;; functions of this module need no locks.
(in-package "MP")

(defstruct (%queue (:constructor %make-queue ()) (:copier nil) (:predicate nil))
  "Processes that wait for something: a list of WAITERS, the first one first."
  (waiters '()))

(defstruct (%waiter (:constructor %make-waiter (process requested)) (:copier nil) (:predicate nil))
  "PROCESS waits until what it has REQUESTED, a count or T, is GRANTED."
  process requested (granted nil))

(defstruct (process (:constructor %make-process (name bindings)) (:copier nil) (:predicate nil))
  "A thread of Lisp: see PROCESS-RUN-FUNCTION. STATE: :NEW, :RUNNING, :ENDED, or :FAILED with CONDITION as the reason.
NUMBER: its number in the VM. VALUES: the list of the values of its function. WAITING-FOR: a text, or NIL. TAG: the tag
of the THROW that ends it."
  name bindings (function nil) (state :new) (number nil) (values '()) (condition nil) (joining (%make-queue)) (waiting-for nil)
  (suspended nil) (tag (list 'end)) (put-off '()))

(setf (documentation 'process-name 'function) "Returns the name that PROCESS was made with.")

(defmacro %check (type object operation)
  "Signals a TYPE-ERROR in the name of OPERATION unless OBJECT is of TYPE."
  `(unless (typep ,object ',type)
     (error 'simple-type-error :datum ,object :expected-type ',type
                               :format-control "~A: ~S is not of type ~S" :format-arguments (list ,(string operation) ,object ',type))))

(defun process-whostate (process)
  "Returns a string for the state of PROCESS: \"new\", \"running\", \"waiting for ...\" an object of this module,
\"waiting for the system\" (asleep, reading or writing), \"suspended\", \"ended\" or \"failed\"."
  (%check process process process-whostate)
  (cond ((not (eq (process-state process) :running)) (string-downcase (process-state process)))
        ((process-suspended process) "suspended")
        ((process-waiting-for process) (format nil "waiting for ~A" (process-waiting-for process)))
        ((tessera::%thread-waits-p (process-number process)) "waiting for the system")
        (t "running")))

(defmethod print-object ((process process) stream)
  (print-unreadable-object (process stream :type t :identity t)
    (format stream "~A, ~A" (process-name process) (process-whostate process))))

(defvar *current-process*
  (let ((main (%make-process "main" '())))
    (setf (process-state main) :running
          (process-number main) 0)
    main)
  "The process that runs.")

(defvar *processes* (list *current-process*) "All processes that have begun and not ended, the last one first.")

(define-condition process-failed (error)
  ((process :initarg :process :reader process-failed-process)
   (condition :initarg :condition :reader process-failed-condition))
  (:report (lambda (failed stream)
             (format stream "PROCESS-JOIN: ~A ~:[was killed~;was ended by an error: ~:*~A~]" (process-name (process-failed-process failed))
                     (process-failed-condition failed))))
  (:documentation "A process that was joined did not end normally: an error that nothing handled, its
PROCESS-FAILED-CONDITION, had ended it, or PROCESS-KILL, and PROCESS-FAILED-CONDITION is NIL."))

(setf (documentation 'process-failed-process 'function) "Returns the process that had failed."
      (documentation 'process-failed-condition 'function) "Returns the condition that ended it, or NIL if it was killed.")

;;; Waiting

(defun %deadline (seconds)
  "Returns the time, in internal units, at which SECONDS have passed; NIL for NIL."
  (and seconds
       (+ (get-internal-real-time) (ceiling (* (min (rational seconds) 1000000000) internal-time-units-per-second)))))

(defun %sleep-until-woken (deadline)
  "Waits until another process wakes this one or, unless it is NIL, DEADLINE is reached. False if DEADLINE was reached."
  (let ((left (and deadline (max 0 (- deadline (get-internal-real-time))))))
    (or (tessera::%wait-to-be-woken (and left (* left (floor 1000000000 internal-time-units-per-second))))
        (null deadline)
        (< (get-internal-real-time) deadline))))

(defun %wake-first (queue)
  "Grants the request of the first process in QUEUE, and wakes it. Returns the process."
  (let ((waiter (pop (%queue-waiters queue))))
    (setf (%waiter-granted waiter) t)
    (tessera::%wake-thread (process-number (%waiter-process waiter)))
    (%waiter-process waiter)))

(defun %first-request (queue)
  "Returns the request of the first process in QUEUE; NIL if there is none."
  (and (%queue-waiters queue) (%waiter-requested (first (%queue-waiters queue)))))

(defun %wait-in (queue requested deadline text give-back)
  "Waits in QUEUE until %WAKE-FIRST has granted what is REQUESTED. False if DEADLINE came first. TEXT describes the
request. GIVE-BACK, a function, is called if an exit ends the wait although the request was granted."
  (let* ((process *current-process*) (waiter (%make-waiter process requested)) (outer (process-waiting-for process)) (left t))
    (setf (%queue-waiters queue) (nconc (%queue-waiters queue) (list waiter))
          (process-waiting-for process) text)
    (unwind-protect
         (progn (loop until (%waiter-granted waiter)
                      while (%sleep-until-woken deadline))
                (setf left nil))
      (setf (process-waiting-for process) outer)
      (cond ((not (%waiter-granted waiter))
             (setf (%queue-waiters queue) (delete waiter (%queue-waiters queue) :count 1)))
            (left (funcall give-back))))
    (%waiter-granted waiter)))

;;; Interrupts

(defun %call-put-off ()
  "Calls the functions of interrupts of the current process that were deferred."
  (loop while (process-put-off *current-process*)
        do (funcall (pop (process-put-off *current-process*)))))

(defun %call-without-interrupts (function)
  "Calls FUNCTION, during which interrupts of this process are deferred. Returns its values."
  (multiple-value-prog1 (let ((*without-interrupts* t)) (funcall function))
    (unless *without-interrupts* (%call-put-off))))

(defmacro without-interrupts (&body body)
  "Evaluates the forms and returns the values of the last one. Meanwhile the process is not preempted, unless it waits,
and functions of INTERRUPT-PROCESS are called afterwards. All other processes, and the prompt, stand still until it
ends, so the forms should be short."
  `(%call-without-interrupts (lambda () ,@body)))

(defun interrupt-process (process function)
  "Interrupts PROCESS, which has begun and not ended: it calls FUNCTION without arguments, and then continues, unless
FUNCTION leaves by an exit. In cleanup forms and WITHOUT-INTERRUPTS the interrupt waits until these have ended. Returns
PROCESS."
  (%check process process interrupt-process)
  (%check function function interrupt-process)
  (flet ((interrupt ()
           (if *without-interrupts*
               (setf (process-put-off process) (append (process-put-off process) (list function)))
               (funcall function))))
    (cond ((and (eq process *current-process*) (not tessera::*cleaning-up*)) (interrupt))
          ((not (and (eq (process-state process) :running)
                     (tessera::%interrupt-thread (process-number process) #'interrupt)))
           (error "INTERRUPT-PROCESS: ~A does not run" (process-name process)))))
  process)

(defun process-kill (process)
  "Ends PROCESS at once; its cleanup forms are evaluated. PROCESS-JOIN of it signals a PROCESS-FAILED. Nothing happens
if it has ended. Returns PROCESS. The main process cannot be killed."
  (%check process process process-kill)
  (when (eql (process-number process) 0)
    (error "PROCESS-KILL: the main process cannot be killed; QUIT ends the program"))
  (case (process-state process)
    (:new (%end process :failed))
    (:running (interrupt-process process (lambda () (throw (process-tag process) :killed)))))
  process)

(defun exit-process ()
  "Ends the current process, which is not the main one; its cleanup forms are evaluated. Does not return."
  (when (eql (process-number *current-process*) 0)
    (error "EXIT-PROCESS: this is the main process; QUIT ends the program"))
  (throw (process-tag *current-process*) :exited))

(defun process-suspend (process)
  "Stops PROCESS, which runs, until PROCESS-RESUME. Returns PROCESS."
  (%check process process process-suspend)
  (setf (process-suspended process) t)
  (interrupt-process process (lambda ()
                               (loop while (process-suspended process)
                                     do (%sleep-until-woken nil)))))

(defun process-resume (process)
  "Resumes PROCESS, which PROCESS-SUSPEND has stopped. Returns PROCESS."
  (%check process process process-resume)
  (setf (process-suspended process) nil)
  (when (process-number process)
    (tessera::%wake-thread (process-number process)))
  process)

;;; Starting and ending

(defun %report-failure (process condition)
  "Reports to the user that nothing handled CONDITION in PROCESS."
  (ignore-errors
   (fresh-line *error-output*)
   (format *error-output* "The process ~A ends with an error:~%" (or (ignore-errors (princ-to-string (process-name process))) "(whose name cannot be printed)"))
   (tessera::%write-condition condition *error-output*)
   (tessera::%write-frames (tessera::%user-frames 20) *error-output*)
   (finish-output *error-output*)))

(defun %end (process state)
  "Ends PROCESS in STATE, and resumes the processes that join it."
  (setf (process-state process) state
        (process-function process) nil
        *processes* (delete process *processes*))
  (loop while (%queue-waiters (process-joining process))
        do (%wake-first (process-joining process))))

(defun %call-bound (bindings function)
  "Calls FUNCTION with variables bound by BINDINGS, an alist from variables to forms."
  (let ((values (loop for (nil . form) in bindings collect (eval form))))
    (progv (mapcar #'car bindings) values
      (funcall function))))

(defun %failing (process)
  "Returns the debugger of PROCESS: a function that reports the condition and ends the process."
  (lambda (condition hook)
    (declare (ignore hook))
    (setf (process-condition process) condition)
    (%report-failure process condition)
    (throw (process-tag process) :failed)))

(defun %call-to-quit (function)
  "Calls FUNCTION. A QUIT in it becomes one of the main process."
  (let* ((tessera::*quit-tag* (list 'quit)) (status (catch tessera::*quit-tag* (funcall function) nil)))
    (when status
      (tessera::%interrupt-thread 0 (lambda () (tessera::%leave-with-status status))))))

(defun %call-interruptibly (bindings function)
  "Calls FUNCTION with variables bound by BINDINGS; interrupts of this process run meanwhile. Returns its values."
  (let ((*without-interrupts* nil))
    (%call-put-off)
    (multiple-value-prog1 (tessera::%call-with-prompt tessera:*default-prompt-tag* (lambda () (%call-bound bindings function)) #'values)
      ;; What it was to be interrupted for is not lost where it has nothing more to do.
      (tessera::%call-each (reverse (tessera::%take-thread-functions))))))

(defun %run (process may-quit)
  "Runs the function of PROCESS. The VM calls this in its thread, in which only *WITHOUT-INTERRUPTS* is bound:
interrupts run where an exit can end the process."
  (let ((*current-process* process) (tessera::*invoke-debugger* (%failing process))
        (function (process-function process)) (state :failed))
    (flet ((run ()
             (with-simple-restart (abort "End the process ~A." (process-name process))
               (setf (process-values process)
                     (multiple-value-list (%call-interruptibly (process-bindings process) function))
                     state :ended))))
      (unwind-protect
           (when (eq (catch (process-tag process)
                       (if may-quit (%call-to-quit #'run) (run))
                       nil)
                     :exited)
             (setf state :ended))
        (%end process state)))))

(defun make-process (&key name initial-bindings)
  "Returns a new process that does not run yet: see PROCESS-PRESET and PROCESS-ENABLE. NAME is anything.
INITIAL-BINDINGS: an alist from special variables to forms, which are evaluated in the process and give the variables'
values there."
  (%check list initial-bindings make-process)
  (%make-process (or name "anonymous") initial-bindings))

(defun process-preset (process function &rest arguments)
  "Makes PROCESS, which does not run, call FUNCTION with ARGUMENTS when it is enabled. Returns PROCESS."
  (%check process process process-preset)
  (%check (or function symbol) function process-preset)
  (unless (eq (process-state process) :new)
    (error "PROCESS-PRESET: ~A has begun already" (process-name process)))
  (setf (process-function process) (if (and (null arguments) (functionp function)) function (lambda () (apply function arguments))))
  process)

(defun process-enable (process)
  "Starts PROCESS, whose function PROCESS-PRESET has set. Returns PROCESS. An error if it has started already or the
system has no more threads."
  (%check process process process-enable)
  (unless (and (eq (process-state process) :new) (process-function process))
    (error "PROCESS-ENABLE: ~A ~:[has nothing to call~;has begun already~]" (process-name process) (not (eq (process-state process) :new))))
  (let ((may-quit (and tessera::*quit-tag* t)))
    (setf (process-number process) (tessera::%start-thread (lambda () (%run process may-quit)) process)
          (process-state process) :running))
  (push process *processes*)
  process)

(defun process-run-function (name function &rest arguments)
  "Returns a new process that calls FUNCTION with ARGUMENTS. NAME is its name, or a list of arguments of MAKE-PROCESS.
Special variables have their global values in it; an error in it that nothing handles is reported, and ends it. It also
ends when the program ends."
  (let ((process (if (consp name) (apply #'make-process name) (make-process :name name))))
    (apply #'process-preset process function arguments)
    (process-enable process)))

(defun process-active-p (process)
  "True if PROCESS has begun and not ended."
  (%check process process process-active-p)
  (eq (process-state process) :running))

(defun all-processes ()
  "Returns a new list of the processes that have begun and not ended; the main one is among them."
  (copy-list *processes*))

(defun process-yield ()
  "Makes the other processes that can run have their turns first. The returned value is unspecified."
  (tessera::%pass-turn))

(defun process-join (process)
  "Waits until PROCESS has ended, and returns the values of its function. A PROCESS-FAILED if an error or PROCESS-KILL
has ended it."
  (%check process process process-join)
  (when (eq process *current-process*)
    (error "PROCESS-JOIN: ~A would wait for itself" (process-name process)))
  (when (eq (process-state process) :new)
    (error "PROCESS-JOIN: ~A has not begun" (process-name process)))
  (when (eq (process-state process) :running)
    (%wait-in (process-joining process) t nil (format nil "the end of ~A" (process-name process)) (lambda ())))
  (if (eq (process-state process) :failed)
      (error 'process-failed :process process :condition (process-condition process))
      (values-list (process-values process))))
