;;; Coroutines of the library CONTINUATIONS.

(prog1 t (require "continuations"))                                                 => t
(progn (import '(continuations:coroutinep continuations:make-coroutine continuations:resume continuations:pause continuations:coroutine-status)) t) => t
(defmacro values-of (form) `(multiple-value-list ,form))                            => values-of
(defmacro coroutine (lambda-list &body body) `(make-coroutine (lambda ,lambda-list ,@body)))  => coroutine

(let ((c (coroutine (x) (+ x (pause (* 2 x)))))) (list (resume c 1) (resume c 10))) => (2 11)
(resume (coroutine () (values 1 2)))                                                => (values 1 2)
(resume (coroutine () (values)))                                                    => (values)
(resume (coroutine () (pause)))                                                     => (values)
(resume (coroutine () (pause 1 2 3)))                                               => (values 1 2 3)
(let ((c (coroutine () (values-of (pause))))) (resume c) (resume c))                => nil
(let ((c (coroutine () (values-of (pause))))) (resume c) (resume c 1 2))            => (1 2)
(resume (make-coroutine #'list) 1 2 3)                                              => (1 2 3)
(resume (coroutine (x) x))                                                          => (error program-error)
(resume (coroutine (&key (x 1)) (pause x)) :x 5)                                    => 5
(let ((c (coroutine () (pause) (error "x"))))
  (list (coroutine-status c) (progn (resume c) (coroutine-status c)) (ignore-errors (resume c)) (coroutine-status c)))
  => (:new :waiting nil :done)
(let ((c (coroutine () 1))) (resume c) (resume c))                                  => (error error "COROUTINE done")
(let (c) (setf c (coroutine () (coroutine-status c))) (resume c))                   => :running
(let (c) (setf c (coroutine () (resume c))) (resume c))                             => (error error "COROUTINE running")
(coroutinep (coroutine ()))                                                         => t
(coroutinep 5)                                                                      => nil
(make-coroutine 5)                                                                  => (error type-error "MAKE-COROUTINE: 5 is not of type FUNCTION")
(resume 5)                                                                          => (error type-error "RESUME: 5 is not of type CONTINUATIONS:COROUTINE")
(pause 1)                                                                           => (error control-error "PAUSE: there is no surrounding coroutine")
(not (search "COROUTINE new " (princ-to-string (coroutine ()))))                    => nil

;; One resumes another; PAUSE belongs to the innermost
(let* ((inner (coroutine () (pause 1) (pause 2) 3)) (outer (coroutine () (pause (list (resume inner))) (pause (list (resume inner) (resume inner))) :end)))
  (list (resume outer) (resume outer) (coroutine-status inner) (resume outer)))     => ((1) (2 3) :done :end)
;; handed on from one to the other while it waits
(let* ((c (coroutine () (pause 1) (pause 2) 3)) (a (coroutine () (pause (resume c)) (resume c))) (b (coroutine () (resume c))))
  (list (resume a) (resume b) (resume a)))                                          => (1 2 3)
;; producer and consumer
(let* ((out '()) (consumer (coroutine (x) (loop (push x out) (setf x (pause))))))
  (dotimes (i 5) (resume consumer i))
  (reverse out))                                                                    => (0 1 2 3 4)
(let ((c (coroutine () (loop for sum = 0 then (+ sum (pause sum)))))) (list (resume c) (resume c 5) (resume c 10)))  => (0 5 15)
(let ((c (coroutine (n) (loop (setf n (pause (* n n))))))) (loop for i below 20000 do (resume c i)) (resume c 3))  => 9
(let ((all (loop for i below 10000 collect (let ((i i)) (coroutine () (pause i) (* 2 i)))))) (mapc #'resume all) (reduce #'+ all :key #'resume))  => 99990000
;; exits, cleanup forms, bindings
(let ((c (coroutine () (unwind-protect (progn (pause) (throw 'out 1)) (princ "c")))))
  (resume c)
  (princ "-")
  (list (catch 'out (resume c)) (coroutine-status c)))   => (prints "-c" (1 :done))
(let ((c (coroutine () (unwind-protect (pause 1) (princ "c"))))) (resume c) (coroutine-status c))   => (prints "" :waiting)
(defvar *x* 0)                                                                      => *x*
(let ((c (coroutine () (let ((*x* 1)) (pause *x*) (pause (incf *x*)))))) (list (resume c) *x* (let ((*x* 5)) (resume c)) *x*))  => (1 0 2 0)
(let ((c (coroutine () (handler-case (pause 1) (error () :in))))) (list (resume c) (handler-case (error "x") (error () :out)) (resume c 2)))  => (1 :out 2)
;; generators and coroutines do not get in each other's way
(let ((c (coroutine () (continuations:do-generator (x (continuations:generator (pause :p) (continuations:yield 1) (pause :q) (continuations:yield 2))) (pause x)) :end)))
  (loop repeat 5 collect (resume c)))                                               => (:p 1 :q 2 :end)

;; DYNAMIC-WIND in one
(let* ((log '()) (c (coroutine () (tessera:dynamic-wind (lambda () (push :in log)) (lambda () (pause 1) 2) (lambda () (push :out log))))))
  (list (resume c) (resume c) (reverse log)))                                       => (1 2 (:in :out :in :out))

;;; --- errors name the called function
(resume 5) => (error type-error "RESUME: 5 is not of type")
(coroutine-status 5) => (error type-error "COROUTINE-STATUS: 5 is not of type")
(make-coroutine 3) => (error type-error "MAKE-COROUTINE: 3 is not of type FUNCTION")
