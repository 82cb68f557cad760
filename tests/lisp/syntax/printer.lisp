;;; The printer (chapter 22): PRIN1, PRINC, PRINT, WRITE, the printer variables.

;;; --- the functions
(prin1 'a)                                              => (prints "A" a)
(princ "a\"b")                                          => (prints "a\"b" "a\"b")
(prin1 "a\"b\\c")                                       => (prints "\"a\\\"b\\\\c\"")
(print 'a)                                              => (prints "
A ")
(progn (print 1) (print 2))                             => (prints "
1 
2 " 2)
(write '(a "b") :escape nil)                            => (prints "(A b)")
(write '(a "b") :escape t)                              => (prints "(A \"b\")")
(with-output-to-string (s) (prin1 'a s))                => "A"
(with-output-to-string (s) (write 'a :stream s))        => "A"
(prin1-to-string '(a "b" #\c))                          => "(A \"b\" #\\c)"
(princ-to-string '(a "b" #\c))                          => "(A b c)"
(write-to-string '(a "b") :escape nil)                  => "(A b)"
(multiple-value-list (pprint 'a (make-broadcast-stream))) => nil
(prin1 1 5)                                             => (error type-error "PRIN1: 5 is not of type STREAM")
(write 1 :no-such-key 2)                                => (error program-error "WRITE: unknown keyword argument :NO-SUCH-KEY")

;;; --- symbols
(prin1-to-string 'foo)                                  => "FOO"
(prin1-to-string '|foo|)                                => "|foo|"
(prin1-to-string '|Foo Bar|)                            => "|Foo Bar|"
(prin1-to-string '||)                                   => "||"
(prin1-to-string '|a\|b\\c|)                            => "|a\\|b\\\\c|"
(prin1-to-string :foo)                                  => ":FOO"
(prin1-to-string :|foo|)                                => ":|foo|"
(prin1-to-string 'car)                                  => "CAR"
(prin1-to-string nil)                                   => "NIL"
(prin1-to-string '|1|)                                  => "|1|"
(prin1-to-string '1+)                                   => "1+"
(prin1-to-string '+)                                    => "+"
(prin1-to-string '-)                                    => "-"
(prin1-to-string '|.|)                                  => "|.|"
(prin1-to-string '|...|)                                => "|...|"
(prin1-to-string 'a.b)                                  => "A.B"
(prin1-to-string '|1.5|)                                => "|1.5|"
(prin1-to-string '|1/2|)                                => "|1/2|"
(prin1-to-string '|+5|)                                 => "|+5|"
(prin1-to-string '|1E5|)                                => "|1E5|"
(prin1-to-string '|A:B|)                                => "|A:B|"
(prin1-to-string '|A(B|)                                => "|A(B|"
(prin1-to-string '|A'B|)                                => "|A'B|"
(prin1-to-string '|A#B|)                                => "|A#B|"
(prin1-to-string '|#B|)                                 => "|#B|"
(prin1-to-string '|A;B|)                                => "|A;B|"
(prin1-to-string '|A,B|)                                => "|A,B|"
(prin1-to-string '|A"B|)                                => "|A\"B|"
(prin1-to-string '*foo*)                                => "*FOO*"
(prin1-to-string '|a b|)                                => "|a b|"
(prin1-to-string (make-symbol "FOO"))                   => "#:FOO"
(let ((*print-gensym* nil)) (prin1-to-string (make-symbol "FOO"))) => "FOO"
(princ-to-string (make-symbol "FOO"))                   => "FOO"
(princ-to-string :foo)                                  => "FOO"
(princ-to-string '|foo|)                                => "foo"
(let ((*package* (find-package "KEYWORD"))) (prin1-to-string 'car)) => "COMMON-LISP:CAR"
(let ((*package* (find-package "KEYWORD"))) (prin1-to-string :car)) => ":CAR"
(progn (make-package "PRINTER-TEST" :use nil) (prin1-to-string (intern "A" "PRINTER-TEST"))) => "PRINTER-TEST::A"
(progn (export (find-symbol "A" "PRINTER-TEST") "PRINTER-TEST") (prin1-to-string (find-symbol "A" "PRINTER-TEST"))) => "PRINTER-TEST:A"
(let ((*print-case* :downcase)) (prin1-to-string '(foo |Bar| :baz "Q"))) => "(foo |Bar| :baz \"Q\")"
(let ((*print-case* :capitalize)) (prin1-to-string '(foo-bar baz1a :quux))) => "(Foo-Bar Baz1a :Quux)"
(let ((*print-case* :downcase)) (princ-to-string '(foo |Bar|))) => "(foo bar)"
(write-to-string 'foo :case :downcase)                  => "foo"
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :downcase) (prin1-to-string '(|foo| |FOO|))) => "(FOO |FOO|)"
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :downcase) (write-to-string '(|foo| |FOO|) :case :downcase)) => "(foo |FOO|)"
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :preserve) (prin1-to-string '(|foo| |FOO| |Foo|))) => "(foo FOO Foo)"
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :invert) (prin1-to-string '(|foo| |FOO| |Foo|))) => "(FOO foo Foo)"

;;; --- numbers
(prin1-to-string 5)                                     => "5"
(prin1-to-string -12345678901234567890)                 => "-12345678901234567890"
(prin1-to-string 1/3)                                   => "1/3"
(prin1-to-string 1.5)                                   => "1.5"
(prin1-to-string 1.5d0)                                 => "1.5d0"
(prin1-to-string 1e10)                                  => "1.0e10"
(prin1-to-string 1e-10)                                 => "1.0e-10"
(prin1-to-string -0.0)                                  => "-0.0"
(prin1-to-string #c(1 2))                               => "#C(1 2)"
(prin1-to-string #c(1.0 -2.5))                          => "#C(1.0 -2.5)"
(let ((*print-base* 2)) (prin1-to-string 10))           => "1010"
(let ((*print-base* 16)) (prin1-to-string '(255 -255 1/16))) => "(FF -FF 1/10)"
(let ((*print-radix* t)) (prin1-to-string '(10 1/2 1.5))) => "(10. #10r1/2 1.5)"
(let ((*print-radix* t) (*print-base* 2)) (prin1-to-string 5)) => "#b101"
(let ((*print-radix* t) (*print-base* 8)) (prin1-to-string 8)) => "#o10"
(let ((*print-radix* t) (*print-base* 16)) (prin1-to-string 255)) => "#xFF"
(let ((*print-radix* t) (*print-base* 3)) (prin1-to-string 5)) => "#3r12"
(let ((*print-radix* t) (*print-base* 2)) (prin1-to-string 1/2)) => "#b1/10"
(write-to-string 10 :base 8 :radix t)                   => "#o12"
(let ((*read-default-float-format* 'double-float)) (prin1-to-string '(1.5d0 1.5f0))) => "(1.5 1.5f0)"

;;; --- characters and strings
(prin1-to-string #\a)                                   => "#\\a"
(prin1-to-string #\Space)                               => "#\\ "
(prin1-to-string #\Newline)                             => "#\\Newline"
(prin1-to-string #\Tab)                                 => "#\\Tab"
(prin1-to-string #\()                                   => "#\\("
(prin1-to-string (code-char 0))                         => "#\\Nul"
(prin1-to-string (code-char 127))                       => "#\\Rubout"
(princ-to-string #\a)                                   => "a"
(princ-to-string #\Newline)                             => "
"
(prin1-to-string "")                                    => "\"\""
(prin1-to-string "a
b")                                                     => "\"a
b\""
(prin1-to-string (make-array 5 :element-type 'character :initial-contents "abcde" :fill-pointer 3)) => "\"abc\""

;;; --- lists
(prin1-to-string '())                                   => "NIL"
(prin1-to-string '(a))                                  => "(A)"
(prin1-to-string '(a . b))                              => "(A . B)"
(prin1-to-string '(a b . c))                            => "(A B . C)"
(prin1-to-string '(a (b (c))))                          => "(A (B (C)))"
(prin1-to-string '(nil))                                => "(NIL)"
(let ((*print-pretty* t)) (prin1-to-string ''a))        => "'A"
(let ((*print-pretty* t)) (prin1-to-string '(#'a b)))   => "(#'A B)"
(let ((*print-pretty* t)) (prin1-to-string '(quote a b))) => "(QUOTE A B)"
(let ((*print-pretty* t)) (prin1-to-string '(quote . a))) => "(QUOTE . A)"
#+tessera (prin1-to-string ''a)                         #+tessera => #+tessera "'A"
#+tessera (prin1-to-string '`(a ,b ,@c))                #+tessera => #+tessera "`(A ,B ,@C)"
#+tessera (prin1-to-string '`(a . ,b))                  #+tessera => #+tessera "`(A . ,B)"
#+tessera (prin1-to-string '`#(a ,@b))                  #+tessera => #+tessera "`#(A ,@B)"
(let ((*print-length* 2)) (prin1-to-string '(1 2 3)))   => "(1 2 ...)"
(let ((*print-length* 0)) (prin1-to-string '(1 2 3)))   => "(...)"
(let ((*print-length* 3)) (prin1-to-string '(1 2 3)))   => "(1 2 3)"
(let ((*print-length* 2)) (prin1-to-string '(1 2 . 3))) => "(1 2 . 3)"
(let ((*print-length* 1)) (prin1-to-string #(1 2 3)))   => "#(1 ...)"
(let ((*print-level* 1)) (prin1-to-string '(1 (2 (3)) #(4)))) => "(1 # #)"
(let ((*print-level* 0)) (prin1-to-string '(1)))        => "#"
(let ((*print-level* 0)) (prin1-to-string 1))           => "1"
(let ((*print-level* 2)) (prin1-to-string '(1 (2 (3))))) => "(1 (2 #))"
(let ((*print-level* 1)) (prin1-to-string #2a((1 2) (3 4)))) => "#2A(# #)"
(write-to-string '(1 2 3) :length 1)                    => "(1 ...)"
(write-to-string '((1)) :level 1)                       => "(#)"

;;; --- arrays
(prin1-to-string #(1 2 3))                              => "#(1 2 3)"
(prin1-to-string #())                                   => "#()"
(prin1-to-string #(a "b" #\c))                          => "#(A \"b\" #\\c)"
(prin1-to-string #*1011)                                => "#*1011"
(prin1-to-string #*)                                    => "#*"
(prin1-to-string #2a((1 2) (3 4)))                      => "#2A((1 2) (3 4))"
(prin1-to-string #3a(((1) (2)) ((3) (4))))              => "#3A(((1) (2)) ((3) (4)))"
(prin1-to-string #0a foo)                               => "#0AFOO"
(prin1-to-string (make-array '(0 2)))                   => "#2A()"
(prin1-to-string (make-array '(2 0)))                   => "#2A(() ())"
(prin1-to-string (make-array 4 :fill-pointer 2 :initial-element 7)) => "#(7 7)"
(prin1-to-string (make-array 3 :element-type '(unsigned-byte 8) :initial-element 7)) => "#(7 7 7)"
(prin1-to-string (make-array '(2 2) :element-type 'bit :initial-element 1)) => "#2A((1 1) (1 1))"
(let ((*print-length* 1)) (prin1-to-string #2a((1 2) (3 4)))) => "#2A((1 ...) ...)"
(let ((*print-array* nil)) (search "#<" (prin1-to-string #(1 2)))) => 0
(let ((*print-array* nil)) (prin1-to-string "abc"))     => "\"abc\""

;;; --- circular structure
(let ((x (list 1 2)) (*print-circle* t)) (setf (cddr x) x) (prin1-to-string x)) => "#1=(1 2 . #1#)"
(let ((x (list 1 2)) (*print-circle* t)) (setf (car x) x) (prin1-to-string x)) => "#1=(#1# 2)"
(let* ((a (list 1)) (x (list a a)) (*print-circle* t)) (prin1-to-string x)) => "(#1=(1) #1#)"
(let* ((a (list 1)) (x (list* 0 a a)) (*print-circle* t)) (prin1-to-string x)) => "(0 #1=(1) . #1#)"
(let* ((v (vector 1 nil)) (*print-circle* t)) (setf (aref v 1) v) (prin1-to-string v)) => "#1=#(1 #1#)"
(let* ((a "s") (x (list a a)) (*print-circle* nil)) (prin1-to-string x)) => "(\"s\" \"s\")"
(let* ((a (list 1)) (b (list a)) (x (list b a b)) (*print-circle* t)) (prin1-to-string x)) => "(#1=(#2=(1)) #2# #1#)"
(let* ((s (make-symbol "A")) (*print-circle* t)) (prin1-to-string (list s s))) => "(#1=#:A #1#)"
(let ((*print-circle* t)) (prin1-to-string '(1 1 a a "b"))) => "(1 1 A A \"b\")"
(let* ((a (list 1)) (*print-circle* t)) (prin1-to-string (list a (copy-list a)))) => "((1) (1))"
(let* ((x (list 1 2)) (*print-circle* nil) (*print-length* 3)) (setf (cddr x) x) (prin1-to-string x)) => "(1 2 1 ...)"

;;; --- structures
(defstruct printer-point x y)                           => printer-point
(prin1-to-string (make-printer-point :x 1 :y "a"))      => "#S(PRINTER-POINT :X 1 :Y \"a\")"
(princ-to-string (make-printer-point :x 1 :y "a"))      => "#S(PRINTER-POINT :X 1 :Y a)"
(let ((*print-level* 0)) (prin1-to-string (make-printer-point))) => "#"
(let ((*print-level* 1)) (prin1-to-string (make-printer-point :x '(1)))) => "#S(PRINTER-POINT :X # :Y NIL)"
(prin1-to-string (list (make-printer-point :x 1)))      => "(#S(PRINTER-POINT :X 1 :Y NIL))"
(defstruct (printer-own (:print-function (lambda (o s d) (declare (ignore d)) (format s "<own ~S>" (printer-own-a o))))) a) => printer-own
(prin1-to-string (list (make-printer-own :a "x")))      => "(<own \"x\">)"
(princ-to-string (list (make-printer-own :a (make-printer-own)))) => "(<own <own NIL>>)"
(defstruct (printer-obj (:print-object (lambda (o s) (print-unreadable-object (o s :type t) (prin1 (printer-obj-a o) s))))) a) => printer-obj
(prin1-to-string (make-printer-obj :a 5))               => "#<PRINTER-OBJ 5>"
(let* ((x (make-printer-point)) (*print-circle* t)) (setf (printer-point-x x) x) (prin1-to-string x)) => "#1=#S(PRINTER-POINT :X #1# :Y NIL)"

;;; --- unreadable objects
(subseq (prin1-to-string #'car) 0 2)                    => "#<"
(subseq (prin1-to-string (make-hash-table)) 0 12)       => "#<HASH-TABLE"
(prin1-to-string (find-package "CL"))                   => "#<PACKAGE \"COMMON-LISP\">"
(let ((*print-readably* t)) (prin1-to-string (lambda (x) x))) => (error print-not-readable)
(let ((*print-readably* t)) (prin1-to-string '(a "b" 1))) => "(A \"b\" 1)"
(let ((*print-readably* t) (*print-length* 1)) (prin1-to-string '(1 2 3))) => "(1 2 3)"
(with-output-to-string (s) (print-unreadable-object ('a s) (write-string "foo" s))) => "#<foo>"
(with-output-to-string (s) (print-unreadable-object ('a s :type t) (write-string "foo" s))) => "#<SYMBOL foo>"
(let ((*print-readably* t)) (print-unreadable-object ('a *standard-output*) 1)) => (error print-not-readable "A cannot be printed readably")
(print-unreadable-object ('a (make-broadcast-stream)) 1) => nil
(prin1-to-string #p"a/b.c")                             => "#P\"a/b.c\""
(princ-to-string #p"a/b.c")                             => "a/b.c"

;;; --- standard syntax
(let ((*print-base* 2) (*print-case* :downcase)) (with-standard-io-syntax (prin1-to-string '(10 car)))) => "(10 CAR)"
(let ((*read-base* 2)) (with-standard-io-syntax (read-from-string "10"))) => (values 10 2)
(with-standard-io-syntax (package-name *package*))      => "COMMON-LISP-USER"
(with-standard-io-syntax *print-readably*)              => t

;;; --- deep structure
(let ((x nil)) (dotimes (i 100000) (setq x (list x))) (length (let ((*print-pretty* nil)) #+tessera (prin1-to-string x) #-tessera (make-string 200003)))) => 200003

;; Atoms that are printed as they stand, and the variables that ask for more.
(princ-to-string -12)                                    => "-12"
(princ-to-string most-negative-fixnum)                   => "-4611686018427387904"
(let ((*print-base* 16)) (princ-to-string 255))          => "FF"
(let ((*print-radix* t)) (princ-to-string 255))          => "255."
(let ((*print-base* 2) (*print-radix* t)) (prin1-to-string -5)) => "#b-101"
(let ((*print-case* :downcase)) (list (princ-to-string 'abc) (prin1-to-string 'abc))) => ("abc" "abc")
(let ((*print-case* :capitalize)) (princ-to-string 'abc-def)) => "Abc-Def"
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :invert) (list (princ-to-string 'abc) (princ-to-string '|aBc|))) => ("abc" "aBc")
(let ((*readtable* (copy-readtable nil))) (setf (readtable-case *readtable*) :preserve) (princ-to-string '|aBc|)) => "aBc"
(let ((*print-readably* t)) (list (princ-to-string "a\"b") (prin1-to-string "a\"b"))) => ("a\"b" "\"a\\\"b\"")
(let ((*print-readably* t)) (write-to-string "a" :escape nil)) => "\"a\""
(list (princ-to-string nil) (princ-to-string t) (princ-to-string :key) (princ-to-string '#:g)) => ("NIL" "T" "KEY" "G")
(list (princ-to-string #\a) (prin1-to-string #\a))       => ("a" "#\\a")
(princ-to-string (make-array 3 :element-type 'character :initial-contents "abc" :fill-pointer 2)) => "ab"
(let ((s "abc")) (eq s (princ-to-string s)))             => nil
(let ((*print-circle* t) (s (list "x"))) (prin1-to-string (list (car s) (car s)))) => "(#1=\"x\" #1#)"
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)) (*print-pretty* t)) (set-pprint-dispatch '(integer 7 7) (lambda (s n) (declare (ignore n)) (write-string "seven" s))) (list (princ-to-string 7) (princ-to-string 8))) => ("seven" "8")
(with-output-to-string (s) (princ "wide: " s) (write-char (code-char 955) s) (princ 'x s) (write-char #\Newline s) (princ 1 s)) => "wide: λX
1"
(prin1-to-string (list (string (code-char 955)) (intern (string (code-char 955))) 1)) => "(\"λ\" |λ| 1)"
(let ((*package* (find-package "KEYWORD"))) (prin1-to-string 'car)) => "COMMON-LISP:CAR"

;; A letter that is a digit is not a neighbour that keeps another one from marking a number
(let ((*print-base* 16)) (prin1-to-string '(car face bed one a1 zed)))  => "(|CAR| |FACE| |BED| ONE |A1| ZED)"
;; Without their elements arrays have no parts, so that they are neither cut at a level nor looked through for circles
(let ((*print-array* nil) (*print-level* 0)) (subseq (prin1-to-string (vector 1)) 0 2))  => "#<"
(let ((*print-array* nil) (*print-circle* t) (a (vector 1 2))) (setf (aref a 0) a) (subseq (prin1-to-string a) 0 2))  => "#<"
(let ((*print-circle* t) (a (make-array 2 :fill-pointer 1))) (setf (aref a 0) 1 (aref a 1) a) (prin1-to-string a))  => "#(1)"
;; With *PRINT-READABLY* arrays are printed so that type and dimensions are as before when they are read
(flet ((same (array)
         (let* ((text (let ((*print-readably* t)) (prin1-to-string array))) (other (read-from-string text)))
           (and (equal (array-dimensions array) (array-dimensions other)) (equalp array other)
                (equal (array-element-type array) (array-element-type other))))))
  (remove-if #'same
             (list (make-array '(0 3)) (make-array '(2 0 3)) (make-array '(3 0)) (make-array '(0 0)) (make-array '(2 1 2) :initial-element '(a b))
                   (make-array '(2 2) :element-type 'double-float :initial-element 1d0) (make-array nil :element-type 'bit :initial-element 1)
                   (make-array 3 :element-type '(unsigned-byte 8) :initial-element 4) (make-array 0 :element-type 'single-float)
                   (make-array '(2 3) :element-type 'character :initial-element #\x) 
                   (make-array '(0 2) :element-type '(signed-byte 16)) "abc" #*101 #() #0a(1))))
  => nil

;;; A symbol without home package is printed with #:, even if it is accessible
(let* ((a (make-package "PRINT-A" :use '())) (b (make-package "PRINT-B" :use '())) (s (intern "ABC" b))) (import s a) (delete-package b) (let ((*package* a)) (prog1 (list (prin1-to-string s) (princ-to-string s) (let ((*print-gensym* nil)) (prin1-to-string s))) (delete-package a)))) => ("#:ABC" "ABC" "ABC")
(let ((s (intern "TO-BE-REMOVED"))) (unintern s) (prin1-to-string s)) => "#:TO-BE-REMOVED"
(prin1-to-string (make-symbol "X")) => "#:X"
(let ((p (make-package "PRINT-C" :use '())) (s (make-symbol "Y"))) (import s p) (prog1 (let ((*package* p)) (prin1-to-string s)) (delete-package p))) => "Y"
(let ((p (make-package "PRINT-D" :use '()))) (prog1 (let ((*package* p)) (list (prin1-to-string (intern "Z" p)) (prin1-to-string :z) (prin1-to-string 'car))) (delete-package p))) => ("Z" ":Z" "COMMON-LISP:CAR")
(let ((a (make-package "PRINT-E" :use '())) (b (make-package "PRINT-F" :use '()))) (let ((s (intern "S" a))) (import s b) (prog1 (let ((*package* b)) (prin1-to-string s)) (delete-package b) (delete-package a)))) => "S"
(let* ((a (make-package "PRINT-G" :use '())) (s (intern "S" a))) (delete-package a) (prin1-to-string s)) => "#:S"
(let ((*print-gensym* nil)) (prin1-to-string (make-symbol "X"))) => "X"
(let ((s (make-symbol "X"))) (let ((*print-circle* t)) (prin1-to-string (list s s)))) => "(#1=#:X #1#)"
(let* ((a (make-package "PRINT-H" :use '())) (s (intern "S" a))) (export s a) (prog1 (prin1-to-string s) (delete-package a))) => "PRINT-H:S"
