;;; Lists as sets, and conses as trees.

(defun sorted (list)
  "Returns the elements of LIST in the order of their printed text, since sets have no order."
  (sort (copy-list list) #'string< :key #'prin1-to-string))
=> sorted

(sorted (union '(a b c) '(c d)))                         => (a b c d)
(sorted (union '(1 2) '(2 3)))                           => (1 2 3)
(union nil '(a))                                         => (a)
(union '(a) nil)                                         => (a)
(union nil nil)                                          => nil
(length (union '("a") '("A" "b") :test #'string-equal))  => 2
(length (union '((a 1) (b 2)) '((a 3)) :key #'car))      => 2
(sorted (union '(1 2 3) '(3 4) :test-not #'/=))          => (1 2 3 4)
(union 5 '(a))                                           => (error type-error "UNION: 5 is not of type LIST")
(union '(a) 5)                                           => (error type-error "MEMBER: 5 is not of type LIST")
(defun numbers-upto (n &optional (from 0))
  (let ((list '())) (dotimes (i (- n from) list) (push (+ from i) list)))) => numbers-upto
(length (union (numbers-upto 100) (numbers-upto 120)))   => 120
(length (union (mapcar #'list (numbers-upto 50)) (mapcar #'list (numbers-upto 60 40)) :test #'equal)) => 60
(sorted (nunion (list 1 2) (list 2 3)))                  => (1 2 3)
(sorted (nunion (list 1 2) nil))                         => (1 2)
(sorted (nunion (list "a") (list "a") :test 'equal))     => ("a")

(sorted (intersection '(a b c) '(b c d)))                => (b c)
(intersection '(a b) '(c d))                             => nil
(intersection nil '(a))                                  => nil
(sorted (intersection '(1 2 3) '(2 3 4) :test #'=))      => (2 3)
(sorted (intersection '((a 1) (b 2)) '((b 9)) :key #'car)) => ((b 2))
(intersection '("x") '("x"))                             => nil
(intersection '("x") '("x") :test #'equal)               => ("x")
(sorted (intersection '(1 5 9) '(2 4) :test #'<))        => (1)
(length (intersection (numbers-upto 100) (numbers-upto 150 50))) => 50
(length (intersection (mapcar #'list (numbers-upto 100)) (mapcar #'list (numbers-upto 150 50)) :key #'car)) => 50
(sorted (nintersection (list 1 2 3) '(3 1)))             => (1 3)
(intersection '(1 . 2) '(1))                             => (error type-error "INTERSECTION: 2 is not of type LIST")

(sorted (set-difference '(a b c) '(b)))                  => (a c)
(set-difference '(a b) '(a b c))                         => nil
(sorted (set-difference '(a b) nil))                     => (a b)
(sorted (set-difference '(1 2 3 4) '(3) :test #'<))      => (3 4)
(sorted (set-difference '("a" "b") '("B") :test #'string-equal)) => ("a")
(sorted (set-difference '((1 a) (2 b)) '((2 z)) :key 'car)) => ((1 a))
(sorted (nset-difference (list 1 2 3 4) '(2 4)))         => (1 3)
(nset-difference (list 1 2) '(1 2))                      => nil
(length (set-difference (numbers-upto 200) (numbers-upto 150))) => 50

(sorted (set-exclusive-or '(a b c) '(b c d)))            => (a d)
(set-exclusive-or '(a b) '(b a))                         => nil
(sorted (set-exclusive-or '(1 "a") '("a" 2) :test #'equal)) => (1 2)
(sorted (set-exclusive-or '((1 x) (2 x)) '((2 y) (3 y)) :key #'first)) => ((1 x) (3 y))
(sorted (nset-exclusive-or (list 1 2 3) (list 3 4)))     => (1 2 4)
(sorted (set-exclusive-or '(1 2 3) '(10 20) :test (lambda (a b) (= (* a 10) b)))) => (3)

(subsetp '(a b) '(b c a))                                => t
(subsetp '(a d) '(b c a))                                => nil
(subsetp nil nil)                                        => t
(subsetp '(1 2) '(2 3 4) :test #'<)                      => t
(subsetp '("a") '("A") :test 'equalp)                    => t
(subsetp '((a)) '((a 1)) :key #'car)                     => t
(subsetp 7 '(1))                                         => (error type-error "SUBSETP: 7 is not of type LIST")

;; Trees
(subst 'x 'a '(a (b a) . a))                             => (x (b x) . x)
(subst 'x '(b) '(a (b) c))                               => (a (b) c)
(subst 'x '(b) '(a (b) c) :test #'equal)                 => (a x c)
(subst 0 1 '((1 . 2) (3 . 1)))                           => ((0 . 2) (3 . 0))
(subst 'x 5 5)                                           => x
(subst 'x 2 '(1 2 3 4) :test #'eql :key (lambda (n) (if (integerp n) (1+ n) n))) => (x 2 3 4)
(subst 'x 2 '(1 2 3) :test (lambda (old n) (and (integerp n) (< old n)))) => (1 2 x)
(subst 'x nil '(a nil))                                  => (a x . x)
(let ((tree '(a (b) c))) (eq (cadr tree) (cadr (subst 'x 'c tree)))) => t
(subst-if 'even (lambda (n) (and (integerp n) (evenp n))) '(1 2 (3 4))) => (1 even (3 even))
(subst-if-not 'x #'consp '(1 (2)))                       => (x (x . x) . x)
(subst-if 'x #'numberp '(1 a) :key #'identity)           => (x a)
(nsubst 'x 'a (list 'a (list 'b 'a)))                    => (x (b x))
(nsubst-if 0 #'stringp (list "a" 1 (list "b")))          => (0 1 (0))
(nsubst-if-not 'y #'listp (list 1 nil (list 2)))         => (y nil (y))
(let ((tree (list 1 2))) (eq tree (nsubst 5 1 tree)))    => t
(sublis '((a . 1) (b . 2)) '(a (b c) . a))               => (1 (2 c) . 1)
(sublis '(("a" . 1)) '("a" b) :test #'equal)             => (1 b)
(sublis '((a . 1)) 'a)                                   => 1
(sublis nil '(a b))                                      => (a b)
(sublis '((3 . x)) '(1 2 3) :key (lambda (n) (if (integerp n) (1+ n) n))) => (1 x 3)
(sublis '((1 . x)) '(1 2) :test-not #'eql)               => x
(sublis '((x . 1) nil (y . 2)) '(y x))                   => (2 1)
(nsublis '((a . 1) (b . 2)) (list 'a (list 'b 'c)))      => (1 (2 c))
(nsublis '((a . (b))) (list 'a 'a))                      => ((b) (b))
(tree-equal '(1 (2 . 3)) '(1 (2 . 3)))                   => t
(tree-equal '(1 (2 . 3)) '(1 (2 . 4)))                   => nil
(tree-equal '("a") '("a"))                               => nil
(tree-equal '("a" b) '("A" b) :test #'equalp)            => t
(tree-equal '(1) '(1 2))                                 => nil
(tree-equal 'a 'a)                                       => t
(tree-equal '(1 2) '(3 4) :test-not #'eql)                => nil
(tree-equal '(a . b) '(a b))                             => nil
(tree-equal '(1 2) '(1 2) :test (lambda (a b) (if (eql a b) :yes nil))) => t

;;; Long lists by the tests of strings, numbers and characters
(length (union (loop for i below 30 collect (format nil "s~d" i)) (loop for i from 25 below 60 collect (format nil "s~d" i)) :test #'string=)) => 60
(length (intersection (loop for i below 30 collect (format nil "s~d" i)) (loop for i from 25 below 60 collect (format nil "S~d" i)) :test #'string=)) => 0
(length (intersection (loop for i below 30 collect (format nil "s~d" i)) (loop for i from 25 below 60 collect (format nil "S~d" i)) :test #'string-equal)) => 5
(intersection (loop for i below 30 collect (format nil "s~d" i)) (list* 's29 #\s :|s28| (loop for i from 25 below 60 collect (format nil "S~d" i))) :test #'string=) => ("s28")
(length (set-difference (loop for i below 30 collect i) (loop for i from 25 below 60 collect (float i 1d0)) :test #'=)) => 25
(intersection (loop for i below 30 collect i) (list* 1/2 3.0 #c(4.0 0.0) 5d0 -0.0 (loop for i from 100 below 130 collect i)) :test #'=) => (0 3 4 5)
(intersection (list 0.1 1/10 0.5) (loop for i below 30 collect (/ i 10)) :test #'=) => (1/10 0.5)
(length (union (loop for i below 30 collect (code-char (+ 97 i))) (loop for i below 30 collect (code-char (+ 65 i))) :test #'char=)) => 60
(length (intersection (loop for i below 26 collect (code-char (+ 97 i))) (loop for i below 26 collect (code-char (+ 65 i))) :test #'char-equal)) => 26
(subsetp (loop for i below 30 collect (format nil "s~d" i)) (loop for i below 30 collect (format nil "s~d" i)) :test #'string=) => t
(subsetp (list "s1" "S2") (loop for i below 30 collect (format nil "s~d" i)) :test #'string=) => nil
(subsetp (list "s1" "S2") (loop for i below 30 collect (format nil "s~d" i)) :test #'string-equal) => t
(length (set-exclusive-or (loop for i below 30 collect (format nil "s~d" i)) (loop for i from 25 below 60 collect (format nil "s~d" i)) :test #'string=)) => 55
(length (remove-duplicates (append (loop for i below 30 collect (format nil "s~d" i))
                                   (loop for i from 25 below 60 collect (format nil "S~d" i)))
                           :test #'string-equal))   => 60
(length (delete-duplicates (append (loop for i below 30 collect i) (loop for i below 30 collect (float i))) :test #'=)) => 30
(remove-duplicates (vector 1 1.0 2 3 2.0 4 5 6 7 8 9 10 4d0) :test #'=) => #(1.0 3 2.0 5 6 7 8 9 10 4.0d0)
(coerce (remove-duplicates "aAbBcCdDeEfFgG" :test #'char-equal) 'string) => "ABCDEFG"
(intersection (list (list "s3") (list "x")) (mapcar #'list (loop for i below 30 collect (format nil "s~d" i))) :test #'string= :key #'first) => (("s3"))
(intersection (loop for i below 30 collect (format nil "s~d" i))
              (cons 5 (loop for i below 30 collect (format nil "s~d" i)))
              :test #'string=)   => (error type-error "STRING=: 5 is not of type (OR STRING SYMBOL CHARACTER)")
(union (list 'a) (loop for i below 30 collect i) :test #'=) => (error type-error "=: A is not of type NUMBER")
(union (list 1) (cons "x" (loop for i below 30 collect (code-char (+ 97 i)))) :test #'char=) => (error type-error "CHAR=: \"x\" is not of type CHARACTER")
(length (nunion (loop for i below 30 collect (format nil "s~d" i)) (loop for i from 25 below 60 collect (format nil "s~d" i)) :test #'string=)) => 60
(length (nintersection (loop for i below 30 collect (format nil "s~d" i)) (loop for i from 25 below 60 collect (format nil "s~d" i)) :test 'string=)) => 5
(intersection (list 1e30 (expt 10 30)) (loop for i below 32 collect (expt 10 i)) :test #'=) => (1000000000000000000000000000000)
