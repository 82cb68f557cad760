;;; Arc's reader (module arc).
(in-package "TESSERA-ARC")

(define-condition arc-read-error (arc-error reader-error) ()
  (:report (lambda (condition stream) (write-string (error-text condition) stream)))
  (:documentation "A text that is not valid Arc."))

(define-condition arc-incomplete (arc-read-error end-of-file) ()
  (:documentation "A text that ends within a form."))

;;; A position is a cons of line and column.

(defun position-of (stream)
  "Returns the position of the next character of STREAM."
  (multiple-value-bind (line column) (tessera::%stream-line stream)
    (cons line column)))

(defun read-fail (stream class position control &rest arguments)
  "Signals an error of CLASS about STREAM with a message that CONTROL makes of ARGUMENTS, and POSITION."
  (error class :stream stream :%line (car position) :%column (cdr position)
               :text (format nil "~A~@[ (line ~D, column ~D)~]" (apply #'format nil control arguments) (car position) (cdr position))))

(defun whitespace-p (char)
  "True if CHAR separates forms."
  (member char '(#\Space #\Newline #\Tab #\Return #\Page #.(code-char 160))))

(defun delimiter-p (char)
  "True if CHAR ends a symbol or a number."
  (or (whitespace-p char) (find char "()[]\"';`,")))

(defun skip-blanks (stream)
  "Skips white space and comments. Returns the next character, which is left there, or NIL at the end."
  (loop
    (let ((char (peek-char nil stream nil)))
      (cond ((null char) (return nil))
            ((whitespace-p char) (read-char stream))
            ((char= char #\;) (loop for next = (read-char stream nil)
                                    until (or (null next) (char= next #\Newline))))
            ((char= char #\#)
             (let ((position (position-of stream)))
               (read-char stream)
               (cond ((eql (peek-char nil stream nil) #\|) (skip-comment stream position))
                     (t (unread-char #\# stream)
                        (return #\#)))))
            (t (return char))))))

(defun skip-comment (stream position)
  "Skips the rest of a comment between #| and |#, which may have others within."
  (read-char stream)
  (let ((depth 1) (last nil))
    (loop while (plusp depth)
          do (let ((char (read-char stream nil)))
               (cond ((null char) (read-fail stream 'arc-incomplete position "a comment that begins with #| does not end"))
                     ((and (eql last #\#) (char= char #\|)) (incf depth) (setf last nil))
                     ((and (eql last #\|) (char= char #\#)) (decf depth) (setf last nil))
                     (t (setf last char)))))))

(defun read-arc (stream eof)
  "Returns the next form of STREAM, or EOF at its end. The positions of lists are noted."
  (if (skip-blanks stream)
      (read-datum stream)
      eof))

(defun read-datum (stream)
  "Returns the next form of STREAM, where one must follow."
  (let* ((next (skip-blanks stream))
         (position (position-of stream)))
    (case next
      ((nil) (read-fail stream 'arc-incomplete position "the text ends where a form should follow"))
      (#\( (read-char stream) (read-list stream position #\)))
      (#\[ (read-char stream) (positioned 'arc::|make-br-fn| (list (read-list stream position #\])) position))
      ((#\) #\]) (read-char stream) (read-fail stream 'arc-read-error position "unexpected ~A" next))
      (#\" (read-char stream) (read-string stream position))
      (#\' (read-prefixed stream 'arc::|quote| position))
      (#\` (read-prefixed stream 'arc::|quasiquote| position))
      (#\, (read-char stream)
       (if (eql (peek-char nil stream nil) #\@)
           (read-prefixed stream 'arc::|unquote-splicing| position)
           (positioned 'arc::|unquote| (list (read-datum stream)) position)))
      (#\# (read-char stream) (read-hash stream position))
      (t (read-token stream position)))))

(defun read-prefixed (stream operator position)
  "Returns the form of OPERATOR, whose prefix is the next character, and the following form."
  (read-char stream)
  (positioned operator (list (read-datum stream)) position))

(defun lone-dot-p (stream)
  "True if the next character is a dot that stands alone; it is then read."
  (when (eql (peek-char nil stream nil) #\.)
    (read-char stream)
    (let ((next (peek-char nil stream nil)))
      (cond ((or (null next) (delimiter-p next)) t)
            (t (unread-char #\. stream) nil)))))

(defun read-list (stream position close)
  "Returns the rest of the list that began at POSITION, up to CLOSE."
  (let* ((elements (list nil)) (tail elements))
    (loop
      (let ((next (skip-blanks stream)) (here (position-of stream)))
        (cond ((null next)
               (read-fail stream 'arc-incomplete position "the ~A is not closed" (if (char= close #\)) "parenthesis" "bracket")))
              ((char= next close) (read-char stream) (return))
              ((find next ")]") (read-char stream)
               (read-fail stream 'arc-read-error here "~A where ~A should close the list of line ~D, column ~D" next close (car position) (cdr position)))
              ((and (not (eq elements tail)) (lone-dot-p stream))
               (setf (cdr tail) (read-datum stream))
               (unless (eql (skip-blanks stream) close)
                 (read-fail stream 'arc-read-error (position-of stream) "one form, and then ~A, must follow a dot" close))
               (read-char stream)
               (return))
              (t (setf tail (setf (cdr tail) (list (read-datum stream))))))))
    (let ((list (cdr elements)))
      (if (consp list)
          (positioned (car list) (cdr list) position)
          list))))

(defparameter *string-escapes*
  '((#\n . #\Newline) (#\t . #\Tab) (#\r . #\Return) (#\a . #.(code-char 7)) (#\b . #\Backspace) (#\f . #\Page) (#\v . #.(code-char 11))
    (#\e . #.(code-char 27)) (#\0 . #\Nul) (#\\ . #\\) (#\" . #\") (#\' . #\'))
  "An alist from characters after a backslash in strings to the characters that they stand for.")

(defun read-string (stream position)
  "Returns the rest of a string that began at POSITION."
  (with-output-to-string (text)
    (loop
      (let ((char (read-char stream nil)))
        (case char
          ((nil) (read-fail stream 'arc-incomplete position "the string is not closed"))
          (#\" (return))
          (#\\ (read-escape stream text position))
          (t (write-char char text)))))))

(defun read-escape (stream text position)
  "Adds the character of the escape after a backslash to TEXT."
  (let* ((here (position-of stream))
         (char (read-char stream nil)))
    (case char
      ((nil) (read-fail stream 'arc-incomplete position "the string is not closed"))
      (#\Newline)
      ((#\x #\u #\U) (write-char (read-code stream (if (char= char #\x) 2 (if (char= char #\u) 4 8)) here) text))
      (t (let ((known (cdr (assoc char *string-escapes*))))
           (unless known (read-fail stream 'arc-read-error here "\\~A is not an escape of strings" char))
           (write-char known text))))))

(defun read-code (stream most position)
  "Returns the character whose code is the next hexadecimal digits, MOST of them at most."
  (let ((code 0) (count 0))
    (loop while (< count most)
          do (let ((digit (let ((char (peek-char nil stream nil))) (and char (digit-char-p char 16)))))
               (unless digit (return))
               (read-char stream)
               (setf code (+ (* 16 code) digit))
               (incf count)))
    (if (and (plusp count) (< code char-code-limit))
        (code-char code)
        (read-fail stream 'arc-read-error position "a character's code should follow"))))

(defun read-hash (stream position)
  "Returns the object that begins with #, which was read."
  (let ((next (peek-char nil stream nil)))
    (cond ((null next) (read-fail stream 'arc-incomplete position "the text ends after #"))
          ((char= next #\\) (read-char stream) (read-character stream position))
          ((find next "xXbBoO")
           (let ((text (token-text stream position)))
             (or (ignore-errors (parse-integer text :start 1 :radix (ecase (char-downcase next) (#\x 16) (#\b 2) (#\o 8))))
                 (read-fail stream 'arc-read-error position "#~A is not a number" text))))
          (t (read-fail stream 'arc-read-error position "#~A is nothing that can be read" next)))))

(defun read-character (stream position)
  "Returns the character after #\\."
  (let ((first (or (read-char stream nil) (read-fail stream 'arc-incomplete position "the text ends after #\\")))
        (next (peek-char nil stream nil)))
    (if (or (null next) (delimiter-p next) (delimiter-p first))
        first
        (character-called (concatenate 'string (string first) (token-text stream position)) stream position))))

(defun character-called (name stream position)
  "Returns the character that is written as NAME after #\\."
  (cond ((= (length name) 1) (char name 0))
        ((car (rassoc name *character-names* :test #'string-equal)))
        ((cdr (assoc name '(("linefeed" . #\Newline) ("null" . #\Nul) ("delete" . #\Rubout)) :test #'string-equal)))
        ((and (find (char name 0) "uUx") (ignore-errors (code-char (parse-integer name :start 1 :radix 16)))))
        (t (read-fail stream 'arc-read-error position "#\\~A is not a character" name))))

(defun token-text (stream position)
  "Returns the characters up to the next delimiter. Characters between bars are not delimiters."
  (with-output-to-string (text)
    (loop
      (let ((char (peek-char nil stream nil)))
        (cond ((or (null char) (delimiter-p char)) (return))
              ((char= (read-char stream) #\|)
               (loop for next = (read-char stream nil)
                     until (eql next #\|)
                     do (unless next (read-fail stream 'arc-incomplete position "the symbol's second | is not there"))
                        (write-char next text)))
              (t (write-char char text)))))))

(defun read-token (stream position)
  "Returns the symbol or number that begins with the next character."
  (let* ((barred (eql (peek-char nil stream nil) #\|))
         (text (token-text stream position)))
    (cond (barred (arc-symbol text))
          ((string= text ".") (read-fail stream 'arc-read-error position "unexpected ."))
          ((parse-number text))
          (t (arc-symbol text)))))

(defun parse-number (text &optional (radix 10))
  "Returns the number that TEXT denotes, or NIL."
  (let ((start (if (and (plusp (length text)) (find (char text 0) "+-")) 1 0)))
    (cond ((or (= start (length text)) (not (or (digit-char-p (char text start) radix) (char= (char text start) #\.)))) nil)
          ((every (lambda (char) (digit-char-p char radix)) (subseq text start)) (parse-integer text :radix radix))
          ((/= radix 10) nil)
          ((find #\/ text) (parse-ratio text))
          (t (parse-float text start)))))

(defun parse-ratio (text)
  "Returns the ratio that TEXT, which has a slash, denotes, or NIL."
  (let* ((slash (position #\/ text))
         (numerator (ignore-errors (parse-integer text :end slash)))
         (denominator (and (digit-string-p text (1+ slash) (length text)) (parse-integer text :start (1+ slash)))))
    (and numerator denominator (plusp denominator) (/ numerator denominator))))

(defun digit-string-p (text start end)
  "True if there are digits in TEXT from START to END, and nothing else."
  (and (< start end) (loop for index from start below end always (digit-char-p (char text index)))))

(defun parse-float (text start)
  "Returns the float that TEXT, with a sign before START, denotes, or NIL."
  (let* ((mark (position-if (lambda (char) (find char "eE")) text))
         (end (or mark (length text)))
         (point (position #\. text :end end))
         (before (or point end)))
    (and (or (digit-string-p text start before)
             (and point (= start before) (digit-string-p text (1+ point) end)))
         (or (null point) (= (1+ point) end) (digit-string-p text (1+ point) end))
         (or (null mark)
             (let ((sign (if (and (< (1+ mark) (length text)) (find (char text (1+ mark)) "+-")) 2 1)))
               (digit-string-p text (+ mark sign) (length text))))
         (make-float text start before point end mark))))

(defun make-float (text start before point end mark)
  "Returns the float of the parts of TEXT: the whole digits from START to BEFORE, those after POINT up to END, and the
exponent after MARK."
  (let ((*read-default-float-format* 'double-float))
    (handler-case
        (let ((value (read-from-string
                      (format nil "~A~A.~Ad~A" (subseq text 0 start)
                              (if (= start before) "0" (subseq text start before))
                              (if (and point (< (1+ point) end)) (subseq text (1+ point) end) "0")
                              (if mark (subseq text (1+ mark)) "0")))))
          (and (floatp value) value))
      (error () nil))))
