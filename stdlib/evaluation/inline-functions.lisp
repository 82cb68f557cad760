;;; Functions that were proclaimed INLINE: a call of one becomes a call of its lambda expression where that is
;;; equivalent.
(in-package "TESSERA")

(defparameter *most-inline-conses* 120 "The maximum number of conses in a definition that is compiled in line.")

(defun %few-conses-p (form most)
  "True if FORM is not circular and has at most MOST conses."
  (labels ((left (form most)
             (do () ((or (atom form) (< most 0)) most)
               (setq most (left (car form) (- most 1)) form (cdr form)))))
    (>= (left form most) 0)))

(defun %inline-lambda (name lambda-list body)
  "Returns the lambda expression for inlined calls of NAME; NIL if it is too long, or has other parameters than required
ones. Recursive calls stay calls."
  (if (and (listp lambda-list) (null (intersection lambda-list lambda-list-keywords)) (%few-conses-p body *most-inline-conses*))
      (multiple-value-bind (forms declarations) (%parse-body body)
        `(lambda ,lambda-list
           (declare (ignorable ,@lambda-list))
           ,@declarations
           (block ,name (locally (declare (notinline ,name)) ,@forms))))
      nil))

(defun %shadowed-p (form environment)
  "True if a name in FORM, which belongs to the null environment, is a local function, macro or symbol macro in
ENVIRONMENT."
  (do () ((null environment) nil)
    (multiple-value-bind (bindings parent) (%environment-bindings environment)
      (dolist (binding bindings)
        (when (and (%memq (car binding) '(:function :macro :symbol-macro)) (%mentions-p (cadr binding) form))
          (return-from %shadowed-p t)))
      (setq environment parent))))

(defun %inline-expander (lambda)
  "Returns a compiler macro function that turns calls with as many arguments as LAMBDA has parameters into calls of
LAMBDA."
  (let ((count (length (cadr lambda))))
    (lambda (form environment)
      (let ((arguments (%call-arguments form)))
        (if (and (null (cdr (last arguments))) (= (length arguments) count) (not (%shadowed-p (cddr lambda) environment)))
            (cons lambda arguments)
            form)))))

(defun %set-inline (name lambda)
  "Makes the compiler inline calls of NAME as calls of LAMBDA; NIL turns that off. A compiler macro that the user has
defined stays."
  (let ((own (gethash name *inline-names*)) (current (compiler-macro-function name)))
    (when (or (null current) (eq current own))
      (let ((expander (and lambda (%inline-expander lambda))))
        (%set-gethash name *inline-names* (or expander t))
        (%set-compiler-macro-function name expander)))))

(defun %null-environment-p (environment)
  "True if nothing is bound in ENVIRONMENT: it has declarations at most."
  (multiple-value-bind (bindings parent) (%environment-bindings environment)
    (and (every (lambda (binding) (eq (car binding) :declared)) bindings) (or (null parent) (%null-environment-p parent)))))

(defun %inline-definition (name lambda-list body environment)
  "Returns a list of the additional form in the expansion of DEFUN if NAME is proclaimed inline, or NIL."
  (if (and (symbolp name) (gethash name *inline-names*))
      `((eval-when (:compile-toplevel :load-toplevel :execute)
          (%set-inline ',name ',(if (%null-environment-p environment) (%inline-lambda name lambda-list body) nil))))
      nil))
