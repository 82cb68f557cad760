;;; Streams whose classes programs define.

(prog1 t (require "gray"))                                                          => t
(class-name (defclass upper (gray:fundamental-character-output-stream)
              ((text :initform (make-array 0 :element-type 'character :adjustable t :fill-pointer 0) :reader text))))
  => upper
(prog1 t (defmethod gray:stream-write-char ((s upper) c) (vector-push-extend (char-upcase c) (text s)) c)) => t
(prog1 t
       (defmethod gray:stream-line-column ((s upper))
         (let ((newline (position #\Newline (text s) :from-end t))) (- (length (text s)) (if newline (1+ newline) 0)))))
  => t
(defmacro to-upper (&body body) `(let ((s (make-instance 'upper))) ,@body (coerce (text s) 'simple-string))) => to-upper

(let ((s (make-instance 'upper)))
  (list (streamp s) (typep s 'stream) (input-stream-p s) (output-stream-p s) (open-stream-p s) (stream-element-type s)))
  => (t t nil t t character)
(subtypep 'upper 'stream)                                                           => (values t t)
(to-upper (write-char #\a s))                                                       => "A"
(to-upper (write-string "some text" s :start 1 :end 6))                             => "OME T"
(to-upper (write-line "x" s) (terpri s))                                            => "X

"
(to-upper (fresh-line s) (princ 'a s) (fresh-line s) (fresh-line s) (princ "b" s))  => "A
B"
(to-upper (format s "~A ~S~10T|~%" 'x "y"))                                         => "X \"Y\"     |
"
(to-upper (print '(1 (a "b")) s))                                                   => "
(1 (A \"B\")) "
(to-upper (let ((*print-pretty* t) (*print-right-margin* 20)) (prin1 '(defun foo (x) (list x x x x x)) s))) => "(DEFUN FOO (X)
  (LIST X X X X X))"
(to-upper (let ((*standard-output* s)) (princ "by a variable")))                    => "BY A VARIABLE"
(to-upper (let ((b (make-broadcast-stream s s))) (princ "ab" b)))                   => "ABAB"
(to-upper (let ((w (make-two-way-stream *standard-input* s))) (princ "two" w)))     => "TWO"
(progn (defvar *s* nil) (to-upper (setf *s* s) (princ "syn" (make-synonym-stream '*s*)))) => "SYN"
(progn (defclass seen () ()) (defvar *seen*) (defmethod print-object ((o seen) stream) (setf *seen* stream) (princ "seen" stream))
       (to-upper (princ (make-instance 'seen) s) (princ (eq s *seen*) s)))          => "SEENT"
(let ((s (make-instance 'upper))) (close s) (write-char #\a s))                     => (error stream-error)
(let ((s (make-instance 'upper))) (read-char s))                                    => (error stream-error)
(handler-case (read-char (make-instance 'upper)) (stream-error (c) (type-of (stream-error-stream c)))) => upper
(to-upper (write-sequence '(#\a #\b) s) (write-sequence "cd" s))                    => "ABCD"

;;; Input
(class-name (defclass counted (gray:fundamental-character-input-stream) ((text :initarg :text) (at :initform 0)))) => counted
(prog1 t (defmethod gray:stream-read-char ((s counted)) (with-slots (text at) s (if (< at (length text)) (prog1 (char text at) (incf at)) :eof)))) => t
(prog1 t (defmethod gray:stream-unread-char ((s counted) c) (declare (ignore c)) (decf (slot-value s 'at)) nil)) => t
(defun in (text) (make-instance 'counted :text text))                               => in
(let ((s (in "ab"))) (list (peek-char nil s) (read-char s) (read-char s) (read-char s nil :end))) => (#\a #\a #\b :end)
(read-char (in ""))                                                                 => (error end-of-file)
(let ((s (in "x
yz"))) (list (multiple-value-list (read-line s)) (multiple-value-list (read-line s)) (read-line s nil :end))) => (("x" nil) ("yz" t) :end)
(let ((s (in "(a #(1 2) \"x\") b"))) (list (read s) (read s) (read s nil :end)))    => ((a #(1 2) "x") b :end)
(read (in "(a"))                                                                    => (error end-of-file)
(let ((s (in "ab"))) (list (listen s) (read-char s) (unread-char #\a s) (read-char-no-hang s))) => (t #\a nil #\a)
(let ((s (in "abc")) (v (make-string 5 :initial-element #\-))) (list (read-sequence v s :start 1) v)) => (4 "-abc-")
(let ((s (in "12 13"))) (list (read-preserving-whitespace s) (read s)))             => (12 13)
(load (in "(defparameter *loaded* 5) (incf *loaded*)"))                             => t
(symbol-value '*loaded*)                                                            => 6
(read-line (make-concatenated-stream (in "ab") (in "cd")))                          => (values "abcd" t)
(with-output-to-string (o) (read-line (make-echo-stream (in "abc") o)))             => "abc"

;;; Bytes
(class-name (defclass octets (gray:fundamental-binary-input-stream gray:fundamental-binary-output-stream) ((held :initform '())))) => octets
(prog1 t (defmethod gray:stream-write-byte ((s octets) b) (with-slots (held) s (setf held (append held (list b)))) b)
         (defmethod gray:stream-read-byte ((s octets)) (with-slots (held) s (if held (pop held) :eof)))) => t
(let ((s (make-instance 'octets)) (v (vector 0 0 0)))
  (write-byte 5 s)
  (write-sequence #(6 7) s)
  (list (read-byte s) (read-sequence v s) v (read-byte s nil :end)))   => (5 2 #(6 7 0) :end)
(let ((s (make-instance 'octets))) (list (input-stream-p s) (output-stream-p s) (file-position s))) => (t t nil)

;;; Streams whose class the program defines
(prog1 t (defmethod stream-element-type ((s octets)) '(unsigned-byte 8)) (defmethod close ((s octets) &key abort) (list :closed abort))) => t
(let ((s (make-instance 'octets))) (list (stream-element-type s) (close s :abort t) (open-stream-p s))) => ((unsigned-byte 8) (:closed t) t)
(let ((s (make-string-input-stream "x"))) (list (close s) (open-stream-p s) (stream-element-type s))) => (t nil character)
(with-open-stream (s (make-instance 'octets)) (write-byte 1 s))                     => 1

;;; Each operation calls the function that is made for it
(defvar *called* '())                                                               => *called*
(progn (defclass noting (gray:fundamental-character-input-stream gray:fundamental-character-output-stream) ())
       (defmethod gray:stream-peek-char ((s noting)) (push :peek *called*) #\p)
       (defmethod gray:stream-read-line ((s noting)) (push :line *called*) (values "line" nil))
       (defmethod gray:stream-write-string ((s noting) string &optional (start 0) end) (push (list string start end) *called*) string)
       (defmethod gray:stream-write-char ((s noting) char) (push char *called*) char)
       (defmethod gray:stream-force-output ((s noting)) (push :force *called*) nil)
       (defmethod gray:stream-finish-output ((s noting)) (push :finish *called*) nil)
       (defmethod gray:stream-clear-output ((s noting)) (push :clear *called*) nil)
       (defmethod gray:stream-fresh-line ((s noting)) (push :fresh *called*) t)
       (defmethod gray:stream-listen ((s noting)) (push :listen *called*) t)
       t)                                                                           => t
(defmacro calls (&body body) `(let ((*called* '()) (s (make-instance 'noting))) ,@body (reverse *called*))) => calls
(calls (peek-char nil s) (read-line s) (listen s))                                  => (:peek :line :listen)
(calls (write-string "hello" s :start 1 :end 4) (write-char #\x s))                 => (("hello" 1 4) #\x)
(calls (force-output s) (finish-output s) (clear-output s) (fresh-line s))          => (:force :finish :clear :fresh)
(let ((s (make-instance 'noting))) (fresh-line s))                                  => t

;;; --- ~T asks the stream to go to a column
(class-name (defclass tabbing (upper) ((asked :initform '() :accessor asked))))     => tabbing
(prog1 t (defmethod gray:stream-advance-to-column ((s tabbing) column) (push column (asked s)) (write-string "<tab>" s) t)) => t
(let ((s (make-instance 'tabbing)))
  (format s "ab~10Tc~4,6Td~2,5@Te")
  (list (coerce (text s) 'simple-string) (reverse (asked s))))   => ("AB<TAB>C<TAB>D      E" (10 10))
(class-name (defclass no-columns (upper) ()))                                       => no-columns
(prog1 t (defmethod gray:stream-line-column ((s no-columns)) nil))                  => t
(let ((s (make-instance 'no-columns))) (format s "a~10Tb") (coerce (text s) 'simple-string)) => "A  B"
