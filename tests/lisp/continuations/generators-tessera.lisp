;;; Generators of the library CONTINUATIONS.

(prog1 t (require "continuations"))                                                 => t
(progn (import '(continuations:generator continuations:generatorp continuations:make-generator continuations:next continuations:yield
                 continuations:do-generator continuations:generator-list continuations:generator-lazy-list)) t) => t
(defvar *x* :global)                                                                => *x*
(defmacro values-of (form) `(multiple-value-list ,form))                            => values-of

;; GENERATOR, NEXT, YIELD
(generator-list (generator))                                                        => nil
(generator-list (generator (yield 1) (yield 2)))                                    => (1 2)
(generator-list (generator (yield) (yield nil)))                                    => (nil nil)
(generator-list (make-generator (lambda () (yield 1))))                             => (1)
(make-generator 5)                                                                  => (error type-error "MAKE-GENERATOR: 5 is not of type FUNCTION")
(let ((g (generator (yield 1)))) (list (values-of (next g)) (values-of (next g)) (values-of (next g))))  => ((1 t) (nil nil) (nil nil))
(let ((g (generator (yield nil)))) (list (values-of (next g)) (values-of (next g))))  => ((nil t) (nil nil))
(let* ((seen '()) (g (generator (push (yield 1) seen) (push (yield 2) seen)))) (next g :first) (next g :second) (next g :third) seen)  => (:third :second)
(let ((g (generator (princ "a") (yield 1) (princ "b")))) (princ "0") (next g) (princ "-") (next g) (next g))  => (prints "0a-b")
(let ((g (generator (yield (* 2 (yield 1)))))) (next g) (next g 21))                => (values 42 T)
(generatorp (generator))                                                            => t
(generatorp #'car)                                                                  => nil
(next 5)                                                                            => (error type-error "NEXT: 5 is not of type GENERATOR")
(next)                                                                              => (error program-error)
(yield 1)                                                                           => (error control-error "YIELD: there is no surrounding generator")
(funcall #'yield 1)                                                                 => (error control-error "YIELD: there is no surrounding generator")
(generator-list (generator (mapc #'yield '(1 2))))                                  => (1 2)
(generator-list (generator (apply #'yield '(1))))                                   => (1)
(generator-list (generator (yield 1) (return-from nothing 2)))                      => (error program-error "RETURN-FROM: there is no block NOTHING around (RETURN-FROM NOTHING 2)")

;; The printed form
(let ((g (generator (yield 1)))) (flet ((shown () (let ((s (princ-to-string g))) (subseq s 0 (position #\{ s)))))
                                   (list (shown) (progn (next g) (shown)) (progn (next g) (shown)))))
  => ("#<GENERATOR not begun " "#<GENERATOR waiting " "#<GENERATOR at its end ")
(let (g) (setf g (generator (yield (subseq (princ-to-string g) 0 19)))) (next g))  => (values "#<GENERATOR running" T)
(let (g) (setf g (generator (next g))) (next g))                                    => (error error "#<GENERATOR running")

;; YIELD in called functions, at any depth
(defun leaves (tree) (if (consp tree) (progn (leaves (car tree)) (leaves (cdr tree))) (when tree (yield tree))))   => leaves
(generator-list (generator (leaves '((1 (2)) (3 . 4)))))                            => (1 2 3 4)
(defun same-fringe (a b)
  (let ((a (generator (leaves a))) (b (generator (leaves b))))
    (loop (multiple-value-bind (x more) (next a)
            (unless (equal (list x more) (values-of (next b))) (return nil))
            (unless more (return t))))))                                            => same-fringe
(list (same-fringe '(1 (2 3)) '((1 2) 3)) (same-fringe '(1 2) '(1 2 3)) (same-fringe '(1 2 3) '(1 2)) (same-fringe '() '()))  => (t nil nil t)
(defun yield-at (depth) (if (zerop depth) (list (yield 1) (yield 2)) (cons depth (yield-at (1- depth)))))  => yield-at
(generator-list (generator (yield (length (yield-at 10000)))))                      => (1 2 10002)
(let ((g (generator (loop for i from 0 do (yield i))))) (loop repeat 20000 do (next g)) (next g))  => (values 20000 T)
(generator-list (generator (labels ((from (n) (yield n) (from (1+ n)))) (from 0))) 3)  => (0 1 2)
(loop for i below 3 for g = (generator (yield i) (yield (* i i))) append (generator-list g))  => (0 0 1 1 2 4)

;; Generators in generators, side by side, and handed on
(generator-list (generator (do-generator (x (generator (yield 1) (yield 2))) (yield x) (yield (- x)))))  => (1 -1 2 -2)
(let ((a (generator (yield 1) (yield 2))) (b (generator (yield :x) (yield :y)))) (list (next a) (next b) (next a) (next b)))   => (1 :x 2 :y)
(let* ((inner (generator (yield 1) (yield 2) (yield 3))) (outer (generator (yield (next inner)) (yield (next inner)))))
  (list (next outer) (next inner) (next outer) (values-of (next outer))))           => (1 2 3 (nil nil))
(defun sieve (numbers)
  (generator (let ((p (next numbers)))
               (yield p)
               (do-generator (n (sieve (generator (do-generator (m numbers) (unless (zerop (mod m p)) (yield m))))))
                 (yield n)))))   => sieve
(generator-list (sieve (generator (loop for i from 2 do (yield i)))) 10)            => (2 3 5 7 11 13 17 19 23 29)
(defun hanoi (n from to by) (unless (zerop n) (hanoi (1- n) from by to) (yield (list from to)) (hanoi (1- n) by to from)))  => hanoi
(length (generator-list (generator (hanoi 10 'a 'b 'c))))                           => 1023
(defun permutations (list)
  (generator (if (null list) (yield '()) (dolist (x list) (do-generator (rest (permutations (remove x list))) (yield (cons x rest)))))))  => permutations
(generator-list (permutations '(1 2 3)))                                            => ((1 2 3) (1 3 2) (2 1 3) (2 3 1) (3 1 2) (3 2 1))

;; Bindings, handlers, cleanup forms
(let ((g (generator (let ((*x* 1)) (yield *x*) (incf *x*) (yield *x*)))))
  (list *x* (next g) *x* (let ((*x* 9)) (list (next g) *x*)) *x*))   => (:global 1 :global (2 9) :global)
(let ((g (generator (yield *x*) (yield *x*)))) (list (let ((*x* 1)) (next g)) (let ((*x* 2)) (next g))))   => (1 2)
(let ((g (generator (handler-case (yield 1) (error () (yield :in))))))
  (list (next g) (handler-case (error "x") (error () :out)) (values-of (next g)))) => (1 :out (nil nil))
(let ((g (generator (handler-case (progn (yield 1) (error "x")) (error () (yield :in)))))) (list (next g) (handler-case (next g) (error () :out))))  => (1 :in)
(let ((g (generator (yield 1) (error "x")))) (list (next g) (handler-case (next g) (error () :out)) (values-of (next g))))  => (1 :out (nil nil))
(let ((g (generator (unwind-protect (progn (yield 1) (yield 2)) (princ "c"))))) (next g) (next g) (princ "-") (next g))  => (prints "-c")
(let ((g (generator (unwind-protect (progn (yield 1) (yield 2)) (princ "c"))))) (block nil (next g) (return)) (values (next g)))  => 2
(let ((g (generator (unwind-protect (yield 1) (yield 2))))) (list (next g) (next g) (values-of (next g))))    => (1 2 (nil nil))
(let ((g (generator (yield 1) (throw 'out 2)))) (next g) (list (catch 'out (next g)) (values-of (next g))))  => (2 (nil nil))
(let ((g (generator (catch 'out (yield 1)) (yield 3)))) (next g) (list (handler-case (throw 'out 2) (control-error () :none)) (next g)))  => (:none 3)
(let ((g (block nil (generator (yield 1) (return 5)))))
  (list (next g) (handler-case (next g) (control-error () :left-before)) (values-of (next g))))
  => (1 :left-before (nil nil))
(let ((g (generator (restart-case (yield 1) (again () (yield 2)))))) (list (next g) (find-restart 'again) (values-of (next g))))  => (1 nil (nil nil))
(let ((g (generator (restart-case (progn (yield 1) (error "x")) (use-value (v) (yield v))))))
  (next g)
  (handler-bind ((error (lambda (c) (use-value 5 c)))) (next g)))   => (values 5 T)

;; An exit through one that runs
(let ((g (generator (do-generator (x (generator (yield 1) (yield 2))) (yield x))))) (next g) (list (next g) (values-of (next g))))  => (2 (nil nil))
(block nil (do-generator (x (generator (yield 1) (return 9))) (princ x)))           => (prints "1" 9)
(let ((g (generator (yield 1) (yield 2) (yield 3)))) (do-generator (x g) (when (= x 2) (return))) (next g))  => (values 3 T)

;; DO-GENERATOR, GENERATOR-LIST, GENERATOR-LAZY-LIST
(do-generator (x (generator (yield 1))) (princ x))                                  => (prints "1" nil)
(do-generator (x (generator (yield 1)) (values x 2)))                               => (values nil 2)
(let ((sum 0)) (do-generator (x (generator (yield 1) (yield 2)) sum) (incf sum x))) => 3
(let ((all '())) (do-generator (x (generator (yield 1) (yield 2))) (push (lambda () x) all)) (mapcar #'funcall all))  => (2 1)
(generator-list (generator (yield 1) (yield 2) (yield 3)) 2)                        => (1 2)
(let ((g (generator (yield 1) (yield 2)))) (list (generator-list g 1) (generator-list g)))  => ((1) (2))
(generator-list (generator (yield 1)) 0)                                            => nil
(tessera-lazy:take 3 (generator-lazy-list (generator (loop for i from 0 do (yield (* i i))))))  => (0 1 4)
(let ((l (generator-lazy-list (generator (princ "a") (yield 1) (princ "b") (yield 2)))))
  (princ "0")
  (tessera-lazy:lazy-car l)
  (tessera-lazy:lazy-car l)
  (tessera-lazy:take-all l))   => (prints "0ab" (1 2))
(tessera-lazy:take-all (generator-lazy-list (generator)))                           => nil

;; Functions in C++ that stand between
(defstruct (teller (:print-function (lambda (object stream depth) (declare (ignore object depth)) (yield 1) (princ "teller" stream)))))  => teller
(next (generator (princ-to-string (make-teller))))                                  => (error control-error "across PRINC-TO-STRING, a C++ function")
(next (generator (read-from-string "#.(yield 1)")))                                 => (error control-error "READ-FROM-STRING")
(let ((g (generator (handler-case (princ-to-string (make-teller)) (control-error () (yield :refused))))))
  (list (next g) (values-of (next g))))   => (:refused (nil nil))
(generator-list (generator (yield (princ-to-string (list (next (generator (yield 5))))))))  => ("(5)")
(generator-list (generator (eval '(yield 1)) (funcall (compile nil '(lambda () (yield 2))))))  => (1 2)
(generator-list (generator (sort (list 2 1) (lambda (a b) (yield (list a b)) (< a b)))))  => ((1 2))

;; DYNAMIC-WIND in a generator
(defvar *log* '())                                                                  => *log*
(defmacro wind (name &body body)
  `(tessera:dynamic-wind (lambda () (push (list :in ,name) *log*))
                         (lambda () ,@body)
                         (lambda () (push (list :out ,name) *log*))))   => wind
(let ((g (generator (wind 1 (yield 1) (wind 2 (yield 2)))))) (list (next g) (next g) (next g)))  => (1 2 nil)
(reverse *log*)  => ((:in 1) (:out 1) (:in 1) (:in 2) (:out 2) (:out 1) (:in 1) (:in 2) (:out 2) (:out 1))

;;; --- errors name the called function
(next 5) => (error type-error "NEXT: 5 is not of type")
(generator-list 5) => (error type-error "GENERATOR-LIST: 5 is not of type")
(generator-lazy-list 5) => (error type-error "GENERATOR-LAZY-LIST: 5 is not of type")
(make-generator 3) => (error type-error "MAKE-GENERATOR: 3 is not of type FUNCTION")
(do-generator (x 5) x) => (error type-error "DO-GENERATOR: 5 is not of type GENERATOR")
(handler-bind ((type-error (lambda (c) (declare (ignore c)) (use-value :none)))) (list (next 5))) => (:none)
