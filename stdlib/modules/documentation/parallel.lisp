;;; Entries for the package of the module parallel.
(in-package "TESSERA-DOCUMENTATION")

(define-library-entries "parallel" "Workers"
  (make-kernel (make-kernel 2) => 2)
  (kernel-worker-count (progn (make-kernel 2) (kernel-worker-count)) => 2)
  (workers-replaced (integerp (workers-replaced)) => t)
  (end-kernel (end-kernel) => t)
  (copy (let ((tail (list 1 2))) (let ((c (copy (list tail tail)))) (values c (eq (first c) (second c))))) => (values ((1 2) (1 2)) t))
  (future (let ((n 6)) (force (future (* n 7)))) => 42)
  (make-future (force (make-future #'+ 1 2)) => 3)
  (futurep (futurep (future 1)) => t)
  (force (force (future (isqrt 100))) => 10)
  (touch (touch (future (isqrt 100))) => 10)
  (fulfilledp (let ((f (future 1))) (force f) (fulfilledp f)) => t)
  (cancel (let ((f (future (loop)))) (cancel f) (handler-case (force f) (task-error () :cancelled))) => :cancelled)
  (task-error (handler-case (force (future (error "boom"))) (task-error () :failed)) => :failed)
  (task-error-class (handler-case (force (future (error "boom"))) (task-error (c) (task-error-class c))) => simple-error)
  (task-error-text (handler-case (force (future (error "boom"))) (task-error (c) (task-error-text c))) => "boom")
  (task-error-backtrace (handler-case (force (future (error "boom"))) (task-error (c) (stringp (task-error-backtrace c)))) => t)
  (task-error-condition (handler-case (force (future (error "boom"))) (task-error (c) (type-of (task-error-condition c)))) => simple-error))

(define-library-entries "parallel" "Parallel maps"
  (pmap (pmap 'vector #'isqrt '(1 4 9)) => #(1 2 3))
  (pmapcar (pmapcar (lambda (x y) (* x y)) '(1 2 3) '(4 5 6)) => (4 10 18))
  (*progress* (let* ((last nil) (*progress* (lambda (done all) (setf last (= done all))))) (list (pmapcar #'isqrt '(1 4 9)) last)) => ((1 2 3) t))
  (preduce (preduce #'+ '(1 2 3 4) :key (lambda (x) (* x x))) => 30)
  (pdotimes (let ((q (make-queue))) (pdotimes (i 3) (push-queue (* i i) q)) (sort (loop repeat 3 collect (pop-queue q)) #'<)) => (0 1 4)))

(define-library-entries "parallel" "Shared vectors"
  (make-shared-vector (let ((v (make-shared-vector 3))) (pdotimes (i 3) (setf (aref v i) (* i 2d0))) v) => #(0d0 2d0 4d0)))

(define-library-entries "parallel" "Queues and channels"
  (queue (typep (make-queue) 'queue) => t)
  (queuep (queuep (make-queue)) => t)
  (make-queue (let ((q (make-queue))) (push-queue '(1 2) q) (pop-queue q)) => (1 2))
  (push-queue (let ((q (make-queue))) (push-queue '(1 2) q)) => (1 2))
  (pop-queue (let ((q (make-queue))) (future (push-queue :here q)) (pop-queue q)) => :here)
  (try-pop-queue (try-pop-queue (make-queue)) => (values nil nil))
  (queue-count (let ((q (make-queue))) (push-queue 1 q) (queue-count q)) => 1)
  (make-channel (let ((c (make-channel))) (submit-task c #'expt 2 10) (receive-result c)) => 1024)
  (submit-task (let ((c (make-channel))) (eq (submit-task c #'expt 2 10) c)) => t)
  (receive-result (let ((c (make-channel))) (submit-task c #'expt 2 10) (receive-result c)) => 1024)
  (try-receive-result (try-receive-result (make-channel)) => (values nil nil)))
