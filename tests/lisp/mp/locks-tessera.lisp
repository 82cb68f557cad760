;;; Locks, condition variables, semaphores, barriers and mailboxes of the module mp.

(prog1 t (require "mp"))                                                            => t
(defmacro complaint (&body body) `(handler-case (progn ,@body) (error (c) (princ-to-string c)))) => complaint
(defun run (function &rest arguments) (apply #'mp:process-run-function "worker" function arguments)) => run
(defun value-of (function) (mp:process-join (run function)))                        => value-of
(defmacro wait-until (form) `(loop until ,form do (sleep 0.001)))                   => wait-until

;;; --- locks
(let ((l (mp:make-lock :name "l")))
  (list (mp:lock-name l) (mp:get-lock l) (mp:holding-lock-p l) (mp:process-name (mp:lock-owner l)) (mp:lock-count l) (mp:giveup-lock l) (mp:lock-owner l) (mp:lock-count l)))
                                                                                    => ("l" t t "main" 1 t nil 0)
(let ((l (mp:make-lock :recursive t)))
  (list (mp:recursive-lock-p l)
        (mp:get-lock l)
        (mp:get-lock l)
        (mp:lock-count l)
        (mp:giveup-lock l)
        (mp:lock-count l)
        (mp:giveup-lock l)
        (mp:lock-owner l)))
                                                                                    => (t t t 2 t 1 t nil)
(let ((l (mp:make-lock))) (mp:with-lock (l) (value-of (lambda () (list (mp:get-lock l nil) (mp:get-lock l 0.01) (mp:holding-lock-p l)))))) => (nil nil nil)
(let ((l (mp:make-lock))) (mp:process-join (mp:with-lock (l) (run (lambda () (mp:with-lock (l)))))) (mp:lock-owner l)) => nil
;; two processes never hold it at once, and the longest-waiting gets it first
(let ((l (mp:make-lock)) (inside 0) (worst 0))
  (mapc #'mp:process-join
        (loop repeat 6
              collect (run (lambda ()
                             (dotimes (i 10)
                               (mp:with-lock (l)
                                             (setf worst (max worst (incf inside)))
                                             (mp:process-yield)
                                             (decf inside)))))))
  worst)                                                                            => 1
(let ((l (mp:make-lock)) (order '()) (ps '()))
  (mp:with-lock (l)
    (dotimes (i 4)
      (let ((i i)) (push (run (lambda () (mp:with-lock (l) (push i order)))) ps))
      (wait-until (search "lock" (mp:process-whostate (first ps))))))
  (mapc #'mp:process-join ps) (reverse order))                                      => (0 1 2 3)
;; it is given up however the forms are left
(let ((l (mp:make-lock))) (list (catch 'out (mp:with-lock (l) (throw 'out 1))) (mp:lock-owner l))) => (1 nil)
(let ((l (mp:make-lock)) (p nil))
  (mp:with-lock (l)
                (setf p (run (lambda () (mp:with-lock (l)))))
                (wait-until (search "lock" (mp:process-whostate p)))
                (mp:process-kill p)
                (complaint (mp:process-join p)))
  (list (mp:lock-owner l) (mp:get-lock l)))                                         => (nil t)
;; killed as it was given the lock: the next one gets it
(let ((l (mp:make-lock)) (a nil) (b nil))
  (mp:get-lock l)
  (setf a (run (lambda () (mp:with-lock (l)))))
  (wait-until (search "lock" (mp:process-whostate a)))
  (setf b (run (lambda () (mp:with-lock (l) :got))))
  (wait-until (search "lock" (mp:process-whostate b)))
  (mp:without-interrupts (mp:giveup-lock l) (mp:process-kill a))
  (list (mp:process-join b) (mp:lock-owner l)))                                     => (:got nil)
(complaint (let ((l (mp:make-lock :name "x"))) (mp:get-lock l) (handler-case (mp:get-lock l) (error () :held-already)))) => :held-already
(let ((l (mp:make-lock))) (mp:get-lock l) (mp:get-lock l nil))                      => nil
(complaint (handler-case (mp:giveup-lock (mp:make-lock)) (error () :not-held)))     => :not-held
(let ((l (mp:make-lock))) (mp:with-lock (l) (value-of (lambda () (handler-case (mp:giveup-lock l) (error () :not-ours)))))) => :not-ours
(complaint (mp:get-lock 5))                                                         => "GET-LOCK: 5 is not of type MP:LOCK"
(complaint (mp:get-lock (mp:make-lock) -1))                                         => "GET-LOCK: -1 is not of type (OR SYMBOL (REAL 0))"
(complaint (mp:with-lock (5) 1))                                                    => "GET-LOCK: 5 is not of type MP:LOCK"

;;; --- condition variables
(let ((l (mp:make-lock)) (c (mp:make-condition-variable)) (queue '()) (taken '()))
  (let ((p (run (lambda () (dotimes (i 5) (mp:with-lock (l) (loop until queue do (mp:condition-variable-wait c l)) (push (pop queue) taken)))))))
    (dotimes (i 5) (mp:with-lock (l) (setf queue (append queue (list i))) (mp:condition-variable-signal c)))
    (mp:process-join p) (reverse taken)))                                           => (0 1 2 3 4)
(let ((l (mp:make-lock)) (c (mp:make-condition-variable)) (go nil) (n 0))
  (let ((ps (loop repeat 5 collect (run (lambda () (mp:with-lock (l) (loop until go do (mp:condition-variable-wait c l)) (incf n)))))))
    (wait-until (every (lambda (p) (search "condition" (mp:process-whostate p))) ps))
    (mp:with-lock (l) (setf go t) (mp:condition-variable-broadcast c))
    (mapc #'mp:process-join ps) n))                                                 => 5
(let ((l (mp:make-lock)) (c (mp:make-condition-variable)))
  (mp:with-lock (l) (list (mp:condition-variable-timedwait c l 0.01) (mp:holding-lock-p l))))   => (nil t)
;; a recursive lock is given up as a whole, and got again as often
(let ((l (mp:make-lock :recursive t)) (c (mp:make-condition-variable)))
  (mp:with-lock (l) (mp:with-lock (l)
    (run (lambda () (mp:with-lock (l) (mp:condition-variable-signal c))))
    (list (mp:condition-variable-wait c l) (mp:lock-count l)))))                    => (t 2)
;; a process killed inside holds the lock in its cleanup forms
(let* ((l (mp:make-lock)) (c (mp:make-condition-variable)) (held nil)
       (p (run (lambda () (mp:with-lock (l) (unwind-protect (mp:condition-variable-wait c l) (setf held (mp:holding-lock-p l))))))))
  (wait-until (search "condition" (mp:process-whostate p)))
  (mp:process-kill p) (complaint (mp:process-join p)) (list held (mp:lock-owner l))) => (t nil)
(handler-case (mp:condition-variable-wait (mp:make-condition-variable) (mp:make-lock)) (error () :not-held)) => :not-held
(complaint (mp:condition-variable-signal nil))                                      => "CONDITION-VARIABLE-SIGNAL: NIL is not of type MP:CONDITION-VARIABLE"
(complaint (mp:condition-variable-timedwait (mp:make-condition-variable) (mp:make-lock) -1)) => "CONDITION-VARIABLE-TIMEDWAIT: -1 is not of type (REAL 0)"

;;; --- semaphores
(let ((s (mp:make-semaphore :name "s" :count 2)))
  (list (mp:semaphore-name s) (mp:wait-on-semaphore s) (mp:try-get-semaphore s) (mp:try-get-semaphore s) (mp:wait-on-semaphore s :timeout 0.01) (mp:semaphore-count s)))
                                                                                    => ("s" t t nil nil 0)
(let ((s (mp:make-semaphore))) (run (lambda () (sleep 0.01) (mp:signal-semaphore s))) (mp:wait-on-semaphore s)) => t
(let* ((s (mp:make-semaphore)) (n 0) (ps (loop repeat 5 collect (run (lambda () (mp:wait-on-semaphore s) (mp:atomic-incf n))))))
  (wait-until (= (mp:semaphore-wait-count s) 5))
  (mp:signal-semaphore s 3) (wait-until (= n 3)) (sleep 0.02) (let ((then n)) (mp:signal-semaphore s 2) (mapc #'mp:process-join ps) (list then n (mp:semaphore-count s)))) => (3 5 0)
;; a waiter for more than is available does not block those after it once it gives up
(let* ((s (mp:make-semaphore :count 1)) (big (run (lambda () (mp:wait-on-semaphore s :count 3 :timeout 0.05)))))
  (wait-until (or (= (mp:semaphore-wait-count s) 1) (not (mp:process-active-p big))))
  (list (mp:wait-on-semaphore s) (mp:process-join big) (mp:semaphore-count s)))     => (t nil 0)
(let* ((s (mp:make-semaphore)) (p (run (lambda () (mp:wait-on-semaphore s)))))
  (wait-until (= (mp:semaphore-wait-count s) 1))
  (mp:without-interrupts (mp:signal-semaphore s) (mp:process-kill p)) (complaint (mp:process-join p)) (mp:semaphore-count s)) => 1
(complaint (mp:make-semaphore :count -1))                                           => "MAKE-SEMAPHORE: -1 is not of type (INTEGER 0)"
(complaint (mp:wait-on-semaphore (mp:make-semaphore) :timeout 'soon))               => "WAIT-ON-SEMAPHORE: SOON is not of type (OR NULL (REAL 0))"

;;; --- barriers
(let ((b (mp:make-barrier 3 :name "b")) (last 0))
  (mapc #'mp:process-join (loop repeat 6 collect (run (lambda () (when (mp:barrier-wait b) (mp:atomic-incf last))))))
  (list (mp:barrier-name b) (mp:barrier-count b) last))                             => ("b" 3 2)
(complaint (mp:make-barrier 0))                                                     => "MAKE-BARRIER: 0 is not of type (INTEGER 1)"

;;; --- mailboxes
(let ((m (mp:make-mailbox :name "m")))
  (mp:mailbox-send m 1)
  (mp:mailbox-send m 2)
  (list (mp:mailbox-name m) (mp:mailbox-count m) (mp:mailbox-read m) (mp:mailbox-read m) (mp:mailbox-empty-p m)))
                                                                                    => ("m" 2 1 2 t)
(let ((m (mp:make-mailbox :count 1)) (got '()))
  (let ((p (run (lambda () (dotimes (i 10) (mp:mailbox-send m i)) :sent))))
    (dotimes (i 10) (push (mp:mailbox-read m) got))
    (list (mp:process-join p) (reverse got))))                                      => (:sent (0 1 2 3 4 5 6 7 8 9))
(let ((m (mp:make-mailbox :count 1)))
  (list (mp:mailbox-try-send m nil)
        (mp:mailbox-try-send m 1)
        (multiple-value-list (mp:mailbox-try-read m))
        (multiple-value-list (mp:mailbox-try-read m))))   => (t nil (nil t) (nil nil))
(complaint (mp:mailbox-send 'box 1))                                                => "MAILBOX-SEND: BOX is not of type MP:MAILBOX"
(complaint (mp:make-mailbox :count 0))                                              => "MAKE-MAILBOX: 0 is not of type (OR NULL (INTEGER 1))"

;;; --- places
(let ((x (list 1 2))) (list (mp:atomic-incf (first x) 5) (mp:atomic-decf (second x)) x)) => (1 2 (6 1))
(let ((l '())) (mp:atomic-push 1 l) (mp:atomic-push 2 l) (list (mp:atomic-pop l) l))  => (2 (1))
(let ((v (vector 1 2))) (list (mp:atomic-update (svref v 0) #'- 10) v))              => (9 #(9 2))
(let ((c (cons :a :b))) (list (mp:compare-and-swap (car c) :a :x) (mp:compare-and-swap (cdr c) :a :y) c)) => (:a :b (:x . :b))
;; subforms once, from left to right
(let ((seen '()) (v (vector 0 0))) (flet ((note (x) (push x seen) x)) (mp:atomic-incf (svref v (note 1)) (note 2)) (list (reverse seen) v))) => ((1 2) #(0 2))

;;; --- ECL's further names, which bordeaux-threads uses
(mp:with-lock ((mp:make-lock) :wait-form nil) 1 2)        => 2
(mp:with-lock ((mp:make-lock) :wait-form 0.01) (values 1 2)) => (values 1 2)
(let ((lock (mp:make-lock)))
  (mp:get-lock lock)
  (list (mp:process-join (run (lambda () (mp:with-lock (lock :wait-form nil) :got))))
        (mp:process-join (run (lambda () (mp:with-lock (lock :wait-form 0.01) :got))))
        (mp:process-join (run (lambda () (mp:get-lock lock 0.01))))
        (mp:process-join (run (lambda () (mp:get-lock lock nil))))
        (mp:holding-lock-p lock)))                      => (nil nil nil nil t)
(let ((lock (mp:make-lock))) (mp:with-lock (lock :wait-form 1) (mp:holding-lock-p lock))) => t
(let ((s (mp:make-semaphore :count 3)))
  (list (mp:semaphore-wait s 2 0) (mp:semaphore-wait s 2 0.01) (mp:semaphore-wait s 1 nil) (mp:semaphore-count s)))
  => (t nil t 0)
(let ((n 5)) (list (mp:atomic-incf n) (mp:atomic-decf n 3) n)) => (5 6 3)
(progn
  (defstruct (counted (:atomic-accessors t)) (n 0))
  (let ((c (make-counted))) (mp:atomic-incf (counted-n c)) (mp:compare-and-swap (counted-n c) 1 7) (counted-n c)))
  => 7
(defstruct (counted-2 (:atomic-accessor t)) (n 0))      => (error program-error ":ATOMIC-ACCESSOR is not an option")
