;;; Lists searched and mapped over: the functions of chapter 14 that take functions.

;; MEMBER
(member 2 '(1 2 3))                                      => (2 3)
(member 'x '(1 2 3))                                     => nil
(member 'e '(a b c d))                                   => nil
(member 2.0 '(1 2.0 3))                                  => (2.0 3)
(member 2 '(1 2.0 3))                                    => nil
(member "b" '("a" "b" "c"))                              => nil
(member "b" '("a" "b" "c") :test #'equal)                => ("b" "c")
(member "B" '("a" "b" "c") :test 'string-equal)          => ("b" "c")
(member 2 '((1 a) (2 b) (3 c)) :key #'car)               => ((2 b) (3 c))
(member 2 '((1 a) (2 b) (3 c)) :key 'first :test #'<)    => ((3 c))
(member 1 '(1 1 2 3) :test-not #'eql)                    => (2 3)
(member 'b '(a b c) :test 'eq)                           => (b c)
(member 'b '(a b c) :test #'eq :key nil)                 => (b c)
(member nil '(1 nil 2))                                  => (nil 2)
(member 1 nil)                                           => nil
(member 3 '(1 2 3) :test (lambda (item x) (< x item)))   => (1 2 3)
(member 1 5)                                             => (error type-error "MEMBER: 5 is not of type LIST")
(member 1 '(2 . 3))                                      => (error type-error "MEMBER: 3 is not of type LIST")
(member 1 '(2 . 3) :test #'equal)                        => (error type-error)
(member 1 '(2 3) :test 'no-such-function)                => (error undefined-function "the function NO-SUCH-FUNCTION is undefined")
(member 1 '(2 3) :no-such-key 4)                         => (error program-error "MEMBER: :NO-SUCH-KEY is not a keyword argument; known are :KEY, :TEST, :TEST-NOT")
(member 1)                                               => (error program-error)
(member-if #'evenp '(1 2 3))                             => (2 3)
(member-if 'numberp '(a b c))                            => nil
(member-if #'zerop '((a 1) (b 0) (c 2)) :key #'second)   => ((b 0) (c 2))
(member-if-not #'evenp '(2 4 5 6))                       => (5 6)
(member-if-not #'evenp '((2) (3)) :key #'car)            => ((3))
(member-if #'evenp '(1 . 2))                             => (error type-error "MEMBER-IF: 2 is not of type LIST")
(let ((list (list 1 2 3))) (eq (member 2 list) (cdr list))) => t

;; ASSOC and RASSOC
(assoc 'b '((a . 1) (b . 2)))                            => (b . 2)
(assoc 'c '((a . 1) (b . 2)))                            => nil
(assoc nil '((a . 1) nil (nil . 2)))                     => (nil . 2)
(assoc "b" '(("a" . 1) ("b" . 2)) :test #'equal)         => ("b" . 2)
(assoc "b" '(("a" . 1) nil ("b" . 2)) :test 'string=)    => ("b" . 2)
(assoc 4 '((1 . 1) (2 . 2)) :key (lambda (x) (* x x)))   => (2 . 2)
(assoc 2 '((3 . 1) (1 . 2)) :test #'>)                   => (1 . 2)
(assoc 'a '((a . 1) (b . 2)) :test-not #'eq)             => (b . 2)
(assoc 1 '())                                            => nil
(assoc 'x '((a . 1) . b))                                => (error type-error "ASSOC: B is not of type LIST")
(assoc 'x '(1 2))                                        => (error type-error "ASSOC: 1 is not of type LIST")
(assoc 'x '((1) 2) :test #'equal)                        => (error type-error)
(let ((alist (list (cons 'a 1)))) (setf (cdr (assoc 'a alist)) 5) alist) => ((a . 5))
(assoc-if #'evenp '((1 . a) (2 . b)))                    => (2 . b)
(assoc-if #'evenp '((1 . a) nil (3 . b)))                => nil
(assoc-if #'evenp '(("ab" . 1)) :key #'length)           => ("ab" . 1)
(assoc-if-not #'evenp '((2 . a) nil (3 . b)))            => (3 . b)
(rassoc 2 '((a . 1) (b . 2)))                            => (b . 2)
(rassoc 3 '((a . 1) nil (b . 2)))                        => nil
(rassoc "x" '((1 . "y") (2 . "x")) :test #'string=)      => (2 . "x")
(rassoc 3 '((a . 1) (b . 2)) :key #'1+)                  => (b . 2)
(rassoc-if #'oddp '((a . 2) (b . 3)))                    => (b . 3)
(rassoc-if-not #'oddp '((a . 1) (b . 2)))                => (b . 2)
(rassoc-if #'oddp '((a . 2) (b . 3)) :key #'1-)          => (a . 2)

;; ADJOIN
(adjoin 1 '(2 3))                                        => (1 2 3)
(adjoin 2 '(2 3))                                        => (2 3)
(adjoin "a" '("a" "b"))                                  => ("a" "a" "b")
(adjoin "a" '("a" "b") :test #'equal)                    => ("a" "b")
(adjoin '(a 9) '((a 1) (b 2)) :key #'car)                => ((a 1) (b 2))
(adjoin '(c 9) '((a 1) (b 2)) :key #'car)                => ((c 9) (a 1) (b 2))
(adjoin 5 '(1 2 3) :test #'<)                            => (5 1 2 3)
(adjoin 2 '(1 2 3) :test #'<)                            => (1 2 3)
(adjoin 2 '(2 2) :test-not #'eql)                        => (2 2 2)
(adjoin 'a nil)                                          => (a)

;; The mapping functions
(mapcar #'1+ '(1 2 3))                                   => (2 3 4)
(mapcar 'car '((1 a) (2 b)))                             => (1 2)
(mapcar #'+ '(1 2 3) '(10 20 30))                        => (11 22 33)
(mapcar #'+ '(1 2 3) '(10 20))                           => (11 22)
(mapcar #'+ '(1) '(10 20))                               => (11)
(mapcar #'list '(1 2 3) '(a b c) '(x y z))               => ((1 a x) (2 b y) (3 c z))
(mapcar #'list '(1 2 3) '(a b) '(x y z) '(7 8 9))        => ((1 a x 7) (2 b y 8))
(mapcar #'list '(1 2) '() '(3))                          => nil
(mapcar #'abs nil)                                       => nil
(mapcar #'cons '(a b) '(1 2))                            => ((a . 1) (b . 2))
(mapcar #'car 5)                                         => (error type-error "MAPCAR: 5 is not of type LIST")
(mapcar #'identity '(1 . 2))                             => (error type-error "MAPCAR: 2 is not of type LIST")
(mapcar #'car '(1))                                      => (error type-error "CAR: 1 is not of type LIST")
(mapcar 'no-such-function '(1))                          => (error undefined-function "the function NO-SUCH-FUNCTION is undefined")
(mapcar #'cons '(1))                                     => (error program-error "CONS: called with 1 argument, but takes exactly 2")
(mapcar)                                                 => (error program-error)
(mapcar #'values '(1 2 3))                               => (1 2 3)
(let ((n 0)) (mapcar (lambda (x) (incf n x)) '(1 2 3)))  => (1 3 6)
(mapc #'print nil)                                       => nil
(mapc #'princ '(1 2 3))                                  => (prints "123" (1 2 3))
(mapc (lambda (a b) (princ (+ a b))) '(1 2 3) '(1 2))    => (prints "24" (1 2 3))
(mapc (lambda (&rest all) (princ all)) '(1 2) '(3 4) '(5 6)) => (prints "(1 3 5)(2 4 6)" (1 2))
(let ((list (list 1 2))) (eq list (mapc #'identity list))) => t
(maplist #'identity '(1 2 3))                            => ((1 2 3) (2 3) (3))
(maplist #'append '(1 2 3) '(a b))                       => ((1 2 3 a b) (2 3 b))
(maplist (lambda (a b c) (list (length a) (length b) (length c))) '(1 2 3) '(a b) '(x y z w)) => ((3 2 4) (2 1 3))
(maplist (lambda (x) (if (member (car x) (cdr x)) 0 1)) '(a b a c d b c)) => (0 0 1 0 1 1 1)
(mapl (lambda (x) (princ x)) '(1 2))                     => (prints "(1 2)(2)" (1 2))
(mapcan (lambda (x) (if (evenp x) (list x x) nil)) '(1 2 3 4)) => (2 2 4 4)
(mapcan #'list '(1 2 3) '(a b c))                        => (1 a 2 b 3 c)
(mapcan #'list '(1 2) '(a b) '(x y))                     => (1 a x 2 b y)
(mapcan #'identity nil)                                  => nil
(mapcan (lambda (x) (list* x 0)) '(1))                   => (1 . 0)
(mapcon #'copy-list '(1 2 3))                            => (1 2 3 2 3 3)
(mapcon (lambda (x) (list (length x))) '(a b c))         => (3 2 1)
(mapcon #'list '(1 2) '(3 4))                            => ((1 2) (3 4) (2) (4))
(block nil (mapc (lambda (x) (when (> x 1) (return x))) '(1 2 3))) => 2
(length (mapcar #'1+ (make-list 100000 :initial-element 0))) => 100000
(length (mapcan #'list (make-list 50000)))               => 50000
(mapcar (lambda (f) (funcall f 4)) (list #'1+ '1- (lambda (x) (* x x)))) => (5 3 16)
(mapcar #'(lambda (x &optional (y 7)) (+ x y)) '(1 2))   => (8 9)

;;; Searches by the tests of strings and by EQUAL
(member "b" '("a" "b" "c") :test #'string=) => ("b" "c")
(member 'b '("a" "B" c) :test #'string=) => ("B" C)
(member #\c '("a" b "c") :test #'string=) => ("c")
(member "x" '("a" "b") :test #'string=) => nil
(member "B" '("a" "b" "c") :test #'string-equal) => ("b" "c")
(member 'b '("ab" "B" c) :test #'string-equal) => ("B" C)
(member #\C '("a" b "c") :test #'string-equal) => ("c")
(member "Straße Ä" '("STRASSE Ä" "straßE ä" "b") :test #'string-equal) => ("straßE ä" "b")
(member "" '("a" "") :test #'string-equal) => ("")
(member "b" '("a" 5 "b") :test #'string-equal) => (error type-error "STRING-EQUAL: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(member "b" '("a" "B") :test #'string-equal :key #'identity) => ("B")
(member "a" '("A" "b") :test-not #'string-equal) => ("b")
(assoc "B" '(("a" . 1) nil (b . 2)) :test #'string-equal) => (b . 2)
(assoc "B" '(("a" . 1) (5 . 2)) :test #'string-equal) => (error type-error "STRING-EQUAL: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(member "b" '("a" 5 "b") :test #'string=) => (error type-error "STRING=: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(member 5 '("a") :test #'string=) => (error type-error "STRING=: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(member 5 '() :test #'string=) => nil
(member "a" '("b" . c) :test #'string=) => (error type-error)
(member nil '(a nil b) :test #'string=) => (nil b)
(member "nil" '(a nil "nil") :test 'string=) => ("nil")
(assoc "b" '(("a" 1) ("b" 2)) :test #'string=) => ("b" 2)
(assoc "B" '((a 1) nil (b 2)) :test #'string=) => (b 2)
(assoc "b" '(("a" 1) 5) :test #'string=) => (error type-error)
(assoc 5 '(("a" 1)) :test #'string=) => (error type-error "STRING=: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(assoc nil '((nil 1)) :test #'equal) => (nil 1)
(assoc "b" '(("a" 1) ("b" 2)) :test #'equal) => ("b" 2)
(member "b" '("a" "b") :test #'equal) => ("b")
(member '(1) '((2) (1) 3) :test #'equal) => ((1) 3)
(member 1.0 '(1 1.0) :test #'equal) => (1.0)
(member (expt 2 70) (list 1 (expt 2 70)) :test #'equal) => (1180591620717411303424)
(member "B" '("a" "b") :test #'string-equal) => ("b")
(member "a" '("A" "a") :test #'equal) => ("a")
(member "b" '(("a") ("b")) :test #'string= :key #'first) => (("b"))
(member "b" '("a" "b") :test-not #'string=) => ("a" "b")
(assoc '(1) '(((2) . a) ((1) . b)) :test #'equal) => ((1) . b)
(member 5 '(1 . 2) :test #'equal) => (error type-error)
(member (coerce "λx" '(vector character)) '("x" "λx") :test #'string=) => ("λx")
(adjoin "b" '("a" "b") :test #'string=) => ("a" "b")
(pushnew "b" (car (list (list "b"))) :test #'equal) => ("b")
