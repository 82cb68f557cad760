;;; Signalling and handling: signal, error, handler-bind, handler-case, the debugger's entry (chapter 9).
(in-package "TESSERA")

;;; *HANDLER-CLUSTERS* is the stack of active handlers, innermost first. A cluster is
;;;    ((TYPE . FUNCTION) ...)         of HANDLER-BIND, or
;;;    (T (TYPE CLASS . NAMES) ...)    of HANDLER-CASE: the cluster itself is the tag of a CATCH that takes the clause's
;;;                                    index and the condition. So entering HANDLER-CASE makes no closure.
;;;                                    TYPE names the condition class CLASS as long as *CLASS-NAMES* is NAMES.

(defvar *handler-clusters* '() "The stack of active handler clusters.")
(defvar *break-on-signals* nil "A type: SIGNAL enters the debugger before it signals a condition of this type.")
(defvar *debugger-hook* nil "A function of a condition and itself that INVOKE-DEBUGGER calls first, or NIL.")
(defvar *invoke-debugger-hook* nil
  "A function like that of *DEBUGGER-HOOK*, which INVOKE-DEBUGGER calls before it; BREAK does not turn it off.")

(defvar *invoke-debugger* nil
  "The function of a condition and the old *DEBUGGER-HOOK* by which INVOKE-DEBUGGER enters the debugger.")

(defun %make-message-condition (name control arguments)
  "Returns a condition of the class NAME (SIMPLE-ERROR, SIMPLE-WARNING or SIMPLE-CONDITION) with a message that CONTROL
makes of ARGUMENTS."
  (let* ((class (if (eq name 'simple-error) (load-time-value (%find-class 'simple-error)) (%find-class name)))
         (condition (%copy-instance (%plan-prototype (%condition-plan class)))))
    (%set-instance-ref condition 1 control)     ; the second and third of the system's slots
    (%set-instance-ref condition 2 arguments)
    condition))

(defun %coerce-to-condition (datum arguments default operation)
  "Returns the condition that DATUM and ARGUMENTS designate; a string or function DATUM gives one of the class DEFAULT."
  (cond ((stringp datum) (%make-message-condition default datum arguments))
        ((%conditionp datum)
         (when (and arguments (not (eq operation 'cerror)))
           (%signal-failure 'simple-type-error
                            (list :datum arguments :expected-type 'null
                                  :format-control "~S are given beside a condition"
                                  :format-arguments (list arguments))
                            operation))
         datum)
        ((functionp datum) (%make-message-condition default datum arguments))
        ((symbolp datum) (%make-condition-of-class (%find-condition-class datum operation) arguments))
        ((and (%instance-p datum) (%class-object-p datum))
         (%make-condition-of-class (%find-condition-class datum operation) arguments))
        (t (%signal-failure 'type-error
                            (list :datum datum :expected-type '(or condition symbol string function))
                            operation))))

(defun %condition-is-p (condition type)
  "True if CONDITION is of TYPE, most likely the name of a condition class."
  (let ((class (if (symbolp type) (%find-class type) nil)))
    (if (and class (eq (%class-kind class) :condition))
        (%instance-of-class-p condition class)
        (typep condition type))))

(defun %clause-applies-p (clause condition)
  "True if CONDITION is of the type of CLAUSE, part of a handler cluster. The class of that name is found once."
  (let ((known (cdr clause)))
    (cond ((eq (cdr known) *class-names*) (%instance-of-class-p condition (car known)))
          (t (let* ((type (car clause)) (class (and (symbolp type) (%find-class type))))
               (when (and class (eq (%class-kind class) :condition))
                 (%set-car known class)
                 (%set-cdr known *class-names*))
               (%condition-is-p condition type))))))

(defun %offer-to-cluster (cluster condition)
  "Calls the handlers of CLUSTER that apply to CONDITION. Returns if all decline."
  (if (eq (car cluster) t)
      (let ((index 0))
        (dolist (clause (cdr cluster))
          (when (%clause-applies-p clause condition)
            (throw cluster (values index condition)))
          (setq index (+ index 1))))
      (dolist (handler cluster)
        (when (%condition-is-p condition (car handler))
          (funcall (cdr handler) condition)))))

(defun %signal (condition)
  "Offers CONDITION to the active handlers, innermost first; each runs with only those outside of it active."
  (do ((clusters *handler-clusters*)) ((null clusters) nil)
    (let ((*handler-clusters* (cdr clusters)))
      (%offer-to-cluster (car clusters) condition)
      (setq clusters *handler-clusters*)))) ; what is outside may be something else where the handler returned by a continuation

(defun %break-if-asked (condition)
  "Enters the debugger if *BREAK-ON-SIGNALS* asks for it for CONDITION."
  (when (and *break-on-signals* (typep condition *break-on-signals*))
    (let ((type *break-on-signals*) (*break-on-signals* nil))
      (break "~A~%This BREAK is because *BREAK-ON-SIGNALS* is ~S." condition type))))

(defun signal (datum &rest arguments)
  "Signals the condition that DATUM and ARGUMENTS designate: a condition, a condition type and initargs, or a format
control and its arguments (then a SIMPLE-CONDITION). Returns NIL if no handler transfers control."
  (let ((condition (%coerce-to-condition datum arguments 'simple-condition 'signal)))
    (%break-if-asked condition)
    (%signal condition)))

(defun %error (condition)
  "Signals CONDITION, and enters the debugger if nothing handles it."
  (%break-if-asked condition)
  (%signal condition)
  (invoke-debugger condition))

(defun error (datum &rest arguments)
  "Signals the condition that DATUM and ARGUMENTS designate, by default a SIMPLE-ERROR; does not return.
If no handler transfers control the debugger is entered."
  (%error (%coerce-to-condition datum arguments 'simple-error 'error)))

(defun invoke-debugger (condition)
  "Enters the debugger for CONDITION, after *INVOKE-DEBUGGER-HOOK* and *DEBUGGER-HOOK* had their chance. Does not
return."
  (let ((hook *invoke-debugger-hook*))
    (when hook
      (let ((*invoke-debugger-hook* nil))
        (funcall hook condition hook))))
  (let ((hook *debugger-hook*))
    (when hook
      (let ((*debugger-hook* nil))
        (funcall hook condition hook)))
    (funcall (if (%host-is-debugger-p '*invoke-debugger*) '%leave-of-condition *invoke-debugger*) condition hook)))

;;; Handlers.

(defun %check-clause (clause operator)
  "Signals a PROGRAM-ERROR unless CLAUSE is a list of a type and at least one more element. In HANDLER-CASE a list of at
most one variable follows the type, except in :NO-ERROR."
  (unless (and (consp clause) (consp (cdr clause))
               (or (symbolp (car clause)) (consp (car clause)) (%instance-p (car clause)))
               (or (eq operator 'handler-bind)
                   (eq (car clause) :no-error)
                   (and (listp (cadr clause)) (null (cdr (cadr clause))))))
    (%signal-failure 'simple-program-error
                     (list :format-control "~S is not a clause" :format-arguments (list clause))
                     operator)))

(defmacro handler-bind (bindings &body forms)
  "Evaluates FORMS with handlers active. BINDINGS are lists (TYPE FUNCTION-FORM): a condition of TYPE that is signalled
is given to the function, which declines by returning. Returns the values of FORMS."
  (dolist (binding (if (listp bindings) bindings (list bindings))) (%check-clause binding 'handler-bind))
  (if (null bindings)
      `(progn ,@forms)
      `(let ((*handler-clusters*
               (cons (list ,@(mapcar (lambda (binding) `(cons ',(car binding) ,(cadr binding))) bindings))
                     *handler-clusters*)))
         ,@forms)))

(defun %handler-clause (clause variable)
  "Returns the form for the clause (TYPE ([VAR]) FORM*) of HANDLER-CASE; the condition is in VARIABLE."
  (let ((parameters (cadr clause)))
    (if parameters
        `(let ((,(car parameters) ,variable)) ,@(cddr clause))
        `(locally ,@(cddr clause)))))

(defun %indexed-clauses (clauses variable)
  "Returns the clauses of CASE for the index of a clause of HANDLER-CASE."
  (let ((index -1))
    (mapcar (lambda (clause)
              (setq index (+ index 1))
              `(,index ,(%handler-clause clause variable)))
            clauses)))

(defun %handler-case-form (form clauses)
  "Returns FORM under the handlers of CLAUSES, none of which is :NO-ERROR."
  (let ((done (gensym "DONE")) (cluster (gensym "CLUSTER")) (index (gensym "INDEX")) (condition (gensym "CONDITION"))
        (types (mapcar (lambda (clause) `(list ',(car clause) nil)) clauses)))
    `(block ,done
       (multiple-value-bind (,index ,condition)
           (let ((,cluster (cons t (load-time-value (list ,@types)))))
             (catch ,cluster
               (return-from ,done
                 (let ((*handler-clusters* (cons ,cluster *handler-clusters*)))
                   ,form))))
         (declare (ignorable ,condition))
         (case ,index ,@(%indexed-clauses clauses condition))))))

(defun %no-error-form (form function clauses)
  "Returns FORM under the handlers of CLAUSES; without an error its values go to FUNCTION, a lambda list and body."
  (let ((handled (gensym "HANDLED")) (normal (gensym "NORMAL")))
    `(block ,handled
       (multiple-value-call (lambda ,@function)
         (block ,normal
           (return-from ,handled
             (handler-case (return-from ,normal ,form) ,@clauses)))))))

(defmacro handler-case (form &rest clauses)
  "Evaluates FORM. If it signals a condition that a clause (TYPE ([VAR]) FORM*) applies to, leaves FORM. Then evaluates
the clause's forms with VAR bound to the condition, and returns their values. A last clause (:NO-ERROR LAMBDA-LIST
FORM*) takes the values of FORM if nothing was handled. Returns the values of FORM or of a clause."
  (dolist (clause clauses) (%check-clause clause 'handler-case))
  (let ((no-error (%assq :no-error clauses)))
    (cond (no-error (%no-error-form form (cdr no-error) (%delete-eq no-error clauses)))
          (clauses (%handler-case-form form clauses))
          (t form))))

(defmacro ignore-errors (&body forms)
  "Evaluates FORMS and returns their values. If they signal an ERROR, leaves them and returns NIL and the condition."
  `(handler-case (progn ,@forms)
     (error (condition) (values nil condition))))

(defun %testable-type-p (type)
  "True if TYPEP can test for TYPE: all names in it are known."
  (handler-case (progn (typep nil type) (typep 0 type) t)
    (error () nil)))
