;;; Functions that offer restarts: warn, cerror, break, check-type, assert, and the VM's own failures (chapter 9).
(in-package "TESSERA")

;;; WARN, CERROR, BREAK.

(defun %show-warning (condition)
  "Writes the warning CONDITION to *ERROR-OUTPUT*."
  (unless (eq *error-output* *standard-output*) (finish-output))      ; keeps the order of both streams
  (cond ((%slot-or-nil condition 'position) (funcall '%write-warning condition *error-output*))     ; the compiler's
        (t (fresh-line *error-output*)
           (write-string (if (typep condition 'style-warning) "STYLE-WARNING: " "WARNING: ") *error-output*)
           (write-string (%condition-message condition) *error-output*)
           (terpri *error-output*))))

(defun warn (datum &rest arguments)
  "Signals the warning that DATUM and ARGUMENTS designate, by default a SIMPLE-WARNING; if nothing handles it, writes
its message to *ERROR-OUTPUT*. Returns NIL. A TYPE-ERROR if it is not a WARNING."
  (let ((condition (%coerce-to-condition datum arguments 'simple-warning 'warn)))
    (unless (typep condition 'warning)
      (%signal-failure 'type-error (list :datum datum :expected-type 'warning) 'warn))
    (restart-case (progn (with-condition-restarts condition (%first-restarts 1)
                           (signal condition))
                         (%show-warning condition))
      (muffle-warning () :report "Do not show the warning."))
    nil))

(defun cerror (continue-format-control datum &rest arguments)
  "Signals the error that DATUM and ARGUMENTS designate, with a restart CONTINUE described by CONTINUE-FORMAT-CONTROL
(which is applied to ARGUMENTS). Returns NIL after that restart."
  (let ((condition (%coerce-to-condition datum arguments 'simple-error 'cerror)))
    (restart-case (with-condition-restarts condition (%first-restarts 1)
                    (%error condition))
      (continue ()
        :report (lambda (stream) (apply #'format stream continue-format-control arguments))))
    nil))

(defun break (&optional (format-control "Break") &rest format-arguments)
  "Enters the debugger with the message of FORMAT-CONTROL and FORMAT-ARGUMENTS, whatever handlers and *DEBUGGER-HOOK*
say. Returns NIL after the restart CONTINUE."
  (with-simple-restart (continue "Return from BREAK.")
    (let ((*debugger-hook* nil))
      (invoke-debugger (make-condition 'simple-condition :format-control format-control
                                                         :format-arguments format-arguments))))
  nil)

;;; CHECK-TYPE and ASSERT.

(defun %ask-for-value (prompt)
  "Returns a list of the one value of a form that the user is asked for with PROMPT."
  (ask prompt :form t :end :fail :history :values
              :help "Type a form: its value is used. :abort goes back without one."
              :answer #'%typed-value))

(defun %type-check-failure (value type place type-string)
  "Signals that VALUE, the value of PLACE, is not of TYPE. Returns the value to store instead."
  (restart-case (%error (%make-condition-of-class
                         (%find-class 'simple-type-error)
                         (list :datum value :expected-type type
                               :%operation (%library-function-called)
                               :format-control "the value of ~A is ~S, which is not ~A"
                               :format-arguments (list (%place-text place) value (or type-string (%of-type-text type))))))
    (store-value (new-value)
      :report (lambda (stream) (format stream "Store a new value in ~A." (%place-text place)))
      :interactive (lambda () (%ask-for-value "New value: "))
      new-value)))

(defun %library-function-called ()
  "Returns the name of the function of the library that the user's innermost frame called; NIL if it called none."
  (let ((frame (ignore-errors (find-if #'%public-frame-p (%backtrace 20)))))
    (and frame (%library-frame-p frame) (%frame-name frame))))

(defun %place-text (place)
  "Returns the text for PLACE in a message. A variable is named without its package."
  (if (symbolp place) (symbol-name place) (prin1-to-string place)))

(defun %of-type-text (type)
  "Returns the text \"of type TYPE\" for a message, with the right blanks."
  (%joined-names "of type " (prin1-to-string type)))

(defmacro check-type (place type &optional type-string)
  "Signals a correctable TYPE-ERROR unless the value of PLACE is of TYPE (not evaluated); the restart STORE-VALUE
changes PLACE, and the check is made again. TYPE-STRING describes the type in the message. Returns NIL."
  (let ((again (gensym "AGAIN")) (value (gensym "VALUE")))
    `(block nil
       (tagbody
          ,again
          (let ((,value ,place))
            (if (typep ,value ',type)
                (return nil)
                (setf ,place (%type-check-failure ,value ',type ',place ,type-string))))
          (go ,again)))))

(defun %assertion-failure (form places datum arguments)
  "Signals that FORM is false. Returns after the restart CONTINUE."
  (let ((condition (if datum
                       (%coerce-to-condition datum arguments 'simple-error 'assert)
                       (make-condition 'simple-error :format-control "the assertion ~S failed"
                                                     :format-arguments (list form)))))
    (restart-case (with-condition-restarts condition (%first-restarts 1)
                    (%error condition))
      (continue ()
        :report (lambda (stream)
                  (write-string "Try the assertion again" stream)
                  (when places
                    (write-string " with new values for " stream)
                    (prin1 places stream))
                  (write-string "." stream))))))

(defun %ask-for-place (place value)
  "Returns the new value of PLACE, now VALUE, that the user wants."
  (fresh-line *query-io*)
  (prin1 place *query-io*)
  (write-string " is " *query-io*)
  (prin1 value *query-io*)
  (if (y-or-n-p "Change it?")
      (car (%ask-for-value "New value: "))
      value))

(defmacro assert (test-form &optional places datum-form &rest argument-forms)
  "Signals a correctable error while TEST-FORM is false. DATUM-FORM and ARGUMENT-FORMS designate the condition, by
default a SIMPLE-ERROR; the restart CONTINUE asks for new values of PLACES and tests again. Returns NIL."
  (let ((again (gensym "AGAIN")))
    `(block nil
       (tagbody
          ,again
          (when ,test-form (return nil))
          (%assertion-failure ',test-form ',places ,datum-form (list ,@argument-forms))
          ,@(mapcar (lambda (place) `(setf ,place (%ask-for-place ',place ,place))) places)
          (go ,again)))))

;;; Functions that the VM calls when an instruction or a native function fails.

(defvar *number-extensions* '()
  "Functions that the host and languages with further kinds of numbers have added. Their arguments are an operation of
Common Lisp that failed with a TYPE-ERROR, and the list of its operands. Each returns the value of the operation and
true, or NIL and NIL.")

(defun %signal-failure (type initargs operation)
  "Signals that OPERATION failed, with a condition of the class named TYPE made from INITARGS.
Returns the value to use for that of the failed call, if the restart USE-VALUE is invoked."
  (cond ((and (eq type 'unbound-variable) (eq operation 'symbol-value))
         (%unbound-variable (getf initargs :name)))
        ((and (eq type 'undefined-function) (%memq operation '(fdefinition symbol-function %coerce-to-function)))
         (%undefined-function (getf initargs :name)))
        ((%memq type '(package-lock-violation %definition-of-free-name))
         (apply #'%signal-lock type operation initargs))
        ((and *number-extensions* (eq type 'type-error)) (%extend-operation initargs operation))
        (t (%signal-failed-call (%make-condition-of-class (or (%find-class type) (%find-class 'simple-error))
                                                          (list* :%operation operation initargs))
                                operation))))

(defun %extend-operation (initargs operation)
  "Returns the value that one of *NUMBER-EXTENSIONS* gives OPERATION, or else signals the type-error made from
INITARGS."
  (destructuring-bind (&optional done (first (getf initargs :datum)) &rest second) (getf initargs :format-arguments)
    (dolist (extension *number-extensions*)
      (multiple-value-bind (value known) (funcall extension (or done operation) (list* first second))
        (when known
          (return-from %extend-operation value)))))
  (%signal-failed-call (%make-condition-of-class (%find-class 'type-error) (list* :%operation operation initargs)) operation))

(defun %signal-failed-call (condition operation &optional (signaller #'%error))
  "Signals CONDITION of OPERATION, by SIGNALLER, with a restart USE-VALUE. Returns the value that it is given. The
restart is not offered for exits, since nobody uses their values."
  (when (or (%memq operation '(return-from go throw)) (and *reads-source* (typep condition 'stream-error)))
    (%error condition))
  (restart-case (with-condition-restarts condition (%first-restarts 1)
                  (funcall signaller condition))
    (use-value (value)
      :report "Return another value from the failed call."
      :interactive (lambda () (%ask-for-value "Value to use: "))
      value)))

(defun %defined-name (symbol)
  "Returns the name of the function that SYMBOL calls: SYMBOL, or (SETF name) if SYMBOL stands for that."
  (let ((base (%setter-base symbol)))
    (if base (list 'setf base) symbol)))

(defun %undefined-function (symbol &optional (arguments nil call-p))
  "Signals that SYMBOL does not name a function. If it was called with ARGUMENTS, returns the values to use for the
call; otherwise, the function to use."
  (let ((name (%defined-name symbol)))
    (%signal-undefined name (lambda (function) (if call-p (apply function arguments) function)) (if call-p "Call " "Look for "))))

(defun %signal-undefined (name go-on &optional (again "Look for "))
  "Signals that there is no function called NAME. Returns the values to use; GO-ON is called with a function to use
instead. AGAIN is the verb in the report of the restart that tries again."
  (flet ((go-on (function) (funcall go-on function))
         (definable-p (condition)
           (declare (ignore condition))
           (not (or (null name) (eq name t) (and (symbolp name) (or (macro-function name) (special-operator-p name)))))))
    (restart-case (error 'undefined-function :name name)
      (continue ()
        :test definable-p
        :report (lambda (stream) (write-string again stream) (%write-in-language name stream) (write-string " again." stream))
        (if (fboundp name) (go-on (fdefinition name)) (%signal-undefined name go-on again)))
      (use-value (function)
        :report "Use another function."
        :interactive (lambda () (%ask-for-value "Function to use: "))
        (go-on (coerce function 'function)))
      (store-value (function)
        :test definable-p
        :report (lambda (stream) (write-string "Define " stream) (%write-in-language name stream) (write-string " and use it." stream))
        :interactive (lambda () (%ask-for-value "Function to define: "))
        (go-on (%set-fdefinition name (coerce function 'function))))
      (return-value (&rest values)
        :report "Return a value from the call."
        :interactive (lambda () (%ask-for-value "Value to return: "))
        (values-list values)))))

(defun %unbound-variable (name)
  "Signals that the variable NAME has no value. Returns the value to use."
  (restart-case (error 'unbound-variable :name name)
    (continue ()
      :report (lambda (stream) (write-string "Look at " stream) (%write-in-language name stream) (write-string " again." stream))
      (symbol-value name))
    (use-value (value)
      :report "Use another value."
      :interactive (lambda () (%ask-for-value "Value to use: "))
      value)
    (store-value (value)
      :report (lambda (stream) (write-string "Set " stream) (%write-in-language name stream) (write-string " and use the value." stream))
      :interactive (lambda () (%ask-for-value "Value to store: "))
      (set name value))))

;;; Malformed forms: they signal errors when they are run.

(defvar *mistakes-wait* t "True if malformed forms signal an error when they are run; if NIL, when they are compiled.")

(defvar *failed-expansion* nil
  "A list (CONDITION POSITION) while the error of a failed macro expansion is signalled; or NIL.")

(defun %fail-as-compiled (condition message &optional expander-position)
  "Signals CONDITION, the error for a malformed form, which the compiler has kept for run time. If CONDITION is NIL,
since the form was compiled to a file, signals an error with MESSAGE. If an expander failed, EXPANDER-POSITION is a list
of the position."
  (let ((*failed-expansion* (and condition expander-position (cons condition expander-position))))
    (%error (or condition
                (make-condition 'simple-program-error :format-control "a form that could not be compiled: ~A"
                                                      :format-arguments (list message))))))

(defun %failing-form-for (condition file-p &optional expander-position)
  "Returns a form that signals CONDITION when it is run; it can be written to a file if FILE-P. EXPANDER-POSITION is as
for %FAIL-AS-COMPILED."
  (list 'progn     ; no tail call: the frame tells the position
        (list '%fail-as-compiled (list 'quote (if file-p nil condition)) (%safe-message condition) (list 'quote expander-position))
        nil))

(defun %expander-position ()
  "Returns a list of the position in an expander that fails: of a user's a text, else NIL."
  (let ((frame (ignore-errors (find-if-not #'%library-frame-p (%user-frames 50)))))
    (list (and frame (plusp (or (%frame-line frame) 0)) (%frame-function frame)
               (format nil "~A:~D:~D" (%frame-file frame) (%frame-line frame) (%frame-column frame))))))

(defun %failing-form (type initargs file-p)
  "Returns the form that the compiler puts in place of a malformed one: it signals the error of TYPE and INITARGS when
it is run."
  (let ((condition (%make-condition-of-class (or (%find-class type) (%find-class 'simple-error)) initargs)))
    (if *mistakes-wait*
        (%failing-form-for condition file-p)
        (%error condition))))

(defun %expand-to-compile (expander form environment file-p otherwise)
  "Returns the form to compile instead of FORM, a macro call in ENVIRONMENT: its expansion. If the expander signals an
error, returns OTHERWISE, or if that is NIL a form that signals this error when it is run. For a call with a compiler
macro OTHERWISE is the call, which will report its error itself."
  (if (or otherwise *mistakes-wait*)
      (block expansion
        (handler-bind ((error (lambda (condition)
                                (return-from expansion
                                  (or otherwise (%failing-form-for condition file-p (%expander-position)))))))
          (%call-expander expander form environment)))
      (%call-expander expander form environment)))

(defun %storage-exhausted (kind)
  "Signals that storage of KIND, :STACK or :HEAP, is exhausted."
  (error (if (eq kind :stack) 'stack-exhausted 'heap-exhausted)))

(defvar *cleaning-up* nil
  "True while cleanup forms of UNWIND-PROTECT run. An interrupt that comes then is handled after they have ended, so
that it does not cut them short. If another has waited for a second, it is handled at once, since they may never end.
The debugger binds this to NIL, so that evaluations by the user within cleanup forms can be interrupted.")

(defvar *interrupt-taker* nil
  "A function that is called at each interrupt, or NIL. It returns true if the interrupt was meant for a module that has
work to do, and false if the user asked for it.")

(defvar *without-interrupts* nil
  "True while a thread neither runs interrupts by other threads nor stops for them (module mp).")

(defvar *leaving-editor* nil
  "The function that releases the terminal while the prompt's editor waits for keys. An interrupt then reports its own
errors; they do not end the editor.")

(defun %handle-interrupt ()
  "Calls the functions that other threads asked this one to run. Signals the user's interrupt; the evaluation continues
after the restart CONTINUE. Ends the program if it was asked to end."
  (let ((functions (reverse (%take-thread-functions))))
    (cond ((%take-outside-interrupt) (%handle-outside-interrupt) (%call-each functions))
          ((null functions) (%pass-turn))         ; it is for the main thread
          (*leaving-editor* (%call-beside-prompt *leaving-editor* functions))
          (t (%call-each functions))))
  nil)

(defun %call-beside-prompt (leave functions)
  "Calls FUNCTIONS as an evaluation does. If one signals an error, calls LEAVE and reports the error to the user."
  (let* ((debugger *invoke-debugger*) (*leaving-editor* nil) (*handler-clusters* '())
         (*invoke-debugger* (lambda (condition hook)
                              (funcall leave)
                              (funcall debugger condition hook))))
    (with-simple-restart (continue "Go on with what is being typed.")
      (%call-each functions))))

(defun %call-each (functions)
  "Calls FUNCTIONS in order. If one does not return, the others are called nevertheless."
  (when functions
    (unwind-protect (funcall (first functions))
      (%call-each (rest functions)))))

(defun %handle-outside-interrupt ()
  "Handles an interrupt from outside: ends the program if it was asked to end, and otherwise signals the user's
interrupt unless a module takes it."
  (let ((status (%exit-asked)))
    (when status (%leave-with-status status)))
  (unless (and *interrupt-taker* (funcall *interrupt-taker*))
    (%signal-interrupt)))

(defun %signal-interrupt ()
  "Signals that the user interrupts the evaluation. Returns if the user continues it."
  (with-simple-restart (continue "Continue the evaluation.")
    (error 'interactive-interrupt)))

;;; The debugger of scripts, and that of a C++ program's calls before they are under guard; the REPL has a better one.

(defun %die-of-condition (condition hook)
  "Writes CONDITION and a backtrace to *ERROR-OUTPUT*, if that can be written to, and leaves the process with status 1.
If the output's reader is gone, writes nothing and leaves as if by the signal SIGPIPE."
  (declare (ignore hook))
  (when (typep condition 'broken-pipe)
    (%exit 141))        ; what shells show for SIGPIPE
  (ignore-errors
   (when (interactive-stream-p *standard-output*) (fresh-line))       ; the report follows on the same screen
   (finish-output))
  (ignore-errors (%give-earlier-warnings))
  (handler-case (progn (%write-condition condition *error-output*)
                       (%write-frames (%user-frames) *error-output*)
                       (finish-output *error-output*))
    ((or error storage-condition) ()))
  (%exit 1))

(defvar *passed-frames* nil
  "A cons of a condition that has passed through C++, and the frames of the place where it was signalled; or NIL.")

(defun %leave-of-condition (condition hook)
  "Leaves for the C++ program, which gets CONDITION as its error."
  (declare (ignore hook))
  (%leave-to-host (%public-class-name condition) (%safe-message condition)
                  (if (eq (car *passed-frames*) condition) (cdr *passed-frames*) (%kept-situation 100))
                  condition))

(setq *invoke-debugger* #'%leave-of-condition)

(defun %let-errors-end-the-process ()
  "Makes unhandled conditions be reported and end the process, as for scripts."
  (setq *invoke-debugger* #'%die-of-condition))

(defun %let-warnings-be-errors ()
  "Makes unhandled warnings enter the debugger."
  (setq *handler-clusters* (list (list (cons 'warning #'invoke-debugger)))))
