;;; How Arc writes its objects (module arc): write, with quotes and escapes, and disp, for people.
(in-package "TESSERA-ARC")

;;; Nothing here calls itself for the rest of a list, so that long lists are fine; nesting goes as deep as calls do.

(defvar *room* nil
  "The number of characters that may still be written, or NIL for any. When it is used up, the writer throws to FULL.")

(defun emit (text stream)
  "Writes TEXT, and throws to FULL if the room for it is used up."
  (write-string text stream)
  (when *room*
    (when (minusp (decf *room* (length text)))
      (throw 'full nil))))

(defun write-briefly (object stream)
  "Writes as much of OBJECT as a message shows."
  (let ((*room* 80))
    (catch 'full (write-object object stream t))))

(defparameter *longest-in-message* 70 "The maximum number of characters of an object in a message.")

(defun shown (object)
  "Returns OBJECT as write shows it, a string, abbreviated if it is long."
  (let ((text (with-output-to-string (out) (write-briefly object out))))
    (if (> (length text) *longest-in-message*)
        (concatenate 'string (subseq text 0 (1- *longest-in-message*)) "…")
        text)))

(defvar *labels* nil
  "A table from those parts of the written object that contain themselves to their labels, or to T before they have any;
or NIL.")
(defvar *next-label* 0 "The number of the next label.")

(defun write-object (object stream escape)
  "Writes OBJECT to STREAM, so that it can be read again if ESCAPE; circular parts are written as #0=(1 . #0#)."
  (if (and (typep object '(or cons hash-table tagged simple-vector)) (null *room*))
      (let ((*labels* (tessera::%circular-parts object #'parts-within)) (*next-label* 0))
        (write-part object stream escape))
      (write-plainly object stream escape)))

(defun parts-within (object)
  "Returns a list of the parts of OBJECT that the writer writes, the last first."
  (typecase object
    (cons (list (cdr object) (car object)))
    (hash-table (let ((parts '()))
                  (maphash (lambda (key value) (push key parts) (push value parts)) object)
                  parts))
    (tagged (list (tagged-rep object)))
    (simple-vector (reverse (coerce object 'list)))))

(defun labelled-p (object)
  "Returns the label of OBJECT, T if it has none yet, or NIL if it needs none."
  (and *labels* (gethash object *labels*)))

(defun write-part (object stream escape)
  "Writes OBJECT, or its label if it was written before."
  (let ((label (labelled-p object)))
    (cond ((integerp label) (emit (format nil "#~D#" label) stream))
          (t (when label
               (emit (format nil "#~D=" (setf (gethash object *labels*) *next-label*)) stream)
               (incf *next-label*))
             (write-plainly object stream escape)))))

(defun write-plainly (object stream escape)
  "Writes OBJECT, whose label is written if it has one."
  (typecase object
    (null (emit "nil" stream))
    (symbol (emit (symbol-text object escape) stream))
    (string (if escape (write-escaped object stream) (emit object stream)))
    (number (emit (number-text object) stream))
    (character (emit (if escape (character-text object) (string object)) stream))
    (cons (write-list object stream escape))
    (hash-table (write-table object stream escape))
    (function (emit (function-text object) stream))
    (tagged (write-tagged object stream escape))
    (stream (emit (if (input-stream-p object) "#<input-port>" "#<output-port>") stream))
    (condition (emit (format nil "#<exn: ~A>" (message object)) stream))
    (simple-vector (emit "#" stream) (if (plusp (length object)) (write-list (coerce object 'list) stream escape) (emit "()" stream)))
    (t (emit (if escape (prin1-to-string object) (princ-to-string object)) stream))))

(defun symbol-text (symbol escape)
  "Returns the text of SYMBOL, so that it can be read again if ESCAPE."
  (cond ((null symbol) "nil")
        ((eq symbol t) "t")
        ((keywordp symbol) (format nil ":~(~A~)" (symbol-name symbol)))
        ((and escape (odd-name-p (symbol-name symbol))) (format nil "|~A|" (symbol-name symbol)))
        ((and escape (symbol-package symbol) (not (eq (symbol-package symbol) (find-package "ARC"))))
         (prin1-to-string symbol))
        (t (symbol-name symbol))))

(defun odd-name-p (name)
  "True if a symbol called NAME has to be written between bars."
  (or (string= name "")
      (string= name ".")
      (find-if (lambda (char) (or (delimiter-p char) (char= char #\|))) name)
      (char= (char name 0) #\#)
      (parse-number name)))

(defparameter *escapes* '((#\Newline . "\\n") (#\Tab . "\\t") (#\Return . "\\r") (#\\ . "\\\\") (#\" . "\\\""))
  "Characters that strings have escapes for.")

(defun write-escaped (string stream)
  "Writes STRING as it is read."
  (emit "\"" stream)
  (if (find-if (lambda (char) (assoc char *escapes*)) string)
      (loop for char across string
            do (emit (or (cdr (assoc char *escapes*)) (string char)) stream))
      (emit string stream))
  (emit "\"" stream))

(defparameter *character-names*
  '((#\Newline . "newline") (#\Space . "space") (#\Tab . "tab") (#\Return . "return") (#\Backspace . "backspace") (#\Page . "page")
    (#\Rubout . "rubout") (#\Nul . "nul"))
  "Characters that have names.")

(defun character-text (char)
  "Returns the text of CHAR as it is read."
  (concatenate 'string "#\\" (or (cdr (assoc char *character-names*)) (string char))))

(defparameter *prefixes*
  '((arc::|quote| . "'") (arc::|quasiquote| . "`") (arc::|unquote| . ",") (arc::|unquote-splicing| . ",@"))
  "An alist from operators to the prefixes with which their forms are written.")

(defun write-list (list stream escape)
  "Writes LIST, a cons."
  (let ((prefix (and (consp (cdr list)) (null (cddr list)) (not (labelled-p (cdr list))) (cdr (assoc (car list) *prefixes*)))))
    (cond (prefix (emit prefix stream)
                  (write-part (cadr list) stream escape))
          (t (emit "(" stream)
             (loop (write-part (car list) stream escape)
                   (setf list (cdr list))
                   (cond ((null list) (return))
                         ((or (atom list) (labelled-p list)) (emit " . " stream) (write-part list stream escape) (return)))
                   (emit " " stream))
             (emit ")" stream)))))

(defun write-table (table stream escape)
  "Writes TABLE, with its entries, to STREAM."
  (emit "#hash(" stream)
  (let ((first t))
    (maphash (lambda (key value)
               (unless (shiftf first nil) (emit " " stream))
               (emit "(" stream)
               (write-part key stream escape)
               (emit " . " stream)
               (write-part value stream escape)
               (emit ")" stream))
             table))
  (emit ")" stream))

(defun function-text (function)
  "Returns the text of FUNCTION."
  (let ((name (tessera::%function-name function)))
    (if (and name (symbolp name))
        (format nil "#<procedure: ~A>" (name-text name))
        "#<procedure>")))

(defun write-tagged (object stream escape)
  "Writes OBJECT, a TAGGED, to STREAM."
  (let ((rep (tagged-rep object)))
    (emit "#(tagged " stream)
    (write-part (tagged-type object) stream escape)
    (emit " " stream)
    (if (operator-p rep)
        (emit (format nil "#<procedure: ~A>" (operator-name rep)) stream)
        (write-part rep stream escape))
    (emit ")" stream)))

(defun number-text (number)
  "Returns the text of NUMBER."
  (typecase number
    (float (float-text number))
    (complex (let ((imaginary (imagpart number)))
               (format nil "~A~:[+~;~]~Ai" (number-text (realpart number)) (minusp imaginary) (number-text imaginary))))
    (t (let ((*print-base* 10) (*print-radix* nil)) (princ-to-string number)))))

(defun float-text (number)
  "Returns the shortest text that reads as the float NUMBER, with an exponent only if it is very large or small."
  (let ((*read-default-float-format* (if (typep number 'double-float) 'double-float 'single-float)))
    (if (or (zerop number) (<= 1d-7 (abs number) 1d21))
        (plain-float-text number)
        (string-trim-zero (substitute #\e #\d (prin1-to-string number))))))

(defun string-trim-zero (text)
  "Returns TEXT of a float without the `.0` before its exponent."
  (let ((place (search ".0e" text)))
    (if place
        (concatenate 'string (subseq text 0 place) (subseq text (+ place 2)))
        text)))

(defun plain-float-text (number)
  "Returns NUMBER without an exponent."
  (let* ((text (prin1-to-string number))
         (mark (position #\e text)))
    (if mark
        (move-point (subseq text 0 mark) (parse-integer text :start (1+ mark)))
        text)))

(defun move-point (digits places)
  "Returns DIGITS, a number with a point, times ten to the power of PLACES."
  (let* ((sign (if (char= (char digits 0) #\-) "-" ""))
         (start (length sign))
         (point (position #\. digits))
         (all (string-right-trim "0" (concatenate 'string (subseq digits start point) (subseq digits (1+ point)))))
         (place (+ (- point start) places)))
    (cond ((<= place 0) (format nil "~A0.~A~A" sign (make-string (- place) :initial-element #\0) all))
          ((>= place (length all)) (format nil "~A~A~A.0" sign all (make-string (- place (length all)) :initial-element #\0)))
          (t (format nil "~A~A.~A" sign (subseq all 0 place) (subseq all place))))))
