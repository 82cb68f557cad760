;;; From text to data, with the positions of pairs for the expander (Scheme).

(in-package "TESSERA-SCHEME")

(defvar *noting* nil "True if the reader notes the positions of pairs.")
(defvar *labels* nil "A table from the numbers of datum labels to data or placeholders while a datum is read, or NIL.")
(defvar *folding* (make-hash-table :test 'eq) "The streams that are read without regard to case.")

(defstruct (placeholder (:constructor make-placeholder ()) (:copier nil))
  "A placeholder for a datum that is not completely read yet."
  (value nil) (known nil))

(defun read-failure (stream control &rest arguments)
  "Signals a read error at the current position of STREAM."
  (multiple-value-bind (line column) (tessera::%stream-line stream)
    (error 'unreadable :stream stream :kind :read :%line line :%column (max 1 (1- column))
                       :message (format nil "~? (line ~D, column ~D)" control arguments line (max 1 (1- column))))))

(define-condition unreadable (scheme-error reader-error) ()
  (:report (lambda (condition stream) (write-error-message condition stream)))
  (:documentation "The text is not a datum."))

(define-condition unfinished (scheme-error end-of-file) ()
  (:report (lambda (condition stream) (write-error-message condition stream)))
  (:documentation "The text ends within a datum."))

(defun unfinished (stream what line column)
  "Signals that the text ends within WHAT, which begins at LINE and COLUMN."
  (error 'unfinished :stream stream :kind :read :%line line :%column column
                     :message (format nil "the text ends within ~A that begins in line ~D, column ~D" what line column)))

(defun whitespace-p (char)
  "True if CHAR separates data."
  (case char
    ((#\Space #\Newline #\Tab #\Return #\Page #.(code-char 160)) t)))

(defvar *atom-ends*
  (let ((ends (make-array 161 :initial-element nil)))
    (dotimes (code (length ends) ends)
      (when (or (whitespace-p (code-char code)) (find (code-char code) "()[]{}\";|'`,"))
        (setf (svref ends code) t))))
  "A table from the codes of characters to true if they cannot be part of an atom, except in bars.")

(defun ends-atom-p (char)
  "True if CHAR cannot be part of an atom, except in bars."
  (and (< (char-code char) (length *atom-ends*)) (svref *atom-ends* (char-code char))))

;;; Comments and space.

(defun skip-block-comment (stream line column)
  "Skips the rest of a comment #|, which began at LINE and COLUMN and may contain others."
  (let ((depth 1))
    (loop
      (let ((char (read-char stream nil)))
        (cond ((null char) (unfinished stream "a comment #|" line column))
              ((and (char= char #\|) (eql (peek-char nil stream nil) #\#))
               (read-char stream)
               (when (zerop (decf depth)) (return)))
              ((and (char= char #\#) (eql (peek-char nil stream nil) #\|))
               (read-char stream)
               (incf depth)))))))

(defun skip-line-comment (stream)
  "Skips the rest of the line, which a newline or a single return ends."
  (loop for char = (read-char stream nil)
        until (or (null char) (char= char #\Newline) (char= char #\Return))))

(defun next-significant (stream)
  "Reads the next character of STREAM that is neither a space nor in a line comment. Returns it, or NIL."
  (loop
    (let ((char (read-char stream nil)))
      (cond ((null char) (return nil))
            ((whitespace-p char))
            ((char= char #\;) (skip-line-comment stream))
            (t (return char))))))

;;; Data. READ-ITEM returns a datum, or one of these markers.

(defvar *close* (make-singleton ")"))
(defvar *dot* (make-singleton "."))
(defvar *nothing* (make-singleton "comment"))
(defvar *end* (make-singleton "end"))

(defun noted-cons (car cdr line column)
  "Returns a pair of CAR and CDR, whose position LINE and COLUMN is noted if *NOTING* is true."
  (if *noting* (tessera::%cons-at car cdr line column) (cons car cdr)))

(defun read-item (stream)
  "Returns the next datum of STREAM, or a marker."
  (let ((char (next-significant stream)))
    (case char
      ((nil) *end*)
      (#\) *close*)
      ((#\( #\" #\' #\` #\, #\#)
       (multiple-value-bind (line column) (tessera::%stream-line stream)
         (read-compound stream char line (1- column))))
      ((#\[ #\] #\{ #\}) (read-failure stream "~C is not part of Scheme" char))
      (t (read-atom stream char)))))

(defun read-compound (stream char line column)
  "Reads what begins with CHAR, which was read at LINE and COLUMN. Returns the datum or a marker."
  (ecase char
    (#\( (read-list stream line column))
    (#\" (read-string-datum stream #\" "a string" line column))
    (#\' (read-quotation (sym "quote") stream line column))
    (#\` (read-quotation (sym "quasiquote") stream line column))
    (#\, (if (eql (peek-char nil stream nil) #\@)
             (progn (read-char stream) (read-quotation (sym "unquote-splicing") stream line column))
             (read-quotation (sym "unquote") stream line column)))
    (#\# (read-sharp stream line column))))

(defun read-datum-within (stream what line column)
  "Reads the next datum, which must exist because it is part of WHAT. Returns it."
  (loop
    (let ((item (read-item stream)))
      (cond ((eq item *nothing*))
            ((eq item *end*) (unfinished stream what line column))
            ((eq item *close*) (read-failure stream "a ) where a datum should be, in ~A" what))
            ((eq item *dot*) (read-failure stream "a . where a datum should be, in ~A" what))
            (t (return item))))))

(defun read-quotation (name stream line column)
  "Returns the list of NAME and the next datum."
  (let ((datum (read-datum-within stream "a quotation" line column)))
    (noted-cons name (noted-cons datum nil line column) line column)))

(defun read-list (stream line column)
  "Reads the list whose ( was read at LINE and COLUMN. Returns it."
  (let ((items '()) (tail nil))
    (loop
      (let ((item (read-item stream)))
        (cond ((eq item *nothing*))
              ((eq item *end*) (unfinished stream "a list" line column))
              ((eq item *close*) (return))
              ((eq item *dot*)
               (when (null items) (read-failure stream "a . at the beginning of a list"))
               (setq tail (read-datum-within stream "a list, after the dot" line column))
               (loop for more = (read-item stream)
                     until (eq more *close*)
                     do (cond ((eq more *end*) (unfinished stream "a list" line column))
                              ((not (eq more *nothing*)) (read-failure stream "more than one datum after the . of a list"))))
               (return))
              (t (push item items)))))
    (let ((list (nreconc items tail)))
      (if (and *noting* items) (noted-cons (car list) (cdr list) line column) list))))

(defun read-elements (stream line column kind)
  "Reads the elements of a literal, a KIND of vector whose ( was read. Returns their list."
  (let ((list (read-list stream line column)))
    (when (cdr (last list)) (read-failure stream "a . in a ~A" kind))
    list))

(defun read-vector (stream line column)
  "Reads the vector whose #( was read. Returns it."
  (coerce (read-elements stream line column "vector") 'simple-vector))

(defun read-bytevector (stream line column)
  "Reads the bytevector whose #u8 was read. Returns it."
  (unless (eql (read-char stream nil) #\() (read-failure stream "#u8 without ("))
  (let ((list (read-elements stream line column "bytevector")))
    (dolist (byte list)
      (unless (typep byte '(unsigned-byte 8)) (read-failure stream "~A is not a byte, in a bytevector" (object-text byte))))
    (make-array (length list) :element-type '(unsigned-byte 8) :initial-contents list)))

;;; Strings, and symbols in bars.

(defun read-hex-escape (stream)
  "Reads an escape \\x...; whose x was read. Returns its character."
  (let ((code 0) (digits 0))
    (loop
      (let* ((char (read-char stream nil)) (weight (and char (digit-char-p char 16))))
        (cond (weight (incf digits) (setq code (min (+ (* code 16) weight) #x110000)))
              ((and (eql char #\;) (plusp digits))
               (return (or (and (< code #x110000) (not (<= #xD800 code #xDFFF)) (code-char code))
                           (read-failure stream "\\x~X; is not a character" code))))
              (t (read-failure stream "an escape \\x without its digits and ;")))))))

(defun skip-line-continuation (stream)
  "Skips spaces after a backslash, the end of the line, and the leading spaces of the next. CHAR was peeked."
  (loop while (find (peek-char nil stream nil #\x) '(#\Space #\Tab)) do (read-char stream))
  (unless (find (peek-char nil stream nil #\x) '(#\Newline #\Return)) (read-failure stream "\\ and spaces that no end of line follows"))
  (when (char= (read-char stream) #\Return) (when (eql (peek-char nil stream nil) #\Newline) (read-char stream)))
  (loop while (find (peek-char nil stream nil #\x) '(#\Space #\Tab)) do (read-char stream)))

(defun read-delimited-text (stream close what line column)
  "Reads the text up to the character CLOSE. Returns it, a string, with its escapes resolved."
  (let ((text (make-string-output-stream)))
    (loop
      (let ((char (read-char stream nil)))
        (cond ((null char) (unfinished stream what line column))
              ((char= char close) (return (get-output-stream-string text)))
              ((char= char #\\)
               (let ((escape (peek-char nil stream nil)))
                 (case escape
                   ((nil) (unfinished stream what line column))
                   ((#\Space #\Tab #\Newline #\Return) (skip-line-continuation stream))
                   (t (read-char stream)
                    (write-char (case escape
                                  (#\a (code-char 7)) (#\b (code-char 8)) (#\t #\Tab) (#\n #\Newline) (#\r #\Return)
                                  ((#\" #\\ #\|) escape)
                                  ((#\x #\X) (read-hex-escape stream))
                                  (t (read-failure stream "the escape \\~C is unknown" escape)))
                                text)))))
              ((and (char= char #\Return) (char= close #\"))    ; any end of a line is a newline in strings
               (when (eql (peek-char nil stream nil) #\Newline) (read-char stream))
               (write-char #\Newline text))
              (t (write-char char text)))))))

(defun read-string-datum (stream close what line column)
  "Reads the string up to the character CLOSE. Returns it."
  (coerce (read-delimited-text stream close what line column) 'simple-string))

;;; Atoms.

(defun read-token (stream first)
  "Reads an atom that begins with the string FIRST. Returns its text, and true if part of it stood in bars."
  (let ((text (make-string-output-stream)) (bars nil) (folding (folding-p stream)))
    (write-string first text)
    (loop
      (let ((char (read-char stream nil)))
        (cond ((null char) (return))
              ((char= char #\|)
               (setq bars t)
               (multiple-value-bind (line column) (tessera::%stream-line stream)
                 (write-string (read-delimited-text stream #\| "a symbol in bars" line (1- column)) text)))
              ((ends-atom-p char) (unread-char char stream) (return))
              (t (write-char (if folding (char-downcase char) char) text)))))
    (values (get-output-stream-string text) bars)))

(defun folding-p (stream)
  "True if symbols of STREAM are read without regard to case."
  (and (plusp (hash-table-count *folding*)) (gethash stream *folding*)))

(defun read-atom (stream first)
  "Reads the number, symbol or dot that begins with the character FIRST. Returns it."
  (multiple-value-bind (text bars)
      (if (char= first #\|)
          (read-token stream (progn (unread-char first stream) ""))
          (read-token stream (string (if (folding-p stream) (char-downcase first) first))))
    (cond (bars (scheme-symbol text))
          ((string= text ".") *dot*)
          ((text-number text 10))
          (t (scheme-symbol text)))))

(defparameter *character-names*
  '(("alarm" . 7) ("backspace" . 8) ("delete" . 127) ("escape" . 27) ("newline" . 10) ("null" . 0) ("return" . 13) ("space" . 32) ("tab" . 9)
    ("nul" . 0) ("linefeed" . 10) ("page" . 12) ("altmode" . 27) ("rubout" . 127)))

(defun read-character (stream)
  "Reads the character whose #\\ was read. Returns it."
  (let ((first (read-char stream nil)))
    (when (null first) (unfinished stream "a character" 0 0))
    (let* ((next (peek-char nil stream nil))
           (text (if (or (null next) (ends-atom-p next))
                     (string first)
                     (let ((rest (make-string-output-stream)))
                       (write-char first rest)
                       (loop for char = (peek-char nil stream nil)
                             until (or (null char) (ends-atom-p char))
                             do (write-char (read-char stream) rest))
                       (get-output-stream-string rest)))))
      (cond ((= (length text) 1) (char text 0))
            ((code-char (or (cdr (assoc (if (folding-p stream) (string-downcase text) text) *character-names* :test #'string=))
                            (character-code-of text)
                            (read-failure stream "there is no character #\\~A" text))))))))

(defun character-code-of (text)
  "Returns the code that TEXT, x and hexadecimal digits, denotes; or NIL."
  (and (char-equal (char text 0) #\x)
       (every (lambda (char) (digit-char-p char 16)) (subseq text 1))
       (let ((code (parse-integer text :start 1 :radix 16)))
         (and (< code #x110000) (not (<= #xD800 code #xDFFF)) code))))

;;; Data that begin with #.

(defun read-sharp (stream line column)
  "Reads the datum, comment or directive whose # was read at LINE and COLUMN. Returns the datum or a marker."
  (let ((char (peek-char nil stream nil)))
    (case char
      ((nil) (unfinished stream "what # begins" line column))
      (#\( (read-char stream) (read-vector stream line column))
      (#\\ (read-char stream) (read-character stream))
      (#\| (read-char stream) (skip-block-comment stream line column) *nothing*)
      (#\; (read-char stream) (read-datum-within stream "a comment #;" line column) *nothing*)
      (#\! (read-char stream) (read-directive stream))
      ((#\0 #\1 #\2 #\3 #\4 #\5 #\6 #\7 #\8 #\9) (read-label stream line column))
      (t (read-sharp-word stream (read-token stream "#") line column)))))

(defun read-sharp-word (stream text line column)
  "Reads the datum that begins with TEXT, # and letters. Returns it."
  (flet ((is (name) (string-equal text name)))
    (cond ((or (is "#t") (is "#true")) t)
          ((or (is "#f") (is "#false")) 'false)
          ((and (is "#u8") (eql (peek-char nil stream nil) #\()) (read-bytevector stream line column))
          ((text-number text 10))
          (t (read-failure stream "~A is unknown" text)))))

(defun read-directive (stream)
  "Obeys the directive whose #! was read. Returns a marker."
  (let ((text (read-token stream "")))
    (cond ((string= text "fold-case") (setf (gethash stream *folding*) t))
          ((string= text "no-fold-case") (remhash stream *folding*))
          ((string= text "eof"))
          (t (read-failure stream "the directive #!~A is unknown" text)))
    *nothing*))

(defun read-label (stream line column)
  "Reads a datum label. Returns the datum after #n=, or the one that #n# refers to, which may be a placeholder."
  (let ((number 0))
    (loop for digit = (digit-char-p (peek-char nil stream nil #\x))
          while digit do (read-char stream) (setq number (+ (* number 10) digit)))
    (let ((labels (or *labels* (setq *labels* (make-hash-table)))))
      (case (read-char stream nil)
        (#\# (let ((place (gethash number labels)))
               (cond ((null place) (read-failure stream "there is no label #~D=" number))
                     ((placeholder-known place) (placeholder-value place))
                     (t place))))
        (#\= (when (gethash number labels) (read-failure stream "the label #~D= stands twice" number))
         (let ((place (setf (gethash number labels) (make-placeholder))))
           (let ((datum (read-datum-within stream "a label" line column)))
             (when (eq datum place) (read-failure stream "the label #~D= stands for itself" number))
             (setf (placeholder-value place) datum
                   (placeholder-known place) t)
             datum)))
        (t (read-failure stream "a number after # that neither = nor # follows"))))))

(defun resolve-labels (datum)
  "Replaces the placeholders within DATUM by the data that they stand for."
  (let ((seen (make-hash-table :test 'eq)) (todo (list datum)))
    (flet ((resolved (part)
             (loop while (placeholder-p part) do (setq part (placeholder-value part)))
             (when (or (consp part) (simple-vector-p part)) (push part todo))
             part))
      (loop while todo
            do (let ((part (pop todo)))
                 (unless (gethash part seen)
                   (setf (gethash part seen) t)
                   (cond ((consp part)
                          (setf (car part) (resolved (car part))
                                (cdr part) (resolved (cdr part))))
                         ((simple-vector-p part)
                          (dotimes (i (length part)) (setf (svref part i) (resolved (svref part i)))))))))
      datum)))

(defun read-datum (stream eof)
  "Returns the next datum of STREAM; EOF at its end."
  (let ((*labels* nil))
    (loop
      (let ((item (read-item stream)))
        (cond ((eq item *nothing*))
              ((eq item *end*) (return eof))
              ((eq item *close*) (read-failure stream "a ) without a ("))
              ((eq item *dot*) (read-failure stream "a . outside of a list"))
              (t (return (if *labels* (resolve-labels item) item))))))))

(defun read-source (stream eof)
  "Returns the next datum of STREAM for the expander, with its positions noted; EOF at its end."
  (let ((*noting* t)) (read-datum stream eof)))
