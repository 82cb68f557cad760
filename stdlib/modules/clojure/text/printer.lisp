;;; How values are written: as the reader takes them, and for people (module clojure).

(in-package "TESSERA-CLOJURE")

(defvar *print-elements* nil "The number of elements of a collection that are written at most, or NIL: Clojure's *print-length*.")
(defvar *readable* t "False if strings and characters are written for people: Clojure's variable.")
(defvar *print-depth* nil "The depth to which collections within each other are written, or NIL: Clojure's *print-level*.")

(defparameter *character-names*
  '((#\Newline . "newline") (#\Space . "space") (#\Tab . "tab") (#\Return . "return") (#\Page . "formfeed") (#\Backspace . "backspace"))
  "The characters that have names.")

(defun write-character-name (character stream)
  "Writes CHARACTER to STREAM as the reader takes it."
  (write-char #\\ stream)
  (write-string (or (cdr (assoc character *character-names*)) (string character)) stream))

(defun write-quoted (string stream)
  "Writes STRING as a literal."
  (write-char #\" stream)
  (do ((index 0 (+ index 1))) ((eql index (length string)))
    (let ((character (char string index)))
      (case character
        (#\" (write-string "\\\"" stream))
        (#\\ (write-string "\\\\" stream))
        (#\Newline (write-string "\\n" stream))
        (#\Tab (write-string "\\t" stream))
        (#\Return (write-string "\\r" stream))
        (#\Page (write-string "\\f" stream))
        (#\Backspace (write-string "\\b" stream))
        (t (write-char character stream)))))
  (write-char #\" stream))

(defun float-text (number)
  "Returns NUMBER, a float, in Java's notation."
  (let ((double (coerce number 'double-float)))
    (cond ((/= double double) "NaN")
          ((> double most-positive-double-float) "Infinity")
          ((< double most-negative-double-float) "-Infinity")
          (t (let ((*read-default-float-format* (if (typep number 'single-float) 'single-float 'double-float)))
               (substitute #\E #\e (prin1-to-string number)))))))

(defun write-number (number stream readably)
  "Writes NUMBER to STREAM; if READABLY is true, as the reader takes it."
  (typecase number
    (integer (format stream "~D" number)
             (when (and readably (not (typep number '(signed-byte 64)))) (write-char #\N stream)))
    (float (let ((text (float-text number)))
             (cond ((not (and readably (find (char text (- (length text) 1)) "Ny"))) (write-string text stream))
                   ((string= text "NaN") (write-string "##NaN" stream))
                   ((string= text "Infinity") (write-string "##Inf" stream))
                   (t (write-string "##-Inf" stream)))))
    (ratio (format stream "~D/~D" (numerator number) (denominator number)))
    (big (format stream "~D~:[~;N~]" (big-value number) readably))
    (decimal (format stream "~A~:[~;M~]" (decimal-text number) readably))))

(defmacro with-depth ((stream) &body body)
  "Evaluates BODY one level deeper, unless that is too deep."
  `(if (and *print-depth* (<= *print-depth* 0))
       (write-char #\# ,stream)
       (let ((*print-depth* (and *print-depth* (- *print-depth* 1)))) ,@body)))

(defun write-elements (open collection close stream readably)
  "Writes the elements of COLLECTION between OPEN and CLOSE."
  (with-depth (stream)
    (write-string open stream)
    (let ((count 0))
      (do-seq (element collection)
        (unless (eql count 0) (write-char #\Space stream))
        (when (eql count *print-elements*)
          (write-string "..." stream)
          (return))
        (write-object element stream readably)
        (incf count)))
    (write-string close stream)))

(defun write-entries (open map stream readably)
  "Writes the entries of MAP after OPEN."
  (with-depth (stream)
    (write-string open stream)
    (let ((count 0))
      (do-seq (entry map)
        (unless (eql count 0) (write-string ", " stream))
        (when (eql count *print-elements*)
          (write-string "..." stream)
          (return))
        (write-object (vector-nth entry 0) stream readably)
        (write-char #\Space stream)
        (write-object (vector-nth entry 1) stream readably)
        (incf count)))
    (write-string "}" stream)))

(defun write-instance (instance stream readably)
  "Writes INSTANCE to STREAM: by its method toString, as a record, or by the name of its type."
  (let ((type (instance-type instance)) (method (instance-method instance "toString")))
    (cond (method (write-string (funcall method instance) stream))
          ((jtype-recordp type) (write-entries (format nil "#~A{" (jtype-name type)) (record-map instance) stream readably))
          (t (format stream "#object[~A]" (jtype-name type))))))

(defun write-exception (condition stream)
  "Writes CONDITION to STREAM with its message, its data and its class."
  (format stream "#error {:cause ~A~@[, :data ~A~], :class ~A}" (written (exception-message condition))
          (and (exception-data condition) (written (exception-data condition)))
          (class-name-of condition)))

(defun function-name-text (name)
  "Returns the written form of the NAME of a function of Common Lisp; NAME may be a symbol in the package of a
namespace."
  (cond ((not (symbolp name)) (if (and (consp name) (eq (car name) 'lambda)) "fn" (princ-to-string name)))
        ((var-of-symbol name) (format nil "~A/~A" (var-namespace-name (var-of-symbol name)) (var-name (var-of-symbol name))))
        ((eq (symbol-package name) *symbols*) (symbol-name name))
        ((null (symbol-package name)) (symbol-name name))
        (t (string-downcase (symbol-name name)))))

(defvar *print-method* nil "The multimethod print-method once a program has given it methods; else NIL.")

(defun write-object (object stream readably)
  "Writes OBJECT: so that it can be read if READABLY, or else for people; by its method of print-method if it has one."
  (let ((method (and *print-method* (print-method-of object))))
    (if method
        (let ((*readable* (boolean-of readably))) (funcall method object stream))
        (write-plainly object stream readably))))

(defun write-plainly (object stream readably)
  "Writes OBJECT as WRITE-OBJECT does, whatever the methods of print-method are."
  (typecase object
    (null (write-string "nil" stream))
    (string (if (and readably (truth *readable*)) (write-quoted object stream) (write-string object stream)))
    ((or number exact-number) (write-number object stream t))
    (keyword (write-char #\: stream) (write-string (symbol-name object) stream))
    (symbol (write-string (cond ((eq object t) "true") ((eq object (%false)) "false") (t (symbol-name object))) stream))
    (character (if (and readably (truth *readable*)) (write-character-name object stream) (write-char object stream)))
    (pvec (write-elements "[" object "]" stream readably))
    ((or cons lazy empty-list listing vector-seq indexed range) (write-elements "(" object ")" stream readably))
    ((or pmap tree-map) (write-entries "{" object stream readably))
    (pset (write-elements "#{" object "}" stream readably))
    (hinted (write-string (symbol-name (hinted-symbol object)) stream))
    (instance (write-instance object stream readably))
    (regex (format stream "#\"~A\"" (regex-source object)))
    (uuid (format stream "#uuid \"~A\"" (uuid-text object)))
    (inst (format stream "#inst \"~A\"" (inst-text object)))
    (tagged (format stream "#~A ~A" (written (tagged-tag object)) (written (tagged-form object))))
    (reader-conditional (format stream "#?~:[~;@~]~A" (truth (reader-conditional-splicing object)) (written (reader-conditional-form object))))
    (function (format stream "#object[~A]" (function-name-text (tessera::%function-name object))))
    (hinted-function (write-object (hinted-function-function object) stream readably))
    (condition (write-exception object stream))
    (jtype (write-string (jtype-name object) stream))
    (reduced (format stream "#object[clojure.lang.Reduced ~A]" (written (reduced-value object))))
    ((or tvec tmap tset) (format stream "#object[~A]" (class-name-of object)))
    (hash-table (format stream "#object[HashTable ~D]" (hash-table-count object)))
    (vector (write-elements "#array[" object "]" stream readably))
    (t (write-reference object stream))))

(defun written-text (stream)
  "Returns the text written to STREAM, which keeps it: a string."
  (let ((text (get-output-stream-string stream)))
    (write-string text stream)
    text))

(defun written (object)
  "Returns OBJECT as the reader takes it, a string."
  (with-output-to-string (stream) (write-object object stream t)))

(defun shown (object)
  "Returns OBJECT as str has it, a string."
  (typecase object
    (null "")
    (string object)
    (character (string object))
    ((or number exact-number) (with-output-to-string (stream) (write-number object stream nil)))
    (regex (regex-source object))
    (uuid (uuid-text object))
    (inst (inst-as-date object))
    (string-stream (written-text object))
    (jtype (concatenate 'string "class " (jtype-name object)))
    (ns (ns-name object))
    (condition (format nil "~A~@[: ~A~]~@[ ~A~]" (class-name-of object) (exception-message object)
                       (and (exception-data object) (written (exception-data object)))))
    (t (written object))))

(defun write-line-of (objects stream readably)
  "Writes OBJECTS with blanks between them."
  (let ((first t))
    (dolist (object objects)
      (if first (setq first nil) (write-char #\Space stream))
      (write-object object stream readably))))
