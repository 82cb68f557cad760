;;; The defining macros: DEFMACRO, DEFINE-COMPILER-MACRO, DEFVAR, DEFPARAMETER, DEFCONSTANT, PROCLAIM and DECLAIM,
;;; and DESTRUCTURING-BIND.

(in-package "TESSERA")

(%set-macro-function 'defmacro
  (named-lambda defmacro (form env)
    "(defmacro NAME LAMBDA-LIST [doc] declaration* form*): defines a global macro. LAMBDA-LIST may destructure.
Returns NAME. Signals PROGRAM-ERROR if NAME or LAMBDA-LIST is malformed."
    (declare (ignore env))
    (unless (and (consp (cdr form)) (consp (cdr (cdr form))))
      (%program-error "DEFMACRO: a name and a lambda list are needed: ~S" form))
    (let ((name (car (cdr form))))
      (unless (and name (symbolp name))
        (%program-error "DEFMACRO: ~S is not a symbol" name))
      `(eval-when (:compile-toplevel :load-toplevel :execute)
         (%set-macro-function ',name (%show-lambda-list ,(%macro-lambda name (car (cdr (cdr form))) (cdr (cdr (cdr form))))
                                                        ',(car (cdr (cdr form)))))
         ',name))))

(defmacro define-compiler-macro (name lambda-list &body body)
  "(define-compiler-macro NAME LAMBDA-LIST [doc] declaration* form*): defines a compiler macro for the function
NAME. It declines by returning the &WHOLE form. Returns NAME."
  (%check-function-name name 'define-compiler-macro)
  (multiple-value-bind (forms declarations doc) (%parse-body body)
    (declare (ignore forms declarations))
    `(eval-when (:compile-toplevel :load-toplevel :execute)
       (%set-compiler-macro-function ',name ,(%compiler-macro-lambda name lambda-list body))
       ,@(if doc `((%set-documentation ',name 'compiler-macro ,doc)))
       ',name)))

(defmacro destructuring-bind (lambda-list expression &body body)
  "(destructuring-bind LAMBDA-LIST EXPRESSION declaration* form*): binds the variables of LAMBDA-LIST to the parts
of the list that EXPRESSION yields. Signals PROGRAM-ERROR if the list does not match."
  (multiple-value-bind (forms declarations) (%parse-body body nil)
    (let ((list (gensym "LIST")))
      `(let ((,list ,expression))
         ,(%destructuring-let (%list-bindings 'destructuring-bind lambda-list list) declarations forms)))))

(defun %list-bindings (name lambda-list list)
  "Returns the state with the bindings of LAMBDA-LIST to the list in the variable LIST."
  (let ((state (vector nil name list nil)))
    (%ll-list state lambda-list (%ll-bind-temporary state "REST" list) nil)
    state))

;;; Variables.

(defun %check-variable-name (name operator)
  "Signals a PROGRAM-ERROR unless the symbol NAME may be proclaimed by OPERATOR."
  (if (and (symbolp name) (not (keywordp name)) (not (%memq name '(nil t))))
      name
      (%program-error "~S: ~S is not a variable name" operator name)))

(defun %check-not-constant (name operator)
  "Signals a PROGRAM-ERROR if NAME, which OPERATOR is to make a variable, is a constant."
  (when (constantp name)
    (%program-error "~S: ~S is a constant, and cannot become a variable" operator name)))

(defun %variable-documentation (name doc)
  "Returns a list of the form that makes DOC the docstring of the variable NAME; NIL if DOC is NIL."
  (if doc `((%set-documentation ',name 'variable ,doc)) nil))

(defmacro defvar (name &optional (value nil value-p) doc)
  "(defvar NAME [VALUE [doc]]): proclaims NAME special, and gives it VALUE if it has none. Returns NAME."
  (%check-variable-name name 'defvar)
  (%check-not-constant name 'defvar)
  `(progn
     (eval-when (:compile-toplevel :load-toplevel :execute)
       (%proclaim-special ',name))
     ,@(if value-p `((unless (boundp ',name) (%set-symbol-value ',name ,value))))
     ,@(%variable-documentation name doc)
     ',name))

(defmacro defparameter (name value &optional doc)
  "(defparameter NAME VALUE [doc]): proclaims NAME special and gives it VALUE. Returns NAME."
  (%check-variable-name name 'defparameter)
  (%check-not-constant name 'defparameter)
  `(progn
     (eval-when (:compile-toplevel :load-toplevel :execute)
       (%proclaim-special ',name))
     (%set-symbol-value ',name ,value)
     ,@(%variable-documentation name doc)
     ',name))

(defun %define-constant (name value)
  "Makes NAME a constant. A constant that has another value already keeps it, unless the user continues."
  (when (and (constantp name) (boundp name) (not (equalp (symbol-value name) value)))
    (cerror "Give it the new value." "DEFCONSTANT: ~S is a constant already, with the value ~S; the new one is ~S."
            name (symbol-value name) value))
  (unless (and (constantp name) (boundp name) (equal (symbol-value name) value))
    (%proclaim-constant name value))
  name)

(defmacro defconstant (name value &optional doc)
  "(defconstant NAME VALUE [doc]): makes NAME a constant variable. Returns NAME."
  (%check-variable-name name 'defconstant)
  `(progn
     (eval-when (:compile-toplevel :load-toplevel :execute)
       (%define-constant ',name ,value))
     ,@(%variable-documentation name doc)
     ',name))

(defmacro define-symbol-macro (name expansion)
  "(define-symbol-macro NAME EXPANSION): makes NAME, as a form, stand for EXPANSION everywhere. Returns NAME."
  (%check-variable-name name 'define-symbol-macro)
  `(eval-when (:compile-toplevel :load-toplevel :execute)
     (%set-symbol-macro ',name ',expansion)
     ',name))

;;; Proclamations. Declarations that are neither SPECIAL nor known to the compiler are only recorded, for
;;; DECLARATION-INFORMATION. (DEBUG 3) is known: what is compiled from then on keeps the frames of callers that would be
;;; left by tail calls. From (DEBUG 1) on debuggers know where variables are; the library does without, and its last
;;; file sets the quality for users. (RE-ENTRY 1): variables that are assigned live in cells, for continuations that are
;;; entered more than once; so they do in each form that calls one of *CAPTURING-OPERATORS*.

(%proclaim-special '*optimize-qualities*)
(%set-symbol-value '*optimize-qualities*
  (list (list 'speed 1) (list 'space 1) (list 'safety 1) (list 'debug 0) (list 'compilation-speed 1)
        (list 're-entry 0)))
(%proclaim-special '*declaration-names*)
(%set-symbol-value '*declaration-names* nil)

(defun %proclaim-quality (quality)
  "Notes the optimize QUALITY, a name or (name value)."
  (let* ((name (if (consp quality) (car quality) quality))
         (value (if (consp quality) (car (cdr quality)) 3))
         (entry (%assq name *optimize-qualities*)))
    (if (and entry (integerp value) (<= 0 value 3))
        (%set-car (cdr entry) value)
        (warn "PROCLAIM: ~S is not an optimize quality" quality))))

(defun %map-list (function list)
  "Calls FUNCTION on each element of LIST, for effect."
  (%while (consp list)
    (funcall function (car list))
    (setq list (cdr list))))

(%proclaim-special '*declared-functions*)
(%set-symbol-value '*declared-functions* nil)   ; (NAME . TYPE) of functions with an FTYPE: the compiler does not miss them

(%proclaim-special '*declared-variables*)
(%set-symbol-value '*declared-variables* nil)   ; (NAME . TYPE) of variables with a proclaimed type

(defun %note-variable-types (type names)
  "Notes that the variables NAMES were proclaimed to be of TYPE."
  (%map-list (lambda (name)
               (%check-variable-name name 'proclaim)
               (setq *declared-variables* (cons (cons name type) *declared-variables*)))
             names))

(defun %proclaim-declaration (name)
  "Makes NAME the name of a declaration. Signals an error if it names a type."
  (if (%type-name-p name)
      (error "PROCLAIM: ~S is the name of a type, and cannot be that of a declaration" name)
      (setq *declaration-names* (cons name *declaration-names*))))

(defun %note-inline-name (name)
  "Notes that the next definition of NAME, a symbol, is to be inlined."
  (if (and *inline-names* (symbolp name) (not (gethash name *inline-names*)))
      (%set-gethash name *inline-names* t)
      nil))

(defun proclaim (specification)
  "Establishes the declaration SPECIFICATION globally. Signals TYPE-ERROR unless it is a list that starts with
a declaration identifier."
  (unless (and (consp specification) (null (cdr (last specification))))
    (error 'simple-type-error :datum (if (consp specification) (cdr (last specification)) specification) :expected-type 'cons
           :format-control "PROCLAIM: ~S is not a proper list of a declaration identifier and its arguments"
           :format-arguments (list specification)))
  (let ((identifier (car specification)) (arguments (cdr specification)))
    (cond ((eq identifier 'special)
           (%map-list (lambda (name) (%proclaim-special (%check-variable-name name 'proclaim))) arguments))
          ((eq identifier 'optimize)
           (%map-list #'%proclaim-quality arguments))
          ((eq identifier 'type)
           (%note-variable-types (car arguments) (cdr arguments)))
          ((eq identifier 'ftype)
           (%map-list (lambda (name) (setq *declared-functions* (cons (cons name (car arguments)) *declared-functions*))) (cdr arguments)))
          ((eq identifier 'muffle-warnings)
           (%map-list (lambda (kind) (setq *muffled-warnings* (cons kind *muffled-warnings*))) arguments))
          ((eq identifier 'inline)
           (%map-list (lambda (name) (%proclaim-notinline name nil) (%note-inline-name name)) arguments))
          ((eq identifier 'notinline)
           (%map-list (lambda (name) (%proclaim-notinline name t)) arguments))
          ((eq identifier 'declaration)
           (%map-list #'%proclaim-declaration arguments))
          ((or (consp identifier) (%type-name-p identifier))
           (%note-variable-types identifier arguments))))
  nil)

(defmacro declaim (&rest specifications)
  "(declaim SPECIFICATION*): proclaims each SPECIFICATION, when it is compiled and when it is loaded."
  (let ((calls nil))
    (%map-list (lambda (specification) (setq calls (cons `(proclaim ',specification) calls))) specifications)
    `(eval-when (:compile-toplevel :load-toplevel :execute)
       ,@(nreverse calls))))

(defconstant lambda-list-keywords
  '(&optional &rest &body &key &allow-other-keys &aux &whole &environment)
  "The symbols that have a special meaning in lambda lists.")
