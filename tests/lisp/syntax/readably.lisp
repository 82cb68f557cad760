;;; Output under *PRINT-READABLY* is read back by the standard readtable, whatever the current one is (22.1.1.1,
;;; *PRINT-READABLY*).

(defun readably (object case &rest variables)
  "Returns the text of OBJECT, printed readably with a readtable of CASE."
  (let ((*readtable* (copy-readtable nil)))
    (setf (readtable-case *readtable*) case)
    (apply #'write-to-string object :readably t variables))) => readably
(defun reads-back-p (object &rest variables)
  "True if the standard readtable reads what any readtable case and print case print of OBJECT."
  (loop for case in '(:upcase :downcase :preserve :invert)
        always (loop for print-case in '(:upcase :downcase :capitalize)
                     always (equalp object (with-standard-io-syntax
                                             (let ((text (apply #'readably object case :case print-case variables)))
                                               (values (read-from-string text)))))))) => reads-back-p

(mapcar (lambda (case) (readably :|a| case)) '(:upcase :downcase :preserve :invert)) => (":|a|" ":|a|" ":|a|" ":|a|")
(mapcar (lambda (case) (readably :|aB| case)) '(:upcase :downcase :preserve :invert)) => (":|aB|" ":|aB|" ":|aB|" ":|aB|")
(readably :abc :upcase :case :downcase)                 => ":abc"
(reads-back-p '(:a :|a| :|Ab| :|1a| car :|a.b| :+ :|| :|a b| :|x1z| :|.|)) => t
(reads-back-p '(:a :|a| :|Ab|) :pretty t)               => t
(reads-back-p '(:a "a b" #\a 12 -3/4 1.5 1d10 #c(1 2) #*101 #(1 :|q|)) :circle t) => t
(reads-back-p (list (pathname "a/b.c") (make-array '(2 0)) (make-array nil :initial-element :|x|))) => t
(let ((*readtable* (copy-readtable nil)))  ; a letter of one's own syntax is quoted, too
  (set-syntax-from-char #\Z #\Space)
  (list (write-to-string :az :readably t) (write-to-string :az))) => (":|AZ|" ":|AZ|")
(let ((*readtable* (copy-readtable nil)))  ; and one that would be read otherwise by the standard readtable
  (set-syntax-from-char #\( #\a)
  (list (write-to-string :|A(| :readably t) (write-to-string :|A(|))) => (":|A(|" ":A(")

;;; --- letters are digits only where no decimal point is (2.3.1.1)
(write-to-string '(:a :|1A| :|A1| :|A.| :|A.B| :|1A.| :|1.A| :ff) :base 16 :radix nil) => "(:|A| :|1A| :|A1| :A. :A.B :|1A.| :|1.A| :|FF|)"
(let ((*read-base* 16)) (mapcar #'read-from-string '("A." "A.B" "1A." "0A" "10."))) => (a. a.b |1A.| 10 10)

;;; --- a form with backquote or comma after a dot
(let ((form (read-from-string "`(a . `(b ,,c ,@d))")))
  (with-standard-io-syntax (equalp form (read-from-string (prin1-to-string form))))) => t
(let ((form (read-from-string "(x . `#(1 ,y))")))
  (with-standard-io-syntax
    (list (equalp form (read-from-string (prin1-to-string form))) (equalp form (read-from-string (write-to-string form :pretty t)))))) => (t t)

;;; --- labels and structures
(read-from-string "(#123456789123456789=(17) #123456789123456789#)") => (values ((17) (17)) 47)
(read-from-string "#100000000000000000(a)")            => (error storage-condition)
(defstruct readable-point x y)                          => readable-point
(defun point-read (text) (let ((p (read-from-string text))) (list (readable-point-x p) (readable-point-y p)))) => point-read
(point-read "#S(readable-point :x 1 \"Y\" 2)")          => (1 2)
(point-read "#S(readable-point #:x 1 #\\Y 2 :x 3)")     => (1 2)
(point-read "#S(readable-point :x 1 :allow-other-keys nil)") => (1 nil)
(point-read "#S(readable-point :allow-other-keys t :z 5 :y 1)") => (nil 1)
(point-read "#S(readable-point :z 5)")                  => (error program-error "MAKE-READABLE-POINT: :Z is not a keyword argument; known are :X, :Y")
(point-read "#S(readable-point :x)")                    => (error reader-error "READ: (:X) is not a list of slot names and values")
(point-read "#S(readable-point . 1)")                   => (error #+tessera reader-error #-tessera error)
(point-read "#S(no-such-structure :x 1)")               => (error reader-error "READ: there is no structure NO-SUCH-STRUCTURE")

;;; --- PRINT-UNREADABLE-OBJECT: a space after the type, and before the identity, but only one between the two
(with-output-to-string (s) (print-unreadable-object (1 s))) => "#<>"
(with-output-to-string (s) (print-unreadable-object (1 s) (princ "one" s))) => "#<one>"
(let ((text (with-output-to-string (s) (print-unreadable-object ('a s :type t))))) (subseq text (- (length text) 2))) => " >"
(let ((text (with-output-to-string (s) (print-unreadable-object ('a s :type t) (princ "b" s))))) (subseq text (- (length text) 3))) => " b>"
(let ((text (with-output-to-string (s) (print-unreadable-object ('a s :identity t))))) (list (subseq text 0 3) (count #\Space text))) => ("#< " 1)
(subseq (with-output-to-string (s) (print-unreadable-object ('a s :identity t) (princ "b" s))) 0 4) => "#<b "
(count #\Space (with-output-to-string (s) (print-unreadable-object ((list 1) s :type t :identity t)))) => 1
(write-to-string 1 :stream *standard-output*)           => (error #-ecl program-error #+ecl error)
