;;; DOCUMENTATION, DESCRIBE and APROPOS: asking the system about itself (chapter 25).

(in-package "TESSERA")

;;; Docstrings. A compiled function keeps its own; other things have theirs in the table of kernel/expansion.lisp.

(defun %function-documentation (function)
  "Returns the docstring that FUNCTION was compiled with, or that of a native."
  (nth-value 2 (%function-source function)))

(defun %named-function-documentation (name)
  "Returns the docstring of the function or macro NAME."
  (cond ((and (symbolp name) (macro-function name)) (%function-documentation (macro-function name)))
        ((and (symbolp name) (special-operator-p name)) (nth-value 2 (%special-operator name)))
        ((fboundp name) (%function-documentation (fdefinition name)))))

;;; What no definition describes, and examples, are in a module of the program's.

(defun %documented-package-p (package)
  "True if the module knows of the symbols that PACKAGE exports."
  (and package
       (or (eq package (find-package "COMMON-LISP"))
           (eq package (find-package "TESSERA"))
           (some (lambda (library) (eq package (%library-package (car library)))) *libraries*))))

(defun %ask-documentation (function symbol &rest arguments)
  "What FUNCTION of the module, a string, returns for SYMBOL and ARGUMENTS; NIL if SYMBOL is none of the exported names of the library, or
the module is not there."
  (and (symbolp symbol)
       (%documented-package-p (symbol-package symbol))
       (eq (nth-value 1 (find-symbol (symbol-name symbol) (symbol-package symbol))) :external)
       (%load-program-modules "filling" "documentation")
       (apply (find-symbol function "TESSERA-DOCUMENTATION") symbol arguments)))

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
  (%check-documentation-kind kind)
  (or (%documentation object kind)
      (cond ((%generic-function object) (%gf-documentation (%generic-function object)))
            ((functionp object) (%function-documentation object))
            ((and (eq kind 'function) (%function-name-p object)) (%named-function-documentation object))
            ((and (eq kind 'compiler-macro) (%function-name-p object) (compiler-macro-function object))
             (%function-documentation (compiler-macro-function object)))
            ((and (%memq kind '(t type)) (%class-object-p object)) (%class-object-documentation object))
            ((typep object 'method) (%method-documentation object)))
      (and (%memq kind '(variable type))
           (%ask-documentation "FIND-TEXT" object kind))))

(defun %class-object-documentation (object)
  "Returns the docstring of the class OBJECT."
  (let ((name (%class-name object)))
    (if (and (symbolp name) (eq (%find-class name) object))
        (%standard-documentation name 'type)
        nil)))

(defgeneric documentation (object kind)
  (:documentation "Returns the docstring of OBJECT as a KIND, or NIL. OBJECT is a name, if KIND is FUNCTION, VARIABLE, TYPE,
STRUCTURE, SETF or COMPILER-MACRO; or the thing itself, if KIND is T. Programs may define methods for kinds of their own.")
  (:method (object kind) (%standard-documentation object kind)))

(defgeneric (setf documentation) (text object kind)
  (:documentation "Makes the string TEXT the docstring of OBJECT as a KIND; takes it away if TEXT is NIL. Returns TEXT.")
  (:method (text object kind)
    (%check-documentation-kind kind)
    (%set-documentation object kind text)))

;;; APROPOS.

(defun %symbols-to-search (package)
  "Returns the symbols accessible in PACKAGE, or those present in any package if it is NIL."
  (if package
      (%package-symbols (list (find-package package)) '(:internal :external :inherited))
      (%package-symbols (list-all-packages) '(:internal :external))))

(defun apropos-list (string &optional package)
  "Returns a list of the symbols whose names contain the name of STRING, of PACKAGE or of all packages."
  (let ((part (string string)) (found '()))
    (dolist (symbol (%symbols-to-search package) (sort found #'string< :key #'symbol-name))
      (when (and (search part (symbol-name symbol) :test #'char-equal)
                 (not (%memq symbol found)))
        (push symbol found)))))

(defun %symbol-roles (symbol)
  "Returns a list of words for what SYMBOL names."
  (append (cond ((special-operator-p symbol) (list "special operator"))
                ((macro-function symbol) (list "macro"))
                ((fboundp symbol) (list "function")))
          (cond ((keywordp symbol) nil)
                ((constantp symbol) (list "constant"))
                ((boundp symbol) (list "variable")))
          (if (%find-class symbol) (list "class"))))

(defun apropos (string &optional package)
  "Writes the symbols whose names contain the name of STRING, of PACKAGE or of all packages, and what they name."
  (dolist (symbol (apropos-list string package))
    (format t "~&~S~@[ (~{~A~^, ~})~]~%" symbol (%symbol-roles symbol)))
  (values))

;;; DESCRIBE.

(defun %describe-documentation (object kind stream)
  (let ((text (documentation object kind)))
    (when text (format stream "~&    ~A~%" text))))

(defun %describe-function-of (symbol stream)
  "Writes what SYMBOL means as an operator."
  (cond ((special-operator-p symbol)
         (format stream "~&  It is a special operator, of the operands (~A).~%" (nth-value 1 (%special-operator symbol)))
         (%describe-documentation symbol 'function stream))
        ((fboundp symbol)
         (let ((function (or (macro-function symbol) (fdefinition symbol))))
           (format stream "~&  It names a ~:[function~;macro~]~@[, of the arguments ~A~].~%"
                   (macro-function symbol)
                   (if (macro-function symbol) nil (nth-value 1 (%function-source function))))
           (%describe-documentation symbol 'function stream)))))

(defun %describe-variable (symbol stream)
  "Writes what SYMBOL means as a variable."
  (when (boundp symbol)
    (format stream "~&  It is a ~:[~:[~;special ~]variable~;constant~]; its value is ~S.~%"
            (constantp symbol) (%special-variable-p symbol) (symbol-value symbol)))
  (%describe-documentation symbol 'variable stream))

(defun %describe-symbol (symbol stream)
  (format stream "~&~S is a symbol~:[ of no package~;~:* of the package ~A~].~%"
          symbol (if (symbol-package symbol) (package-name (symbol-package symbol))))
  (%describe-variable symbol stream)
  (%describe-function-of symbol stream)
  (when (or (%find-class symbol) (documentation symbol 'type))
    (format stream "~&  It names a type.~%")
    (unless (equal (documentation symbol 'type) (documentation symbol 'variable))
      (%describe-documentation symbol 'type stream)))
  (%ask-documentation "WRITE-EXAMPLES" symbol stream)
  (when (symbol-plist symbol)
    (format stream "~&  Its property list is ~S.~%" (symbol-plist symbol))))

(defun %describe-slots (object stream)
  "Writes the slots of the raw instance OBJECT."
  (let ((slots (%class-slots (%instance-class object))))
    (when (simple-vector-p slots)
      (dotimes (i (min (length slots) (%instance-length object)))
        (let ((value (%instance-ref object i)))
          (format stream "~&  ~A: ~:[~S~;unbound~]~%"
                  (svref (svref slots i) 0) (%unbound-marker-p value)
                  (if (%unbound-marker-p value) nil value)))))))

(defun %describe-table (table stream)
  (format stream "~&~S is a hash table of ~D entr~:@P; keys are compared by ~S.~%"
          table (hash-table-count table) (hash-table-test table)))

(defun %describe-array (array stream)
  (format stream "~&~S is an array of the dimensions ~S, with elements of type ~S.~%"
          array (array-dimensions array) (array-element-type array))
  (when (array-has-fill-pointer-p array)
    (format stream "~&  Its fill pointer is ~D.~%" (fill-pointer array))))

(defun %describe-function (function stream)
  (format stream "~&~S is a function~@[ called ~S~].~%" function (%function-name function))
  (%describe-documentation function t stream))

(defun %describe-plainly (object stream)
  "Writes what is known of OBJECT, which is no instance of a class by DEFCLASS, to STREAM."
  (cond ((symbolp object) (%describe-symbol object stream))
        ((functionp object) (%describe-function object stream))
        ((hash-table-p object) (%describe-table object stream))
        ((arrayp object) (%describe-array object stream))
        (t (format stream "~&~S is of type ~S.~%" object (type-of object))
           (when (%instance-p object) (%describe-slots object stream)))))

(defun describe (object &optional (stream *standard-output*))
  "Writes what is known of OBJECT to STREAM, by DESCRIBE-OBJECT; of the names of the library also examples. Returns no values."
  (describe-object object (cond ((null stream) *standard-output*) ((eq stream t) *terminal-io*) (t stream)))
  (values))
