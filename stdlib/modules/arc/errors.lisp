;;; Errors of Arc programs, in Arc's terms (module arc).
(in-package "TESSERA-ARC")

(define-condition arc-error (error)
  ((text :initarg :text :reader error-text))
  (:report (lambda (condition stream) (write-string (error-text condition) stream)))
  (:documentation "An error of an Arc program: what err signals, and the functions of Arc do."))

(define-condition arc-syntax-error (arc-error program-error)
  ((form :initarg :form :reader error-form))
  (:documentation "A form is not valid for its operator."))

(defun for-message (object)
  "Returns the object that represents OBJECT as an argument for ~A of FORMAT."
  (if (or (stringp object) (integerp object)) object (shown object)))

(defun fail (control &rest arguments)
  "Signals an ARC-ERROR with a message that CONTROL makes of ARGUMENTS: strings as they are, other objects as write
shows them."
  (error 'arc-error :text (apply #'format nil control (mapcar #'for-message arguments))))

(defun malformed (form control &rest arguments)
  "Signals that FORM is malformed, with a message that CONTROL makes of ARGUMENTS."
  (error 'arc-syntax-error :form form
                           :text (format nil "~A: ~A~@[ in ~A~]" (shown (if (consp form) (car form) form))
                                         (apply #'format nil control (mapcar #'for-message arguments))
                                         (and (consp form) (shown form)))))

(defun check-operands (form least most)
  "Signals an error unless FORM is a list with at least LEAST operands, and at most MOST if that is not NIL."
  (let ((count (tessera::%proper-length (cdr form))))
    (cond ((null count) (malformed form "the form is not a proper list"))
          ((or (< count least) (and most (> count most)))
           (malformed form "~D operand~:P instead of ~A" count (range-text least most))))))

(defun range-text (least most)
  "Returns the text for a number of arguments from LEAST to MOST."
  (cond ((eql least most) (format nil "~D" least))
        (most (format nil "~D to ~D" least most))
        (t (format nil "at least ~D" least))))

;;; Conditions of Common Lisp.

(defun name-text (name)
  "Returns the name in Arc of NAME, an operation of Common Lisp."
  (cond ((symbolp name)
         (cond ((cdr (assoc name '((oddp . "odd") (evenp . "even") (truncate . "trunc") (append . "join")))))
               ((eq (symbol-package name) (find-package "COMMON-LISP")) (string-downcase (symbol-name name)))
               (t (symbol-name name))))
        (t (shown name))))

(defun message (condition)
  "Returns the message of CONDITION in Arc's terms."
  (typecase condition
    (arc-error (error-text condition))
    (undefined-function (format nil "undefined variable: ~A" (name-text (cell-error-name condition))))
    (unbound-variable (format nil "undefined variable: ~A" (name-text (cell-error-name condition))))
    (division-by-zero "division by zero")
    (floating-point-overflow (format nil "~A: the result is too large for a float" (name-text (arithmetic-error-operation condition))))
    (storage-condition "the program needs more memory than there is")
    (file-error (format nil "Can't open ~A" (shown (namestring (file-error-pathname condition)))))
    (type-error (type-message condition))
    (tessera::wrong-argument-count (arguments-message condition))
    (t (machine-message condition))))

(defun arguments-message (condition)
  "Returns the message for CONDITION, a call with a wrong number of arguments."
  (let ((operation (tessera::%condition-operation condition))
        (parameters (tessera::%wrong-argument-parameters condition)))
    (format nil "~A: ~A argument~:P, but it takes ~A"
            (if (and operation (symbolp operation)) (name-text operation) "fn")
            (tessera::%wrong-argument-count condition)
            (if (stringp parameters) parameters (shown (arc-parameters parameters))))))

(defun arc-parameters (lambda-list)
  "Returns the parameter list of Arc for LAMBDA-LIST of Common Lisp."
  (labels ((name (parameter)
             (if (and (symbolp parameter) (not (eq (symbol-package parameter) (find-package "ARC"))))
                 (arc-symbol (string-downcase (symbol-name parameter)))
                 parameter))
           (walk (list optional)
             (cond ((null list) nil)
                   ((eq (car list) '&optional) (walk (cdr list) t))
                   ((eq (car list) '&rest) (name (cadr list)))
                   (t (cons (if optional
                                (list 'arc::|o| (name (if (consp (car list)) (caar list) (car list))))
                                (name (car list)))
                            (walk (cdr list) optional))))))
    (if (listp lambda-list) (walk lambda-list nil) lambda-list)))

(defun machine-message (condition)
  "Returns the message of CONDITION in Common Lisp's terms."
  (handler-case (let ((*print-circle* t) (*print-length* 50)) (princ-to-string condition))
    ((or error storage-condition) () "an error whose message cannot be shown")))

(defparameter *operations*
  '((car . "Can't take car of ~A") (cdr . "Can't take cdr of ~A") (first . "Can't take car of ~A") (rest . "Can't take cdr of ~A")
    (cadr . "Can't take cadr of ~A") (cddr . "Can't take cddr of ~A") (caar . "Can't take car of ~A") (cdar . "Can't take cdar of ~A")
    (rplaca . "Can't set car of ~A") (rplacd . "Can't set cdr of ~A") (length . "Can't get length of ~A")
    (tessera::%set-car . "Can't set car of ~A") (tessera::%set-cdr . "Can't set cdr of ~A"))
  "An alist from operations to Arc's messages for arguments of a wrong type.")

(defun type-message (condition)
  "Returns the message of CONDITION, a TYPE-ERROR, in Arc's terms."
  (let* ((operation (ignore-errors (slot-value condition 'tessera::%operation)))
         (known (assoc operation *operations*))
         (datum (type-error-datum condition)))
    (cond ((member operation '(endp mapcar)) (format nil "~A is not a list" (shown datum)))
          (known (format nil (cdr known) (shown datum)))
          ((and (symbolp operation) operation)
           (let ((type (type-text (type-error-expected-type condition))))
             (format nil "~A: ~A is not ~:[a~;an~] ~A" (name-text operation) (shown datum) (find (char type 0) "aeiou") type)))
          (t (machine-message condition)))))

(defun type-text (type)
  "Returns Arc's name for the Common Lisp TYPE."
  (if (consp type)
      (compound-type-text type)
      (case type
        ((number real rational float) "number")
        (integer "integer")
        (unsigned-byte "natural number")
        (character "character")
        (string "string")
        (function "function")
        (hash-table "table")
        ((list cons) "list")
        (symbol "symbol")
        (stream "port")
        (t (string-downcase (princ-to-string type))))))

(defun compound-type-text (type)
  "Returns the name of TYPE, a list: alternatives, or numbers of a range."
  (case (first type)
    (or (format nil "~{~A~^ or ~}" (mapcar #'type-text (rest type))))
    ((integer rational real float)
     (destructuring-bind (name &optional (low '*) (high '*)) type
       (format nil "~A~@[ from ~A~]~A" (type-text name) (and (realp low) low)
               (cond ((realp high) (format nil " to ~A" high))
                     ((consp high) (format nil " below ~A" (first high)))
                     (t " on")))))
    (t (type-text (first type)))))
