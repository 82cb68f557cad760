;;; Processes: threads of Lisp. No process is preempted within a function of the library (vm/threads.md), so the
;;; functions of this module need no locks.
(in-package "MP")

(defstruct (%row (:constructor %make-row ()) (:copier nil) (:predicate nil))
  "Processes that wait for something: a list of WAITERs, the first one first."
  (waiting '()))

(defstruct (%waiter (:constructor %make-waiter (process wish)) (:copier nil) (:predicate nil))
  "PROCESS waits until what it wishes is GRANTED."
  process wish (granted nil))

(defstruct (process (:constructor %make-process (name bindings)) (:copier nil) (:predicate nil))
  "A thread of Lisp: see PROCESS-RUN-FUNCTION. STATE: :NEW, :RUNNING, :ENDED, or :FAILED, then CONDITION says why.
NUMBER: what the machine knows it by. VALUES: those of its function, a list. WAITING-FOR: a text, or NIL. TAG: what a
throw to ends it."
  name bindings (function nil) (state :new) (number nil) (values '()) (condition nil) (joining (%make-row)) (waiting-for nil)
  (suspended nil) (tag (list 'end)) (put-off '()))

(setf (documentation 'process-name 'function) "Returns the name that PROCESS was made with.")

(defmacro %check (type object operation)
  "Signals a TYPE-ERROR in the name of OPERATION unless OBJECT is of TYPE."
  `(unless (typep ,object ',type)
     (error 'simple-type-error :datum ,object :expected-type ',type
                               :format-control "~A: ~S is not of type ~S." :format-arguments (list ,(string operation) ,object ',type))))

(defun process-whostate (process)
  "Returns a string that says what PROCESS does: \"new\", \"running\", what of this module it is \"waiting for ...\",
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
  (:documentation "A process that was joined had not come to its end: an error that nothing handled, its
PROCESS-FAILED-CONDITION, or PROCESS-KILL, then that is NIL, had ended it."))

(setf (documentation 'process-failed-process 'function) "Returns the process that had failed."
      (documentation 'process-failed-condition 'function) "Returns the condition that ended it, or NIL if it was killed.")

;;; Waiting

(defun %deadline (seconds)
  "Returns the time, in internal units, at which SECONDS are over; NIL, never, for NIL."
  (and seconds
       (+ (get-internal-real-time) (ceiling (* (min (rational seconds) 1000000000) internal-time-units-per-second)))))

(defun %sleep-until-woken (deadline)
  "Waits until some process wakes this one or, unless DEADLINE is NIL, until then. False: the time is over."
  (let ((left (and deadline (max 0 (- deadline (get-internal-real-time))))))
    (or (tessera::%wait-to-be-woken (and left (* left (floor 1000000000 internal-time-units-per-second))))
        (null deadline)
        (< (get-internal-real-time) deadline))))

(defun %grant-first (row)
  "Grants what the process wishes that waits first in ROW. Returns the process."
  (let ((waiter (pop (%row-waiting row))))
    (setf (%waiter-granted waiter) t)
    (tessera::%wake-thread (process-number (%waiter-process waiter)))
    (%waiter-process waiter)))

(defun %first-wish (row)
  "Returns what the process wishes that waits first in ROW; NIL if there is none."
  (and (%row-waiting row) (%waiter-wish (first (%row-waiting row)))))

(defun %wait-in (row wish deadline text give-back)
  "Waits in ROW until %GRANT-FIRST has granted WISH. False: DEADLINE came first. TEXT says what for. GIVE-BACK, a
function, is called where this is left by an exit though it was granted."
  (let* ((process *current-process*) (waiter (%make-waiter process wish)) (outer (process-waiting-for process)) (left t))
    (setf (%row-waiting row) (nconc (%row-waiting row) (list waiter))
          (process-waiting-for process) text)
    (unwind-protect
         (progn (loop until (%waiter-granted waiter)
                      while (%sleep-until-woken deadline))
                (setf left nil))
      (setf (process-waiting-for process) outer)
      (cond ((not (%waiter-granted waiter))
             (setf (%row-waiting row) (delete waiter (%row-waiting row) :count 1)))
            (left (funcall give-back))))
    (%waiter-granted waiter)))

;;; Interrupts

(defun %call-put-off ()
  "Calls what the current process is to call that was put off."
  (loop while (process-put-off *current-process*)
        do (funcall (pop (process-put-off *current-process*)))))

(defun %call-without-interrupts (function)
  (multiple-value-prog1 (let ((*without-interrupts* t)) (funcall function))
    (unless *without-interrupts* (%call-put-off))))

(defmacro without-interrupts (&body body)
  "Evaluates the forms and returns the values of the last one. Meanwhile the process is not stopped for another to run,
unless it waits, and what INTERRUPT-PROCESS has it call is called afterwards. The others stand still until it ends, the
evaluations of the prompt, too: it is for what is short."
  `(%call-without-interrupts (lambda () ,@body)))

(defun interrupt-process (process function)
  "Has PROCESS, which has begun and not ended, call FUNCTION, of no arguments, where it stands or waits; it then goes
on, unless FUNCTION leaves by an exit. In cleanup forms and WITHOUT-INTERRUPTS it waits until these have ended. Returns
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
           (error "INTERRUPT-PROCESS: ~A does not run." (process-name process)))))
  process)

(defun process-kill (process)
  "Ends PROCESS where it stands; its cleanup forms are evaluated. Who joins it gets a PROCESS-FAILED. Nothing happens if
it has ended. Returns PROCESS. The main process cannot be killed."
  (%check process process process-kill)
  (when (eql (process-number process) 0)
    (error "PROCESS-KILL: the main process cannot be killed; QUIT ends the program."))
  (case (process-state process)
    (:new (%end process :failed))
    (:running (interrupt-process process (lambda () (throw (process-tag process) :killed)))))
  process)

(defun exit-process ()
  "Ends the current process, which is not the main one; its cleanup forms are evaluated. Does not return."
  (when (eql (process-number *current-process*) 0)
    (error "EXIT-PROCESS: this is the main process; QUIT ends the program."))
  (throw (process-tag *current-process*) :exited))

(defun process-suspend (process)
  "Stops PROCESS, which runs, until PROCESS-RESUME. Returns PROCESS."
  (%check process process process-suspend)
  (setf (process-suspended process) t)
  (interrupt-process process (lambda ()
                               (loop while (process-suspended process)
                                     do (%sleep-until-woken nil)))))

(defun process-resume (process)
  "Has PROCESS, which PROCESS-SUSPEND has stopped, go on. Returns PROCESS."
  (%check process process process-resume)
  (setf (process-suspended process) nil)
  (when (process-number process)
    (tessera::%wake-thread (process-number process)))
  process)

;;; Starting and ending

(defun %report-failure (process condition)
  "Tells the user that nothing handled CONDITION in PROCESS."
  (ignore-errors
   (fresh-line *error-output*)
   (format *error-output* "The process ~A ends with an error:~%" (or (ignore-errors (princ-to-string (process-name process))) "(whose name cannot be printed)"))
   (tessera::%write-condition condition *error-output*)
   (tessera::%write-frames (tessera::%user-frames 20) *error-output*)
   (finish-output *error-output*)))

(defun %end (process state)
  (setf (process-state process) state
        (process-function process) nil
        *processes* (delete process *processes*))
  (loop while (%row-waiting (process-joining process))
        do (%grant-first (process-joining process))))

(defun %call-bound (bindings function)
  "Calls FUNCTION with the variables bound that BINDINGS is an alist from, to forms."
  (let ((values (loop for (nil . form) in bindings collect (eval form))))
    (progv (mapcar #'car bindings) values
      (funcall function))))

(defun %failing (process)
  "Returns what the debugger is in PROCESS: a function that tells of the condition and ends it."
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
  (let ((*without-interrupts* nil))
    (%call-put-off)
    (multiple-value-prog1 (tessera::%call-with-prompt tessera:*default-prompt-tag* (lambda () (%call-bound bindings function)) #'values)
      ;; What it was to be interrupted for is not lost where it has nothing more to do.
      (tessera::%call-each (reverse (tessera::%take-thread-functions))))))

(defun %run (process may-quit)
  "Returns what the machine calls in the thread of PROCESS, where only what is global is bound, and
*WITHOUT-INTERRUPTS*: they are taken where an exit can end it."
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
INITIAL-BINDINGS: an alist from special variables to forms that are evaluated in it, and to whose values they are bound
in it."
  (%check list initial-bindings make-process)
  (%make-process (or name "anonymous") initial-bindings))

(defun process-preset (process function &rest arguments)
  "Has PROCESS, which does not run, call FUNCTION with ARGUMENTS once it is enabled. Returns PROCESS."
  (%check process process process-preset)
  (%check (or function symbol) function process-preset)
  (unless (eq (process-state process) :new)
    (error "PROCESS-PRESET: ~A has begun already." (process-name process)))
  (setf (process-function process) (if (and (null arguments) (functionp function)) function (lambda () (apply function arguments))))
  process)

(defun process-enable (process)
  "Begins PROCESS, which PROCESS-PRESET has told what to call. Returns PROCESS; an error if it has begun already or the
system has no more threads."
  (%check process process process-enable)
  (unless (and (eq (process-state process) :new) (process-function process))
    (error "PROCESS-ENABLE: ~A ~:[has nothing to call~;has begun already~]." (process-name process) (not (eq (process-state process) :new))))
  (let ((may-quit (and tessera::*quit-tag* t)))
    (setf (process-number process) (tessera::%start-thread (lambda () (%run process may-quit)) process)
          (process-state process) :running))
  (push process *processes*)
  process)

(defun process-run-function (name function &rest arguments)
  "Returns a new process that calls FUNCTION with ARGUMENTS. NAME is its name, or a list of arguments of MAKE-PROCESS.
Special variables have their global values in it; an error in it that nothing handles is reported, and ends it. It ends
where the program does."
  (let ((process (if (consp name) (apply #'make-process name) (make-process :name name))))
    (apply #'process-preset process function arguments)
    (process-enable process)))

(defun process-active-p (process)
  "Returns true if PROCESS has begun and not ended."
  (%check process process process-active-p)
  (eq (process-state process) :running))

(defun all-processes ()
  "Returns a new list of the processes that have begun and not ended; the main one is among them."
  (copy-list *processes*))

(defun process-yield ()
  "Lets the other processes that can go on run first. Returns no value that matters."
  (tessera::%pass-turn))

(defun process-join (process)
  "Waits until PROCESS has ended, and returns the values of its function. A PROCESS-FAILED if an error or PROCESS-KILL
has ended it."
  (%check process process process-join)
  (when (eq process *current-process*)
    (error "PROCESS-JOIN: ~A would wait for itself." (process-name process)))
  (when (eq (process-state process) :new)
    (error "PROCESS-JOIN: ~A has not begun." (process-name process)))
  (when (eq (process-state process) :running)
    (%wait-in (process-joining process) t nil (format nil "the end of ~A" (process-name process)) (lambda ())))
  (if (eq (process-state process) :failed)
      (error 'process-failed :process process :condition (process-condition process))
      (values-list (process-values process))))
