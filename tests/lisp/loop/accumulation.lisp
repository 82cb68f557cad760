;;; LOOP: the clauses that accumulate a value.

;; Lists
(loop for x in '(1 2 3) collect x)                          => (1 2 3)
(loop for x in '(1 2 3) collecting x)                       => (1 2 3)
(loop for x in '((1) (2 3) () (4)) append x)                => (1 2 3 4)
(loop for x in '((1) (2 3)) appending x)                    => (1 2 3)
(loop for x in '(1 2) nconc (list x x))                     => (1 1 2 2)
(loop for x in '(1 2) nconcing (list x x))                  => (1 1 2 2)
(loop for x in '(1 2) collect x append (list x x) nconc (list 'e)) => (1 1 1 e 2 2 2 e)
(loop for x in '() collect x)                               => nil
(loop for x in '(() ()) append x)                           => nil
(loop for x in '(1 2) append '())                           => nil
(loop for x in '(1 nil 2) collect x)                        => (1 nil 2)
(loop for x in '((1) (2 . 3)) append x)                     => (1 2 . 3)
(loop for x in '((1) (2)) collect x collect 'then)          => ((1) then (2) then)
(let ((list (list 1 2))) (loop repeat 2 append list) list)  => (1 2)
(let ((lists (list (list 1) (list 2)))) (loop for l in lists nconc l) (first lists)) => (1 2)
(loop for x in '(1 2) nconc (if (= x 1) nil (list x)))      => (2)
(loop for x in '(3 1 2) collect x into l finally (return (sort l #'<))) => (1 2 3)
(loop for x below 5 collect x into l finally (return (length l))) => 5
(loop for x below 3 collect x into l collect (length l))    => (1 2 3)
(loop for x below 3 collect x into l collect (copy-list l)) => ((0) (0 1) (0 1 2))
(loop for x in '((1 2) (3)) append x into l finally (return l)) => (1 2 3)
(loop for x in '(1 2) nconc (list x 'y) into l finally (return l)) => (1 y 2 y)
(loop for x in '() collect x into l finally (return l))     => nil
(loop for x in '(1 2 3 4)
      if (oddp x) collect x into odds else collect x into evens
      finally (return (list odds evens)))                   => ((1 3) (2 4))
(loop for x in '(1 2 3) collect x into a collect (* x x) into b append (list x x) into a
      finally (return (values a b)))                        => (values (1 1 1 2 2 2 3 3 3) (1 4 9))
(loop for x in '(1 2) collect x into l)                     => nil
(loop for x in '(1 2) collect x into l collect (- x))       => (-1 -2)
(length (loop repeat 10000 collect 'x))                     => 10000

;; Totals
(loop for x in '(1 2 3) sum x)                              => 6
(loop for x in '(1 2 3) summing x)                          => 6
(loop for x in '() sum x)                                   => 0
(loop for x in '(1/2 0.5) sum x)                            => 1.0
(loop for x in '(1 2) sum x of-type fixnum)                 => 3
(loop for x in '(1 2) sum x fixnum)                         => 3
(loop for x in '(1.5 2.5) sum x float)                      => 4.0
(loop for x in '() sum x float)                             => 0.0
(loop for x in '() sum x of-type double-float)              => 0.0d0
(loop for x in '(1 2) sum x into total of-type fixnum finally (return (* 10 total))) => 30
(loop for x in '(1 2) sum x into total fixnum finally (return (* 10 total))) => 30
(loop for x in '(1 2) sum x into total finally (return (list total))) => (3)
(loop for x in (list most-positive-fixnum 1) sum x into s finally (return (> s most-positive-fixnum))) => t
(loop for x in '(#c(1 2) 3) sum x)                          => #c(4 2)
(loop for x in '(a nil b) count x)                          => 2
(loop for x in '(a nil b) counting x)                       => 2
(loop for x in '() count x)                                 => 0
(loop for x in '(1 2 3) count (oddp x))                     => 2
(loop for x in '(1 2 3) count (oddp x) into odd count (evenp x) into even
      finally (return (list odd even)))                     => (2 1)
(loop for x in '(1 2 3) count (oddp x) fixnum)              => 2
(loop for x in '(1 2 3) count (oddp x) into odd of-type fixnum finally (return odd)) => 2
(loop for x in '(1 2) count x sum x)                        => 5
(loop for x in '(1 2) count x into n sum x into n finally (return n)) => 5
(loop for x in '(a) sum x)                                  => (error type-error "+: A is not of type NUMBER")

;; Extremes
(loop for x in '(1 3 2) maximize x)                         => 3
(loop for x in '(1 3 2) maximizing x)                       => 3
(loop for x in '(2 1 3) minimize x)                         => 1
(loop for x in '(2 1 3) minimizing x)                       => 1
(loop for x in '(-3 -1 -2) maximize x)                      => -1
(loop for x in '(1 2.5 3/2) maximize x)                     => 2.5
(loop for x in '(1 2) maximize x fixnum)                    => 2
(loop for x in '(1 2) minimize x of-type fixnum)            => 1
(loop for x in '(5) maximize x)                             => 5
(loop for x in '(1 3 2) maximize x into m minimize x into n finally (return (list m n))) => (3 1)
(loop for x in '(1 3 2) maximize x into m fixnum finally (return m)) => 3
(loop for (nil n) in '((a 1) (b 3)) maximize n)             => 3
(loop for x in '(a) maximize x)                             => (error type-error "MAX: A is not of type REAL")
(loop for x in '(1 a) maximize x)                           => (error type-error ">: A is not of type REAL")
(loop for x in '(1 3 2) for n from 0 minimize n maximize x into best finally (return best)) => 3

;; Several values at once
(loop for x in '(1 2 3)
      collect x into list sum x into sum count (oddp x) into odd maximize x into max minimize x into min
      finally (return (list list sum odd max min)))         => ((1 2 3) 6 2 3 1)
(loop for x in '(1 2 3) collect x sum x into sum finally (return (list sum))) => (6)

;; In conditionals
(loop for x from 1 to 6 when (oddp x) collect x)            => (1 3 5)
(loop for x from 1 to 6 when (oddp x) sum x)                => 9
(loop for x from 1 to 6 unless (oddp x) maximize x)         => 6
(loop for x from 1 to 6 if (oddp x) append (list x x) else nconc (list (- x))) => (1 1 -2 3 3 -4 5 5 -6)

;; Evaluation of the form is left to right, once, also when the form leaves the loop
(let ((n 0)) (list (loop repeat 3 collect (incf n)) n))     => ((1 2 3) 3)
(let ((n 0)) (list (loop repeat 3 maximize (incf n)) n))    => (3 3)
(loop for x in '(1 2 3) collect (if (= x 2) (return 'left) x)) => left
(loop for x in '(1 2 3) collect (if (= x 3) (loop-finish) x)) => (1 2)
(loop for x below 3 collect (loop for y below x collect (list x y))) => (nil ((1 0)) ((2 0) (2 1)))
(loop for x below 3 sum (loop for y to x sum y))            => 4

;;; Totals begin with a zero, of the type if there is one
(loop for i from 1 to 4 sum (complex i (1+ i)) of-type complex) => #c(10 14)
(loop for i from 1 to 4 sum (complex i 1.0) of-type (complex single-float)) => #c(10.0 4.0)
(loop for i from 1 to 4 sum i of-type (integer 1 100)) => 10
(loop for i from 1 to 4 sum (/ i 3) of-type ratio) => 10/3
(loop for i from 1 to 4 sum i of-type integer) => 10
(loop for i from 1 to 4 sum (float i) of-type float) => 10.0
(loop for i from 1 to 4 sum (float i 1d0) of-type double-float) => 10.0d0
(loop for i from 1 to 4 sum i of-type number) => 10
(loop for i from 1 to 4 sum i of-type real) => 10
(loop for i from 1 to 4 count (oddp i) of-type fixnum) => 2
(loop for i from 1 to 4 sum (complex i i) into s of-type complex finally (return s)) => #c(10 10)
(loop for i from 1 to 4 maximize i of-type integer) => 4
(loop for i from 1 to 4 sum i fixnum) => 10
