;;; The packages of Scheme, its objects that Common Lisp does not have, and the macros that define procedures.

(defpackage "SCHEME-SYMBOLS" (:use)
  (:documentation "The symbols of Scheme programs, as data."))

(defpackage "SCHEME" (:use)
  (:documentation "The procedures of Scheme's standard libraries: exported names, in their own case of letters."))

(defpackage "SCHEME-USER" (:use)
  (:documentation "The variables that Scheme programs define at toplevel outside of libraries."))

(defpackage "TESSERA-SCHEME" (:use "COMMON-LISP")
  (:import-from "TESSERA" "FALSE" "*LANGUAGE*" "CALL-WITH-CURRENT-CONTINUATION" "DYNAMIC-WIND")
  (:documentation "Scheme (R7RS-small), a language beside Common Lisp."))

(in-package "TESSERA-SCHEME")

;;; Names. A symbol of a program is a symbol of SCHEME-SYMBOLS; variables are kept by other symbols, their locations. So
;;; a symbol that is called as if it were a procedure is never one.

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defvar *symbols* (find-package "SCHEME-SYMBOLS"))
  (defvar *standard* (find-package "SCHEME")))

(defun scheme-symbol (name)
  "Returns the symbol called NAME, a string."
  (values (intern name *symbols*)))

(defmacro sym (name)
  "(sym \"name\"): the symbol of that name in programs."
  `(load-time-value (scheme-symbol ,name)))

(defun scheme-symbol-p (object)
  "True if OBJECT is a symbol in Scheme."
  (and (symbolp object) object (not (eq object t)) (not (eq object 'false))))

(defmacro boolean-of (form)
  "(boolean-of FORM): the boolean of Scheme for the value of FORM, a test of Common Lisp."
  `(if ,form t 'false))

(defmacro true-p (form)
  "(true-p FORM): true if the value of FORM is true in Scheme."
  `(not (eq ,form 'false)))

(defstruct (singleton (:constructor make-singleton (text)) (:copier nil) (:predicate nil))
  "An object that is the only one of its kind."
  text)

(defvar *unspecified* (make-singleton "#<unspecified>") "The object that is returned where there is no useful value.")
(defvar *eof* (make-singleton "#<eof>") "The end of a port.")
(defvar *unassigned* (make-singleton "#<unassigned>") "The value of a variable of LETREC before it has one.")

;;; Definitions of the procedures of libraries.

(defmacro location (name)
  "(location \"name\"): the location of a standard procedure."
  `(load-time-value (standard-location ,name)))

(eval-when (:compile-toplevel :load-toplevel :execute)
  (defun standard-location (name)
    "Returns the location of the standard variable NAME, which its package exports."
    (let ((symbol (intern name *standard*)))
      (export symbol *standard*)
      symbol)))

(defun publish (symbol function)
  "Makes FUNCTION the value of the standard variable SYMBOL."
  (export symbol *standard*)
  (setf (symbol-value symbol) function)
  (tessera::%set-fdefinition symbol function)
  symbol)

(defun publish-value (name value)
  "Makes VALUE, which is not a procedure, the value of the standard variable NAME."
  (setf (symbol-value (standard-location name)) value))

(defmacro defproc (name lambda-list &body body)
  "Defines Scheme's procedure NAME, a string or a list of names for the same procedure, in Common Lisp. An &OPTIONAL
parameter without an initial form is NIL if it is not given: NIL is not a Scheme object except as the empty list."
  (let* ((names (if (listp name) name (list name)))
         (first (standard-location (first names))))
    `(progn
       (publish ',first (tessera::named-lambda ,first ,lambda-list ,@body))
       ,@(loop for other in (rest names)
               collect `(publish ',(standard-location other) (symbol-value ',first))))))

(defmacro defpred (name lambda-list &body body)
  "Defines a procedure that returns the boolean of Scheme for the value of BODY, a test of Common Lisp."
  `(defproc ,name ,lambda-list (boolean-of (progn ,@body))))

;;; Errors of Scheme.

(define-condition scheme-error (error)
  ((message :initarg :message :reader error-message)
   (irritants :initarg :irritants :initform '() :reader error-irritants)
   (kind :initarg :kind :initform nil :reader error-kind))
  (:report (lambda (condition stream)
             (write-error-message condition stream)))
  (:documentation "The condition that ERROR of Scheme raises, and the library for wrong arguments. KIND: :READ, :FILE,
:SYNTAX or NIL."))

(define-condition raised (error)
  ((payload :initarg :payload :reader raised-payload)
   (continue :initarg :continue :initform nil :reader raised-continue))
  (:report (lambda (condition stream)
             (write-string "uncaught object: " stream)
             (write-object (raised-payload condition) stream)))
  (:documentation "The object PAYLOAD was raised. CONTINUE: NIL, or a function of the values that a handler returns."))

(defun write-error-message (condition stream)
  "Writes the message of the SCHEME-ERROR and its irritants."
  (let ((message (error-message condition)))
    (if (stringp message) (write-string message stream) (write-object message stream))
    (dolist (irritant (error-irritants condition))
      (write-char #\Space stream)
      (write-object irritant stream))))

(defun fail (control &rest arguments)
  "Signals a SCHEME-ERROR with a message that CONTROL makes of ARGUMENTS."
  (error 'scheme-error :message (apply #'format nil control arguments)))

(defun object-text (object)
  "Returns OBJECT as Scheme writes it, abbreviated."
  (tessera::%text-in-short object))

(defun wrong (operation what object)
  "Signals that OPERATION, a name, was given OBJECT instead of a WHAT."
  (error 'scheme-error :message (format nil "~A: not ~A:" operation what) :irritants (list object)))

(defmacro check (operation what object test)
  "(check OPERATION WHAT OBJECT TEST): signals that OPERATION was given OBJECT instead of a WHAT unless TEST is true."
  `(unless ,test (wrong ,operation ,what ,object)))
