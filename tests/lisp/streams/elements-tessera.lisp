;;; Files of bytes and text: elements of several octets, READ-SEQUENCE, versions.

;; they are in a folder of their own
(defparameter *before* *default-pathname-defaults*) => *before*
(progn (setf *default-pathname-defaults* (pathname (ensure-directories-exist (scratch-folder "elements")))) t) => t

;;; Elements of several octets
(defun through-file (type elements vector-type length)
  "Writes a vector of ELEMENTS to a file of TYPE, and reads the file into a vector of LENGTH. Both vectors are of
VECTOR-TYPE. Returns a list of the index after the last element read, and the second vector."
  (with-open-file (s "elements.tmp" :direction :output :if-exists :supersede :element-type type)
    (write-sequence (coerce elements `(simple-array ,vector-type (*))) s))
  (with-open-file (s "elements.tmp" :element-type type)
    (let ((v (make-array length :element-type vector-type :initial-element 0))) (list (read-sequence v s) v))))   => through-file
(through-file '(unsigned-byte 16) '(0 1 255 256 65535) '(unsigned-byte 16) 4)   => (4 #(0 1 255 256))
(through-file '(unsigned-byte 16) '(0 1 255 256 65535) t 2)   => (2 #(0 1))
(through-file '(signed-byte 16) '(0 -1 255 -32768 32767) '(signed-byte 16) 4)   => (4 #(0 -1 255 -32768))
(through-file '(signed-byte 16) '(0 -1 255 -32768 32767) t 2)   => (2 #(0 -1))
(through-file '(unsigned-byte 32) '(0 1 4294967295) '(unsigned-byte 32) 4)   => (3 #(0 1 4294967295 0))
(through-file '(unsigned-byte 32) '(0 1 4294967295) t 2)   => (2 #(0 1))
(through-file '(signed-byte 32) '(-1 0 -2147483648) '(signed-byte 32) 4)   => (3 #(-1 0 -2147483648 0))
(through-file '(signed-byte 32) '(-1 0 -2147483648) t 2)   => (2 #(-1 0))
(through-file '(unsigned-byte 64) '(1 18446744073709551615) '(unsigned-byte 64) 4)   => (2 #(1 18446744073709551615 0 0))
(through-file '(unsigned-byte 64) '(1 18446744073709551615) t 2)   => (2 #(1 18446744073709551615))
(through-file '(signed-byte 64) '(-1 -9223372036854775808) '(signed-byte 64) 4)   => (2 #(-1 -9223372036854775808 0 0))
(through-file '(signed-byte 64) '(-1 -9223372036854775808) t 2)   => (2 #(-1 -9223372036854775808))
(through-file '(signed-byte 8) '(-1 127 -128) '(signed-byte 8) 4)   => (3 #(-1 127 -128 0))
(through-file '(signed-byte 8) '(-1 127 -128) t 2)   => (2 #(-1 127))
(through-file '(unsigned-byte 24) '(1 16777215) t 4)   => (2 #(1 16777215 0 0))
(through-file '(unsigned-byte 24) '(1 16777215) t 2)   => (2 #(1 16777215))
(through-file '(signed-byte 72) (list -1 (expt 2 70)) t 4)   => (2 #(-1 1180591620717411303424 0 0))
(through-file '(signed-byte 72) (list -1 (expt 2 70)) t 2)   => (2 #(-1 1180591620717411303424))
(progn
  (with-open-file (s "elements.tmp" :direction :output :if-exists :supersede :element-type '(unsigned-byte 16))
    (write-sequence (make-array 4
                                :element-type '(unsigned-byte 16)
                                :displaced-to (make-array 9
                                                          :element-type '(unsigned-byte 16)
                                                          :initial-contents '(1 2 3 4 5 6 7 8 9))
                                :displaced-index-offset 2)
                    s
                    :start 1
                    :end 3))
  (with-open-file (s "elements.tmp" :element-type '(unsigned-byte 16))
    (let ((v (make-array 3 :element-type '(unsigned-byte 16) :initial-element 0))) (list (read-sequence v s) v))))
  => (2 #(4 5 0))
(progn
  (with-open-file (s "elements.tmp" :direction :output :if-exists :supersede :element-type '(unsigned-byte 16))
    (write-sequence (vector 1 2 70000) s)))   => (error type-error "WRITE-SEQUENCE: 70000 is not of type (UNSIGNED-BYTE 16)")
(prog1 t (delete-file "elements.tmp")) => t

;;; READ-SEQUENCE of text
(progn (with-open-file (s "text.tmp" :direction :output :if-exists :supersede) (write-string (format nil "one~%two λ😀x~%three") s)) (with-open-file (s "text.tmp") (let ((v (make-string 30 :initial-element #\-))) (list (read-sequence v s) v)))) => (17 "one
two λ😀x
three-------------")
(with-open-file (s "text.tmp") (let ((v (make-array 6 :initial-element nil))) (list (read-sequence v s) v))) => (6 #(#\o #\n #\e #\Newline #\t #\w))
(with-open-file (s "text.tmp") (let ((v (make-string 4))) (read-sequence v s) (list v (read-line s) (read-char s)))) => ("one
" "two λ😀x" #\t)
(with-open-file (s "text.tmp") (let ((v (make-string 10 :initial-element #\-))) (list (read-sequence v s :start 2 :end 5) v))) => (5 "--one-----")
(with-open-file (s "text.tmp") (let ((v (make-string 5))) (read-sequence v s) (unread-char (char v 4) s) (read-line s))) => (values "two λ😀x" NIL)
(with-open-file (s "text.tmp") (let ((v (make-string 9))) (read-sequence v s) (unread-char (char v 8) s) (read-char s))) => #\λ
(with-open-file (s "text.tmp") (let ((v (make-array 5 :element-type 'character :fill-pointer 3))) (list (read-sequence v s) v))) => (3 "one")
(with-open-file (s "text.tmp") (let ((v (list 1 2 3 4 5))) (read-sequence v s) v)) => (#\o #\n #\e #\Newline #\t)
(with-open-file (s "text.tmp") (let ((v (make-array 3 :element-type 'bit))) (read-sequence v s))) => (error type-error "READ-SEQUENCE: #\\o is not of type BIT")
(with-open-file (s "text.tmp") (list (read-char s) (let ((v (make-string 3))) (read-sequence v s) v) (peek-char nil s))) => (#\o "ne
" #\t)
(with-open-file (s "text.tmp") (let ((v (make-string 3)) (e (make-echo-stream s (make-broadcast-stream)))) (list (read-sequence v e) v))) => (3 "one")
(with-open-file (s "text.tmp") (let ((v (make-string 100))) (list (read-sequence v s) (read-sequence v s) (read-char s nil :end)))) => (17 0 :end)
(progn
  (with-open-file (s "text.tmp" :direction :output :if-exists :supersede) (dotimes (i 9000) (write-string "aé" s)))
  (with-open-file (s "text.tmp")
    (let ((v (make-string 20000 :initial-element #\-)))
      (list (read-sequence v s) (count #\a v) (count #\é v) (char v 17999)))))   => (18000 9000 9000 #\é)
(with-open-file (s "text.tmp" :external-format :latin-1) (let ((v (make-string 3))) (read-sequence v s) v)) => "aÃ©"
(with-input-from-string (s "abc") (let ((v (make-string 2))) (list (read-sequence v s) v (read-char s)))) => (2 "ab" #\c)
(prog1 t (delete-file "text.tmp")) => t

;;; The version :NEWEST asks for a new version by default
(progn
  (with-open-file (s "newest.tmp" :direction :output :if-exists :supersede) (write-string "old" s))
  (handler-case (progn (open "newest.tmp" :direction :output) :opened) (file-error () :exists)))   => :exists
(with-open-file (s (make-pathname :name "newest" :type "tmp" :version :newest) :direction :output) (write-string "new" s)) => "new"
(with-open-file (s "newest.tmp") (read-line s)) => (values "new" T)
(with-open-file (s (make-pathname :name "newest" :type "tmp" :version :newest) :direction :output :if-exists :append) (write-string "er" s)) => "er"
(with-open-file (s "newest.tmp") (read-line s)) => (values "newer" T)
(handler-case (open (make-pathname :name "newest" :type "tmp" :version :newest) :direction :output :if-exists :error) (file-error () :exists)) => :exists
(open (make-pathname :name "newest" :type "tmp" :version :newest) :direction :output :if-exists nil) => nil
(handler-case (open (make-pathname :name "newest" :type "tmp" :version nil) :direction :output) (file-error () :exists)) => :exists
(handler-case (open (make-pathname :name "newest" :type "tmp" :version nil) :direction :io) (file-error () :exists)) => :exists
(with-open-file (s (make-pathname :name "newest" :type "tmp" :version :newest) :direction :io) (write-string "io" s)) => "io"
(with-open-file (s (make-pathname :name "newest" :type "tmp" :version :newest)) (read-line s)) => (values "io" T)
(prog1 t (delete-file "newest.tmp")) => t
(progn (setf *default-pathname-defaults* *before*) t) => t
