;;; DOCUMENTATION: docstrings of all that has them (chapter 25).

(in-package "TESSERA")

;;; Docstrings. A compiled function keeps its own; other things have theirs in the table of kernel/expansion.lisp. Those of the library are
;;; in a module of the program's, with examples, and texts about what no definition describes.

(defun %documented-package-p (package)
  "True if the module knows of the symbols of PACKAGE."
  (and package
       (or (eq package (find-package "COMMON-LISP"))
           (eq package (find-package "TESSERA"))
           (some (lambda (library) (eq package (%library-loaded-p (car library)))) *libraries*))))

(defun %ask-documentation (function name &rest arguments)
  "What FUNCTION of the module, a string, returns for NAME and ARGUMENTS; NIL if NAME is none of the library's, or the module is not there."
  (let ((symbol (if (%setf-name-p name) (cadr name) name)))
    (and (symbolp symbol)
         (%documented-package-p (symbol-package symbol))
         (%load-program-modules "filling" "documentation")
         (apply (find-symbol function "TESSERA-DOCUMENTATION") name arguments))))

(defun %setf-name-p (name)
  (and (consp name) (%function-name-p name)))

(defun %function-documentation (function)
  "Returns the docstring that FUNCTION was compiled with, or that of a native."
  (multiple-value-bind (name lambda-list docstring file) (%function-source function)
    (declare (ignore lambda-list))
    (or docstring
        (and (%library-file-p file)
             (%function-name-p name)
             (%ask-documentation "FIND-DOCSTRING" name 'function)))))

(defun %named-function-documentation (name)
  "Returns the docstring of the function or macro NAME."
  (cond ((and (symbolp name) (macro-function name)) (%macro-documentation name (macro-function name)))
        ((and (symbolp name) (special-operator-p name)) (nth-value 2 (%special-operator name)))
        ((fboundp name) (%function-documentation (fdefinition name)))))

(defun %macro-documentation (name function)
  "Returns the docstring of the macro NAME, whose function is FUNCTION."
  (multiple-value-bind (own lambda-list docstring file) (%function-source function)
    (declare (ignore own lambda-list))
    (or docstring
        (and (%library-file-p file) (%ask-documentation "FIND-DOCSTRING" name 'function)))))

(defun %check-documentation-kind (kind)
  "Signals a TYPE-ERROR unless KIND is a kind of documentation."
  (unless (%memq kind '(function variable type structure setf compiler-macro method-combination t))
    (%signal-failure 'type-error
                     (list :datum kind
                           :expected-type '(member function variable type structure setf compiler-macro
                                            method-combination t))
                     'documentation)))

(defun %kept-kind (object kind)
  "The kind under which the docstring of OBJECT as a KIND is kept: a function has one as T and as FUNCTION."
  (if (and (eq kind 'function) (functionp object)) t kind))

(defun %standard-documentation (object kind)
  "Returns the docstring of OBJECT as one of the standard's kinds, or NIL."
  (or (%documentation object (%kept-kind object kind))
      (cond ((%generic-function object) (%gf-documentation (%generic-function object)))
            ((functionp object) (%function-documentation object))
            ((and (eq kind 'function) (%function-name-p object)) (%named-function-documentation object))
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
  "The name of CLASS if it is found by that, else CLASS itself: by which its docstring is kept."
  (let ((name (%class-name class)))
    (if (and name (symbolp name) (eq (%find-class name) class)) name class)))

(defgeneric documentation (object kind)
  (:documentation "Returns the docstring of OBJECT as a KIND, or NIL. OBJECT is a name, if KIND is FUNCTION, VARIABLE, TYPE,
STRUCTURE, SETF or COMPILER-MACRO; or the thing itself, if KIND is T. Programs may define methods for kinds of their own.")
  (:method (object kind) (%standard-documentation object kind)))

(defgeneric (setf documentation) (text object kind)
  (:documentation "Makes the string TEXT the docstring of OBJECT as a KIND; takes it away if TEXT is NIL. Returns TEXT.")
  (:method (text object kind)
    (%check-documentation-kind kind)
    (if (and (%class-object-p object) (%memq kind '(t type)))
        (%set-documentation (%documented-name object) 'type text)
        (%set-documentation object (%kept-kind object kind) text))))
