;;; The pretty printer: logical blocks, conditional newlines, indentation, tabs, dispatch tables, and FORMAT's
;;; directives for them.

(defun pretty (object &optional (margin 80) (miser nil))
  (write-to-string object :pretty t :right-margin margin :miser-width miser)) => pretty
(defmacro with-pretty ((stream &optional (margin 80) (miser nil)) &body body)
  `(with-output-to-string (,stream)
     (let ((*print-pretty* t) (*print-right-margin* ,margin) (*print-miser-width* ,miser)) ,@body))) => with-pretty
(defun pretty-format (margin control &rest args)
  (let ((*print-pretty* t) (*print-right-margin* margin) (*print-miser-width* nil))
    (apply #'format nil control args)))         => pretty-format

;; Data
(pretty '(1 2 3))                               => "(1 2 3)"
(pretty '(1 . 2))                               => "(1 . 2)"
(pretty '(1 2 . 3))                             => "(1 2 . 3)"
(pretty 'symbol)                                => "SYMBOL"
(pretty "string")                               => "\"string\""
(pretty nil)                                    => "NIL"
(pretty '("aaaa" "bbbb" "cccc" "dddd" "eeee") 20) => "(\"aaaa\" \"bbbb\"
 \"cccc\" \"dddd\"
 \"eeee\")"
(pretty '("aaaa" ("bbbb" "cccc") "dddd" "eeee") 20) => "(\"aaaa\"
 (\"bbbb\" \"cccc\")
 \"dddd\" \"eeee\")"
(pretty '(1 2 3 4 5 6 7 8 9 10 . 11) 12)        => "(1 2 3 4 5
 6 7 8 9 10
 . 11)"
(pretty #(1 2 3 4 5 6 7 8 9 10 11 12) 16)       => "#(1 2 3 4 5 6 7
  8 9 10 11 12)"
(pretty #2a((1 2 3) (4 5 6)))                   => "#2A((1 2 3) (4 5 6))"
(pretty #2a((1 2 3) (4 5 6)) 14)                => "#2A((1 2 3)
    (4 5 6))"
(pretty #*1011)                                 => "#*1011"
(pretty ''a)                                    => "'A"
(pretty '#'car)                                 => "#'CAR"
(pretty '(quote a b))                           => "(QUOTE A B)"
(pretty '(quote))                               => "(QUOTE)"
(pretty '("a" 'b #'c))                          => "(\"a\" 'B #'C)"
(let ((*print-length* 3)) (pretty '(1 2 3 4 5))) => "(1 2 3 ...)"
(let ((*print-length* 2)) (pretty #(1 2 3)))    => "#(1 2 ...)"
(let ((*print-length* 0)) (pretty '(1)))        => "(...)"
(let ((*print-level* 1)) (pretty '(1 (2 (3))))) => "(1 #)"
(let ((*print-level* 2)) (pretty '(1 (2 (3))))) => "(1 (2 #))"
(let ((*print-level* 0)) (pretty '(1)))         => "#"
(let ((*print-circle* t)) (pretty (let ((x (list 1 2))) (list x x)))) => "(#1=(1 2) #1#)"
(let ((*print-circle* t)) (pretty (let ((x (list 1 2 3))) (setf (cdddr x) x) x))) => "#1=(1 2 3 . #1#)"
(let ((*print-circle* t)) (pretty (let ((x (list 1 2))) (list* 0 x x)))) => "(0 #1=(1 2) . #1#)"

;; Code
(pretty '(defun foo (x y) (list x y)))          => "(DEFUN FOO (X Y) (LIST X Y))"
(pretty '(defun foo (x y) (list x y)) 20)       => "(DEFUN FOO (X Y)
  (LIST X Y))"
(pretty '(defun foo (x) "doc" (print x) (list x x)) 20) => "(DEFUN FOO (X)
  \"doc\"
  (PRINT X)
  (LIST X X))"
(pretty '(let ((a 1) (b 2)) (print a) (list a b)) 24) => "(LET ((A 1) (B 2))
  (PRINT A)
  (LIST A B))"
(pretty '(let ((a 1) (b 2)) (print a) (list a b)) 14) => "(LET ((A 1)
      (B 2))
  (PRINT A)
  (LIST A B))"
(pretty '(if (foo a) (bar b) (baz c)) 18)       => "(IF (FOO A)
    (BAR B)
    (BAZ C))"
(pretty '(when (foo a) (bar b) (baz c)) 18)     => "(WHEN (FOO A)
  (BAR B)
  (BAZ C))"
(pretty '(case x (1 (foo) bar) ((2 3) (baz)) (t nil)) 22) => "(CASE X
  (1 (FOO) BAR)
  ((2 3) (BAZ))
  (T NIL))"
(pretty '(list (first a) (second b) (third c)) 18) => "(LIST (FIRST A)
      (SECOND B)
      (THIRD C))"
(pretty '(vector 1 2 3 4 5 6 7 8 9 10 11) 20)   => "(VECTOR 1 2 3 4 5 6
        7 8 9 10 11)"
(pretty '(lambda (x y) (list x y) (cons x y)) 22) => "(LAMBDA (X Y)
  (LIST X Y)
  (CONS X Y))"
(pretty '(multiple-value-bind (a b) (floor x y) (list a b)) 34) => "(MULTIPLE-VALUE-BIND (A B)
    (FLOOR X Y)
  (LIST A B))"
(pretty '(dolist (x list) (print x) (foo x)) 20) => "(DOLIST (X LIST)
  (PRINT X)
  (FOO X))"
(pretty '(cond ((= x 1) (print x)) (t (foo) (bar))) 26) => "(COND ((= X 1) (PRINT X))
      (T (FOO) (BAR)))"
(pretty '(setf aaaaaaaa 1 bbbbbbbb 2) 20)       => "(SETF AAAAAAAA 1
      BBBBBBBB 2)"
(pretty '(defun))                               => "(DEFUN)"
(pretty '(let))                                 => "(LET)"
(pretty '(let x))                               => "(LET X)"
(pretty '(let . x))                             => "(LET . X)"
(pretty '(cond 1 (2)))                          => "(COND 1 (2))"
(pretty '(defun f . 3))                         => "(DEFUN F . 3)"

;; PPRINT
(pprint '(a b))                                 => (prints "
(A B)")
(multiple-value-list (pprint 1))                => (prints "
1" nil)
(let ((s (make-string-output-stream))) (pprint "x" s) (get-output-stream-string s)) => "
\"x\""

;; Blocks and newlines
(with-pretty (s) (pprint-logical-block (s nil :prefix "<" :suffix ">") (write-string "abc" s))) => "<abc>"
(with-pretty (s 10) (pprint-logical-block (s nil) (write-string "aaaa " s) (pprint-newline :linear s) (write-string "bbbb " s) (pprint-newline :linear s) (write-string "cccc" s))) => "aaaa
bbbb
cccc"
(with-pretty (s 10) (pprint-logical-block (s nil) (write-string "aaaa " s) (pprint-newline :fill s) (write-string "bbbb " s) (pprint-newline :fill s) (write-string "cccc" s))) => "aaaa bbbb
cccc"
(with-pretty (s 20)
  (pprint-logical-block (s nil)
                        (write-string "aaaa " s)
                        (pprint-newline :linear s)
                        (write-string "bbbb " s)
                        (pprint-newline :linear s)
                        (write-string "cccc" s)))   => "aaaa bbbb cccc"
(with-pretty (s 80) (pprint-logical-block (s nil) (write-string "a" s) (pprint-newline :mandatory s) (write-string "b" s))) => "a
b"
(with-pretty (s 80) (pprint-logical-block (s nil) (write-string "a" s) (pprint-newline :miser s) (write-string "b" s))) => "ab"
(with-pretty (s 10 10) (pprint-logical-block (s nil) (write-string "aaaaaa " s) (pprint-newline :miser s) (write-string "bbbbbb" s))) => "aaaaaa
bbbbbb"
(with-pretty (s 10 5) (pprint-logical-block (s nil) (write-string "aaaaaa " s) (pprint-newline :miser s) (write-string "bbbbbb" s))) => "aaaaaa bbbbbb"
(with-pretty (s 10) (pprint-logical-block (s nil :prefix "(" :suffix ")") (write-string "aaaa" s) (pprint-indent :block 2 s) (pprint-newline :linear s) (write-string "bbbbbb" s))) => "(aaaa
   bbbbbb)"
(with-pretty (s 10) (pprint-logical-block (s nil :prefix "(" :suffix ")") (write-string "aaaa" s) (pprint-indent :current 0 s) (pprint-newline :linear s) (write-string "bbbbbb" s))) => "(aaaa
     bbbbbb)"
(with-pretty (s 10) (write-string "abc" s) (pprint-logical-block (s nil :per-line-prefix "; ") (write-string "aaaa " s) (pprint-newline :linear s) (write-string "bbbb" s))) => "abc; aaaa
   ; bbbb"
(with-pretty (s 80) (pprint-logical-block (s nil :per-line-prefix "; ") (write-string "a" s) (terpri s) (write-string "b" s))) => "; a
; b"
(with-pretty (s 80) (pprint-logical-block (s nil :prefix "((") (write-string "a" s) (pprint-newline :mandatory s) (pprint-logical-block (s nil :prefix "[" :suffix "]") (write-string "b" s) (pprint-newline :mandatory s) (write-string "c" s)))) => "((a
  [b
   c]"
(with-pretty (s 80) (pprint-logical-block (s 5 :prefix "<" :suffix ">") (write-string "never" s))) => "5"
(with-pretty (s 80)
  (pprint-logical-block (s '(1 2 3) :prefix "<" :suffix ">")
                        (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted) (write-string "," s))))
  => "<1,2,3>"
(with-pretty (s 80)
  (pprint-logical-block (s '(1 2 . 3) :prefix "<" :suffix ">")
                        (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted) (write-string " " s))))
  => "<1 2 . 3>"
(let ((*print-length* 2))
  (with-pretty (s 80)
    (pprint-logical-block (s '(1 2 3) :prefix "<" :suffix ">")
                          (loop (write (pprint-pop) :stream s) (pprint-exit-if-list-exhausted) (write-string " " s)))))
  => "<1 2 ...>"
(with-output-to-string (s)
  (let ((*print-pretty* nil))
    (pprint-logical-block (s '(1) :prefix "<" :suffix ">")
                          (write (pprint-pop) :stream s)
                          (pprint-newline :mandatory s))))   => "<1>"
(let ((*print-pretty* t)) (pprint-logical-block (nil '(1 2) :prefix "<" :suffix ">") (princ (pprint-pop)))) => (prints "<1>" nil)
(with-pretty (s 12) (let ((*print-lines* 2)) (pprint-logical-block (s nil :prefix "(" :suffix ")") (dolist (x '("aaaa" "bbbb" "cccc" "dddd")) (write-string x s) (write-char #\Space s) (pprint-newline :linear s))))) => "(aaaa
 bbbb ..)"
(pprint-newline :linear *standard-output*)      => nil
(pprint-newline :bad)                           => (error type-error ":BAD is not of type (MEMBER :LINEAR :FILL :MISER :MANDATORY)")
(pprint-indent :bad 1)                          => (error type-error ":BAD is not of type (MEMBER :BLOCK :CURRENT)")
(pprint-tab :bad 1 1)                           => (error type-error ":BAD is not of type (MEMBER :LINE :LINE-RELATIVE :SECTION :SECTION-RELATIVE)")
(pprint-logical-block (nil nil :prefix 5) 1)      => (error type-error "5 is not of type STRING")
(eval '(pprint-pop))                            => #+tessera (error program-error "PPRINT-POP may only be used within PPRINT-LOGICAL-BLOCK") #-tessera (error error)
(eval '(pprint-exit-if-list-exhausted))         => #+tessera (error program-error "PPRINT-EXIT-IF-LIST-EXHAUSTED may only be used within PPRINT-LOGICAL-BLOCK") #-tessera (error error)
(eval '(pprint-logical-block (nil nil :prefix "a" :per-line-prefix "b") 1)) => #+tessera (error program-error) #-tessera (error error)

;; Tabs
(with-pretty (s 80) (pprint-logical-block (s nil) (write-string "ab" s) (pprint-tab :line 6 1 s) (write-string "c" s))) => "ab    c"
(with-pretty (s 80)
  (write-string "xx" s)
  (pprint-logical-block (s nil) (write-string "ab" s) (pprint-tab :line-relative 2 4 s) (write-string "c" s)))
  => "xxab    c"
(with-pretty (s 80) (write-string "xx" s) (pprint-logical-block (s nil) (write-string "ab" s) (pprint-tab :section 6 1 s) (write-string "c" s))) => "xxab    c"
(with-pretty (s 80)
  (write-string "xx" s)
  (pprint-logical-block (s nil) (write-string "abc" s) (pprint-tab :section-relative 1 8 s) (write-string "c" s)))
  => "xxabc     c"

;; PPRINT-FILL, PPRINT-LINEAR, PPRINT-TABULAR
(with-pretty (s 12) (pprint-fill s '("aaaa" "bbbb" "cccc"))) => "(\"aaaa\"
 \"bbbb\"
 \"cccc\")"
(with-pretty (s 12) (pprint-fill s '(aaaa bbbb cccc))) => "(AAAA BBBB
 CCCC)"
(with-pretty (s 12) (pprint-fill s '(aaaa bbbb cccc) nil)) => "AAAA BBBB
CCCC"
(with-pretty (s 12) (pprint-linear s '(aaaa bbbb cccc))) => "(AAAA
 BBBB
 CCCC)"
(with-pretty (s 80) (pprint-linear s '(aaaa bbbb cccc) nil)) => "AAAA BBBB CCCC"
(with-pretty (s 26) (pprint-tabular s '(a bb ccc dddd eeeee ff) t nil 6)) => "(A     BB    CCC   DDDD
 EEEEE FF)"
(with-pretty (s 80) (pprint-tabular s '(a bb) t)) => "(A               BB)"
(with-pretty (s 80) (pprint-fill s 5))          => "5"
(with-pretty (s 80) (pprint-linear s nil))      => "()"

;; FORMAT
(pretty-format 80 "~<abc~:>" nil)               => "abc"
(pretty-format 80 "~<~a ~a~:>" '(1 2))          => "1 2"
(pretty-format 80 "~:<~a ~a~:>" '(1 2))         => "(1 2)"
(pretty-format 80 "~<[~;~a ~a~;]~:>" '(1 2))    => "[1 2]"
(pretty-format 80 "~@<~a ~a~:>" 1 2)            => "1 2"
(pretty-format 80 "~:@<~a ~a~:>" 1 2)           => "(1 2)"
(pretty-format 80 "~<~a~:> ~a" 5 6)             => "5 6"
(pretty-format 10 "~<~a ~_~a ~_~a~:>" '(aaaa bbbb cccc)) => "AAAA
BBBB
CCCC"
(pretty-format 10 "~<~a ~:_~a ~:_~a~:>" '(aa bb cccc)) => "AA BB CCCC"
(pretty-format 80 "~<~a~:@_~a~:>" '(aa bb))     => "AA
BB"
(pretty-format 10 "~<~a~2I ~_~a~:>" '(aaaaaa bbbbbb)) => "AAAAAA
  BBBBBB"
(pretty-format 10 "~<~a ~:I~a ~_~a~:>" '(aa bb cccccc)) => "AA BB
   CCCCCC"
(pretty-format 10 "~<aa bb cc dd~:@>" nil)      => "aa bb cc
dd"
(pretty-format 20 "~<aa bb cc dd~:@>" nil)      => "aa bb cc dd"
(pretty-format 80 "~<; ~@;a~:@_b~:>" nil)       => "; a
; b"
(pretty-format 80 "~:<~@{~a~^ ~}~:>" '(1 2 3))  => "(1 2 3)"
(pretty-format 80 "~:<~@{~a~^ ~}~:>" '(1 2 . 3)) => "(1 2 . 3)"
(let ((*print-length* 2)) (pretty-format 80 "~:<~@{~a~^ ~}~:>" '(1 2 3))) => "(1 2 ...)"
(pretty-format 80 "~<ab~8:tc~:>" nil)           => "ab      c"
(pretty-format 80 "xx~<ab~8tc~:>" nil)          => "xxab    c"
(pretty-format 80 "~/pprint-fill/ ~:/pprint-linear/" '(1 2) '(3 4)) => "1 2 (3 4)"
(format nil "~<~a~_~a~:>" '(1 2))               => "12"
(format nil "~:<~a ~a~:>" '(1 2))               => "(1 2)"
(format nil "~<a~;b~;c~;d~:>" nil)              => (error simple-error "FORMAT: a logical block has at most three clauses, at position 0 of \"~<a~;b~;c~;d~:>\"")
(format nil "~<~a~;b~:>" '(1))                  => (error simple-error)
(format nil "~:<~a ~a~:>" '(1))                 => (error simple-error "FORMAT: no argument is left for ~A, at position 6 of \"~:<~a ~a~:>\"")

;; Dispatch tables
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)))
  (set-pprint-dispatch '(cons (eql point)) (lambda (s x) (format s "<~a,~a>" (second x) (third x))))
  (pretty '(list (point 1 2))))                 => "(LIST <1,2>)"
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)))
  (set-pprint-dispatch 'integer (lambda (s x) (format s "#~d" (princ-to-string x))))
  (set-pprint-dispatch '(eql 5) (lambda (s x) (declare (ignore x)) (write-string "five" s)) 1)
  (pretty "a"))                                 => "\"a\""
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)))
  (set-pprint-dispatch '(eql 5) (lambda (s x) (declare (ignore x)) (write-string "five" s)) 1)
  (set-pprint-dispatch 'integer (lambda (s x) (declare (ignore x)) (write-string "some" s)))
  (pretty '("n" 5 6)))                          => "(\"n\" five some)"
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)))
  (set-pprint-dispatch '(eql 5) (lambda (s x) (declare (ignore x)) (write-string "five" s)))
  (set-pprint-dispatch '(eql 5) nil)
  (pretty '("n" 5)))                            => "(\"n\" 5)"
(let ((table (copy-pprint-dispatch nil)))
  (set-pprint-dispatch 'string (lambda (s x) (declare (ignore x)) (write-string "S" s)) 0 table)
  (multiple-value-bind (function found) (pprint-dispatch "x" table) (list (functionp function) found))) => (t t)
(nth-value 1 (pprint-dispatch "x"))             => nil
(functionp (pprint-dispatch 5))                 => t
(set-pprint-dispatch 'integer nil)              => nil
(set-pprint-dispatch 'integer #'list 'high)     => (error type-error "HIGH is not of type REAL")
(set-pprint-dispatch 'integer #'list 0 5)       => (error type-error "5 is not of type TESSERA::PPRINT-TABLE")
(copy-pprint-dispatch 5)                        => (error type-error "5 is not of type TESSERA::PPRINT-TABLE")

;; Structures
(defstruct pretty-point x y)                    => pretty-point
(pretty (make-pretty-point :x 1 :y 2))          => "#S(PRETTY-POINT :X 1 :Y 2)"
(pretty (make-pretty-point :x 1 :y "second") 22) => "#S(PRETTY-POINT
   :X 1
   :Y \"second\")"
(defstruct (pretty-pair (:print-function (lambda (pair stream depth) (declare (ignore depth))
                                           (format stream "<~w & ~w>" (pretty-pair-a pair) (pretty-pair-b pair)))))
  a b)                                          => pretty-pair
(pretty (list 1 (make-pretty-pair :a 'x :b "y"))) => "(1 <X & \"y\">)"
(let ((*print-level* 1)) (pretty (list (make-pretty-point)))) => "(#)"

;; Entries for atoms
(let ((*print-pprint-dispatch* (copy-pprint-dispatch)))
  (set-pprint-dispatch 'integer (lambda (s x) (write-string "int" s) (princ (- x) s) x))
  (set-pprint-dispatch '(eql 7) (lambda (s x) (declare (ignore x)) (write-string "seven" s)) 1)
  (list (pretty 7) (pretty '("x" 7)))) => ("seven" "(\"x\" seven)")

;; A circular list in a block that is not printed prettily
(let ((*print-circle* t) (*print-pretty* nil) (l (list 1 2)))
  (setf (cddr l) l)
  (with-output-to-string (s)
    (pprint-logical-block (s l :prefix "(" :suffix ")")
      (loop (pprint-exit-if-list-exhausted) (write (pprint-pop) :stream s) (write-char #\Space s)))))
  => "#1=(1 2 . #1#)"

;;; A tab at the end of a section needs no room: the text before it may reach the margin.
(with-pretty (s 16) (pprint-tabular s '(ccc a bb ccc) t nil 8)) => "(CCC     A
 BB      CCC)"
(with-pretty (s 19) (pprint-tabular s '(longer-symbol 12 ccc) nil nil 8)) => "LONGER-SYMBOL   12
CCC"
;;; A user's own prefix leaves the suffix unchanged.
(format nil "~:<; ~@;~@{~A~^ ~}~:>" '(1 2))              => "; 1 2)"
(format nil "~:<[~;~@{~A~^ ~}~;]~:>" '(1 2))             => "[1 2]"
(format nil "~<[~;~@{~A~^ ~}~:>" '(1 2))                 => "[1 2"

;;; --- the last line that *PRINT-LINES* allows is filled up to the dots and the suffixes of the blocks
(let ((*print-pretty* t) (*print-lines* 1) (*print-miser-width* nil) (*print-pprint-dispatch* (copy-pprint-dispatch)))
  (set-pprint-dispatch '(cons (eql 1) t) 'pprint-fill)
  (loop for margin from 6 to 13 collect (write-to-string '(1 2 3 4 5 6) :right-margin margin)))
  => #+tessera ("(1 ..)" "(1 ..)" "(1 2 ..)" "(1 2 ..)" "(1 2 3 ..)" "(1 2 3 ..)" "(1 2 3 4 ..)" "(1 2 3 4 5 6)") #-tessera nil

;;; --- columns are numbers, whether anything is printed prettily or not
(pprint-indent :block 'a)                       => (error #-clisp type-error #+clisp error)
(pprint-tab :line 'a 1)                         => (error #-clisp type-error #+clisp error)
(pprint-tab :line 1 -1)                         => (error #-clisp type-error #+clisp error)
(list (pprint-indent :block 1/2) (pprint-indent :current -1.5)) => (nil nil)

;;; --- commas and backquotes after a dot
(list (write-to-string (read-from-string "`(a . ,b)") :pretty t) (write-to-string (read-from-string "(a . `(b ,c))") :pretty t))
  => #+tessera ("`(A . ,B)" "(A . `(B ,C))") #-tessera nil

;;; --- *PRINT-LEVEL* and *PRINT-LENGTH* mean the same for objects as they do without layout
(defstruct laid-out-slots a b)                  => laid-out-slots
(class-name (defclass laid-out-object () ()))   => laid-out-object
(define-condition laid-out-condition () ())     => laid-out-condition
(flet ((both (object &rest keys)
         (let ((plain (apply #'write-to-string object :pretty nil keys)) (pretty (apply #'write-to-string object :pretty t :right-margin 100 keys)))
           (if (string= plain pretty) plain (list plain pretty)))))
  (list (loop for i from 0 to 3 collect (both (make-laid-out-slots :a 1) :length i))
        (both (make-laid-out-slots) :level 0) (both (list 1 (make-laid-out-slots :b '(2))) :level 2)
        #-sbcl (both (make-instance 'laid-out-object) :level 0) #-sbcl (both (list (make-condition 'laid-out-condition)) :level 1)))
  => (("#S(LAID-OUT-SLOTS ...)" "#S(LAID-OUT-SLOTS :A 1 ...)" "#S(LAID-OUT-SLOTS :A 1 :B NIL)" "#S(LAID-OUT-SLOTS :A 1 :B NIL)") "#"
      "(1 #S(LAID-OUT-SLOTS :A NIL :B #))" #-sbcl "#" #-sbcl "(#)")

;;; Labels of objects within *PRINT-LENGTH*
(defun printed-with-labels (object length pretty)
  (let ((*print-circle* t) (*print-length* length) (*print-pretty* pretty) (*print-right-margin* 100)) (prin1-to-string object))) => printed-with-labels
(let* ((tail (list 1)) (x (list* tail 2 tail))) (loop for n from 0 to 3 collect (printed-with-labels x n t)))
  => ("(...)" "((1) ...)" "((1) 2 ...)" "(#1=(1) 2 . #1#)")
(let* ((tail (list 1)) (x (list* tail 2 tail))) (printed-with-labels x nil t)) => "(#1=(1) 2 . #1#)"
(let ((c (list 2))) (setf (cdr c) c) (loop for n from 0 to 3 collect (printed-with-labels (list* 1 c) n t)))
  => ("(...)" "(1 ...)" "(1 2 ...)" "(1 . #1=(2 . #1#))")
(let ((tail (list 1))) (loop for n from 0 to 2 collect (printed-with-labels (vector tail tail) n t))) => ("#(...)" "#((1) ...)" "#(#1=(1) #1#)")
(let ((s (list 1 2 3))) (printed-with-labels (list s (cons 0 s)) 2 t)) => "(#1=(1 2 ...) (0 . #1#))"
(let ((s (list 1 2 3))) (printed-with-labels (list s s) 1 t)) => "((1 ...) ...)"
(let* ((tail (list 1)) (x (list* tail 2 tail))) (loop for n from 0 to 3 collect (printed-with-labels x n nil)))
  => ("(...)" "((1) ...)" "(#1=(1) 2 . #1#)" "(#1=(1) 2 . #1#)")
(let ((tail (list 1))) (loop for n from 0 to 2 collect (printed-with-labels (vector tail tail) n nil))) => ("#(...)" "#((1) ...)" "#(#1=(1) #1#)")
(let ((s (list 1 2 3))) (loop for n from 1 to 3 collect (printed-with-labels (list s (cons 0 s)) n nil)))
  => ("((1 ...) ...)" "(#1=(1 2 ...) (0 . #1#))" "(#1=(1 2 3) (0 . #1#))")
(let ((c (list 2))) (setf (cdr c) c) (printed-with-labels c 5 nil)) => "#1=(2 . #1#)"
