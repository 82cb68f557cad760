;;; DOCUMENTATION: docstrings of all that has them (chapter 25).

(in-package "TESSERA")

;;; Docstrings. A compiled function keeps its own, a generic function too; other things have theirs in the table of
;;; kernel/expansion.lisp, and so has a function that got another. The docstring of a name as FUNCTION belongs to the
;;; function, and disappears with it. Those of the library are in a module of the program's, with examples, and texts
;;; about what no definition describes.

(defun %documented-package-p (package)
  "True if the module documentation may have docstrings for the symbols of PACKAGE."
  (and package
       (or (eq package (find-package "COMMON-LISP"))
           (eq package (find-package "TESSERA"))
           (some (lambda (library) (eq package (%library-loaded-p (car library)))) *libraries*))))

(defun %ask-documentation (function name &rest arguments)
  "Calls FUNCTION of the module, a string, with NAME and ARGUMENTS. Returns its value; NIL if NAME does not belong to
the library, or the module is not installed."
  (let ((symbol (if (%setf-name-p name) (cadr name) name)))
    (and (symbolp symbol)
         (%documented-package-p (symbol-package symbol))
         (%load-program-modules "filling" "documentation")
         (apply (find-symbol function "TESSERA-DOCUMENTATION") name arguments))))

(defun %setf-name-p (name)
  "True if NAME is a list (SETF symbol)."
  (and (consp name) (%function-name-p name)))

(defun %function-documentation (function)
  "Returns the docstring that FUNCTION was compiled with, or that of a native."
  (multiple-value-bind (name lambda-list docstring file) (%function-source function)
    (declare (ignore lambda-list))
    (or docstring
        (and (%library-file-p file)
             (%function-name-p name)
             (%ask-documentation "FIND-DOCSTRING" name 'function)))))

(defun %documented-function (object kind)
  "Returns the function or macro function that has the docstring of OBJECT as a KIND; or NIL. OBJECT is that function or
its name."
  (cond ((functionp object) object)
        ((not (and (eq kind 'function) (%function-name-p object))) nil)
        ((and (symbolp object) (macro-function object)))
        ((and (symbolp object) (special-operator-p object)) nil)
        ((fboundp object) (fdefinition object))))

(defun %documentation-of-function (function)
  "Returns the docstring of FUNCTION: the one that was set last, or the one that it was compiled with."
  (cond ((%generic-function function) (%gf-documentation (%generic-function function)))
        ((%documentation function t))
        (t (%function-documentation function))))

(defun %set-documentation-of-function (function text)
  "Makes TEXT the docstring of FUNCTION, which may be generic."
  (if (%generic-function function)
      (setf (%gf-documentation (%generic-function function)) text)
      (%set-documentation function t text)))

(defun %check-documentation-kind (kind)
  "Signals a TYPE-ERROR unless KIND is a kind of documentation."
  (unless (%memq kind '(function variable type structure setf compiler-macro method-combination t))
    (%signal-failure 'type-error
                     (list :datum kind
                           :expected-type '(member function variable type structure setf compiler-macro
                                            method-combination t))
                     'documentation)))

(defun %standard-documentation (object kind)
  "Returns the docstring of OBJECT as one of the standard's kinds, or NIL."
  (or (let ((function (%documented-function object kind)))
        (if function (%documentation-of-function function) (%documentation object kind)))
      (cond ((and (eq kind 'function) (symbolp object) (special-operator-p object)) (nth-value 2 (%special-operator object)))
            ((and (eq kind 'compiler-macro) (%function-name-p object) (compiler-macro-function object))
             (%function-documentation (compiler-macro-function object)))
            ((and (%memq kind '(t type)) (%class-object-p object)) (%class-object-documentation object))
            ((typep object 'method) (%method-documentation object)))
      (and (not (eq kind t))
           (%ask-documentation "FIND-DOCSTRING" object kind))))

(defun %class-object-documentation (object)
  "Returns the docstring of the class OBJECT."
  (let ((name (%documented-name object)))
    (if (symbolp name) (%standard-documentation name 'type) (%documentation name 'type))))

(defun %documented-name (class)
  "Returns the key under which the docstring of CLASS is kept: its name if that names CLASS, else CLASS itself."
  (let ((name (%class-name class)))
    (if (and name (symbolp name) (eq (%find-class name) class)) name class)))

(defgeneric documentation (object kind)
  (:documentation "Returns the docstring of OBJECT as a KIND, or NIL. OBJECT is a name, if KIND is FUNCTION, VARIABLE,
TYPE, STRUCTURE, SETF or COMPILER-MACRO; or the thing itself, if KIND is T. Programs may define methods for other
kinds.")
  (:method (object kind) (%standard-documentation object kind)))

(defgeneric (setf documentation) (text object kind)
  (:documentation "Makes the string TEXT the docstring of OBJECT as a KIND; removes the docstring if TEXT is NIL.
Returns TEXT.")
  (:method (text object kind)
    (%check-documentation-kind kind)
    (let ((function (%documented-function object kind)))
      (cond (function (%set-documentation-of-function function text))
            ((and (%class-object-p object) (%memq kind '(t type))) (%set-documentation (%documented-name object) 'type text))
            (t (%set-documentation object kind text))))))
