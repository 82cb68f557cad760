;;; Errors of the VM and of natives in Scheme's terms (Scheme's library).

(in-package "TESSERA-SCHEME")

(defparameter *operators*
  '((svref . "vector-ref") (tessera::%set-svref . "vector-set!") (char . "string-ref") (aref . "vector-ref")
    (rem . "remainder") (mod . "modulo") (truncate . "quotient") (rplaca . "set-car!") (rplacd . "set-cdr!") (char-code . "char->integer")
    (char= . "char=?") (zerop . "zero?") (plusp . "positive?") (minusp . "negative?") (oddp . "odd?") (evenp . "even?") (multiple-value-call . "call-with-values")
    (reverse . "reverse") (sqrt . "sqrt") (isqrt . "exact-integer-sqrt"))
  "An alist from operators of Common Lisp to the names of the standard procedures that are compiled as them.")

(defparameter *types*
  '((number . "a number") (real . "a real number") (integer . "an integer") (rational . "a rational number") (float . "an inexact number")
    (list . "a list") (cons . "a pair") (symbol . "a symbol") (string . "a string") (character . "a character") (vector . "a vector")
    (simple-vector . "a vector") (function . "a procedure") (stream . "a port") (hash-table . "a hash table") (sequence . "a list or vector")))

(defparameter *written-as*
  '(("=" "zero?") (">" "positive?") ("<" "negative?") ("vector-ref" "vector-set!"))
  "An alist from the name of a standard procedure to those of the procedures that share its instruction.")

(defun operator-text (operation)
  "Returns the name of OPERATION, a symbol, for a Scheme programmer; or NIL."
  (cond ((null operation) nil)
        ((cdr (assoc operation *operators*)))
        ((not (symbolp operation)) (princ-to-string operation))
        (t (symbol-text operation))))

(defun operator-at-place (frame)
  "Returns the text after the opening parenthesis at the position of FRAME, or NIL if its source is not known."
  (let* ((line (tessera::%frame-line frame)) (column (tessera::%frame-column frame))
         (text (and line column (plusp line) (tessera:source-line (tessera::%frame-file frame) line))))
    (and text (<= 1 column (length text)) (char= (char text (1- column)) #\()
         (subseq text column (position-if #'ends-atom-p text :start column)))))

(defun name-operation (condition)
  "Replaces the operation of CONDITION by the name that stands in the program, while its position is known."
  (let* ((name (operator-text (tessera::%condition-operation condition))) (written (operator-as-written name)))
    (unless (eq written name)
      (setf (slot-value condition 'tessera::%operation) written))))

(defun operator-as-written (name)
  "Returns NAME, the name of an operation, or that of the procedure at the innermost source position that shares its
instruction."
  (let ((others (cdr (assoc name *written-as* :test #'equal))))
    (or (and others
             (loop for frame in (tessera::%user-frames)
                   repeat 20                      ; handlers of the error may be within
                   for there = (operator-at-place frame)
                   when (equal there name) return nil
                   when (find there others :test #'equal) return there))
        name)))

(defun type-text (type)
  "Returns the description of objects of TYPE, a type of Common Lisp, for a message."
  (or (cdr (assoc type *types*)) (format nil "of type ~(~A~)" type)))

(defun argument-text (condition)
  "Returns the message in Scheme's terms if CONDITION is about a wrong number of arguments; else NIL."
  (and (typep condition 'tessera::wrong-argument-count)
       (let ((parameters (tessera::%wrong-argument-parameters condition)))
         (format nil "~A: wrong number of arguments: ~D given, it takes ~A"
                 (or (operator-text (tessera::%condition-operation condition)) "a procedure")
                 (tessera::%wrong-argument-count condition)
                 (if (stringp parameters) parameters (lambda-list-text parameters))))))

(defun lambda-list-text (lambda-list)
  "Returns the number of arguments, as a text, for the Common Lisp LAMBDA-LIST."
  (let* ((least (or (position-if (lambda (parameter) (member parameter lambda-list-keywords)) lambda-list) (length lambda-list)))
         (optional (member '&optional lambda-list)))
    (cond ((intersection '(&rest &key) lambda-list) (format nil "~D or more" least))
          (optional (format nil "~D to ~D" least (+ least (length (rest optional)))))
          (t (format nil "~D" least)))))

(defvar *libraries* '() "All libraries that are loaded.")

(defun unbound-text (location)
  "Returns the message for the unbound variable at LOCATION. It names a standard library that exports the name, if the
program did not import it."
  (let* ((name (symbol-name location))
         (library (find-if (lambda (library) (exports-p library name)) *libraries* :from-end t)))
    (format nil "unbound variable: ~A~@[ (it is in ~A)~]" name (and library (object-text (library-name library))))))

(defun translated-message (condition)
  "Returns the message of CONDITION, which Scheme did not signal itself, in Scheme's terms."
  (let ((operation (operator-as-written (operator-text (tessera::%condition-operation condition)))))
    (flet ((with-operation (text) (if operation (format nil "~A: ~A" operation text) text)))
      (typecase condition
        (unbound-variable (unbound-text (cell-error-name condition)))
        (undefined-function
         (let ((name (cell-error-name condition)))
           (cond ((not (symbolp name)) (tessera::%safe-message condition))
                 ((or (null name) (member name '(t false)) (eq (symbol-package name) *symbols*))
                  (format nil "not a procedure: ~A" (object-text name)))
                 (t (unbound-text name)))))
        (tessera::index-error
         (let ((whole (tessera::%slot-or-nil condition 'tessera::whole)))
           (with-operation (format nil "not an index below ~D: ~A" (if (typep whole 'sequence) (length whole) 0)
                                   (object-text (type-error-datum condition))))))
        (division-by-zero
         (format nil "~@[~A: ~]division by zero" operation))
        (type-error
         (if (and (eq (type-error-expected-type condition) 'function) (member operation '("funcall" "apply" "multiple-value-call" "call-with-values") :test #'equal))
             (format nil "not a procedure: ~A" (object-text (type-error-datum condition)))
             (with-operation (format nil "not ~A: ~A" (type-text (type-error-expected-type condition)) (object-text (type-error-datum condition))))))
        (program-error
         (or (argument-text condition) (tessera::%safe-message condition)))
        (t (tessera::%safe-message condition))))))

(defun report (condition)
  "Returns the line about CONDITION that the prompt and scripts show."
  (typecase condition
    (raised (format nil "Error: uncaught object: ~A" (object-text (raised-payload condition))))
    (tessera:interactive-interrupt "Interrupted")
    (t (format nil "Error: ~A" (condition-text condition)))))
