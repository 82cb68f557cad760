;;; Effects of the library CONTINUATIONS.

(prog1 t (require "continuations"))                                                 => t
(progn (import '(continuations:perform continuations:with-effects continuations:unhandled-effect)) t) => t

(with-effects () 5)                                                                 => 5
(with-effects () (values 1 2))                                                      => (values 1 2)
(with-effects () (values))                                                          => (values)
(with-effects ((a (k) k)) (values 1 2))                                             => (values 1 2)
(with-effects ((a (k) k 5)) (+ 1 (perform 'a)))                                     => 5
(with-effects ((a (k) k (values 1 2))) (perform 'a))                                => (values 1 2)
(with-effects ((a (k x) (funcall k (* 2 x)))) (+ 1 (perform 'a 20)))                => 41
(with-effects ((a (k &rest r) (funcall k r))) (list (perform 'a) (perform 'a 1 2))) => (nil (1 2))
(with-effects ((a (k &key x) (funcall k x))) (list (perform 'a :x 1)))              => (1)
(with-effects ((a (k) (funcall k 1))) (perform 'a 5))                               => (error program-error)
(with-effects ((a (k) (funcall k))) (multiple-value-list (perform 'a)))             => nil
(with-effects ((a (k) (funcall k 1 2))) (multiple-value-list (perform 'a)))         => (1 2)
(with-effects ((a (k) (list (funcall k 1) (funcall k 2)))) (* 10 (perform 'a)))     => (10 20)
(with-effects ((a (k) (append (funcall k 0) (funcall k 1)))) (list (list (perform 'a) (perform 'a))))  => ((0 0) (0 1) (1 0) (1 1))
(perform 'none)                                                                     => (error unhandled-effect "NONE")
(with-effects ((a (k) k)) (perform 'b 1))                                           => (error unhandled-effect "PERFORM: no WITH-EFFECTS around it handles B")
(handler-case (perform 'none) (control-error () :control))                          => :control

;; Several, within each other, again and again
(with-effects ((a (k) (funcall k 1)) (b (k) (funcall k 2))) (list (perform 'a) (perform 'b) (perform 'b) (perform 'a)))  => (1 2 2 1)
(with-effects ((a (k) (list :a (funcall k 1))) (b (k) (list :b (funcall k 2))) (c (k) (list :c (funcall k 3))))
  (list (perform 'b) (perform 'a) (perform 'c) (perform 'b)))                       => (:b (:a (:c (:b (2 1 3 2)))))
(with-effects ((a (k) (list :outer (funcall k 1)))) (with-effects ((a (k) (list :inner (funcall k 2)))) (list (perform 'a))))  => (:inner (2))
(with-effects ((a (k) (list :outer (funcall k 1))))
  (with-effects ((a (k) (list :inner (perform 'a) (funcall k 2)))) (list (perform 'a))))   => (:outer (:inner 1 (2)))
(with-effects ((a (k) (list :outer (funcall k 1))))
  (list (with-effects ((b (k) (funcall k (perform 'a)))) (list (perform 'b) (perform 'a)))))
  => (:outer (:outer ((1 1))))
(with-effects ((a (k) (perform 'a))) (perform 'a))                                  => (error unhandled-effect "PERFORM: no WITH-EFFECTS around it handles A")
(with-effects ((a (k) (funcall k 1)) (b (k) (funcall k 2))) (let ((sum 0)) (dotimes (i 20000 sum) (incf sum (perform 'a)))))  => 20000
(with-effects ((a (k) (funcall k 1)) (b (k) (funcall k 2))) (let ((sum 0)) (dotimes (i 20000 sum) (incf sum (perform (if (evenp i) 'a 'b))))))  => 30000

;; State, exceptions that resume, a log, early exit
(defun state-of (initial body)
  (funcall (with-effects ((get-state (k) (lambda (s) (funcall (funcall k s) s))) (put-state (k new) (lambda (s) (declare (ignore s)) (funcall (funcall k new) new))))
             (let ((result (funcall body))) (lambda (s) (list result s))))
           initial))                                                                => state-of
(state-of 5 (lambda () (perform 'put-state (+ 1 (perform 'get-state))) (* 10 (perform 'get-state))))  => (60 6)
(with-effects ((bad (k x) (funcall k (list :instead-of x))))
  (mapcar (lambda (x) (if (oddp x) (perform 'bad x) x)) '(1 2 3)))   => ((:instead-of 1) 2 (:instead-of 3))
(with-effects ((say (k x) (multiple-value-bind (value said) (funcall k) (values value (cons x said)))))
  (perform 'say "a")
  (perform 'say "b")
  (values 5 '()))   => (values 5 ("a" "b"))
(with-effects ((stop (k x) k x)) (unwind-protect (progn (perform 'stop 1) 2) (princ "c")))  => (prints "" 1)
(with-effects ((ask (k) (unwind-protect (funcall k 1) (princ "o")))) (unwind-protect (perform 'ask) (princ "i")))  => (prints "io" 1)

;; Bindings and handlers at the resumption
(defvar *x* 0)                                                                      => *x*
(with-effects ((a (k) (let ((*x* 5)) (list *x* (funcall k 1))))) (let ((*x* 2)) (list *x* (perform 'a) *x*)))  => (5 (2 1 2))
(with-effects ((a (k) (let ((*x* 5)) (list *x* (funcall k 1))))) (list *x* (perform 'a) *x*))  => (5 (0 1 5))
(with-effects ((a (k) (handler-case (funcall k 1) (error () :clause)))) (perform 'a) (error "x"))  => :clause
(with-effects ((a (k) (handler-case (funcall k 1) (error () :clause)))) (handler-case (progn (perform 'a) (error "x")) (error () :own)))  => :own
(let ((k (with-effects ((a (k) k)) (list (perform 'a) (perform 'a))))) (functionp (funcall k 1)))   => t
(let ((k (with-effects ((a (k) k)) (list (perform 'a) (perform 'a))))) (list (funcall (funcall k 1) 2) (funcall (funcall k 3) 4)))  => ((1 2) (3 4))

;; DYNAMIC-WIND around PERFORM
(let ((log '()))
  (list (with-effects ((a (k) (list (funcall k 1) (funcall k 2))))
          (tessera:dynamic-wind (lambda () (push :in log)) (lambda () (perform 'a)) (lambda () (push :out log))))
        (reverse log)))
  => ((1 2) (:in :out :in :out :in :out))

;;; --- errors name the called function
(perform 3) => (error type-error "PERFORM: 3 is not of type SYMBOL")
