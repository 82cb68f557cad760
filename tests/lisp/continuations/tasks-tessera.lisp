;;; Tasks and channels of the library CONTINUATIONS.

(prog1 t (require "continuations"))                                                 => t
(progn (import '(continuations:task continuations:taskp continuations:with-tasks continuations:spawn continuations:join continuations:pass continuations:sleep-for
                 continuations:task-status continuations:current-task continuations:deadlock continuations:channelp continuations:make-channel
                 continuations:send continuations:receive continuations:close-channel)) t) => t
(defmacro task-of (&body body) `(spawn (lambda () ,@body)))                          => task-of

(with-tasks () 5)                                                                   => 5
(with-tasks () (values 1 2))                                                        => (values 1 2)
(with-tasks () (values))                                                            => (values)
(with-tasks () (join (task-of (values 1 2))))                                       => (values 1 2)
(with-tasks () (join (spawn #'values)))                                             => (values)
(with-tasks () (task-of (princ "a")) (princ "b") (pass) (princ "c"))                => (prints "bac" "c")
(with-tasks () (task-of (princ "never")) 1)                                         => (prints "" 1)
(with-tasks () (let ((a (task-of (princ 1) (pass) (princ 2))) (b (task-of (princ :a) (pass) (princ :b)))) (join a) (join b) :end))  => (prints "1A2B" :end)
(with-tasks
  ()
  (let ((tasks (loop for i below 5 collect (let ((i i)) (task-of (dotimes (n i) (pass)) (princ i) i)))))
    (mapcar #'join (reverse tasks))))   => (prints "01234" (4 3 2 1 0))
(with-tasks () (let ((a (task-of 5))) (list (join a) (join a) (task-status a))))    => (5 5 :done)
(with-tasks () (let ((a (task-of (pass) 5))) (list (join (task-of (join a))) (join (task-of (join a))))))  => (5 5)
(with-tasks () (let ((a (task-of (pass)))) (list (task-status a) (progn (join a) (task-status a)) (task-status (current-task)))))  => (:waiting :done :running)
(list (current-task) (with-tasks () (taskp (current-task))))                        => (nil t)
(with-tasks (:name "main") (list (princ-to-string (current-task)) (princ-to-string (spawn #'list :name "other"))))
  => ("#<TASK main running>" "#<TASK other waiting>")
(spawn #'list)                                                                      => (error error "SPAWN")
(with-tasks () (spawn 5))                                                           => (error type-error "SPAWN: 5 is not of type FUNCTION")
(pass)                                                                              => (error error "PASS")
(join (with-tasks () (task-of 1)))                                                  => (error error "JOIN")
(sleep-for 0)                                                                       => (error error "SLEEP-FOR")
(receive (make-channel))                                                            => (error error "RECEIVE")

;; Errors
(with-tasks () (error "boom"))                                                      => (error error "boom")
(with-tasks () (task-of (error "boom")) (pass) 1)                                   => 1
(with-tasks () (join (task-of (error "boom"))))                                     => (error error "boom")
(with-tasks () (let ((a (task-of (error "boom")))) (list (handler-case (join a) (error () :caught)) (task-status a))))  => (:caught :failed)
(with-tasks () (handler-case (progn (pass) (error "x")) (error () :own)))           => :own
(with-tasks () (join (current-task)))                                               => (error deadlock "WITH-TASKS: its forms wait, and so do all other tasks: none can go on")
(with-tasks () (let (a b) (setf a (task-of (pass) (join b)) b (task-of (join a))) (join a)))  => (error deadlock "WITH-TASKS: its forms wait, and so do all other tasks: none can go on")
(catch 'out (with-tasks () (pass) (throw 'out 5)))                                  => 5
(catch 'out (with-tasks () (task-of (throw 'out 5)) (pass) 6))                      => 5
(block nil (with-tasks () (pass) (return 7)))                                       => 7

;; Timers
(with-tasks () (let* ((s '()) (long (task-of (sleep-for 0.5) (push 2 s)))) (task-of (sleep-for 0.01) (push 1 s)) (join long) s))  => (2 1)
(with-tasks () (sleep-for 0) 1)                                                     => 1
(with-tasks () (sleep-for -1))                                                      => (error type-error "SLEEP-FOR: -1 is not of type (REAL 0)")
(with-tasks () (sleep-for "x"))                                                     => (error type-error "SLEEP-FOR: \"x\" is not of type (REAL 0)")
(with-tasks () (let ((n 0)) (task-of (loop (incf n) (pass))) (sleep-for 0.01) (plusp n)))  => t
(with-tasks
  ()
  (let ((start (get-internal-real-time)))
    (dotimes (i 10) (task-of (sleep-for 0.01)))
    (sleep-for 0.02)
    (< (- (get-internal-real-time) start) (* 5 internal-time-units-per-second))))   => t

;; Channels
(with-tasks () (let ((c (make-channel))) (task-of (send c 1)) (receive c)))         => (values 1 t)
(with-tasks () (let ((c (make-channel))) (task-of (princ (receive c))) (send c 1) (pass) 2))  => (prints "1" 2)
(with-tasks
  ()
  (let ((c (make-channel)))
    (task-of (dotimes (i 3) (send c i) (princ i)) (close-channel c))
    (loop for (v more) = (multiple-value-list (receive c)) while more collect v)))   => (prints "012" (0 1 2))
(with-tasks
  ()
  (let ((c (make-channel 2)))
    (task-of (dotimes (i 4) (send c i) (princ i)))
    (pass)
    (princ "-")
    (loop repeat 4 collect (receive c))))   => (prints "01-23" (0 1 2 3))
(with-tasks () (let ((c (make-channel nil))) (dotimes (i 1000) (send c i)) (loop repeat 1000 sum (receive c))))  => 499500
(with-tasks () (send (make-channel) 1))                                             => (error deadlock "WITH-TASKS: its forms wait, and so do all other tasks: none can go on")
(with-tasks () (receive (make-channel)))                                            => (error deadlock "WITH-TASKS: its forms wait, and so do all other tasks: none can go on")
(with-tasks () (let ((c (make-channel))) (close-channel c) (receive c)))            => (values nil nil)
(with-tasks () (let ((c (make-channel))) (close-channel c) (send c 1)))             => (error error "SEND")
(with-tasks () (let ((c (make-channel))) (close-channel c) (close-channel c) :fine)) => :fine
(with-tasks () (let* ((c (make-channel)) (a (task-of (multiple-value-list (receive c))))) (pass) (close-channel c) (join a)))  => (nil nil)
(with-tasks () (let* ((c (make-channel)) (a (task-of (send c 1)))) (pass) (close-channel c) (join a)))  => (error error "closed before")
(with-tasks () (let ((c (make-channel 1))) (send c 1) (close-channel c) (list (receive c) (multiple-value-list (receive c)))))  => (1 (nil nil))
(make-channel -1)                                                                   => (error type-error "MAKE-CHANNEL: -1 is not of type (OR NULL (INTEGER 0))")
(make-channel 'many)                                                                => (error type-error "MAKE-CHANNEL: MANY is not of type (OR NULL (INTEGER 0))")
(send 5 1)                                                                          => (error type-error "SEND: 5 is not of type CONTINUATIONS:CHANNEL")
(receive 5)                                                                         => (error type-error "RECEIVE: 5 is not of type CONTINUATIONS:CHANNEL")
(close-channel 5)                                                                   => (error type-error "CLOSE-CHANNEL: 5 is not of type CONTINUATIONS:CHANNEL")
(list (channelp (make-channel)) (channelp 5))                                       => (t nil)
(with-tasks () (let ((c (make-channel 2))) (send c 1) (send c 2) (not (search "CHANNEL 2 values" (princ-to-string c)))))  => nil
;; several wait: each is served in turn
(with-tasks
  ()
  (let* ((c (make-channel)) (tasks (loop repeat 3 collect (task-of (receive c)))))
    (pass)
    (dotimes (i 3) (send c i))
    (mapcar (lambda (a) (values (join a))) tasks)))   => (0 1 2)
(with-tasks () (let ((c (make-channel))) (dotimes (i 3) (let ((i i)) (task-of (send c i)))) (loop repeat 3 collect (receive c))))  => (0 1 2)
;; a chain, a sieve, many tasks
(with-tasks
  ()
  (let ((in (make-channel)))
    (let ((c in))
      (dotimes (i 100) (let ((a c) (b (make-channel))) (task-of (send b (1+ (receive a)))) (setf c b)))
      (task-of (send in 0))
      (receive c))))   => (values 100 T)
(with-tasks () (let* ((source (make-channel)) (c source)) (task-of (loop for i from 2 do (send source i)))
                 (loop repeat 8 collect (let* ((from c) (to (make-channel)) (p (receive from))) (task-of (loop (let ((n (receive from))) (unless (zerop (mod n p)) (send to n))))) (setf c to) p))))
  => (2 3 5 7 11 13 17 19)
(with-tasks () (let ((all (loop for i below 10000 collect (let ((i i)) (task-of (pass) i))))) (reduce #'+ all :key #'join)))  => 49995000

;; Each has its own bindings and cleanup forms
(defvar *x* 0)                                                                      => *x*
(with-tasks () (let ((a (task-of (let ((*x* 1)) (pass) (incf *x*) (pass) *x*)))) (let ((*x* 10)) (pass) (incf *x*) (pass) (list (join a) *x*))))  => (2 11)
*x*                                                                                 => 0
(with-tasks () (let ((a (task-of (unwind-protect (pass) (princ "c"))))) (pass) (princ "-") (join a) :end))  => (prints "-c" :end)
;; with the other parts of the library; a WITH-TASKS in another
(with-tasks () (continuations:generator-list (continuations:generator (pass) (continuations:yield 1) (pass) (continuations:yield 2))))  => (1 2)
(with-tasks
  ()
  (let ((c (make-channel)))
    (task-of (continuations:do-generator (x (continuations:generator (continuations:yield 1) (continuations:yield 2)))
                                         (send c x)))
    (list (receive c) (receive c))))   => (1 2)
(with-tasks () (list (with-tasks () (let ((a (task-of 1))) (join a))) (join (task-of 2))))  => (1 2)

;; DYNAMIC-WIND: in while the task runs, out while it waits
(defvar *log* '())                                                                  => *log*
(defmacro wind (name &body body)
  `(tessera:dynamic-wind (lambda () (push (list :in ,name) *log*))
                         (lambda () ,@body)
                         (lambda () (push (list :out ,name) *log*))))   => wind
(with-tasks () (let ((a (task-of (wind :a (pass) (push :a *log*))))) (wind :m (pass) (push :m *log*)) (join a)) (reverse *log*))
  => ((:in :m) (:out :m) (:in :a) (:out :a) (:in :m) :m (:out :m) (:in :a) :a (:out :a))

;;; --- errors name the called function
(join 5) => (error type-error "JOIN: 5 is not of type")
(task-status 5) => (error type-error "TASK-STATUS: 5 is not of type")
(send 5 1) => (error type-error "SEND: 5 is not of type")
(receive 5) => (error type-error "RECEIVE: 5 is not of type")
(close-channel 5) => (error type-error "CLOSE-CHANNEL: 5 is not of type")
(spawn 5) => (error type-error "SPAWN: 5 is not of type FUNCTION")
(make-channel -1) => (error type-error "MAKE-CHANNEL: -1 is not of type")
(sleep-for :long) => (error type-error "SLEEP-FOR: :LONG is not of type")
