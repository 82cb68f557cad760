;;; Local functions in all the places where the compiler makes them part of the function around: loops, joins, plain
;;; calls.

;;; A function that calls itself in tail positions only is a loop. Its arguments are evaluated before any is replaced.
(labels ((sum (i acc) (if (zerop i) acc (sum (1- i) (+ acc i))))) (sum 10 0)) => 55
(labels ((swap (x y n) (if (= n 0) (list x y) (swap y x (1- n))))) (swap 1 2 5)) => (2 1)
(labels ((turn (a b c n) (if (= n 0) (list a b c) (turn b c a (1- n))))) (turn 1 2 3 4)) => (2 3 1)
(labels ((f (i log) (if (= i 3) (reverse log) (f (1+ i) (cons i log))))) (f 0 '())) => (0 1 2)
(labels ((f (x y) (if (> x 5) (list x y) (f (setq y (+ y 2)) (+ x y))))) (f 0 1)) => (10 15)
(labels ((count-up (i) (when (< i 1000000) (count-up (1+ i))))) (count-up 0)) => nil
(let ((sum 0)) (dotimes (i 5 sum) (labels ((down (k) (when (> k 0) (incf sum k) (down (1- k))))) (down i)))) => 20
(list :before (labels ((f (n) (if (= n 0) :done (f (1- n))))) (f 3)) :after) => (:before :done :after)

;;; Each iteration of such a loop has its own variables, as closures see.
(let ((makers '())) (labels ((f (i) (if (= i 3) (mapcar #'funcall makers) (progn (push (lambda () (incf i 10)) makers) (f (1+ i)))))) (f 0))) => (12 11 10)
(let ((fs '())) (labels ((f (i) (when (< i 3) (push (lambda () i) fs) (f (1+ i))))) (f 0)) (mapcar #'funcall fs)) => (2 1 0)
(labels ((f (n) (let ((get (lambda () n)) (set (lambda (x) (setq n x)))) (if (= n 0) :end (progn (funcall set (1- n)) (f (funcall get))))))) (f 3)) => :end

;;; Functions that call each other in turns.
(labels ((even? (n) (if (= n 0) t (odd? (1- n)))) (odd? (n) (if (= n 0) nil (even? (1- n))))) (list (even? 7) (even? 8))) => (nil t)
(labels ((even? (n) (if (= n 0) t (odd? (1- n)))) (odd? (n) (if (= n 0) nil (even? (1- n))))) (even? 1001)) => nil
(if (labels ((even? (n) (if (= n 0) t (odd? (1- n)))) (odd? (n) (if (= n 0) nil (even? (1- n))))) (odd? 3)) :odd :even) => :odd
(labels ((outer (i log)
                (labels ((inner (j log) (if (= j i) (outer (1+ i) log) (inner (1+ j) (cons (list i j) log)))))
                  (if (= i 3) (reverse log) (inner 0 log)))))
  (outer 0 '()))   => ((1 0) (2 0) (2 1))

;;; A function called at several exits of its form.
(flet ((big (x) (list :big x)) (small (x y) (list :small x y)))
  (mapcar (lambda (x) (if (> x 10) (big x) (if (> x 5) (small x 1) (small x 2)))) '(20 7 1)))
  => ((:big 20) (:small 7 1) (:small 1 2))
(defun pick (x) (flet ((join (y) (values y (* 2 y)))) (case x (1 (join 10)) (2 (join 20)) (t (join x))))) => pick
(pick 1)                                          => (values 10 20)
(pick 2)                                          => (values 20 40)
(multiple-value-list (pick 5))                    => (5 10)

;;; Exits from and within local functions undo bindings and run cleanup forms.
(defun first-even (list)
  (labels ((find-it (l)
                    (cond ((null l) (return-from first-even :none)) ((evenp (car l)) (car l)) (t (find-it (cdr l))))))
    (list :found (find-it list))))   => first-even
(first-even '(1 3 4 5))                           => (:found 4)
(first-even '(1 3))                               => :none
(labels ((f (n) (when (= n 3) (return-from f :three)) (f (1+ n)))) (f 0)) => :three
(let ((log '())) (labels ((f (n) (unwind-protect (if (= n 0) (push :bottom log) (f (1- n))) (push n log)))) (f 2)) log) => (2 1 0 :bottom)
(progn (defvar *depth* 0) (labels ((f (n) (let ((*depth* (1+ *depth*))) (if (= n 0) *depth* (f (1- n)))))) (f 5))) => 6
(labels ((f (n *depth*) (if (= n 0) *depth* (f (1- n) (1+ *depth*))))) (f 3 0)) => 3
(labels ((f (n) (catch 'done (if (= n 0) (throw 'done :thrown) (f (1- n)))))) (f 3)) => :thrown
(labels ((f (n) (block nil (if (= n 0) (funcall (lambda () (return :left))) (f (1- n)))))) (f 2)) => :left

;;; A variable that the function assigns is read before and after the call.
(let ((x 3)) (+ x (flet ((double () (setq x (* x 2)) x)) (double)) x)) => 15
(let ((x 1)) (list x (flet ((next () (incf x))) (next)) x)) => (1 2 2)

;;; A local function that is not called in tail position stays a function.
(labels ((f (n) (if (= n 0) 1 (* n (f (1- n)))))) (f 10)) => 3628800
(labels ((tree (n) (if (= n 0) '() (list (tree (1- n)) (tree (1- n)))))) (tree 2)) => ((nil nil) (nil nil))
(labels ((f (n &optional (acc 0)) (if (= n 0) acc (f (1- n) (+ acc n))))) (f 4)) => 10
(labels ((f (n) (if (= n 0) #'f (f (1- n))))) (functionp (f 2))) => t
(eval '(labels ((f (x) x)) (f 1 2)))              => (error program-error "F: called with 2 arguments, but takes exactly 1; the lambda list is (X)")

;;; Assignments in parallel, in PSETQ and in the steps of DO.
(let ((a 1) (b 2)) (psetq a b b a) (list a b))    => (2 1)
(let ((a 1) (b 2) (c 3)) (psetq a (+ b c) b (+ a c) c (+ a b)) (list a b c)) => (5 4 3)
(let ((a 1) (b 2)) (list (psetq a b b (setq a 10)) a b)) => (nil 2 10)
(let ((a 1) (b 2)) (psetq a 5 b (let ((f (lambda () a))) (funcall f))) (list a b)) => (5 1)
(let* ((a 1) (get (lambda () a)) (b 2)) (psetq a 5 b (funcall get)) (list a b (funcall get))) => (5 1 5)
(progn (defvar *assigned* 1) (let ((x 2)) (psetq *assigned* x x *assigned*) (list *assigned* x))) => (2 1)
(let ((a 1) (b 2)) (catch 'out (psetq a 5 b (throw 'out nil))) (list a b)) => (1 2)
(let ((a 1) (b 2)) (block nil (psetq a 5 b (return))) (list a b)) => (1 2)
(let ((a 1) (b 2)) (ignore-errors (psetq a 5 b (+ b 'x))) (list a b)) => (1 2)
(let ((a 1) (b 2) (seen nil)) (ignore-errors (unwind-protect (psetq a 5 b (+ b 'x)) (setq seen a))) (list a b seen)) => (1 2 1)
(let ((a 1) (b 2)) (tagbody (psetq a 5 b (go out)) out) (list a b)) => (1 2)
(do ((i 0 (1+ i)) (a 0 b) (b 1 (+ a b))) ((= i 10) (list a b))) => (55 89)
(do ((i 0 (1+ i)) (fs '() (cons (lambda () i) fs))) ((= i 3) (mapcar #'funcall fs))) => (3 3 3)
(do* ((i 0 (1+ i)) (j 0 (* i 2))) ((= i 3) j))    => 6

;;; Two arithmetic operations in one instruction: on small and large integers, floats, ratios, and non-numbers.
(defun fuse (a b c)
  (list (+ (* a b) c)
        (- (* a b) c)
        (- c (* a b))
        (* (+ a b) c)
        (- (- a b) c)
        (- c (- a b))
        (+ a b c)
        (* a b c)
        (+ c (- a b))
        (- c (+ a b))))   => fuse
(fuse 2 3 4)                                      => (10 2 -2 20 -5 5 9 24 3 -1)
(fuse 4611686018427387903 2 -1)
  => (9223372036854775805 9223372036854775807 -9223372036854775807 -4611686018427387905 4611686018427387902 -4611686018427387902 4611686018427387904 -9223372036854775806 4611686018427387900 -4611686018427387906)
(fuse 1.5d0 2d0 0.5d0)                            => (3.5d0 2.5d0 -2.5d0 1.75d0 -1.0d0 1.0d0 4.0d0 1.5d0 0.0d0 -3.0d0)
(fuse 1/2 2 0.5)                                  => (1.5 0.5 -0.5 1.25 -2.0 2.0 3.0 0.5 -1.0 -2.0)
(eval '(fuse 1 'x 2))                             => (error type-error "*: X is not of type NUMBER")
(eval '(let ((n 0)) (ignore-errors (+ (* 1 'x) (incf n))) n)) => 0
(let ((x 3)) (+ (* x x) (progn (setq x 5) x)))    => 14
(list (/ 6 3) (/ 7 2) (/ -6 3) (/ 1d0 4) (/ 1 4d0) (/ 6 -3) (/ 0 5)) => (2 7/2 -2 0.25d0 0.25d0 -2 0)

;;; A variable that only renames another is that one: for closures, for loops whose parameters change, beside
;;; assignments.
(let ((a 1)) (let ((b a)) (let ((c b)) (funcall (lambda () (list a b c))))))     => (1 1 1)
(let ((a 1)) (let ((b a)) (setq a 2) (list a b)))                                => (2 1)
(let ((a 1)) (let ((b a)) (setq b 2) (list a b)))                                => (1 2)
(let ((a 1)) (let ((b a) (c 3)) (list (incf c) a b)))                            => (4 1 1)
(let ((a 1)) (let* ((b a) (c b) (a 5)) (list a b c)))                            => (5 1 1)
(labels ((f (i log) (let ((j i)) (if (= j 3) (reverse log) (f (1+ i) (cons j log)))))) (f 0 '())) => (0 1 2)
(labels ((f (i log) (let ((j i)) (if (= i 3) (mapcar #'funcall log) (f (1+ i) (cons (lambda () j) log)))))) (f 0 '())) => (2 1 0)
(labels ((f (i sum) (let ((j i)) (flet ((add (n) (+ j n))) (if (= i 4) (list sum (add 1) (add 2)) (f (1+ i) (add sum))))))) (f 0 0)) => (6 5 6)
(defun renamed (x &optional (y x) &key (z y)) (let ((x2 x)) (let ((y2 y)) (let ((z2 z)) (lambda () (list x2 y2 z2)))))) => renamed
(funcall (renamed 1 2 :z 3))                                                     => (1 2 3)
(funcall (renamed 1))                                                            => (1 1 1)
(let ((x 1)) (flet ((get () (let ((y x)) (list x y)))) (list (get) (incf x) (get)))) => ((1 1) 2 (2 2))
(let ((x 5)) (+ (let ((y x)) (* y 2)) (incf x) (let ((y x)) y)))                 => 22

;;; OR whose first form is a test.
(let ((x 3)) (list (or (evenp x) (oddp x)) (or (oddp x) 5) (or (evenp x) 5) (or (null x) (values 1 2)))) => (t t 5 1)
(let ((x 3)) (or (evenp x) (values 1 2)))                                        => (values 1 2)
(let ((x 3)) (or (oddp x) (values 1 2)))                                         => t
(let ((log '())) (or (consp log) (push 1 log)) (or (consp log) (push 2 log)) log) => (1)

;;; Forms after a test that leads to an error.
(defun checked-sum (x y) (+ (if (numberp x) x (error "X: ~a" x)) (if (not (numberp y)) (error "Y: ~a" y) (* 2 y)))) => checked-sum
(checked-sum 1 2)                                                                => 5
(handler-case (checked-sum 'a 2) (error (c) (format nil "~a" c)))                => "X: A"
(handler-case (checked-sum 1 'b) (error (c) (format nil "~a" c)))                => "Y: B"
(defun check-in-tail (x) (if (plusp x) x (error "not positive: ~a" x)))          => check-in-tail
(check-in-tail 2)                                                                => 2
(handler-case (check-in-tail -2) (error (c) (format nil "~a" c)))                => "not positive: -2"
(let ((seen '())) (dotimes (i 4 (reverse seen)) (push (handler-case (if (evenp i) i (error "odd")) (error () :odd)) seen))) => (0 :odd 2 :odd)
(let ((*print-base* 10)) (handler-case (let ((*print-base* 2)) (if (= *print-base* 2) (error "~d" *print-base*) 5)) (error () *print-base*))) => 10

;;; Tail calls whose arguments take the places of the parameters: in turn, crosswise, from closures, to functions that
;;; take more.
(defun last-three (a b c) (list a b c)) => last-three
(defun with-first (a b) (last-three a b (+ a b))) => with-first
(defun turned (a b c) (if (> a 5) (list a b c) (turned b c (+ a 6)))) => turned
(defun swapped (a b n) (if (= n 0) (list a b) (swapped b a (1- n)))) => swapped
(defun stepped (a b c n) (if (= n 0) (list a b c) (stepped a (+ b a) (+ c b) (1- n)))) => stepped
(defun with-optional (a &optional (b 5) &rest c) (list a b c)) => with-optional
(defun to-optional (a b c) (if c (with-optional a b c) (with-optional a))) => to-optional
(defun to-native (a b) (if b (max b a) (numberp a))) => to-native
(defun to-symbol (f a b) (funcall f a b)) => to-symbol
(defun to-function (a b f) (funcall f b a)) => to-function
(defun keeping (a b) (let ((old (lambda () (list a b)))) (to-function b old #'funcall-second))) => keeping
(defun funcall-second (f b) (list b (funcall f))) => funcall-second
(defun assigning (a b) (setq a (* 2 a)) (last-three-of b (setq b 7) a)) => assigning
(defun last-three-of (a b c) (list a b c)) => last-three-of
(defun in-cell (a b) (let ((f (lambda () (incf a)))) (funcall f) (last-two a (funcall f)))) => in-cell
(defun last-two (a b) (list a b)) => last-two
(defun leaving (a b) (block nil (last-two (1+ b) (if (> a 3) (return (list :left a b)) a)))) => leaving
(defun leaving-again (a n) (tagbody again (return-from leaving-again (last-two (1+ a) (if (> (decf n) 0) (go again) (list a n)))))) => leaving-again
(with-first 1 2)                                  => (1 2 3)
(turned 1 2 3)                                    => (7 8 9)
(swapped 1 2 3)                                   => (2 1)
(stepped 1 2 3 3)                                 => (1 5 12)
(to-optional 1 2 3)                               => (1 2 (3))
(to-optional 1 2 nil)                             => (1 5 nil)
(list (to-native 1 2) (to-native 1 nil))          => (2 t)
(to-native 'a 1)                                  => (error type-error "MAX: A is not of type REAL")
(to-symbol 'list 1 2)                             => (1 2)
(to-symbol '+ 1 2)                                => 3
(to-symbol 'with-optional 1 2)                    => (1 2 nil)
(to-symbol 5 1 2)                                 => (error type-error "FUNCALL: 5 is not of type FUNCTION")
(to-symbol 'no-such-function 1 2)                 => (error undefined-function "the function NO-SUCH-FUNCTION is undefined")
(to-symbol #'turned 1 2)                          => (error program-error "TURNED: called with 2 arguments, but takes exactly 3; the lambda list is (A B C)")
(to-function 1 2 #'list)                          => (2 1)
(keeping 1 2)                                     => (2 (1 2))
(assigning 3 4)                                   => (4 7 6)
(in-cell 1 2)                                     => (2 3)
(list (leaving 1 2) (leaving 4 5))                => ((3 1) (:left 4 5))
(leaving-again 1 4)                               => (2 (1 0))
(defun undefined-in-tail (a b) (no-such-function-at-all b a)) => undefined-in-tail
(handler-case (undefined-in-tail 1 2) (undefined-function (c) (cell-error-name c))) => no-such-function-at-all
(labels ((f (a b) (block nil (g (1+ a) (if (> a 3) (return (list a b)) b)))) (g (a b) (if (> b 10) :end (f a (1+ b))))) (f 1 2)) => (4 5)
(labels ((f (a n) (tagbody again (return-from f (if (> n 5) a (f (1+ a) (if (> (incf n) 3) (* 2 n) (go again)))))))) (f 1 1)) => 2

;;; Constants that are returned, of every kind.
(defun constant-of (x) (case x (0 nil) (1 t) (2 'sym) (3 5) (4 -70000) (5 100000000000) (6 "s") (7 2.5d0) (8 #\a) (t (null x)))) => constant-of
(mapcar #'constant-of '(0 1 2 3 4 5 6 7 8 9 nil))  => (nil t sym 5 -70000 100000000000 "s" 2.5d0 #\a nil t)
(defun one-of-each (x) (or (consp x) (and (numberp x) (< x 5)))) => one-of-each
(mapcar #'one-of-each '((1) 3 7 a))               => (t t nil nil)
(multiple-value-list (constant-of 3))             => (5)
(let ((a (constant-of 0)) (b (constant-of 3))) (list a b)) => (nil 5)

;;; Taking a list apart.
(let ((l '(1 2 3)) (sum 0)) (loop (let ((x (car l))) (setq l (cdr l)) (if x (incf sum x) (return (list sum l)))))) => (6 nil)
(let* ((l (list 1 2 3)) (x (car l)) (y (progn (setq l (cdr l)) (car l)))) (list x y l)) => (1 2 (2 3))
(let ((l '((1 2) 3))) (let ((x (car l))) (setq x (cdr x)) (list x l)))    => ((2) ((1 2) 3))
(let ((l '(1 . 2))) (let ((x (car l))) (setq l (cdr l)) (list x l)))      => (1 2)
(let ((l 5)) (let ((x (car l))) (setq l (cdr l)) (list x l)))             => (error type-error "CAR: 5 is not of type LIST")
(let ((x 1) (l nil)) (setq x (car l)) (setq l (cdr l)) (list x l))        => (nil nil)

;;; Loops that begin with tests of every kind.
(let ((i 0) (log '())) (tagbody top (if (< i 3) (progn (push i log) (incf i) (go top)))) log) => (2 1 0)
(let ((i 10)) (tagbody top (when (> i 5) (decf i) (if (evenp i) (go top) (progn (decf i) (go top))))) i) => 4
(labels ((f (i) (cond ((> i 100) i) ((evenp i) (f (+ i 7))) (t (f (* i 3)))))) (list (f 1) (f 2))) => (243 243)
(labels ((f (i) (if (and (< i 10) (oddp i)) (f (+ i 2)) i))) (list (f 1) (f 4) (f 10))) => (11 4 10)
(let ((l '(1 nil 2 :end 3)) (seen '())) (tagbody top (when (eq (car l) :end) (go end)) (push (pop l) seen) (go top) end) seen) => (2 nil 1)

;;; An argument that is the parameter in its place, and that a later argument assigns
(defun two (a b) (list a b))                         => two
(progn (defun assigned-behind (a b) b (two a (setq a 5)))
       (assigned-behind 1 2))                        => (1 5)
(progn (defun psetq-behind (a b) (psetq a a b (setq a 9)) (list a b))
       (psetq-behind 1 2))                           => (1 9)
(progn (defun loop-behind (i n) (two i (loop while (< i n) do (incf i) finally (return :done))))
       (loop-behind 0 3))                            => (0 :done)
(progn (defun pop-behind (s n) (two s (prog1 (pop s) n)))
       (pop-behind '(1 2) 0))                        => ((1 2) 1)
(progn (defun flet-behind (a b) b (flet ((up () (incf a))) (two a (up))))
       (flet-behind 1 2))                            => (1 2)
(progn (defun round-behind (a b)
         (labels ((go-round (x y n)
                    (if (= n 0)
                        (list x y a b)
                        (go-round x (setq x (+ x 10)) (1- n)))))
           (go-round a b 3)))
       (round-behind 1 2))                           => (1 11 1 2)

;;; A function that calls itself inside RETURN-FROM, out of a form with a dynamic record: each call undoes the record.
(defun out-of-catch (n) (labels ((f (n) (block b (if (= n 0) :done (catch 'x (return-from b (f (1- n)))))))) (f n)))                => out-of-catch
(list (out-of-catch 3) (handler-case (throw 'x 1) (control-error () :none)))                                     => (:done :none)
(defvar *level* 0)                                                                                                => *level*
(defun out-of-progv (n) (labels ((f (n) (block b (if (= n 0) :done (progv '(*level*) (list n) (return-from b (f (1- n)))))))) (f n)))  => out-of-progv
(list (out-of-progv 3) *level*)                                                                                   => (:done 0)
(defun out-of-let (n) (labels ((f (n) (block b (if (= n 0) :done (let ((*level* n)) (return-from b (f (1- n)))))))) (f n)))  => out-of-let
(list (out-of-let 3) *level*)                                                                                     => (:done 0)
(defun out-of-cleanup (n)
  (let ((log '())) (labels ((f (n) (block b (if (= n 0) :done (unwind-protect (return-from b (f (1- n))) (push n log)))))) (list (f n) log))))
                                                                                                                   => out-of-cleanup
(out-of-cleanup 3)                                                                                                => (:done (3 2 1))
