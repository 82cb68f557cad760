;;; WRITE and DISPLAY: from objects to text (Scheme's library).

(in-package "TESSERA-SCHEME")

(defvar *displaying* nil "True if strings and characters are written without quotes.")
(defvar *shared* nil "A table from the objects that get a label to its number, or to T before it is given; or NIL.")
(defvar *next-label* 0)

;;; Which objects get labels.

(defun parts-within (object)
  "Returns a list of the parts of OBJECT that the writer writes, the last first."
  (cond ((consp object) (list (cdr object) (car object)))
        ((simple-vector-p object) (reverse (coerce object 'list)))))

;;; Atoms.

(defun write-string-datum (string stream)
  "Writes STRING in quotes to STREAM, with escapes."
  (write-char #\" stream)
  (loop for char across string
        do (case char
             (#\" (write-string "\\\"" stream))
             (#\\ (write-string "\\\\" stream))
             (#\Newline (write-string "\\n" stream))
             (#\Tab (write-string "\\t" stream))
             (#\Return (write-string "\\r" stream))
             (t (case (char-code char)
                  (7 (write-string "\\a" stream))
                  ((0 1 2 3 4 5 6 8 127) (format stream "\\x~(~X~);" (char-code char)))
                  (t (write-char char stream))))))
  (write-char #\" stream))

(defun write-character (char stream)
  "Writes the character CHAR as a literal to STREAM."
  (write-string "#\\" stream)
  (let ((name (car (find (char-code char) *character-names* :key #'cdr))))
    (cond (name (write-string name stream))
          ((or (< (char-code char) 32) (<= 128 (char-code char) 160)) (format stream "x~(~X~)" (char-code char)))
          (t (write-char char stream)))))

(defun infinite-name-p (name)
  "True if NAME begins as +inf.0 and +nan.0 do, which other systems read as a number."
  (and (> (length name) 5) (find (char name 0) "+-") (member (subseq name 1 6) '("inf.0" "nan.0") :test #'string-equal)))

(defun plain-name-p (name)
  "True if the symbol NAME is read as itself without bars."
  (and (plusp (length name))
       (string/= name ".")
       (not (text-number name 10))
       (not (infinite-name-p name))
       (every (lambda (char) (and (graphic-char-p char) (not (ends-atom-p char)))) name)
       (char/= (char name 0) #\#)))

(defun write-symbol (symbol stream)
  "Writes SYMBOL to STREAM, in bars if it needs them."
  (let ((name (symbol-name symbol)))
    (if (or *displaying* (plain-name-p name))
        (write-string name stream)
        (progn
          (write-char #\| stream)
          (loop for char across name
                do (case char
                     ((#\| #\\) (write-char #\\ stream) (write-char char stream))
                     (#\Newline (write-string "\\n" stream))
                     (#\Tab (write-string "\\t" stream))
                     (t (if (< (char-code char) 32) (format stream "\\x~(~X~);" (char-code char)) (write-char char stream)))))
          (write-char #\| stream)))))

(defun symbol-text (symbol)
  "Returns the name of SYMBOL, in small letters if it is Common Lisp's."
  (if (member (symbol-package symbol) (load-time-value (mapcar #'find-package '("COMMON-LISP" "TESSERA" "TESSERA-SCHEME"))))
      (string-downcase symbol)
      (symbol-name symbol)))

(defun procedure-name (function)
  "Returns the name of the procedure FUNCTION as a string, or NIL."
  (let ((name (tessera::%function-name function)))
    (and name (symbolp name) (symbol-text name))))

(defun write-record (record stream)
  "Writes RECORD, its type and its fields to STREAM."
  (let ((type (gethash (tessera::%instance-class record) *record-types*)))
    (format stream "#<~A" (record-type-name type))
    (loop for field in (record-type-fields type)
          for i from 0
          do (format stream " ~A: " field)
             (write-part (tessera::%instance-ref record i) stream))
    (write-char #\> stream)))

(defun write-atom (object stream)
  "Writes OBJECT, which is neither a pair nor a vector, to STREAM."
  (typecase object
    (null (write-string "()" stream))
    (symbol (cond ((eq object t) (write-string "#t" stream))
                  ((eq object 'false) (write-string "#f" stream))
                  (t (write-symbol object stream))))
    (integer (let ((*print-base* 10) (*print-radix* nil)) (prin1 object stream)))
    (number (write-string (number-text object 10) stream))
    (string (if *displaying* (write-string object stream) (write-string-datum object stream)))
    (character (if *displaying* (write-char object stream) (write-character object stream)))
    (function (format stream "#<procedure~@[ ~A~]>" (procedure-name object)))
    (singleton (write-string (singleton-text object) stream))
    (alias (write-symbol (base-symbol object) stream))
    (delayed (write-string "#<promise>" stream))
    (record-type (format stream "#<record type ~A>" (record-type-name object)))
    (record (write-record object stream))
    (condition (format stream "#<error ~A>" (condition-text object)))
    (hash-table (format stream "#<hash-table ~D>" (hash-table-count object)))
    (stream (write-string (if (input-stream-p object) "#<input-port>" "#<output-port>") stream))
    (t (if (bytevector-p object)
           (format stream "#u8(~{~D~^ ~})" (coerce object 'list))
           (let ((*print-pretty* nil)) (prin1 object stream))))))

;;; Objects with parts. Nested ones only use Lisp's own stack.

(defun label-of (object stream)
  "Writes the label of OBJECT to STREAM if it has one. Returns true if OBJECT was written before, so that the label
suffices."
  (let ((number (and *shared* (gethash object *shared*))))
    (cond ((null number) nil)
          ((integerp number) (format stream "#~D#" number) t)
          (t (setf (gethash object *shared*) *next-label*)
             (format stream "#~D=" *next-label*)
             (incf *next-label*)
             nil))))

(defun quotation-prefix (object)
  "Returns the abbreviation for the list OBJECT, such as ' for (quote x), or NIL."
  (and (symbolp (car object)) (consp (cdr object)) (null (cddr object))
       (not (and *shared* (gethash (cdr object) *shared*)))
       (cond ((eq (car object) (sym "quote")) "'")
             ((eq (car object) (sym "quasiquote")) "`")
             ((eq (car object) (sym "unquote")) ",")
             ((eq (car object) (sym "unquote-splicing")) ",@"))))

(defvar *level* nil "The number of further levels that are written, or NIL for all.")

(defun write-part (object stream)
  "Writes OBJECT, which may be part of another, to STREAM."
  (cond ((not (or (consp object) (simple-vector-p object))) (write-atom object stream))
        ((label-of object stream))
        ((and (consp object) (quotation-prefix object))
         (write-string (quotation-prefix object) stream)
         (write-part (cadr object) stream))
        ((eql *level* 0) (write-string "..." stream))
        (t (let ((*level* (and *level* (1- *level*))))
             (if (consp object) (write-list object stream) (write-vector object stream))))))

(defun write-vector (vector stream)
  "Writes VECTOR to STREAM."
  (write-string "#(" stream)
  (dotimes (i (length vector))
    (when (plusp i) (write-char #\Space stream))
    (when (and *print-length* (>= i *print-length*)) (write-string "..." stream) (return))
    (write-part (svref vector i) stream))
  (write-char #\) stream))

(defun write-list (list stream)
  "Writes LIST, which may end in any object, to STREAM."
  (write-char #\( stream)
  (write-part (car list) stream)
  (let ((rest (cdr list)) (count 1))
    (loop
      (cond ((null rest) (return))
            ((and *print-length* (>= count *print-length*)) (write-string " ..." stream) (return))
            ((and (consp rest) (not (and *shared* (gethash rest *shared*))))
             (write-char #\Space stream)
             (write-part (pop rest) stream)
             (incf count))
            (t (write-string " . " stream)
               (write-part rest stream)
               (return)))))
  (write-char #\) stream))

(defun write-object (object stream &optional (labels :circles))
  "Writes OBJECT to STREAM. LABELS says which parts get a label: :CIRCLES, :ALL that occur more than once, or :NONE."
  (if (or (consp object) (simple-vector-p object))
      (let ((*shared* (and (not (eq labels :none))
                           (tessera::%circular-parts object #'parts-within (eq labels :all))))
            (*next-label* 0)
            (*level* *print-level*))
        (write-part object stream))
      (write-atom object stream)))

(defun condition-text (condition)
  "Returns the message of CONDITION in Scheme's terms."
  (if (typep condition '(or scheme-error raised)) (tessera::%safe-message condition) (translated-message condition)))
