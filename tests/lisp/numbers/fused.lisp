;;; Sums and differences of products, which are computed at once where all operands are small integers or all usual
;;; doubles: for all kinds of operands the same as the operations one by one.
(defun one-by-one (f &rest numbers) (handler-case (apply f numbers) (error (c) (type-of c)))) => one-by-one
(defvar *operands* (list 0 1 -1 3 7 -12 1000003 -98765432101 most-positive-fixnum most-negative-fixnum (1+ most-positive-fixnum)
                         (expt 7 40) 1/3 -22/7 2.5 -0.0 1d0 -1d0 0.1d0 -2.75d0 1d15 -0d0 0d0 1d-40 1d38 -1d39 6.8d38 6.9d38 1d-300 4d300 -3d307
                         5.9d-39 5.8d-39 #c(1 2) 'a))  => *operands*
(defun some-rows ()                           ; five operands each: often of one kind, sometimes of several
  (let ((state 12345) (rows '()))
    (flet ((next (n) (setf state (mod (+ (* state 1103515245) 12345) 2147483648)) (mod (floor state 65536) n)))
      (dotimes (i 1500 rows)
        (let ((kinds (case (mod i 4) (0 (subseq *operands* 0 10)) ((1 2) (subseq *operands* 16 33)) (t *operands*))) (row '()))
          (dotimes (k 5) (push (nth (next (length kinds)) kinds) row))
          (push row rows)))))) => some-rows
(defvar *rows* (some-rows)) => *rows*
(defmacro agrees (form)                       ; the rows of a to e for which FORM gives something else than calls of its functions
  (labels ((called (form) (if (consp form) `(funcall ',(car form) ,@(mapcar #'called (cdr form))) form)))
    `(let ((at-once (lambda (a b c d e) (declare (ignorable a b c d e)) ,form))
           (singly (lambda (a b c d e) (declare (ignorable a b c d e)) ,(called form))))
       (remove-if (lambda (row) (equal (apply #'one-by-one at-once row) (apply #'one-by-one singly row))) *rows*)))) => agrees
(agrees (+ (* a b) (* c d)))                  => nil
(agrees (- (* a b) (* c d)))                  => nil
(agrees (+ (* a b) (* c d) e))                => nil
(agrees (- (* a b) (* c d) e))                => nil
(agrees (+ (- (* a b) (* c d)) e))            => nil
(agrees (- (+ (* a b) (* c d)) e))            => nil
(agrees (+ (* a a) (* b b) (* c c)))          => nil
(agrees (- (* a b) (* c d) (* e e)))          => nil
(agrees (+ (- (* a b) (* c d)) (* d e)))      => nil
(agrees (+ (* a b c) d))                      => nil
(agrees (- (* (* a b) c) d))                  => nil
(agrees (+ (* (* a b) c) d))                  => nil
(agrees (+ (* a b) c))                        => nil
(agrees (- a (* b c)))                        => nil
(agrees (- (* a b) c))                        => nil
(agrees (* (+ a b) c))                        => nil
(agrees (+ (* 2d0 a b) c))                    => nil
(agrees (+ (* a 0.5d0) (* b -0.5d0) 1d0))     => nil
(agrees (- (* 3 a) (* b 4) c))                => nil
(agrees (/ (+ (* a b) (* c d)) e))            => nil
(agrees (sqrt (+ (* a a) (* b b))))           => nil

;;; The operands are evaluated once, in order, before anything is computed.
(let ((log '())) (flet ((f (x) (push x log) x)) (list (+ (* (f 1) (f 2)) (* (f 3) (f 4)) (f 5)) (reverse log))))   => (19 (1 2 3 4 5))
(let ((x 2)) (list (+ (* x x) (* (setq x 3) x) x) x))                                                  => (16 3)
(let ((x 2d0)) (- (* x x) (* (incf x) x) x))                                                           => -8d0
(handler-case (let ((a 'a)) (+ (* 1 a) (* (error "second") 2))) (type-error (c) (type-error-datum c)) (error () :second)) => a
(handler-case (let ((a 'a) (b 'b)) (+ (* a 1) (* b 2))) (type-error (c) (type-error-datum c)))        => a
(handler-case (let ((a 'a)) (- (* 2 3) (* 2 2) a)) (type-error (c) (type-error-datum c)))             => a
(let ((a 2) (b 3)) (setq a (+ (* a a) (* b b))) (list a b))                                            => (13 3)
(let ((a 2) (b 3)) (setq b (+ (* a a) (* b b) b)) (list a b))                                          => (2 16)
(let ((a 2) (b 3)) (setq b (+ (* a b 5) b)) (list a b))                                                => (2 33)

;;; Constants within loops.
(let ((sum 0d0)) (dotimes (i 5 sum) (setq sum (+ sum (* i 0.5d0)))))           => 5d0
(let ((sum 0)) (dotimes (i 5 sum) (setq sum (+ sum (* i 100000) (mod i 3)))))  => 1000004
(do ((x 1d0 (* x 3d0)) (n 0 (1+ n))) ((> x 100d0) (list n x)))                 => (5 243d0)
(labels ((up (x n) (if (>= x 1d6) n (up (* x 1.5d0) (1+ n))))) (up 1d0 0))     => 35
(defun scaled (list &optional (by 2.5d0) &rest more) (let ((all '())) (dolist (x list (list (nreverse all) more)) (push (* x by 0.5d0) all)))) => scaled
(scaled '(1 2) 2d0 3)                                                         => ((1d0 2d0) (3))
(scaled '(2d0))                                                               => ((2.5d0) nil)
(defun many-constants (n)
  (let ((s 0d0))
    (dotimes (i n s)
      (setq s
            (+ s
               (* 1.5d0 i)
               (* 2.5d0 i)
               (* 3.5d0 i)
               (* 4.5d0 i)
               (* 5.5d0 i)
               (* 6.5d0 i)
               (* 7.5d0 i)
               (* 8.5d0 i)
               (* 9.5d0 i)
               (* 10.5d0 i))))))   => many-constants
(many-constants 3)                                                            => 180d0
(let ((fs (quote ()))) (dotimes (i 3) (let ((j i)) (push (lambda (x) (+ x (* j 0.5d0))) fs))) (mapcar (lambda (f) (funcall f 1d0)) fs)) => (2d0 1.5d0 1d0)

;;; A product fails before the following operand is evaluated.
(let ((order '()))
  (flet ((product (x d)
           (handler-case (+ (* (* x x) (progn (push :behind order) x)) d)
             (type-error () (push :failed order)))))
    (product 'a 1)
    order))                                          => (:failed)
