;;; Arc (module arc): its packages, and the macros that define its operators, functions and macros in Common Lisp.
;;; How Arc becomes Common Lisp, and so nodes of the one compiler, stands in compiler.lisp.

(defpackage "ARC" (:use))
(defpackage "TESSERA-ARC" (:use "COMMON-LISP"))
(in-package "TESSERA-ARC")

;;; Arc's symbols are those of the package ARC, in small letters as they are written; nil and t are Common Lisp's.
;;; Common Lisp calls an Arc function by its name, (arc::|firstn| 2 list): a global variable's value, if it is a
;;; function, is that symbol's function, too.
;;;
;;; A keyword is what the expansions of Arc's own macros call by name, whatever the variables of the program are called:
;;; :WHEN is WHEN as it is here, even where `when` is a parameter. Those that write expansions for users show `when`.

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun arc-symbol (name)
    "Returns the symbol of Arc that is written as NAME."
    (cond ((string= name "nil") nil)
          ((string= name "t") t)
          (t (values (intern name "ARC")))))

  (defun argument-range (lambda-list)
    "Returns two values: the minimum number of arguments for LAMBDA-LIST, and the maximum, or NIL."
    (let ((required (or (position-if (lambda (parameter) (member parameter lambda-list-keywords)) lambda-list)
                        (length lambda-list)))
          (optional (member '&optional lambda-list)))
      (values required
              (if (or (member '&rest lambda-list) (member '&body lambda-list))
                  nil
                  (+ required (length (rest optional))))))))

(defun named (keyword)
  "Returns the symbol of Arc that KEYWORD stands for."
  (arc-symbol (string-downcase (symbol-name keyword))))

;;; An object that has been given a type by annotate.
(defstruct (tagged (:constructor tagged (type rep)) (:copier nil))
  "An object of Arc of the type TYPE, made by annotate of REP. For a macro REP is its function, or an OPERATOR."
  type rep)

(defstruct (operator (:constructor operator (name function)) (:copier nil))
  "A special operator of Arc. FUNCTION returns the form of Common Lisp for a form and its environment."
  name function)

(defun macro-value-p (object)
  "True if OBJECT is a macro of Arc."
  (and (tagged-p object) (eq (tagged-type object) 'arc::|mac|)))

(defun install (symbol value)
  "Makes VALUE the original value of SYMBOL in Arc."
  (setf (symbol-value symbol) value
        (get symbol 'original) value)
  (when (functionp value)
    (setf (symbol-function symbol) value))
  symbol)

(defmacro define-operator (name (form environment &rest lambda-list) &body body)
  "Defines the operator NAME, a string: BODY returns the form of Common Lisp for the FORM of Arc in ENVIRONMENT, with
its operands bound."
  (multiple-value-bind (least most) (argument-range lambda-list)
    `(install (arc-symbol ,name)
              (tagged 'arc::|mac|
                      (operator ,name (tessera::named-lambda ,(intern (string-upcase name)) (,form ,environment)
                                        (declare (ignorable ,environment))
                                        (check-operands ,form ,least ,most)
                                        (destructuring-bind ,lambda-list (cdr ,form) ,@body)))))))

(defmacro define-macro (name lambda-list &body body)
  "Defines Arc's macro NAME, a string: BODY returns the expansion of a call, a form of Arc."
  (multiple-value-bind (least most) (argument-range lambda-list)
    `(install (arc-symbol ,name)
              (tagged 'arc::|mac|
                      (tessera::named-lambda ,(intern (string-upcase name)) (&rest operands)
                        (check-operands (cons (arc-symbol ,name) operands) ,least ,most)
                        (destructuring-bind ,lambda-list operands ,@body))))))

(defmacro define (name lambda-list &body body)
  "Defines Arc's function NAME, a string."
  (let ((symbol (arc-symbol name)))
    `(progn (defun ,symbol ,lambda-list ,@body)
            (install ',symbol #',symbol))))

(defmacro define-inline (name lambda-list &body body)
  "Defines how calls of the function NAME are compiled in place, as long as the program has not redefined it. The
parameters are bound to forms of Common Lisp. BODY returns a form, or NIL for an ordinary call."
  (multiple-value-bind (least most) (argument-range lambda-list)
    `(setf (get (arc-symbol ,name) 'inline)
           (list ,least ,most (lambda ,lambda-list ,@body)))))
