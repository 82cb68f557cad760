;;; Prompts, and the continuations up to them. tests/fuzz/continuations.lisp tests random programs.

(import '(tessera:call-with-prompt tessera:abort-to-prompt tessera:suspend-to-prompt tessera:call-with-composable-continuation
          tessera:call-with-current-continuation tessera:dynamic-wind tessera:*default-prompt-tag*)) => t
(defmacro prompt (tag &body body) `(call-with-prompt ',tag (lambda () ,@body)))     => prompt
(defmacro suspend ((k tag) &body body) `(suspend-to-prompt ',tag (lambda (,k) ,@body))) => suspend
(defmacro composable ((k tag) &body body) `(call-with-composable-continuation (lambda (,k) ,@body) ',tag)) => composable
(defmacro call/cc ((k tag) &body body) `(call-with-current-continuation (lambda (,k) ,@body) ',tag)) => call/cc
(defvar *x* :global)                                                                => *x*
(defvar *y* :global)                                                                => *y*
(defvar *k* nil)                                                                    => *k*
(defvar *log* '())                                                                  => *log*
(defun note (x) (push x *log*) x)                                                   => note
(defmacro logged (&body body) `(let ((*log* '())) (list (multiple-value-list (progn ,@body)) (reverse *log*)))) => logged

;; CALL-WITH-PROMPT and ABORT-TO-PROMPT
(prompt p 1)                                                                        => 1
(prompt p (values 1 2))                                                             => (values 1 2)
(prompt p (values))                                                                 => (values)
(prompt p (+ 1 (abort-to-prompt 'p 2)))                                             => 2
(prompt p (abort-to-prompt 'p))                                                     => (values)
(prompt p (abort-to-prompt 'p 1 2 3))                                               => (values 1 2 3)
(call-with-prompt 'p (lambda () (+ 1 (abort-to-prompt 'p 2 3))) #'list)             => (2 3)
(call-with-prompt 'p (lambda () 5) #'list)                                          => 5
(call-with-prompt 'p (lambda () (abort-to-prompt 'p)) (lambda (&key (a 1)) a))      => 1
(call-with-prompt 'p (lambda () (abort-to-prompt 'p 1)) (lambda () 2))              => (error program-error "an anonymous function was called with 1 argument, but takes none; the lambda list is NIL")
(call-with-prompt 'p (lambda (x) x))                                                => (error program-error)
(call-with-prompt 'p 5)                                                             => (error type-error "FUNCALL: 5 is not of type FUNCTION")
(call-with-prompt 'p)                                                               => (error program-error)
(abort-to-prompt 'nowhere 1)                                                        => (error control-error "NOWHERE")
(prompt p (abort-to-prompt 'q 1))                                                   => (error control-error "no prompt for the tag Q")
(list (prompt p (prompt p (abort-to-prompt 'p 1)) 2) 3)                             => (2 3)
(list (prompt p (list (prompt q (abort-to-prompt 'p 1)) 2)) 3)                      => (1 3)
(call-with-prompt 'p (lambda () (call-with-prompt 'p (lambda () (abort-to-prompt 'p 1)) (lambda (x) (abort-to-prompt 'p (list :inner x)))))
                  (lambda (x) (list :outer x)))                                     => (:outer (:inner 1))
(call-with-prompt 'p (lambda () (abort-to-prompt 'p 1)) (lambda (x) (declare (ignore x)) (abort-to-prompt 'p 2))) => (error control-error "ABORT-TO-PROMPT: there is no prompt for the tag P")
(let ((tag (list 1))) (call-with-prompt tag (lambda () (abort-to-prompt tag 1))))   => 1
(call-with-prompt (list 1) (lambda () (abort-to-prompt (list 1) 1)))                => (error control-error "ABORT-TO-PROMPT: there is no prompt for the tag (1)")
(call-with-prompt nil (lambda () (abort-to-prompt nil 1)))                          => 1
(logged (prompt p (unwind-protect (abort-to-prompt 'p 1 2) (note :clean))))         => ((1 2) (:clean))
(logged (call-with-prompt 'p (lambda () (let ((*x* 1)) (unwind-protect (abort-to-prompt 'p *x*) (note *x*)))) (lambda (x) (list x *x*))))
  => (((1 :global)) (1))
;; A CATCH for the same object is not a prompt, and the other way round
(prompt p (catch 'p (abort-to-prompt 'p 1)) 2)                                      => 1
(catch 'p (prompt p (throw 'p 1)) 2)                                                => 1
(prompt p (throw 'p 1))                                                             => (error control-error "THROW: there is no CATCH for the tag P")

;; SUSPEND-TO-PROMPT
(prompt p (* 2 (suspend (k p) (+ (funcall k 10) (funcall k 1)))))                   => 22
(prompt p (* 2 (suspend (k p) k 5)))                                                => 5
(prompt p (suspend (k p) (values 1 2)))                                             => (values 1 2)
(prompt p (suspend (k p) (values)))                                                 => (values)
(prompt p (multiple-value-list (suspend (k p) (funcall k))))                        => nil
(prompt p (multiple-value-list (suspend (k p) (funcall k 1 2 3))))                  => (1 2 3)
(prompt p (list (suspend (k p) (funcall k))))                                       => (nil)
(prompt p (list (suspend (k p) (funcall k 1 2))))                                   => (1)
(prompt p (suspend (k p) (funcall k 1 2)))                                          => (values 1 2)
(prompt p (length (multiple-value-list (suspend (k p) (apply k (loop for i below 1000 collect i)))))) => 1000
(prompt p (values (suspend (k p) (funcall k 1)) (suspend (k q) k)))                 => (error control-error "SUSPEND-TO-PROMPT: there is no prompt for the tag Q")
(suspend (k nowhere) k)                                                             => (error control-error "SUSPEND-TO-PROMPT")
(suspend-to-prompt 'p)                                                              => (error program-error)
(functionp (prompt p (suspend (k p) k)))                                            => t
(mapcar (prompt p (list 1 (suspend (k p) k))) '(a b c))                             => ((1 a) (1 b) (1 c))
(setf *k* (prompt p (let ((x 1)) (list x (suspend (k p) k) *x*))) *x* :new)         => :new
(list (funcall *k* 2) (let ((*x* 5)) (funcall *k* 3)))                              => ((1 2 :new) (1 3 5))
(setf *x* :global)                                                                  => :global
;; the prompt is off as well
(prompt p (+ 1 (suspend (k p) (abort-to-prompt 'p 5))))                             => (error control-error "ABORT-TO-PROMPT: there is no prompt for the tag P")
(prompt p (list (suspend (k p) (list (funcall k 1))) (suspend (k p) k)))            => (error control-error "SUSPEND-TO-PROMPT: there is no prompt for the tag P")
(prompt p (list 0 (suspend (k p) (prompt p (list 9 (funcall k 1))))  (suspend (k p) (list :second (funcall k 2))))) => (:second (9 (0 1 2)))
(prompt p (+ 1 (prompt p (+ 10 (suspend (k p) (suspend (l p) (list (funcall k 100) (funcall l 200))))))))  => (110 201)
(prompt p (+ 1 (prompt q (+ 10 (suspend (k p) (list (funcall k 100) (prompt q (funcall k 200))))))))       => (111 211)
(prompt p (list (prompt q (list (suspend (k p) (funcall k 1)) (suspend (l q) (list :l (funcall l 2)))))))  => ((:l (1 2)))

;; CALL-WITH-COMPOSABLE-CONTINUATION
(prompt p (+ 1 (composable (k p) (funcall k (funcall k 10)))))                      => 13
(prompt p (+ 1 (composable (k p) k 5)))                                             => 6
(prompt p (multiple-value-list (composable (k p) (values 1 2))))                    => (1 2)
(prompt p (list (composable (k p) (if k (funcall k nil)))))                         => ((nil))
(prompt p (let ((n 0)) (flet ((next () (incf n))) (list (next) (composable (k p) (setf *k* k) 0) (next))))) => (1 0 2)
(list (funcall *k* 0) (funcall *k* 1))                                              => ((1 0 3) (1 1 4))
(composable (k nowhere) k)                                                          => (error control-error "CALL-WITH-COMPOSABLE-CONTINUATION")
(prompt p (composable (k p)))                                                       => nil
(prompt p (composable (k p) (funcall k 5)))                                         => 5
(functionp (call-with-composable-continuation #'identity))                          => t

;; CALL-WITH-CURRENT-CONTINUATION
(prompt p (+ 1 (call/cc (k p) (* 10 (funcall k 1)))))                               => 2
(prompt p (+ 1 (call/cc (k p) k 10)))                                               => 11
(prompt p (multiple-value-list (call/cc (k p) (funcall k))))                        => nil
(prompt p (multiple-value-list (call/cc (k p) (funcall k 1 2 3))))                  => (1 2 3)
(+ 1 (call-with-current-continuation (lambda (k) (* 10 (funcall k 1)))))            => 2
(let ((k nil) (n 0)) (prompt p (call/cc (c p) (setf k c)) (when (< (incf n) 5) (funcall k)) n)) => 5
(prompt p (let ((k (call/cc (k p) k))) (if (functionp k) (funcall k 5) (list k))))  => (5)
(list (prompt p (list 1 (call/cc (k p) (setf *k* k) 2))) (prompt p (list :other (funcall *k* 3)))) => ((1 2) (1 3))
(funcall *k* 3)                                                                     => (error control-error "SUSPEND-TO-PROMPT: there is no prompt for the tag P")
(call/cc (k nowhere) k)                                                             => (error control-error "CALL-WITH-COMPOSABLE-CONTINUATION: there is no prompt for the tag NOWHERE")
(logged (prompt p (unwind-protect (call/cc (k p) (unwind-protect (funcall k 1) (note :no))) (note :once)))) => ((1) (:once))

;; Special bindings inside a continuation are part of it, those outside are not
(prompt p (let ((*x* 1)) (list (suspend (k p) (list *x* (funcall k 5))) *x*)))      => (:global (5 1))
(let ((*x* 0)) (prompt p (let ((*x* 1)) (list *x* (suspend (k p) (let ((*x* 2)) (list *x* (funcall k *x*)))) *x*)))) => (2 (1 2 1))
(prompt p (let ((*x* 1)) (setf *x* 2) (suspend (k p) (list *x* (funcall k 5) *x*)) *x*)) => (:global 2 :global)
(let ((k (prompt p (let ((*x* 1)) (suspend (k p) k) (incf *x*) *x*)))) (list (funcall k) (funcall k) *x*)) => (2 2 :global)
(let ((k (prompt p (let ((*x* 1)) (suspend (k p) k) (list *x* *y*))))) (let ((*y* 7) (*x* 8)) (list (funcall k) *x* *y*))) => ((1 7) 8 7)
(prompt p (progv '(*x* *y*) '(1 2) (suspend (k p) (list *x* *y* (funcall k) *x* *y*)) (list *x* *y*))) => (:global :global (1 2) :global :global)
(progv '(*unbound*) '() (prompt p (let ((*x* 1)) (progv '(*x*) '() (list (suspend (k p) (list *x* (funcall k 1))) (boundp '*x*)))))) => (:global (1 nil))
(prompt p (let ((*x* 1)) (let ((*x* 2)) (let ((*x* 3)) (list (suspend (k p) (list (funcall k 0) *x*)) *x*)))))  => ((0 3) :global)
(let ((*x* 0)) (prompt p (let ((*x* 1)) (suspend (k p) (incf *x* 10) (list (funcall k) *x*)) *x*)))  => (1 10)
(prompt p (let ((*x* 1)) (composable (k p) (setf *k* k)) (note *x*) (incf *x*)))    => 2
(list (funcall *k* 1) (funcall *k* 1) *x*)                                          => (2 2 :global)

;; Assigned variables have one place for all that enter again
(let* ((n 0) (k (prompt p (suspend (k p) k) (incf n)))) (list (funcall k) (funcall k) n))   => (1 2 2)

(let ((k (prompt p (let ((n 0)) (suspend (k p) k) (incf n))))) (list (funcall k) (funcall k))) => (1 2)
(let ((k (prompt p (let ((n 0)) (flet ((up () (incf n))) (suspend (k p) k) (up)))))) (list (funcall k) (funcall k) (funcall k))) => (1 2 3)
(let ((k (prompt p (let ((n 0) (m 0)) (suspend (k p) k) (setq n (1+ n) m (+ m n)) (list n m))))) (list (funcall k) (funcall k))) => ((1 1) (2 3))
(let ((k (prompt p ((lambda (n) (suspend (k p) k) (incf n)) 5)))) (list (funcall k) (funcall k))) => (6 7)
(let ((k (prompt p ((lambda (&key (n 5) &aux (m n)) (suspend (k p) k) (list (incf n) (incf m))))))) (list (funcall k) (funcall k))) => ((6 6) (7 7))
(let ((k (prompt p
           (multiple-value-bind (n m) (values 1 2)
             (suspend (k p) k)
             (multiple-value-setq (n m) (values m (+ n m)))
             (list n m)))))
  (list (funcall k) (funcall k)))   => ((2 3) (3 5))

;; Blocks and tagbodies entered again
(prompt p (block b (list (suspend (k p) (list (funcall k 1))) (return-from b 2))))  => (2)
(prompt p (block b (funcall (lambda () (list (suspend (k p) (list (funcall k 1) (funcall k 2))) (return-from b 3))))))  => (3 3)
(let* ((out nil) (k (prompt p (block b (setf out (lambda (x) (return-from b (list :out x)))) (suspend (k p) k) (funcall out 1)))))
  (list (funcall k) (handler-case (funcall out 2) (control-error () :dead)) (funcall k)))  => ((:out 1) :dead (:out 1))
(let* ((out nil) (k (prompt p (block b (setf out (lambda (x) (return-from b (list :out x)))) (list :in (funcall (suspend (k p) k)))))))
  (list (funcall k (lambda () 1)) (funcall k (lambda () (funcall out 2)))))         => ((:in 1) (:out 2))
;; while two are entered the inner one is left
(let* ((out nil) (k (prompt p (block b (setf out (lambda (x) (return-from b x))) (list :in (funcall (suspend (k p) k)))))))
  (funcall k (lambda () (list :between (funcall k (lambda () (funcall out 5))))))) => (:in (:between 5))
(let* ((out nil) (k (prompt p (block b (setf out (lambda (x) (return-from b x))) (list :in (funcall (suspend (k p) k)))))))
  (funcall k (lambda () (funcall k (lambda () 1)) (funcall out 6))))                => 6
(let* ((again nil) (n 0) (k (prompt p (tagbody
                                         (setf again (lambda () (go next)))
                                         (suspend (k p) k)
                                       next (when (< (incf n) 3) (funcall again))) (list n))))
  (list (funcall k) n (handler-case (funcall again) (control-error () :dead)) (funcall k))) => ((3) 3 :dead (4))
(block outer (prompt p (suspend (k p) (return-from outer (list 1))) 2))             => (1)
(block outer (list 1 (prompt p (list 2 (suspend (k p) (funcall k (return-from outer 3)))))))  => 3
(let ((k (block outer (prompt p (funcall (lambda () (suspend (k p) k) (return-from outer 1))))))) (handler-case (funcall k) (control-error () :dead))) => :dead
(let ((k (prompt p (block b (suspend (k p) k) 1)))) (list (funcall k) (funcall k))) => (1 1)

;; CATCH and THROW
(prompt p (catch 'c (list (suspend (k p) (list (funcall k 1) (catch 'c (funcall k 2)))) (throw 'c 3))))  => (3 3)
(let ((k (prompt p (catch 'c (list (suspend (k p) k))))))
  (list (funcall k 1) (handler-case (throw 'c 2) (control-error () :none))))        => ((1) :none)
(let ((k (prompt p (list :in (catch 'c (funcall (suspend (k p) k)))))))
  (list (funcall k (lambda () (throw 'c 5))) (funcall k (lambda () (throw 'c (values 6 7))))))   => ((:in 5) (:in 6))
(let ((k (prompt p (list :in (funcall (suspend (k p) k)))))) (catch 'c (funcall k (lambda () (throw 'c 5)))))   => 5
(catch 'c (prompt p (list 1 (suspend (k p) (throw 'c (funcall k 2))))))             => (1 2)
(catch 'c (prompt p (catch 'c (suspend (k p) (list (throw 'c 1))))) 2)              => 1

;; UNWIND-PROTECT: cleanup forms run when control leaves for good, not when it is suspended
(logged (prompt p (unwind-protect (suspend (k p) 1) (note :clean))))                => ((1) nil)
(logged (prompt p (unwind-protect (suspend (k p) (funcall k 1) (note :between) (funcall k 2)) (note :clean)))) => ((2) (:clean :between :clean))
(logged (prompt p (unwind-protect (list (suspend (k p) (funcall k 1))) (note :clean)))) => (((1)) (:clean))
(logged (catch 'c (prompt p (unwind-protect (funcall (suspend (k p) (funcall k (lambda () (throw 'c 5))))) (note :clean))))) => ((5) (:clean))
(logged (catch 'c (prompt p (unwind-protect (suspend (k p) (throw 'c 5)) (note :clean))))) => ((5) nil)
(logged (prompt p (unwind-protect 1 (note (suspend (k p) (note (funcall k :a)) (funcall k :b))))))         => ((1) (:a 1 :b))
(logged (prompt p (unwind-protect (values 1 2) (note (suspend (k p) (funcall k :a) (funcall k :b))))))     => ((1 2) (:a :b))
(logged (prompt p (catch 'c (unwind-protect (throw 'c (values 1 2)) (note (suspend (k p) (funcall k :a) (funcall k :b))))))) => ((1 2) (:a :b))
(logged (prompt p
          (list (catch 'c
                  (unwind-protect (throw 'c 1) (note (suspend (k p) (list (funcall k :a) (list (funcall k :b))))))))))
  => ((((1) ((1)))) (:a :b))
(logged (prompt p
          (block b
            (funcall (lambda ()
                       (unwind-protect (return-from b 1)
                                       (note (suspend (k p) (list (funcall k :a) (funcall k :b))))))))))
  => (((1 1)) (:a :b))
(logged (prompt p
          (let ((n 0))
            (tagbody
              again
              (funcall (lambda ()
                         (when (< (incf n) 3) (unwind-protect (go again) (note (suspend (k p) (funcall k n))))))))
            n)))   => (error control-error "SUSPEND-TO-PROMPT: there is no prompt for the tag P")
(logged (prompt p
          (let ((n 0))
            (tagbody
              again
              (funcall (lambda ()
                         (when (< (incf n) 3)
                           (unwind-protect (go again) (note (suspend (k p) (prompt p (funcall k n)))))))))
            n)))   => ((3) (1 2))
(logged (prompt p (let ((k (composable (k p) k))) (unwind-protect (if (functionp k) (funcall k 5) (note k)) (note :clean)))))  => ((5) (5 :clean :clean))
;; an exit that leads beyond the prompt would be lost
(catch 'c (prompt p (unwind-protect (throw 'c 1) (suspend (k p) (funcall k 2)))))   => (error control-error "beyond its prompt")
(catch 'c (prompt p (unwind-protect (throw 'c 1) (composable (k p) (funcall k 2)))))  => (error control-error "beyond its prompt")
(catch 'c (unwind-protect (throw 'c 1) (prompt p (list (suspend (k p) (funcall k 2))))))  => 1
(logged (catch 'c (unwind-protect (throw 'c 1) (note (prompt p (list (suspend (k p) (funcall k 2))))))))  => ((1) ((2)))
(logged (catch 'c
          (prompt p
            (unwind-protect (throw 'c 1)
                            (note (handler-case (suspend (k p) (funcall k 2)) (control-error () :refused)))))))
  => ((1) (:refused))
;; another exit, out of cleanup forms entered again
(logged (prompt p (catch 'd (catch 'c (unwind-protect (throw 'c 1) (throw 'd (suspend (k p) (list (funcall k 2) (funcall k 3)))))))))   => (((2 3)) nil)

;; Handlers
(prompt p (handler-case (error (suspend (k p) (list (funcall k "a") (funcall k "b")))) (error (c) (princ-to-string c)))) => ("a" "b")
(handler-case (prompt p (handler-case (suspend (k p) (error "out")) (error () :in))) (error () :out))    => :out
(let ((k (prompt p (handler-case (funcall (suspend (k p) k)) (program-error () :in)))))
  (list (handler-case (funcall k (lambda () (error "x"))) (error () :a))
        (handler-case (funcall k (lambda () (error "x"))) (error () :b))
        (handler-case (funcall k (lambda () (error 'program-error))) (error () :b))))  => (:a :b :in)
(let ((k (prompt p (handler-bind ((error (lambda (c) (declare (ignore c)) (note :in)))) (funcall (suspend (k p) k))))))
  (list (logged (handler-case (funcall k (lambda () (error "x"))) (error () (note :a))))
        (logged (handler-bind ((error (lambda (c) (declare (ignore c)) (note :b))))
                  (handler-case (funcall k (lambda () (error "x"))) (error () (note :a)))))
        (logged (block nil (handler-bind ((error (lambda (c) (declare (ignore c)) (note :b) (return :r)))) (funcall k (lambda () (error "x"))))))))
  => (((:a) (:in :a)) ((:a) (:in :a)) ((:r) (:in :b)))
;; a handler that was around the prompt only is not part of it
(let ((k (handler-bind ((warning (lambda (c) (declare (ignore c)) (note :old)))) (prompt p (list (suspend (k p) k) (signal 'warning))))))
  (list (logged (funcall k 1)) (logged (handler-bind ((warning (lambda (c) (declare (ignore c)) (note :new)))) (funcall k 2)))))
  => ((((1 nil)) nil) (((2 nil)) (:new)))
;; many clusters, some of them the same
(let ((k (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 0))))
           (prompt p (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 1))))
                       (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 2))))
                         (suspend (k p) k)
                         (signal 'warning)))))))
  (logged (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 3))))
            (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 4))))
              (funcall k)
              (note :again)
              (funcall k)
              (note :after)
              (signal 'warning)))))                                                 => ((nil) (2 1 4 3 :again 2 1 4 3 :after 4 3))
;; a handler that suspends: its signaller waits
(prompt p (handler-bind ((warning (lambda (c) (declare (ignore c)) (suspend (k p) (list :asked (funcall k)))))) (signal 'warning) :done)) => (:asked :done)
(prompt p (handler-bind ((error (lambda (c) (use-value (suspend (k p) (list (funcall k 1) (funcall k 2))) c))))
            (list (restart-case (error "x") (use-value (v) (* 10 v))))))            => ((10) (20))
(handler-bind ((error (lambda (c) (use-value (suspend (k p) (list (funcall k 1) (funcall k 2))) c))))
  (prompt p (list (restart-case (error "x") (use-value (v) (* 10 v))))))            => ((10) (20))
(prompt p (handler-bind ((type-error (lambda (c) (use-value (suspend (k p) (list (funcall k 1) (funcall k 2))) c)))) (+ 1 (car 5)))) => (2 3)
(prompt p
  (handler-bind ((unbound-variable (lambda (c) (use-value (suspend (k p) (list (funcall k 1) (funcall k 2))) c))))
    (+ 1 (symbol-value '*no-such*))))   => (2 3)
(prompt p
  (handler-bind ((undefined-function (lambda (c)
                                       (use-value (suspend (k p) (list (funcall k #'+) (funcall k #'list))) c))))
    (list :v (no-such-function 1 2))))   => ((:v 3) (:v (1 2)))
;; a handler that enters a continuation: the handlers outside its own are active there, and receive the condition
(let ((k (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 1))))
           (prompt p (handler-bind ((warning (lambda (c) (declare (ignore c)) (suspend (k p) k) (note 2) (signal 'warning) (note :end))))
                       (signal 'warning))))))
  (logged (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 3)))) (funcall k)))) => ((nil) (2 3 :end 3))
;; it was around the prompt, and is not there now: all are active that are
(let ((k (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 1))))
           (handler-bind ((warning (lambda (c) (declare (ignore c)) (suspend (k p) k) (note 2) (signal 'warning) (note :end))))
             (prompt p (signal 'warning) (note :after))))))
  (logged (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 3)))) (funcall k)))) => ((:after) (2 3 :end 3 :after))
;; and is there now, within others: those outside of it
(defun twice-warned (around)
  (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 1))))
    (handler-bind ((warning (lambda (c) (declare (ignore c)) (suspend (k p) k) (note 2) (signal 'warning) (note :end))))
      (let ((k (prompt p (signal 'warning) (note :after))))
        (funcall around k)))))                                                      => twice-warned
(logged (twice-warned #'funcall))                                                   => ((:after) (2 1 :end 1 :after))
(logged (twice-warned (lambda (k) (handler-bind ((warning (lambda (c) (declare (ignore c)) (note 3)))) (funcall k)))))
  => ((:after) (2 1 :end 1 :after))

;; Restarts
(let ((k (prompt p (restart-case (funcall (suspend (k p) k)) (inner (x) (list :inner x))))))
  (list (funcall k (lambda () (invoke-restart 'inner 1)))
        (restart-case (funcall k (lambda () (invoke-restart 'outer 2))) (outer (x) (list :outer x)))
        (handler-case (funcall k (lambda () (invoke-restart 'outer 3))) (control-error () :none))
        (restart-case (funcall k (lambda () (mapcar #'restart-name (subseq (compute-restarts) 0 2)))) (outer (x) x))))
  => ((:inner 1) (:outer 2) :none (inner outer))
(prompt p (restart-case (list (suspend (k p) (list (find-restart 'r) (funcall k 1))) (and (find-restart 'r) t)) (r ())))  => (nil (1 t))
(prompt p (with-simple-restart (r "R") (list (suspend (k p) (list (funcall k 1) (funcall k 2))) (invoke-restart 'r)))) => (nil nil)

;; DYNAMIC-WIND
(logged (dynamic-wind (lambda () (note :in)) (lambda () (note :body) (values 1 2)) (lambda () (note :out) 3)))  => ((1 2) (:in :body :out))
(logged (dynamic-wind (lambda () (note :in)) (lambda () (values)) (lambda () (note :out))))  => (nil (:in :out))
(logged (catch 'c (dynamic-wind (lambda () (note :in)) (lambda () (throw 'c 1)) (lambda () (note :out)))))  => ((1) (:in :out))
(logged (block nil (dynamic-wind (lambda () (note :in)) (lambda () (return (values 1 2))) (lambda () (note :out)))))  => ((1 2) (:in :out))
(logged (handler-case (dynamic-wind (lambda () (note :in)) (lambda () (error "x")) (lambda () (note :out))) (error () (note :handled))))
  => ((:handled) (:in :out :handled))
(logged (catch 'c (dynamic-wind (lambda () (note :in) (throw 'c 1)) (lambda () (note :body)) (lambda () (note :out)))))  => ((1) (:in))
(logged (catch 'c (dynamic-wind (lambda () (note :in)) (lambda () 1) (lambda () (note :out) (throw 'c 2)))))        => ((2) (:in :out))
(defmacro wind (name &body body) `(dynamic-wind (lambda () (note (list :in ,name))) (lambda () ,@body) (lambda () (note (list :out ,name)))))  => wind
(logged (prompt p (wind 1 (suspend (k p) (note :away) (funcall k 5)))))             => ((5) ((:in 1) (:out 1) :away (:in 1) (:out 1)))
(logged (prompt p (wind 1 (list (suspend (k p) (list (funcall k 5) (funcall k 6)))))))
  => ((((5) (6))) ((:in 1) (:out 1) (:in 1) (:out 1) (:in 1) (:out 1)))
(logged (prompt p (wind 1 (wind 2 (multiple-value-list (suspend (k p) (note :away) (funcall k 1 2 3)))))))
  => (((1 2 3)) ((:in 1) (:in 2) (:out 2) (:out 1) :away (:in 1) (:in 2) (:out 2) (:out 1)))
(logged (prompt p (wind 1 (list (prompt q (wind 2 (list (suspend (k q) (note :away) (funcall k 5)))))))))
  => ((((5))) ((:in 1) (:in 2) (:out 2) :away (:in 2) (:out 2) (:out 1)))
(logged (prompt p (wind 1 (composable (k p) (note :no-exit)))))                     => ((:no-exit) ((:in 1) :no-exit (:out 1)))
(logged (prompt p (wind 1 (list (composable (k p) (funcall k 1))))))                => ((((1))) ((:in 1) (:in 1) (:out 1) (:out 1)))
(logged (prompt p (wind 1 (call/cc (k p) (wind 2 (funcall k 5))))))                 => ((5) ((:in 1) (:in 2) (:out 2) (:out 1)))
(logged (prompt p (let ((k nil)) (wind 1 (call/cc (c p) (setf k c)) (note :body)) (when k (let ((l k)) (setf k nil) (funcall l 1)))) :end))
  => ((:end) ((:in 1) :body (:out 1) (:in 1) :body (:out 1)))
(logged (prompt p (let ((k nil)) (wind 1 (wind 2 (call/cc (c p) (setf k c)) (note :body)) (when k (let ((l k)) (setf k nil) (funcall l 1))))) :end))
  => ((:end) ((:in 1) (:in 2) :body (:out 2) (:in 2) :body (:out 2) (:out 1)))
(logged (prompt p (let ((k nil)) (wind 1 (call/cc (c p) (setf k c)) (note :body)) (wind 2 (when k (let ((l k)) (setf k nil) (funcall l 1))))) :end))
  => ((:end) ((:in 1) :body (:out 1) (:in 2) (:out 2) (:in 1) :body (:out 1) (:in 2) (:out 2)))
;; BEFORE and AFTER run where they were given
(logged (prompt p
          (let ((*x* 1))
            (dynamic-wind (lambda () (note *x*))
                          (lambda () (let ((*x* 2)) (suspend (k p) (note *x*) (funcall k)) (note *x*)))
                          (lambda () (note *x*))))
          *x*))
  => ((:global) (1 1 :global 1 2 1))
;; left for good while suspended: AFTER has run once
(logged (prompt p (wind 1 (suspend (k p) :left))))                                  => ((:left) ((:in 1) (:out 1)))
(logged (catch 'c (prompt p (wind 1 (funcall (suspend (k p) (funcall k (lambda () (throw 'c 1)))))))))  => ((1) ((:in 1) (:out 1) (:in 1) (:out 1)))
(logged (block nil
          (prompt p
            (dynamic-wind (lambda () (note :in))
                          (lambda () (suspend (k p) k))
                          (lambda () (note :out) (return :left))))))   => ((:left) (:in :out))
;; cleanup forms of an exit within, from where a continuation is taken in parts
(logged (prompt p (catch 'c (wind 1 (unwind-protect (throw 'c 1) (note (suspend (k p) (list (funcall k 2) (funcall k 3)))))))))
  => (((1 1)) ((:in 1) (:out 1) (:in 1) 2 (:out 1) (:in 1) 3 (:out 1)))
(logged (catch 'c
          (prompt p
            (unwind-protect (throw 'c 1)
                            (wind 1 (handler-case (suspend (k p) k) (control-error () (note :refused))))))))
  => ((1) ((:in 1) :refused (:out 1)))
(logged (handler-case (wind 1 (suspend (k nowhere) k)) (control-error () (note :none))))  => ((:none) ((:in 1) (:out 1) :none))

;; exits and suspensions in BEFORE and AFTER
(logged (catch 'c
          (prompt p
            (dynamic-wind (lambda () (note :in))
                          (lambda () (suspend (k p) (funcall k 1)))
                          (lambda () (note :out) (throw 'c 5))))))   => ((5) (:in :out))
(logged (catch 'c (prompt p (wind 1 (dynamic-wind (lambda () (note :in)) (lambda () (suspend (k p) (funcall k 1))) (lambda () (note :out) (throw 'c 5)))))))
  => ((5) ((:in 1) :in :out (:out 1)))
(logged (prompt p (let ((n 0)) (wind 1 (catch 'c (dynamic-wind (lambda () (note :in) (when (= 2 (incf n)) (throw 'c :refused)))
                                                                (lambda () (suspend (k p) (list (funcall k 1) (funcall k 2))))
                                                                (lambda () (note :out))))))))
  => (((:refused 2)) ((:in 1) :in :out (:out 1) (:in 1) :in (:out 1) (:in 1) :in :out (:out 1)))
(logged (prompt p
          (dynamic-wind (lambda () (note :in))
                        (lambda () 7)
                        (lambda () (note (suspend (k p) (note :second) (prompt p (funcall k :out))))))))
  => ((7) (:in :second :out))
(logged (prompt p
          (dynamic-wind (lambda () (note (suspend (k p) (note :second) (prompt p (funcall k :in)))))
                        (lambda () 7)
                        (lambda () (note :out)))))   => ((7) (:second :in :out))
(logged (prompt p
          (wind 1
            (dynamic-wind (lambda () (note :in))
                          (lambda () (suspend (k p) (funcall k 1)))
                          (lambda () (note (prompt p (list (suspend (k p) (funcall k :out))))))))))
  => ((1) ((:in 1) :in (:out) (:out 1) (:in 1) :in (:out) (:out 1)))
(logged (prompt p (call/cc (e p) (dynamic-wind (lambda () (note :in)) (lambda () (funcall e 7)) (lambda () (note :out) (funcall e 8))))))  => ((8) (:in :out))
(logged (prompt p
          (call/cc (e p)
                   (dynamic-wind (lambda () (note :in) (funcall e 6))
                                 (lambda () (funcall e 7))
                                 (lambda () (note :out) (funcall e 8))))))   => ((6) (:in))
(logged (handler-case (prompt p
                        (wind 1
                          (dynamic-wind (lambda () (note :in))
                                        (lambda () (suspend (k p) (funcall k 1)))
                                        (lambda () (note :out) (error "x")))))
          (error () :caught)))
  => ((:caught) ((:in 1) :in :out (:out 1)))
(logged (prompt p (wind 1 (wind 2 (abort-to-prompt 'p 1)))))                        => ((1) ((:in 1) (:in 2) (:out 2) (:out 1)))
(length (second (logged (prompt p (labels ((f (n) (if (zerop n) (suspend (k p) (list (funcall k 1) (funcall k 2))) (wind n (f (1- n)))))) (f 200))))))  => 1200

;; As in other languages: a generator by hand, re-entry of MAP, early exit from a loop, COND with a continuation
(defun tree-walk (tree)
  (cond ((null tree) nil)
        ((atom tree) (suspend (k p) (cons tree (prompt p (funcall k nil)))))
        (t (tree-walk (car tree)) (tree-walk (cdr tree)))))   => tree-walk
(prompt p (tree-walk '((1 2) (3 (4)) 5)) nil)                                       => (1 2 3 4 5)
(prompt p (call/cc (exit p) (dolist (x '(54 0 37 -3 245 19) t) (when (minusp x) (funcall exit x)))))  => -3
(defun list-length-or-nil (object)
  (prompt p (call/cc (return p)
              (labels ((len (o) (cond ((null o) 0) ((consp o) (+ 1 (len (cdr o)))) (t (funcall return nil))))) (len object)))))  => list-length-or-nil
(list (list-length-or-nil '(1 2 3 4)) (list-length-or-nil '(a b . c)))              => (4 nil)
(let ((path '()) (c nil))
  (prompt p
    (dynamic-wind (lambda () (push 'connect path))
                  (lambda () (push (call/cc (k p) (setf c k) 'talk1) path))
                  (lambda () (push 'disconnect path)))
    (if (< (length path) 4) (funcall c 'talk2) (reverse path))))                    => (connect talk1 disconnect connect talk2 disconnect)
(prompt p (let ((r nil)) (let ((x (call/cc (k p) (push k r) 1))) (if (< x 4) (funcall (car (last r)) (+ x 1)) x))))  => 4
(prompt p (let* ((yin (progn (call/cc (k p) k))) (n 0)) (declare (ignorable yin)) (if (functionp yin) (funcall yin (list (incf n))) yin)))  => (1)

;; A continuation in itself, many times, in tail position
(prompt p (let ((k (composable (k p) k))) (if (functionp k) (list (funcall k (list (funcall k 1)))) (list :got k))))
  => ((:got ((:got 1))))
(let ((k (prompt p (+ 1 (suspend (k p) k))))) (reduce (lambda (n f) (funcall f n)) (make-list 1000 :initial-element k) :initial-value 0)) => 1000
(let ((k (prompt p (+ 1 (suspend (k p) k))))) (labels ((many (n v) (if (zerop n) v (many (1- n) (funcall k v))))) (many 20000 0))) => 20000
(let ((k (prompt p (funcall (suspend (k p) k))))) (labels ((go-on (n) (if (zerop n) :end (funcall k (lambda () (go-on (1- n))))))) (go-on 20000)))  => :end
(let ((n 20000)) (flet ((down () (decf n))) (prompt p (call/cc (k p) (setf *k* k)) (if (plusp (down)) (funcall *k*) n)))) => 0
(defun pass-on (n) (if (zerop n) :end (suspend (k p) (prompt p (funcall k) (pass-on (1- n))))))   => pass-on
(prompt p (pass-on 1000))                                                           => :end
(prompt p (let ((n 0)) (loop repeat 20000 do (incf n (suspend (k p) (call-with-prompt 'p (lambda () (funcall k 1)))))) n))  => 20000

;; Deep frames, and large ones
(defun deep (n) (if (zerop n) (suspend (k p) (list (funcall k 0) (funcall k 1))) (+ 1 (deep (1- n)))))  => deep
(prompt p (deep 10))                                                                => (10 11)
(prompt p (deep 100000))                                                            => (100000 100001)
(prompt p (deep 1000000))                                                           => (1000000 1000001)
(defun deep-bindings (n)
  (if (zerop n)
      (suspend (k p) (list *x* (funcall k 0) (funcall k 1) *x*))
      (let ((*x* n)) (+ *x* (deep-bindings (1- n))))))   => deep-bindings
(prompt p (deep-bindings 1000))                                                     => (:global 500500 500501 :global)
(defun deep-cleanups (n) (if (zerop n) (suspend (k p) (funcall k 0) (funcall k 1)) (unwind-protect (+ 1 (deep-cleanups (1- n))) (note n))))  => deep-cleanups
(let ((r (logged (prompt p (deep-cleanups 1000))))) (list (first r) (length (second r)) (subseq (second r) 998 1002)))   => ((1001) 2000 (999 1000 1 2))
(funcall (compile nil `(lambda () (prompt p (let ,(loop for i below 200 collect `(,(intern (format nil "V~D" i)) (identity ,i)))
                                              (let ((s (suspend (k p) (list (funcall k 0) (funcall k 1)))))
                                                (+ s ,@(loop for i below 200 collect (intern (format nil "V~D" i)))))))))) => (19900 19901)

;; All kinds of parameters
(prompt p
  ((lambda (a &optional (b (suspend (k p) (list (funcall k 2) (funcall k 3)))) &rest c &key (d (list a b)) e)
     (list a b c d e)) 1))   => ((1 2 nil (1 2) nil) (1 3 nil (1 3) nil))
(prompt p ((lambda (&rest r &key (d (suspend (k p) (list (funcall k 2) (funcall k 3)))) (e d)) (list r d e)) :e 5))  => (((:e 5) 2 5) ((:e 5) 3 5))
(prompt p (apply #'list 1 (suspend (k p) (list (funcall k '(2 3)) (funcall k '())))))  => ((1 2 3) (1))
(prompt p (multiple-value-call #'list 1 (suspend (k p) (list (funcall k 2 3) (funcall k))) 4))  => ((1 2 3 4) (1 4))
(prompt p (multiple-value-prog1 (values 1 2) (suspend (k p) (note (multiple-value-list (funcall k))) (funcall k))))  => (values 1 2)
(prompt p (flet ((f (&key (x (suspend (k p) (funcall k 7)))) x)) (list (f) (f :x 1))))  => (7 1)

;; Generic functions
;; Generic functions
(progn (defgeneric visit (x) (:method ((x t)) (suspend (k p) (list (funcall k x) (funcall k :again)))))
       (defmethod visit :around ((x integer)) (list :around (call-next-method)))
       (defmethod visit ((x integer)) (list :integer (call-next-method (+ x 10)) x (next-method-p)))
       (defmethod visit :before ((x integer)) (note :before))
       (defmethod visit :after ((x integer)) (note :after))
       (defmethod visit ((x string)) (with-output-to-string (s) (princ x s) (princ (suspend (k p) (list (funcall k 1) (funcall k 2))) s)))
       t)                                                                           => t
(prompt p (visit 'a))                                                               => (a :again)
(logged (prompt p (list (visit 1))))
  => (((((:around (:integer 11 1 t))) ((:around (:integer :again 1 t))))) (:before :after :after))
(prompt p (visit "a"))                                                              => (error stream-error "closed")
(progn
  (defclass node ()
    ((left :initarg :left :initform nil :accessor left)
     (key :initarg :key :initform (suspend (k p) (list (funcall k 1) (funcall k 2))) :reader key)))
  t)   => t
(mapcar #'key (prompt p (make-instance 'node)))                                     => (2 2) ; it was made before
(prompt p (let ((n (make-instance 'node :key 0))) (setf (left n) (suspend (k p) (list (funcall k 1) (funcall k 2)))) (list (left n) (key n)))) => ((1 0) (2 0))
(progn (defmethod initialize-instance :after ((n node) &key) (setf (left n) (suspend (k p) (list (funcall k 5))))) t)  => t
(mapcar #'left (prompt p (make-instance 'node :key 0)))                             => (5)
(progn (defmethod no-applicable-method ((g (eql #'left)) &rest arguments) (suspend (k p) (list arguments (funcall k :none)))) t) => t
(prompt p (list (left 5)))                                                          => ((5) (:none))
(progn
  (defmethod slot-unbound ((c t) (n node) (slot (eql 'left))) (suspend (k p) (list (funcall k 7))))
  (defmethod initialize-instance :after ((n node) &key))
  t)   => t
(prompt p (let ((n (make-instance 'node :key 0))) (slot-makunbound n 'left) (list (left n))))  => ((7))
(progn (defstruct pair (a (suspend (k p) (list (funcall k 1) (funcall k 2)))) b) t)  => t
(prompt p (let ((x (make-pair :b 5))) (list (pair-a x) (pair-b x))))                => ((1 5) (2 5))

;; Functions of the library that call functions
(defun ask (x) (suspend (k p) (list x (prompt p (funcall k x)))))                   => ask
(prompt p (every #'ask '(1 2 nil)))                                                 => (1 (2 (nil nil)))
(prompt p (some #'ask '(nil 2)))                                                    => (nil (2 2))
(prompt p (mapc #'ask '(1 2)))                                                      => (1 (2 (1 2)))
(prompt p (mapcar #'ask '(1 2)))                                                    => (1 (2 (1 2)))
(prompt p (mapcan (lambda (x) (list (ask x))) '(1 2)))                              => (1 (2 (1 2)))
(prompt p (maplist #'ask '(1 2)))                                                   => ((1 2) ((2) ((1 2) (2))))
(prompt p (map 'vector #'ask '(1 2)))                                               => (1 (2 #(1 2)))
(prompt p (map 'string #'ask "ab"))                                                 => (#\a (#\b "ab"))
(prompt p (map-into (list 0 0) #'ask '(1 2)))                                       => (1 (2 (1 2)))
(prompt p (map-into (vector 0 0) #'ask #(1 2)))                                     => (1 (2 #(1 2)))
(prompt p (reduce (lambda (a b) (ask (+ a b))) '(1 2 3)))                           => (3 (6 6))
(prompt p (reduce (lambda (a b) (ask (+ a b))) #(1 2 3) :from-end t :initial-value 0))  => (3 (5 (6 6)))
(prompt p (find 2 '(1 2 3) :test (lambda (a b) (ask (eql a b)))))                   => (nil (t 2))
(prompt p (position-if #'ask #(nil nil 3)))                                         => (nil (nil (3 2)))
(prompt p (remove-if #'ask (list nil 3)))                                           => (nil (3 (nil)))
(prompt p (remove-if #'ask (vector nil 3)))                                         => (nil (3 #(nil)))
(prompt p (delete-if #'ask (list nil 3)))                                           => (nil (3 (nil)))
(prompt p (count-if #'ask '(nil 3)))                                                => (nil (3 1))
(prompt p (substitute-if 0 #'ask '(nil 3)))                                         => (nil (3 (nil 0)))
(prompt p (remove-duplicates '(1 2) :test (lambda (a b) (ask (= a b)))))            => (nil (1 2))
(prompt p (assoc-if #'ask '((nil . 1) (2 . 3))))                                    => (nil (2 (2 . 3)))
(prompt p (member-if #'ask '(nil 2)))                                               => (nil (2 (2)))
(prompt p (union '(1) '(2) :test (lambda (a b) (ask (= a b)))))                     => (nil (1 2))
(prompt p (tree-equal '(1 (2)) '(1 (2)) :test (lambda (a b) (ask (eql a b)))))      => (t (t (t (t t))))
(prompt p (subst-if 0 #'ask '(nil)))                                                => ((nil) 0)
(prompt p (sublis '((1 . 2)) '(1) :key #'ask))                                      => ((1) (1 (nil (2))))
(prompt p (mismatch '(1 2) #(1 3) :key #'ask))                                      => (1 (1 (2 (3 1))))
(prompt p (search '(2) '(1 2) :key #'ask))                                          => (2 (1 (2 (2 1))))
(prompt p (merge 'list (list 1 3) (list 2) (lambda (a b) (ask (< a b)))))           => (nil (t (1 2 3)))
(defun last-of (x) (if (and (consp x) (consp (cdr x)) (null (cddr x)) (consp (cadr x))) (last-of (cadr x)) x)) => last-of
(defun innermost (x) (loop while (and (consp x) (member (first x) '(t nil)) (consp (cdr x)) (null (cddr x))) do (setf x (second x))) x) => innermost
(innermost (prompt p (sort (list 3 1 2) (lambda (a b) (ask (< a b))))))             => (1 2 3)
(innermost (prompt p (sort (vector 3 1 2 5 4) (lambda (a b) (ask (< a b))))))       => #(1 2 3 4 5)
(innermost (prompt p (stable-sort (list 3 1 2) (lambda (a b) (ask (< a b))))))      => (1 2 3)
(innermost (prompt p (sort (loop for i below 100 collect (mod (* i 37) 100)) (lambda (a b) (ask (< a b))))))  => #.(loop for i below 100 collect i)
(let ((h (make-hash-table))) (setf (gethash 1 h) 2) (prompt p (maphash (lambda (k v) (ask (list k v))) h)))   => ((1 2) nil)
(let ((h (make-hash-table)))
  (setf (gethash 1 h) 2)
  (prompt p (with-hash-table-iterator (next h) (multiple-value-bind (more k v) (next) (list more (ask k) v)))))
  => (1 (t 1 2))
(prompt p (do-symbols (s (make-package "NONE-INSIDE" :use '()) (ask 1))))           => (1 1)
(prompt p (dolist (x '(1 2) :end) (ask x)))                                         => (1 (2 :end))
(prompt p (dotimes (i 2 :end) (ask i)))                                             => (0 (1 :end))
(prompt p (do ((i 0 (1+ (ask i)))) ((= i 2) :end)))                                 => (0 (1 :end))
(prompt p (loop for x in '(1 2) for y = (ask x) sum y into s collect y maximize y into m finally (return (list s m))))  => (1 (2 (3 2)))
(prompt p (loop for x across #(1 2) when (ask x) collect it))                       => (1 (2 (1 2)))
(prompt p
  (loop with h = (let ((h (make-hash-table))) (setf (gethash 1 h) 2) h)
        for k being the hash-keys of h using (hash-value v)
        collect (list (ask k) v)))   => (1 ((1 2)))
(prompt p (setf (getf (symbol-plist (ask 'a)) :x) (ask 1)))                         => (a (1 1))
(prompt p (eval '(list (ask 1) 2)))                                                 => (1 (1 2))
(prompt p (funcall (compile nil '(lambda () (list (ask 1) 2)))))                    => (1 (1 2))
(prompt p (with-output-to-string (s) (princ 1 s) (princ (ask 2) s)))                => (2 "12")
(prompt p (with-input-from-string (s "1 2") (list (read s) (ask 5) (read s))))      => (5 (1 5 2))
(prompt p (format nil "~A ~/lisp-tests::asking/" 1 2))                              => (error undefined-function "the function ASKING is undefined")
(defun asking (stream object &rest more) (declare (ignore more)) (princ (ask object) stream)) => asking
(prompt p (format nil "~A ~/lisp-tests::asking/" 1 2))                              => (2 "1 2")
(prompt p (handler-case (progn (ask 1) (error "x")) (error () (ask 2))))            => (1 (2 2))
(prompt p (ignore-errors (ask 1) (error "x")))                                      => (1 nil)
(prompt p (values (ask 1) (ask 2)))                                                 => (1 (2 1))
(prompt p (with-standard-io-syntax (list *print-base* (ask *print-base*))))         => (10 (10 10))
(let ((*print-base* 2))
  (prompt p
    (let ((*print-base* 16))
      (list (princ-to-string 255) (suspend (k p) (cons (princ-to-string 3) (funcall k 1))) (princ-to-string 255)))))
  => ("11" "FF" 1 "FF")
(tessera-lazy:take 2 (prompt p (tessera-lazy:lazy (cons (ask 1) (tessera-lazy:lazy (cons 2 nil))))))   => (error control-error "SUSPEND-TO-PROMPT: there is no prompt for the tag P")

;; A running handler sees the handlers outside its own, even if these have changed and a DYNAMIC-WIND is between
(let ((k nil) (first t))
  (flet ((test () (handler-case (prompt p (handler-bind ((error (lambda (c) (declare (ignore c)) (setf k (call/cc (l p) l)) (error "again"))))
                                            (wind 1 (error "x"))))
                    (error () (if first 1 2)))))
    (let ((one (test)))
      (setf first nil)
      (list one (let ((l k)) (handler-case (prompt p (funcall l 5)) (error () :new))))))) => (1 :new)

;; The engine keeps nothing of a continuation that has ended
(progn (require "ext") t)                                                           => t
(defun held (depth)
  (if (plusp depth)
      (list (held (1- depth)))                                        ; frames enough to be shared with the stack
      (let ((list (list 1 2 3)))
        (setf *k* (ext:make-weak-pointer list))
        (suspend (k p) k)
        (suspend (k p) k)
        (length list))))                                                              => held
(defun list-is-there () (tessera:gc :full t) (not (null (ext:weak-pointer-value *k*))))  => list-is-there
(let ((k (prompt p (held 40)))) (list (list-is-there) (functionp (setf k (prompt p (funcall k 1)))) (list-is-there)))  => (t t t)
(list-is-there)                                                                     => nil
(progn (prompt p (funcall (prompt p (funcall (prompt p (held 40)) 1)) 2)) t)          => t
(list-is-there)                                                                     => nil
