;;; LOOP: FOR, AS, WITH and REPEAT, and the order in which variables step.

;; Arithmetic, up
(loop for x from 1 to 3 collect x)                          => (1 2 3)
(loop as x from 1 to 3 collect x)                           => (1 2 3)
(loop for x from 1 upto 3 collect x)                        => (1 2 3)
(loop for x upfrom 1 to 3 collect x)                        => (1 2 3)
(loop for x upfrom 1 upto 3 collect x)                      => (1 2 3)
(loop for x from 1 below 3 collect x)                       => (1 2)
(loop for x below 3 collect x)                              => (0 1 2)
(loop for x to 3 collect x)                                 => (0 1 2 3)
(loop for x upto 3 collect x)                               => (0 1 2 3)
(loop for x from 5 repeat 3 collect x)                      => (5 6 7)
(loop for x upfrom 5 repeat 3 collect x)                    => (5 6 7)
(loop for x from 0 to 10 by 3 collect x)                    => (0 3 6 9)
(loop for x by 3 from 0 to 10 collect x)                    => (0 3 6 9)
(loop for x to 10 by 3 from 1 collect x)                    => (1 4 7 10)
(loop for x to 10 from 7 collect x)                         => (7 8 9 10)
(loop for x below 10 by 4 collect x)                        => (0 4 8)
(loop for x by 2 repeat 3 collect x)                        => (0 2 4)
(loop for x from 5 to 1 collect x)                          => nil
(loop for x from 1 to 1 collect x)                          => (1)
(loop for x from 1 below 1 collect x)                       => nil
(loop for x below 0 collect x)                              => nil
(loop for x from 1/2 to 2 collect x)                        => (1/2 3/2)
(loop for x from 0.5 to 2 by 0.5 collect x)                 => (0.5 1.0 1.5 2.0)
(loop for x from 1 to 2 by 1/2 collect x)                   => (1 3/2 2)
(loop for x from (expt 10 20) to (+ (expt 10 20) 1) collect x)
    => (100000000000000000000 100000000000000000001)
(loop for x from -2 to 2 collect x)                         => (-2 -1 0 1 2)
(loop for x from most-positive-fixnum repeat 2 collect (- x most-positive-fixnum))
    => (0 1)

;; Arithmetic, down
(loop for x from 3 downto 1 collect x)                      => (3 2 1)
(loop for x from 3 above 1 collect x)                       => (3 2)
(loop for x downfrom 3 to 1 collect x)                      => (3 2 1)
(loop for x downfrom 3 downto 1 collect x)                  => (3 2 1)
(loop for x downfrom 3 above 1 collect x)                   => (3 2)
(loop for x downfrom 3 repeat 5 collect x)                  => (3 2 1 0 -1)
(loop for x from 10 downto 0 by 4 collect x)                => (10 6 2)
(loop for x downto 0 by 4 from 10 collect x)                => (10 6 2)
(loop for x by 5 downfrom 10 collect x repeat 3)            => (10 5 0)
(loop for x from 1 downto 3 collect x)                      => nil
(loop for x from 1.5 downto 0 by 0.5 collect x)             => (1.5 1.0 0.5 0.0)

;; The forms are evaluated once, in the order in which they stand
(let ((n 3)) (loop for x below n do (setf n 0) collect x))  => (0 1 2)
(let ((log '()))
  (flet ((note (x) (push x log) x))
    (list (loop for x by (note 2) to (note 5) from (note 1) collect x)
          (reverse log))))                                  => ((1 3 5) (2 5 1))
(let ((x 5)) (loop for x from x to (+ x 2) collect x))      => (5 6 7)

;; The variable after the loop
(loop for x from 1 to 3 finally (return x))                 => 4
(loop for x below 3 finally (return x))                     => 3
(loop for x in '(a b) finally (return x))                   => b
(loop for x across #(a b) finally (return x))               => b

;; Types
(loop for x of-type fixnum from 1 to 3 collect x)           => (1 2 3)
(loop for x fixnum from 1 to 3 collect x)                   => (1 2 3)
(loop for x float from 1.0 to 3.0 collect x)                => (1.0 2.0 3.0)
(loop for x t in '(1 a) collect x)                          => (1 a)
(loop for x of-type (or symbol integer) in '(1 a) collect x) => (1 a)
(loop for x of-type double-float from 0d0 to 1d0 by 0.5d0 collect x)
    => (0.0d0 0.5d0 1.0d0)

;; IN
(loop for x in '(1 2 3) collect (* x x))                    => (1 4 9)
(loop for x in '() collect x)                               => nil
(loop for x in '(1 2 3 4 5) by #'cddr collect x)            => (1 3 5)
(loop for x in '(1 2 3 4 5) by 'cddr collect x)             => (1 3 5)
(loop for x in '(1 2 3 4 5) by (lambda (l) (nthcdr 3 l)) collect x) => (1 4)
(loop for x in '(1 2 3) for y in '(a b) collect (list x y)) => ((1 a) (2 b))
(loop for x in '(1 2) for y in '(a b c) collect (list x y)) => ((1 a) (2 b))
(loop for x in '(1 . 2) collect x)                          => (error type-error "ENDP: 2 is not of type LIST")
(loop for x in 5 collect x)                                 => (error type-error "ENDP: 5 is not of type LIST")

;; ON
(loop for x on '(1 2 3) collect x)                          => ((1 2 3) (2 3) (3))
(loop for x on '(1 2 3 4) by #'cddr collect x)              => ((1 2 3 4) (3 4))
(loop for x on '(1 2 . 3) collect x)                        => ((1 2 . 3) (2 . 3))
(loop for x on '() collect x)                               => nil
(loop for x on 7 collect x)                                 => nil
(loop for (a b) on '(1 2 3) collect (list a b))             => ((1 2) (2 3) (3 nil))
(loop for (key value) on '(:a 1 :b 2) by #'cddr collect (cons key value))
    => ((:a . 1) (:b . 2))
(loop for x on '(1 2) finally (return x))                   => nil
(loop for x on '(1 2 . 3) finally (return x))               => 3

;; ACROSS
(loop for x across #(1 2 3) collect x)                      => (1 2 3)
(loop for x across "abc" collect x)                         => (#\a #\b #\c)
(loop for x across #*101 collect x)                         => (1 0 1)
(loop for x across #() collect x)                           => nil
(loop for (a b) across #((1 2) (3 4)) collect (+ a b))      => (3 7)
(loop for x across (make-array 5 :initial-contents '(1 2 3 4 5) :fill-pointer 2) collect x)
    => (1 2)
(loop for x across #(1 2) for y across "abc" collect (list x y)) => ((1 #\a) (2 #\b))
(loop for x across 5 collect x)                             => (error type-error "LENGTH: 5 is not of type SEQUENCE")

;; = and THEN
(loop for x = 1 then (* 2 x) repeat 5 collect x)            => (1 2 4 8 16)
(loop for x from 1 to 3 for y = (* x x) collect y)          => (1 4 9)
(loop for x = 1 then (1+ x) until (> x 3) collect x)        => (1 2 3)
(loop for x from 1 to 3 for y = (* x x) then (+ y x) collect y) => (1 3 6)
(let ((n 0)) (loop for x = (incf n) while (< x 4) collect x)) => (1 2 3)
(loop for (a b) = '(1 1) then (list b (+ a b)) repeat 6 collect a) => (1 1 2 3 5 8)
(loop for x of-type fixnum = 3 then (1+ x) repeat 2 collect x) => (3 4)
(let ((n 0)) (loop for nil = (incf n) repeat 3 finally (return n))) => 4
(loop for x = 5 return x)                                   => 5
(let ((count 0))
  (loop for x in '(1 2) for y = (incf count) finally (return count))) => 2
(loop for i from 1 to 3
      for y = (loop for a = (list i i i i i i i i i i i i i i i i i i i i i i i i i i i i i i i i)
                    for j below 2 collect (+ (first a) j))
      for k from 10
      collect (append y (list k)))                          => ((1 2 10) (2 3 11) (3 4 12))

;; Several variables: one after the other, or with AND in parallel
(loop for x from 0 for y = x then (* 10 x) repeat 3 collect y) => (0 10 20)
(loop for x from 0 and y = nil then x repeat 3 collect (list x y)) => ((0 nil) (1 0) (2 1))
(loop for x = 1 then y and y = 2 then x repeat 3 collect (list x y)) => ((1 2) (2 1) (1 2))
(loop for a = 0 then b and b = 1 then (+ a b) repeat 8 collect a) => (0 1 1 2 3 5 8 13)
(loop for x in '(1 2 3) and y in '(a b c) collect (list x y)) => ((1 a) (2 b) (3 c))
(loop for x in '(1 2 3) and y from 10 collect (list x y))   => ((1 10) (2 11) (3 12))
(loop for x in '(1 2 3) and y = 0 then x collect y)         => (0 1 2)
(loop for x on '(1 2 3) and y = nil then x collect y)       => (nil (1 2 3) (2 3))
(loop for x across #(1 2 3) and y = 'none then x collect y) => (none 1 2)
(loop for x from 3 downto 1 and y = 'none then x collect (list x y)) => ((3 none) (2 3) (1 2))
(loop for (a) in '((1) (2) (3)) and (b) = '(0) then (list a) collect (list a b))
    => ((1 0) (2 1) (3 2))
(let ((x 5)) (loop for x from 1 to 2 and y from x collect (list x y))) => ((1 5) (2 6))
(loop for x from 1 to 2 for y from x collect (list x y))    => ((1 1) (2 2))
(loop for x below 2 and y = 1 then (* y 3) and z in '(a b c) collect (list x y z))
    => ((0 1 a) (1 3 b))

;; Destructuring
(loop for (a b) in '((1 2) (3 4)) collect (+ a b))          => (3 7)
(loop for (a . b) in '((1 . 2) (3 . 4)) collect (list a b)) => ((1 2) (3 4))
(loop for (a (b c) . d) in '((1 (2 3) 4 5)) collect (list a b c d)) => ((1 2 3 (4 5)))
(loop for (a nil c) in '((1 2 3) (4 5 6)) collect (list a c)) => ((1 3) (4 6))
(loop for (nil . b) in '((1 . 2)) collect b)                => (2)
(loop for (a b c) in '((1) (2 3)) collect (list a b c))     => ((1 nil nil) (2 3 nil))
(loop for ((a . b) (c . d)) in '(((1 . 2) (3 . 4))) collect (list a b c d)) => ((1 2 3 4))
(loop for nil in '(1 2) collect 'x)                         => (x x)
(loop for (a b) of-type fixnum in '((1 2)) collect (+ a b)) => (3)
(loop for (a b) of-type (fixnum float) in '((1 2.0)) collect (+ a b)) => (3.0)
(loop for (a . b) of-type (fixnum . list) in '((1 2 3)) collect b) => ((2 3))
(loop for (a) in '(5) collect a)                            => (error type-error "CAR: 5 is not of type LIST")

;; Hash tables
(defvar *table* (make-hash-table))                          => *table*
(setf (gethash 'a *table*) 1 (gethash 'b *table*) 2)        => 2
(defun sorted (list) (sort list #'string< :key #'prin1-to-string)) => sorted
(sorted (loop for k being the hash-keys of *table* collect k)) => (a b)
(sorted (loop for k being each hash-key in *table* collect k)) => (a b)
(sorted (loop for v being the hash-values of *table* collect v)) => (1 2)
(sorted (loop for v being each hash-value of *table* collect v)) => (1 2)
(sorted (loop for k being the hash-keys of *table* using (hash-value v) collect (list k v))) => ((a 1) (b 2))
(sorted (loop for v being the hash-values in *table* using (hash-key k) collect (list k v))) => ((a 1) (b 2))
(loop for k being the hash-keys of (make-hash-table) collect k) => nil
(loop for k being the hash-keys of *table* for i from 1 finally (return i)) => 2
(let ((table (make-hash-table)))
  (setf (gethash 'p table) '(1 2))
  (loop for (a b) being the hash-values of table collect (list b a))) => ((2 1))
(let ((table (make-hash-table)))
  (dotimes (i 100) (setf (gethash i table) (* i i)))
  (loop for v being the hash-values of table sum v))        => 328350
(let ((table (make-hash-table)))
  (dotimes (i 10) (setf (gethash i table) i))
  (loop for k being the hash-keys of table when (oddp k) do (remhash k table))
  (hash-table-count table))                                 => 5

;; Packages
(package-name (defpackage "LOOP-TEST" (:use) (:export "OUT"))) => "LOOP-TEST"
(symbol-name (intern "IN" "LOOP-TEST")) => "IN"
(sorted (loop for s being the symbols of "LOOP-TEST" collect (symbol-name s))) => ("IN" "OUT")
(sorted (loop for s being each symbol in "LOOP-TEST" collect (symbol-name s))) => ("IN" "OUT")
(sorted (loop for s being the present-symbols of "LOOP-TEST" collect (symbol-name s))) => ("IN" "OUT")
(loop for s being the external-symbols of "LOOP-TEST" collect s) => (loop-test:out)
(loop for s being each external-symbol in (find-package "LOOP-TEST") collect s) => (loop-test:out)
(loop for s being each present-symbol of :loop-test count s) => 2
(let ((*package* (find-package "LOOP-TEST"))) (loop for s being the symbols count t)) => 2
(loop for s being the external-symbols of "COMMON-LISP" thereis (eq s 'car)) => t
(loop for s being the present-symbols of "COMMON-LISP" count (eq s 'car)) => 1
(loop for s being the symbols of "THERE IS NO SUCH PACKAGE" collect s) => (error package-error)

;; REPEAT
(loop repeat 3 collect 'x)                                  => (x x x)
(loop repeat 0 collect 'x)                                  => nil
(loop repeat -1 collect 'x)                                 => nil
(let ((n 3)) (loop repeat n do (setf n 0) collect n))       => (0 0 0)
(loop repeat 2 for x in '(1 2 3) collect x)                 => (1 2)
(loop for x in '(1 2 3) repeat 2 collect x)                 => (1 2)
(loop for x in '(1 2 3) collect x repeat 2)                 => (1 2)
(loop for x in '(1) repeat 5 collect x)                     => (1)
(let ((n 0)) (loop repeat 3 for x = (incf n) finally (return n))) => 3

;; WITH
(loop with x = 1 return x)                                  => 1
(loop with x return x)                                      => nil
(loop with x fixnum return x)                               => 0
(loop with x of-type float return x)                        => 0.0
(loop with x of-type symbol = 'a return x)                  => a
(loop with x = 1 with y = (+ x 1) return (list x y))        => (1 2)
(let ((x 5)) (loop with x = 1 and y = x return (list x y))) => (1 5)
(loop with a and b = 3 return (list a b))                   => (nil 3)
(loop with (a (b) . c) = '(1 (2) 3) return (list a b c))    => (1 2 (3))
(loop with (a b) = '(1 2) with c = (+ a b) return c)        => 3
(loop with (a nil b) of-type (fixnum t fixnum) = '(1 2 3) return (+ a b)) => 4
(loop with sum = 0 for x in '(1 2 3) do (incf sum x) finally (return sum)) => 6
(loop for x from 1 to 3 with y = 10 collect (+ x y))        => (11 12 13)
(loop with n = 3 for i below n collect i)                   => (0 1 2)
(loop with x = 1 and (y z) = '(2 3) return (list x y z))    => (1 2 3)

;; Closures see the variable, constants in lists are not changed
(let ((list '(1 2 3))) (loop for x in list do (setf x 0)) list) => (1 2 3)
(funcall (loop for x from 1 to 3 when (= x 2) return (lambda () (* x 10)))) => 20

;;; NIL as a variable ignores its value.
(loop for nil = 3 repeat 2 collect 1)                    => (1 1)
(let ((n 0)) (loop for nil = (incf n) then (incf n 2) repeat 3 collect n)) => (1 3 5)
(let ((x 1)) (loop for nil = x then x for y in '(1 2) collect y)) => (1 2)
(loop for x from 10 and y = x repeat 3 collect y)        => (10 10 11)
(loop for x from 10 and y = (list x) then x repeat 3 collect y) => ((10) 10 11)

;;; All counters that AND joins have been stepped when one of them ends the loop; other clauses end it before they are.
(loop for i from 0 below 3 and j from 10 finally (return (list i j)))  => (3 13)
(loop for j from 10 and i from 0 below 3 finally (return (list i j)))  => (3 13)
(loop for x in '(1 2 3) and j from 0 finally (return j))               => 2
(loop for i from 0 below 3 for j from 0 finally (return j))            => 2
