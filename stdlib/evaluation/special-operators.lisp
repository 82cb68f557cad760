;;; The positions of forms within the forms of special operators, from the compiler's table.

(in-package "TESSERA")

(defun %map-body (function forms)
  "Returns FORMS, a body, with FUNCTION called on each that is not a declaration."
  (multiple-value-bind (forms declarations) (%parse-body forms nil)
    (append declarations (mapcar function forms))))

(defun %map-binding (function binding)
  "Returns BINDING, a variable or a list of one and a form, with FUNCTION called on the form."
  (if (and (consp binding) (cdr binding))
      `(,(car binding) ,(funcall function (cadr binding)))
      binding))

(defun %map-assignments (function pairs)
  "Returns PAIRS, variables and forms in turns, with FUNCTION called on the forms."
  (loop for (variable form) on pairs by #'cddr
        append `(,variable ,(funcall function form))))

(defun %map-operands (function kind operands)
  "Returns the list OPERANDS, all of one KIND, with FUNCTION called on the forms that the special form evaluates in its
own environment."
  (ecase kind
    (:form (mapcar function operands))
    (:body (%map-body function operands))
    (:statement (mapcar (lambda (statement) (if (consp statement) (funcall function statement) statement)) operands))
    (:assignment (%map-assignments function operands))
    (:bindings (mapcar (lambda (bindings)
                         (if (listp bindings)
                             (mapcar (lambda (binding) (%map-binding function binding)) bindings)
                             bindings))
                       operands))
    ((:datum :functions :macros :symbol-macros :function :lambda-list :toplevel-form) operands)))

(defun %function-maker-p (operands)
  "True if OPERANDS, as %SPECIAL-OPERATOR returns them, are those of LAMBDA: the forms are not evaluated where they
stand."
  (%memq :lambda-list (mapcar #'car operands)))

(defun %map-subforms (function form)
  "Returns FORM of a special operator, with what FUNCTION makes of each form that its evaluation may evaluate, in its
own environment or one with more bindings. Everything else stays: names, types, functions and macros that are
defined, forms for load time."
  (let ((operands (%special-operator (car form))) (rest (cdr form)) (result (list (car form))))
    (when (%function-maker-p operands) (return-from %map-subforms form))
    (loop for (kind . role) in operands
          while rest
          do (if (eq role :rest)
                 (setq result (revappend (%map-operands function kind rest) result) rest '())
                 (push (car (%map-operands function kind (list (pop rest)))) result)))
    (nreverse (revappend rest result))))

(defun %special-form-p (form)
  "True if FORM is a proper list whose operator is special; then a second value: true if it evaluates forms within."
  (if (and (consp form) (symbolp (car form)) (special-operator-p (car form)) (%proper-p form))
      (let ((operands (%special-operator (car form))))
        (values t (and (not (%function-maker-p operands))
                       (some (lambda (operand) (%memq (car operand) '(:form :body :statement :assignment :bindings)))
                             operands))))
      (values nil nil)))
