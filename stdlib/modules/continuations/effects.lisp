;;; Effects: requests that a handler answers at once, later, several times or never. The computation continues with the
;;; answer (module continuations).

(in-package "TESSERA-CONTINUATIONS")

(define-condition unhandled-effect (control-error)
  ((name :initarg :name :reader unhandled-effect-name))
  (:report (lambda (condition stream) (format stream "PERFORM: no WITH-EFFECTS around it handles ~S" (unhandled-effect-name condition))))
  (:documentation "An effect was performed that nothing handles."))

(defun %effect-tag (name)
  "Returns the tag of the prompts of the WITH-EFFECTS that handle NAME."
  (or (get name '%effect-tag)
      (setf (get name '%effect-tag) (list name))))

(defun perform (name &rest arguments)
  "Calls the clause of the innermost WITH-EFFECTS that handles NAME, a symbol, with ARGUMENTS. Returns the values that
the clause passes to the continuation. Signals an UNHANDLED-EFFECT if there is none."
  (%checked (name symbol perform)
    (let ((tag (%effect-tag name)))
      (unless (%prompts tag tag)
        (error 'unhandled-effect :name name))
      (%suspend tag (cons name arguments)))))

(defun %call-under-prompts (clauses function)
  "Returns the values of FUNCTION as a list, and NIL; or a request, a list of a name in CLAUSES and arguments, and the
frames that have performed it."
  (if (null clauses)
      (funcall function)
      (catch (%make-prompt (%effect-tag (car (first clauses))))
        (%call-under-prompts (rest clauses) function))))

(defun %handle-effects (clauses missing function)
  "Returns the values that FUNCTION returns as a list. CLAUSES, an alist of names and functions, handle the effects that
it performs. FUNCTION runs within the prompts of all CLAUSES but the first ones, MISSING: the frames of an effect
contain these themselves."
  (multiple-value-bind (result frames) (%call-under-prompts missing function)
    (if frames
        (let ((own (member (first result) clauses :key #'car :test #'eq)))
          (apply (cdr (first own))
                 (lambda (&rest values)
                   (%handle-effects clauses (ldiff clauses (rest own)) (lambda () (apply #'%reinstate frames values))))
                 (rest result)))
        (values-list result))))

(defmacro with-effects (clauses &body body)
  "(with-effects ((NAME (CONTINUE . LAMBDA-LIST) form*)*) form*): evaluates the forms and returns the values of the
last. If they perform NAME, the forms of that clause are evaluated instead, outside of the WITH-EFFECTS, with the
parameters of LAMBDA-LIST bound to the arguments of PERFORM, and CONTINUE to a function. This may be called any number
of times with the values that PERFORM returns: it resumes the forms, handles further effects, and returns the values of
the WITH-EFFECTS."
  (let ((handlers (gensym "HANDLERS")))
    `(let ((,handlers (list ,@(mapcar (lambda (clause)
                                        (destructuring-bind (name lambda-list . forms) clause
                                          `(cons ',name (lambda ,lambda-list ,@forms))))
                                      clauses))))
       (%handle-effects ,handlers ,handlers (lambda () (values (multiple-value-list (progn ,@body)) nil))))))
