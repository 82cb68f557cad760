;;; JSON (RFC 8259) to Lisp and back, for the language server and the notebook kernel.
;;;
;;; An object is (:OBJECT (NAME . VALUE)*), an array is a simple vector; true is T, null is NIL, false is :FALSE. When
;;; writing, keywords stand for strings in JavaScript's case, and (:ARRAY . ITEMS) for an array.

(defpackage "TESSERA-JSON"
  (:use "COMMON-LISP")
  (:export "PARSE-JSON" "JSON-ERROR" "FIELD" "OBJECT" "WRITE-JSON" "JSON-TEXT")
  (:documentation "JSON for the protocols of editors and notebooks."))

(in-package "TESSERA-JSON")

(defconstant +deepest-json+ 200 "The maximum depth of arrays and objects that are read.")

(define-condition json-error (error)
  ((message :initarg :message :reader json-error-message))
  (:report (lambda (condition stream) (write-string (json-error-message condition) stream)))
  (:documentation "A text that is not valid JSON."))

(defun json-fail (control &rest arguments)
  "Signals a JSON-ERROR with a message that CONTROL makes of ARGUMENTS."
  (error 'json-error :message (apply #'format nil control arguments)))

;;; Reading.

(defvar *json* "" "The text that is read.")
(defvar *at* 0 "The index of the next character in it.")
(declaim (type string *json*) (type fixnum *at*))

(defun next-char ()
  "Returns the next character of the text; signals an error at its end."
  (if (< *at* (length *json*)) (char *json* *at*) (json-fail "The text ends within a value")))

(defun skip-blanks ()
  "Skips white space."
  (loop while (and (< *at* (length *json*)) (find (char *json* *at*) '(#\Space #\Newline #\Tab #\Return)))
        do (incf *at*)))

(defun expect (char)
  "Skips the next character; signals an error unless it is CHAR."
  (unless (char= (next-char) char) (json-fail "~S stands at ~D where ~S should" (next-char) *at* char))
  (incf *at*))

(defun read-word (word value)
  "Skips WORD, which must come next. Returns VALUE."
  (let ((end (+ *at* (length word))))
    (unless (and (<= end (length *json*)) (string= word *json* :start2 *at* :end2 end))
      (json-fail "No value begins at ~D" *at*))
    (setq *at* end)
    value))

(defun read-number ()
  "Reads a number. Returns it."
  (flet ((digits () (let ((start *at*))
                      (loop while (and (< *at* (length *json*)) (digit-char-p (char *json* *at*))) do (incf *at*))
                      (when (= start *at*) (json-fail "A digit is missing at ~D" *at*))))
         (at-p (chars) (and (< *at* (length *json*)) (find (char *json* *at*) chars))))
    (let ((start *at*) (float nil))
      (when (at-p "-") (incf *at*))
      (digits)
      (when (at-p ".") (setq float t) (incf *at*) (digits))
      (when (at-p "eE") (setq float t) (incf *at*) (when (at-p "+-") (incf *at*)) (digits))
      (when (> (- *at* start) 40) (json-fail "The number at ~D is too long" start))
      (if float
          (handler-case (let ((*read-default-float-format* 'double-float)) (values (read-from-string *json* t nil :start start :end *at*)))
            (error () (json-fail "The number at ~D is too large" start)))
          (parse-integer *json* :start start :end *at*)))))

(defun read-hex ()
  "Reads four hexadecimal digits. Returns their value."
  (let ((end (+ *at* 4)))
    (when (> end (length *json*)) (json-fail "The text ends within a character's number"))
    (unless (loop for i from *at* below end always (digit-char-p (char *json* i) 16)) (json-fail "No character's number stands at ~D" *at*))
    (prog1 (parse-integer *json* :start *at* :end end :radix 16) (setq *at* end))))

(defun read-escaped ()
  "Reads the rest of an escape after its backslash. Returns its character, or the replacement character for half a pair
of surrogates."
  (let ((char (next-char)))
    (incf *at*)
    (case char
      (#\n #\Newline) (#\t #\Tab) (#\r #\Return) (#\b #\Backspace) (#\f #\Page)
      ((#\" #\\ #\/) char)
      (#\u (let ((code (read-hex)))
             (cond ((and (<= #xD800 code #xDBFF) (eql (mismatch "\\u" *json* :start2 *at*) 2))
                    (incf *at* 2)
                    (let ((low (read-hex)))
                      (if (<= #xDC00 low #xDFFF)
                          (code-char (+ #x10000 (ash (- code #xD800) 10) (- low #xDC00)))
                          (code-char #xFFFD))))
                   ((<= #xD800 code #xDFFF) (code-char #xFFFD))
                   (t (code-char code)))))
      (t (json-fail "The escape \\~A at ~D is unknown" char *at*)))))

(defun read-json-string ()
  "Reads a string. Returns it."
  (expect #\")
  (with-output-to-string (text)
    (loop
      (let ((end (position-if (lambda (char) (or (char= char #\") (char= char #\\))) *json* :start *at*)))
        (unless end (json-fail "A string does not end"))
        (write-string *json* text :start *at* :end end)
        (setq *at* (1+ end))
        (if (char= (char *json* end) #\")
            (return)
            (write-char (read-escaped) text))))))

(defun read-items (close read)
  "Reads items, separated by commas, up to the character CLOSE. Returns a list of the values of READ, which reads one."
  (incf *at*)
  (skip-blanks)
  (if (char= (next-char) close)
      (progn (incf *at*) '())
      (loop collect (funcall read)
            do (skip-blanks)
            until (prog1 (char= (next-char) close) (unless (find (next-char) (list close #\,)) (expect #\,)) (incf *at*)))))

(defun read-value (depth)
  "Reads a value that is DEPTH deep in others. Returns it."
  (when (> depth +deepest-json+) (json-fail "Arrays and objects nest too deep"))
  (skip-blanks)
  (case (next-char)
    (#\{ (cons :object (read-items #\} (lambda ()
                                         (skip-blanks)
                                         (let ((name (read-json-string)))
                                           (skip-blanks)
                                           (expect #\:)
                                           (cons name (read-value (1+ depth))))))))
    (#\[ (coerce (read-items #\] (lambda () (read-value (1+ depth)))) 'simple-vector))
    (#\" (read-json-string))
    (#\t (read-word "true" t))
    (#\f (read-word "false" :false))
    (#\n (read-word "null" nil))
    (t (read-number))))

(defun parse-json (text)
  "Returns the value of TEXT, a string. Signals a JSON-ERROR if it is not valid.

    (parse-json \"[1, {\\\"a\\\": true}]\")   ; #(1 (:OBJECT (\"a\" . T)))"
  (let ((*json* text) (*at* 0))
    (prog1 (read-value 0)
      (skip-blanks)
      (when (< *at* (length text)) (json-fail "More text follows the value, at ~D" *at*)))))

(defun field (value &rest names)
  "Returns the value that the first of NAMES has in the object VALUE, the next one has in that value, and so on; NIL if
it is missing, null or false."
  (dolist (name names (if (eq value :false) nil value))
    (setq value (and (consp value) (eq (car value) :object) (cdr (assoc name (cdr value) :test #'string=))))))

;;; Writing.

(defun object (&rest names-and-values)
  "Returns a JSON object of NAMES-AND-VALUES, without those whose value is :ABSENT."
  (cons :object (loop for (name value) on names-and-values by #'cddr
                      unless (eq value :absent) collect (cons name value))))

(defun write-json-string (string stream)
  "Writes STRING in quotes to STREAM, with escapes."
  (write-char #\" stream)
  (loop for char across string
        do (case char
             (#\" (write-string "\\\"" stream))
             (#\\ (write-string "\\\\" stream))
             (#\Newline (write-string "\\n" stream))
             (t (if (< (char-code char) 32)
                    (format stream "\\u~4,'0x" (char-code char))
                    (write-char char stream)))))
  (write-char #\" stream))

(defun write-items (open close items write stream)
  "Writes OPEN, ITEMS by the function WRITE with commas between them, and CLOSE to STREAM."
  (write-char open stream)
  (let ((first t))
    (map nil (lambda (item)
               (if first (setq first nil) (write-char #\, stream))
               (funcall write item))
         items))
  (write-char close stream))

(defun write-json (value stream)
  "Writes VALUE as JSON to STREAM."
  (cond ((null value) (write-string "null" stream))
        ((eq value t) (write-string "true" stream))
        ((eq value :false) (write-string "false" stream))
        ((stringp value) (write-json-string value stream))
        ((integerp value) (format stream "~D" value))
        ((realp value) (format stream "~F" value))
        ((simple-vector-p value) (write-items #\[ #\] value (lambda (item) (write-json item stream)) stream))
        ((eq (car value) :array) (write-items #\[ #\] (cdr value) (lambda (item) (write-json item stream)) stream))
        (t (write-items #\{ #\} (cdr value)
                        (lambda (entry)
                          (write-json-string (car entry) stream)
                          (write-char #\: stream)
                          (write-json (cdr entry) stream))
                        stream))))

(defun json-text (value)
  "Returns VALUE as JSON, a string."
  (with-output-to-string (stream) (write-json value stream)))
