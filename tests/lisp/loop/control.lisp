;;; LOOP: the simple form, tests, conditionals, INITIALLY and FINALLY, and exits.

;; The simple loop
(let ((n 0)) (loop (incf n) (when (= n 5) (return n))))     => 5
(let ((n 0)) (loop (if (> n 3) (return) (incf n))))         => nil
(let ((n 0)) (block out (loop (loop (incf n) (when (> n 2) (return-from out n)))))) => 3
(let ((n 0)) (catch 'done (loop (when (= (incf n) 4) (throw 'done n))))) => 4
(loop (return (values 1 2)))                                => (values 1 2)

;; WHILE and UNTIL
(let ((n 0)) (loop while (< n 3) do (incf n)) n)            => 3
(let ((n 0)) (loop until (= n 3) do (incf n)) n)            => 3
(let ((n 0)) (loop while (< n 3) collect (incf n)))         => (1 2 3)
(loop for x in '(1 2 3 4) while (< x 3) collect x)          => (1 2)
(loop for x in '(1 2 3 4) until (= x 3) collect x)          => (1 2)
(loop for x in '(1 2 3 4) collect x while (< x 3))          => (1 2 3)
(loop for x in '(1 2 3 4) collect x until (= x 3) collect 'a) => (1 a 2 a 3)
(loop for x in '(1 2 3) while (< x 3) for y = (* x 10) collect y) => (10 20)
(let ((seen '()))
  (loop for x in '(1 2 3) while (< x 3) for y = (push x seen))
  seen)                                                     => (2 1)
(loop for x in '(1 2 3) while (< x 3) finally (return x))   => 3

;; ALWAYS, NEVER, THEREIS
(loop for x in '(1 3 5) always (oddp x))                    => t
(loop for x in '(1 2 5) always (oddp x))                    => nil
(loop for x in '() always x)                                => t
(loop for x in '(2 4) never (oddp x))                       => t
(loop for x in '(2 3) never (oddp x))                       => nil
(loop for x in '() never x)                                 => t
(loop for x in '(1 2 3) thereis (and (> x 1) (* x 10)))     => 20
(loop for x in '(1 2 3) thereis (> x 5))                    => nil
(loop for x in '() thereis x)                               => nil
(loop for x in '(1 3) always (oddp x) never (> x 5))        => t
(loop for x in '(1 2) always x finally (princ "done"))      => (prints "done" t)
(loop for x in '(1 nil) always x finally (princ "done"))    => (prints "" nil)
(loop for x in '(1) thereis x finally (princ "done"))       => (prints "" 1)
(loop for x in '(1) always x finally (return 'other))       => other
(loop for x in '(1 2 3) collect x into l always (< x 3) finally (return l)) => nil
(loop for x in '(1 2) collect x into l always (< x 3) finally (return l)) => (1 2)
(loop while t always (= 1 2))                               => nil
(loop named outer for x in '(1 2) do (loop for y in '(nil) always y)
      finally (return-from outer 'through))                 => through

;; DO, RETURN and the block
(loop for x in '(1 2) do (princ x))                         => (prints "12" nil)
(loop for x in '(1 2) doing (princ x) (princ "-"))          => (prints "1-2-" nil)
(loop for x in '(1 2 3) do (when (= x 2) (return x)))       => 2
(loop for x in '(1 2 3) when (= x 2) return x)              => 2
(loop return 5)                                             => 5
(loop for x in '(1 2) return x finally (princ "no"))        => (prints "" 1)
(loop named outer for x in '(1 2) do (loop for y in '(3 4) do (return-from outer (list x y)))) => (1 3)
(loop named outer for x in '(1 2) do (loop for y in '(3 4) do (return y)) finally (return-from outer x)) => 2
(loop named foo return 3)                                   => 3
(loop named nil return 3)                                   => 3
(block nil (loop named foo do (return 3)) 4)                => 3
(loop for x in '(1) do (return (values x 2)))               => (values 1 2)
(loop for x from 1 do (princ x) (when (= x 3) (loop-finish))) => (prints "123" nil)

;; IF, WHEN, UNLESS
(loop for x from 1 to 4 if (oddp x) collect x)              => (1 3)
(loop for x from 1 to 4 when (oddp x) collect x)            => (1 3)
(loop for x from 1 to 4 unless (oddp x) collect x)          => (2 4)
(loop for x from 1 to 4 if (oddp x) collect x else collect (- x)) => (1 -2 3 -4)
(loop for x from 1 to 4 unless (oddp x) collect x else collect (- x)) => (-1 2 -3 4)
(loop for x from 1 to 3 when (= x 2) collect 'a and collect 'b end collect x) => (1 a b 2 3)
(loop for x from 1 to 3 when (= x 2) collect 'a and do (princ x)) => (prints "2" (a))
(loop for x from 1 to 3 if (= x 2) collect 'a else collect 'b and collect 'c) => (b c a b c)
(loop for x from 1 to 4 if (oddp x) if (= x 1) collect 'one else collect 'odd end else collect 'even)
    => (one even odd even)
(loop for x from 1 to 4 if (oddp x) if (= x 1) collect 'one else collect 'odd)
    => (one odd)
(loop for x from 1 to 4
      when (oddp x) when (> x 1) collect x end and collect 'odd
      else collect 'even end
      collect x)                                            => (odd 1 even 2 3 odd 3 even 4)
(loop for x in '(1 a "s") if (numberp x) collect 'number else if (symbolp x) collect 'symbol else collect 'other)
    => (number symbol other)
(loop for x from 1 to 4 when (evenp x) do (princ x) (princ ",") else do (princ "-")) => (prints "-2,-4," nil)
(loop for x from 1 to 5 when (= x 3) return 'three)         => three
(loop for x from 1 to 5 if (> x 3) do (loop-finish) else collect x end) => (1 2 3)
(loop for x in '(1 2) when nil collect x)                   => nil

;; IT
(loop for x in '((a . 1) (b) (c . 3)) when (cdr x) collect it) => (1 3)
(loop for x in '(1 2 3) when (and (> x 1) (* x 10)) return it) => 20
(loop for x in '((1) nil (2)) if (car x) sum it)            => 3
(loop for x in '((1 2) nil (3)) when x append it)           => (1 2 3)
(let ((it 9)) (loop for x in '((a . 1) (b . 2)) when (cdr x) collect it and collect it)) => (1 9 2 9)
(let ((it 9)) (loop repeat 1 collect it))                   => (9)
(loop for x in '(1 2 3) when (find x '(2 3)) when (find x '(3 4)) collect it) => (3)
(loop for x in '(1 nil 2) when x collect it into l and sum x into s finally (return (list l s))) => ((1 2) 3)
(loop for x in '(5 6) if (find x '(6)) return it else collect x) => 6

;; INITIALLY and FINALLY
(loop initially (princ 1) repeat 2 do (princ 2) finally (princ 3)) => (prints "1223" nil)
(loop initially (princ "a") (princ "b") for x in '() finally (princ "c") (princ "d")) => (prints "abcd" nil)
(loop for x in '(1 2) initially (princ "i") finally (princ "f") collect x) => (prints "if" (1 2))
(loop initially (princ 1) initially (princ 2) finally (princ 3) finally (princ 4) repeat 0) => (prints "1234" nil)
(loop for x in '(1 2) collect x finally (return 'other))    => other
(loop with x = 1 initially (setq x 2) return x)             => 2
(loop repeat 2 finally (return (values 1 2)))               => (values 1 2)
(loop for x in '(1 2 3) until (= x 2) finally (princ x))    => (prints "2" nil)
(loop for x in '(1 2 3) do (return x) finally (princ "no")) => (prints "" 1)

;; LOOP-FINISH
(loop for x in '(1 2 3) when (= x 2) do (loop-finish) end collect x) => (1)
(loop for x in '(1 2 3) do (if (= x 2) (loop-finish)) sum x finally (princ "f")) => (prints "f" 1)
(loop for x from 1 do (loop for y from 1 do (loop-finish)) collect x until (= x 3)) => (1 2 3)
(eval '(loop-finish))                                       => (error program-error "LOOP: LOOP-FINISH stands outside of an extended loop")

;; Keywords are compared by name, in any package
(loop :for x :in '(1 2) :collect x)                         => (1 2)
(loop :for x :from 1 :to 4 :when (oddp x) :collect x :else :collect 'e :end) => (1 e 3 e)
(loop #:for x #:below 2 #:sum x)                            => 1
(let ((for 1) (collect 2)) (loop for in in (list for collect) collect in)) => (1 2)

;; Loops inside loops
(loop for a in '(1 2) nconc (loop for b in '(x y) collect (cons a b))) => ((1 . x) (1 . y) (2 . x) (2 . y))
(loop for x in (loop for y in '(1 2) collect (* y y)) sum x) => 5
(loop for x = (loop for y = 1 then (* 2 y) while (< y 50) finally (return y)) return x) => 64
(macrolet ((squares (n) `(loop for i below ,n collect (* i i)))) (squares 4)) => (0 1 4 9)
(let ((fns (loop for x in '(1 2 3) collect (let ((y x)) (lambda () y))))) (mapcar #'funcall fns)) => (1 2 3)

;; A loop in tail position, long lists, deep nests
(labels ((f (n) (if (= n 0) 'done (loop return (f (1- n)))))) (f 1000)) => done
(loop for x below 100000 sum x)                             => 4999950000
(loop for x below 10 when (evenp x) when (> x 2) when (< x 8) collect x) => (4 6)
