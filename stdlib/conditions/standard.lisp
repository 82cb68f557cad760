;;; The standard's condition classes, their readers and messages (chapter 9).
(in-package "TESSERA")

;;; Messages. A condition that a failing operator made begins with its name: "CAR: 5 is not of type LIST".

(define-condition condition ()
  ((%operation :initarg :%operation :initform nil :reader %condition-operation)
   (%control :initarg :format-control :initform nil :reader %condition-control)
   (%arguments :initarg :format-arguments :initform '() :reader %condition-arguments)))

(defun %public-name (operation)
  "Returns the name by which users know the operator OPERATION: (SETF CAR) for %SET-CAR, MEMBER for %MEMQ, GETENV for
%GETENV; NIL if users do not know it."
  (let ((known (%assq operation '((%memq . member) (%memql . member) (%assq . assoc) (%assql . assoc)
                                  (%hash-table-walk . maphash) (%vector-position . position)
                                  (%vector-find . find) (%vector-count . count) (%read-form . read)
                                  (%program-module-directories . require))))
        (name (if (symbolp operation) (symbol-name operation) "")))
    (cond (known (cdr known))
          ((and (> (length name) 5) (string= name "%SET-" :end1 5))
           (let ((place (find-symbol (subseq name 5) "COMMON-LISP"))) (and place (list 'setf place))))
          ((and (> (length name) 0) (char= (char name 0) #\%))
           (let ((public (find-symbol (subseq name 1) "TESSERA"))) (and public (fboundp public) public)))
          (t operation))))

;;; The compiler replaces calls of some operators by instructions, which fail in the name of a simpler operator.

(defparameter *replaced-operators*
  '(first second third fourth fifth sixth seventh eighth ninth tenth rest pop push 1+ 1- zerop plusp minusp /= char/= incf decf setf
    dotimes loop ldb concatenate))
(defparameter *operators-of-instructions* '(car cdr cadr cddr rplaca rplacd + - = < > <= >= char= logand length))

(defvar *typed-operator* nil "While a condition is reported to the user, the operator of the form that failed, as it stands in the source, or NIL.")

(defun %write-operation (condition stream)
  "Writes the name of the operator that failed with CONDITION, and a colon."
  (let* ((failed (%condition-operation condition))
         (operation (if (and (%memq *typed-operator* *replaced-operators*) (%memq failed *operators-of-instructions*))
                        *typed-operator*
                        (%public-name failed))))
    (when operation
      (princ operation stream)
      (write-string ": " stream))))

(defun %write-control (condition stream)
  "Writes the message of CONDITION that its format control and arguments make."
  (let ((control (%condition-control condition)) (arguments (%condition-arguments condition)))
    (cond ((null control))
          ((not (fboundp 'format)) (prin1 (cons control arguments) stream))  ; while the library is being built
          ((null arguments) (if (and (stringp control) (not (find #\~ control)))
                                (write-string control stream)
                                (%format-message stream control '())))
          (t (%format-message stream control arguments)))))

(defun %report (condition stream &rest parts)
  "Writes the message of CONDITION: the operator, and the given message, or else PARTS: strings as they are, other
objects in a list to be printed with escapes."
  (%write-operation condition stream)
  (if (%condition-control condition)
      (%write-control condition stream)
      (dolist (part parts)
        (if (consp part)
            (prin1 (car part) stream)
            (write-string part stream)))))

(defun %slot-or-nil (condition slot)
  "Returns the value of SLOT of CONDITION, NIL if it has none."
  (let ((value (%condition-slot condition slot)))
    (if (%unbound-marker-p value) nil value)))

(defmacro %define-standard-condition (name supers slots &rest report)
  "Defines a condition class. SLOTS are lists of name, reader and initarg. %REPORT makes its message from the forms
REPORT, in which SELF is the condition; without REPORT the message is inherited."
  `(define-condition ,name ,supers
     ,(mapcar (lambda (slot)
                `(,(car slot) :reader ,(cadr slot) :initarg ,(caddr slot)
                  :documentation ,(%joined-names "Returns the " (string-downcase (car slot)) " of CONDITION; a TYPE-ERROR if "
                                                 "it is not of type " name ".")))
              slots)
     ,@(if report
           `((:report (lambda (self stream) (%report self stream ,@report))))
           '())))

(defun %default-report (condition stream)
  "Writes the message of CONDITION to STREAM if no class of it defines a message."
  (%report condition stream "condition of type " (list (%class-name (%instance-class condition)))))

(setf (%class-report (%find-class 'condition)) #'%default-report)

;;; The hierarchy. SIMPLE-CONDITION reads the slots that every condition has.

(%define-standard-condition warning (condition) ())
(%define-standard-condition style-warning (warning) ())
(%define-standard-condition serious-condition (condition) ())
(%define-standard-condition error (serious-condition) ())
(%define-standard-condition simple-condition (condition) ())
(%define-standard-condition simple-error (simple-condition error) ())
(%define-standard-condition simple-warning (simple-condition warning) ())

(defun simple-condition-format-control (condition)
  "Returns the format control that the simple CONDITION was made with. A TYPE-ERROR if it is not a SIMPLE-CONDITION."
  (%check-condition condition 'simple-condition 'simple-condition-format-control)
  (%condition-control condition))

(defun simple-condition-format-arguments (condition)
  "Returns the arguments for the format control of the simple CONDITION. A TYPE-ERROR if it is not a SIMPLE-CONDITION."
  (%check-condition condition 'simple-condition 'simple-condition-format-arguments)
  (%condition-arguments condition))

(%define-standard-condition storage-condition (serious-condition) () "storage is exhausted")
(%define-standard-condition stack-exhausted (storage-condition) ()
  "the control stack is exhausted: a recursion is too deep or does not end")
(%define-standard-condition heap-exhausted (storage-condition) ()
  "the heap is exhausted: too many live objects, or one that is too large")
(%define-standard-condition interactive-interrupt (serious-condition) () "interrupted")
(export 'interactive-interrupt)

(%define-standard-condition type-error (error)
    ((datum type-error-datum :datum) (expected-type type-error-expected-type :expected-type))
  (list (%slot-or-nil self 'datum)) " is not of type " (list (%slot-or-nil self 'expected-type)))
(%define-standard-condition simple-type-error (simple-condition type-error) ())
(%define-standard-condition index-error (type-error) ((whole %index-error-whole :whole)))

(setf (%class-report (%find-class 'index-error))
      (lambda (self stream)
        (let ((whole (%slot-or-nil self 'whole)) (*print-length* (or *print-length* 10)) (*print-level* (or *print-level* 4)))
          (%report self stream "the index " (list (%slot-or-nil self 'datum)) " is outside of " (list whole)
                   (if (and (arrayp whole) (/= (array-rank whole) 1)) ", whose dimensions are " ", whose length is ")
                   (list (if (and (arrayp whole) (/= (array-rank whole) 1)) (array-dimensions whole) (length whole)))))))

(%define-standard-condition bounds-error (type-error) ((bound %bounds-error-bound :bound)))

(setf (%class-report (%find-class 'bounds-error))
      (lambda (self stream)
        (destructuring-bind (&optional low high) (cdr (%slot-or-nil self 'expected-type))
          (%report self stream "the " (string-downcase (%slot-or-nil self 'bound)) " " (list (%slot-or-nil self 'datum))
                   " is not an integer from " (list low) (if high " to " " on") (if high (list high) "")))))

(%define-standard-condition cell-error (error) ((name cell-error-name :name))
  "there is no value for " (list (%slot-or-nil self 'name)))
(%define-standard-condition unbound-variable (cell-error) ())
(%define-standard-condition undefined-function (cell-error) ())
(%define-standard-condition unbound-slot (cell-error) ((instance unbound-slot-instance :instance))
  "the slot " (list (%slot-or-nil self 'name)) " has no value in " (list (%slot-or-nil self 'instance)))

(setf (%class-report (%find-class 'unbound-variable))
      (lambda (self stream)
        (write-string "the variable " stream)
        (prin1 (%slot-or-nil self 'name) stream)
        (write-string " is unbound" stream)))

(setf (%class-report (%find-class 'undefined-function))
      (lambda (self stream)
        (let ((name (%slot-or-nil self 'name)))
          (cond ((%memq name '(nil t)) (prin1 name stream) (write-string " is not a function" stream))
                (t (write-string "the function " stream)
                   (prin1 name stream)
                   (write-string " is undefined" stream))))))

(%define-standard-condition arithmetic-error (error)
    ((operation arithmetic-error-operation :operation) (operands arithmetic-error-operands :operands))
  "arithmetic error" (%operands-text self))
(%define-standard-condition division-by-zero (arithmetic-error) () "division by zero" (%operands-text self))
(%define-standard-condition floating-point-overflow (arithmetic-error) () "floating-point overflow" (%operands-text self))
(%define-standard-condition floating-point-underflow (arithmetic-error) () "floating-point underflow" (%operands-text self))
(%define-standard-condition floating-point-inexact (arithmetic-error) () "inexact floating-point result" (%operands-text self))
(%define-standard-condition floating-point-invalid-operation (arithmetic-error) ()
  "invalid floating-point operation" (%operands-text self))

(defun %operands-text (condition)
  "Returns the text after the message of an arithmetic error: the call that failed, if it is known."
  (let ((operation (or (%slot-or-nil condition 'operation) (%condition-operation condition)))
        (operands (%slot-or-nil condition 'operands)))
    (if (and operation operands)
        (%joined-names ": " (prin1-to-string (cons operation operands)))
        "")))

(defun %count-message (count parameters)
  "Returns the message for a call with COUNT arguments. PARAMETERS is the lambda list, or the right number in words."
  (format nil "called with ~D argument~:P, but takes ~A~@[; the lambda list is ~A~]" count
          (if (listp parameters) (multiple-value-call #'%count-text (%lambda-list-arity parameters)) parameters)
          (and (listp parameters) (princ-to-string parameters))))

(%define-standard-condition program-error (error) () "the program is malformed")
(%define-standard-condition simple-program-error (simple-condition program-error) ())
(%define-standard-condition malformed-operator (simple-program-error) ())   ; of the first of its format arguments
(%define-standard-condition unknown-keyword (program-error) ((keyword %unknown-keyword :keyword) (known %known-keywords :known))
  (list (%slot-or-nil self 'keyword)) " is not a keyword argument; known are "
  (format nil "~:[none~;~:*~{~S~^, ~}~]" (%slot-or-nil self 'known)))
(%define-standard-condition wrong-argument-count (program-error)
    ((count %wrong-argument-count :count)             ; how many arguments the call had
     (parameters %wrong-argument-parameters :parameters)   ; the lambda list, or a text such as "1 or 2"
     (anonymous %wrong-argument-anonymous :anonymous))
  (if (%slot-or-nil self 'anonymous) "an anonymous function was " "")
  (%count-message (%slot-or-nil self 'count) (%slot-or-nil self 'parameters)))
(%define-standard-condition control-error (error) () "a transfer of control has no target")
(%define-standard-condition simple-control-error (simple-condition control-error) ())
(%define-standard-condition parse-error (error) () "the text cannot be parsed")
(%define-standard-condition simple-parse-error (simple-condition parse-error) ())
(%define-standard-condition package-error (error) ((package package-error-package :package))
  "there is a problem with the package " (list (%slot-or-nil self 'package)))
(%define-standard-condition simple-package-error (simple-condition package-error) ())
(%define-standard-condition print-not-readable (error) ((object print-not-readable-object :object))
  (let ((*print-readably* nil)) (prin1-to-string (%slot-or-nil self 'object))) " cannot be printed readably")
(%define-standard-condition stream-error (error)
    ((stream stream-error-stream :stream)
     (%line %stream-error-line :%line) (%column %stream-error-column :%column))    ; of the text that cannot be read
  "there is a problem with the stream " (list (%slot-or-nil self 'stream)))
(%define-standard-condition simple-stream-error (simple-condition stream-error) ())
(%define-standard-condition broken-pipe (simple-stream-error) ())    ; nobody reads any more what is written
(export 'broken-pipe)
(%define-standard-condition end-of-file (stream-error) ()
  "end of file on " (let ((stream (%slot-or-nil self 'stream)))
                      (if (and (typep stream 'synonym-stream) (eq (synonym-stream-symbol stream) '*stdin*))
                          "the standard input"
                          (list stream))))
(%define-standard-condition reader-error (parse-error stream-error) ())

(defun %write-text-position (condition stream control)
  "Writes to STREAM where the text is that CONDITION is about, by CONTROL of line and column, if that is known."
  (let ((line (%slot-or-nil condition '%line)))
    (when line (format stream control line (%slot-or-nil condition '%column)))))

(setf (%class-report (%find-class 'reader-error))
      (lambda (self stream)
        (%report self stream "the text cannot be read")
        (%write-text-position self stream " (line ~D, column ~D)")))

(%define-standard-condition simple-reader-error (simple-condition reader-error) ())
(%define-standard-condition file-error (error)
    ((pathname file-error-pathname :pathname)
     (%reason %file-error-reason :%reason))    ; the system's, a string, or NIL
  "there is a problem with the file " (list (%slot-or-nil self 'pathname)))
(%define-standard-condition simple-file-error (simple-condition file-error) ())
