;;; Effects: requests that a handler answers, at once, later, several times or never: what was asked goes on with the
;;; answer (module continuations).

(in-package "TESSERA-CONTINUATIONS")

(define-condition unhandled-effect (control-error)
  ((name :initarg :name :reader unhandled-effect-name))
  (:report (lambda (condition stream) (format stream "PERFORM: no WITH-EFFECTS around it handles ~S." (unhandled-effect-name condition))))
  (:documentation "An effect was performed that nothing handles."))

(defun %effect-tag (name)
  "Returns the tag of the prompts of the WITH-EFFECTS that handle NAME."
  (or (get name '%effect-tag)
      (setf (get name '%effect-tag) (list name))))

(defun perform (name &rest arguments)
  "Asks the innermost WITH-EFFECTS that handles NAME, a symbol. Returns what its clause gives to the function that goes
on. Signals an UNHANDLED-EFFECT if there is none."
  (%checked (name symbol perform)
    (let ((tag (%effect-tag name)))
      (unless (%prompts tag tag)
        (error 'unhandled-effect :name name))
      (%suspend tag (cons name arguments)))))

(defun %call-under-prompts (clauses function)
  "Returns the values of FUNCTION, which are a list and NIL; or a request, a list of a name in CLAUSES and arguments,
and the frames of what performed it."
  (if (null clauses)
      (funcall function)
      (catch (%make-prompt (%effect-tag (car (first clauses))))
        (%call-under-prompts (rest clauses) function))))

(defun %handle-effects (clauses missing function)
  "Returns the values that FUNCTION returns as a list. CLAUSES, an alist of names and functions, handle what it
performs; FUNCTION has the prompts of all but those MISSING, the first ones, in it: what was performed has those within
its own."
  (multiple-value-bind (result frames) (%call-under-prompts missing function)
    (if frames
        (let ((own (member (first result) clauses :key #'car :test #'eq)))
          (apply (cdr (first own))
                 (lambda (&rest values)
                   (%handle-effects clauses (ldiff clauses (rest own)) (lambda () (apply #'%reinstate frames values))))
                 (rest result)))
        (values-list result))))

(defmacro with-effects (clauses &body body)
  "(with-effects ((NAME (CONTINUE . LAMBDA-LIST) form*)*) form*): the values of the last form. Where it performs NAME,
the forms of that clause are evaluated instead, outside of the WITH-EFFECTS, with the parameters of LAMBDA-LIST bound to
the arguments of PERFORM, and CONTINUE to a function: called, any number of times, with values for PERFORM to return, it
goes on there, handles what else is performed, and returns the values of the WITH-EFFECTS."
  (let ((handlers (gensym "HANDLERS")))
    `(let ((,handlers (list ,@(mapcar (lambda (clause)
                                        (destructuring-bind (name lambda-list . forms) clause
                                          `(cons ',name (lambda ,lambda-list ,@forms))))
                                      clauses))))
       (%handle-effects ,handlers ,handlers (lambda () (values (multiple-value-list (progn ,@body)) nil))))))
