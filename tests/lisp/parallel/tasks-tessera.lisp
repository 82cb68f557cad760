;;; Workers, futures, parallel maps, queues and channels of the module parallel.

(prog1 t (require "parallel"))                                                      => t
(progn (use-package "PARALLEL") t)                                                  => t
(defmacro complaint (&body body)
  `(handler-case (progn ,@body) (error (c) (let ((text (princ-to-string c))) (subseq text 0 (position #\Newline text)))))) => complaint

(list (make-kernel 2) (kernel-worker-count))                                        => (2 2)
(make-kernel 0)  => (error type-error "START: 0 is not of type (INTEGER 1 1024)")

;;; --- futures
(force (future (* 6 7)))                                                            => 42
(let ((n 6)) (touch (future (* n 7))))                                              => 42
(force 5)                                                                           => 5
(let ((f (make-future #'list 1 2))) (list (futurep f) (force f) (fulfilledp f) (eq (force f) (touch f)))) => (t (1 2) t t)
(length (mapcar #'force (loop for i below 2000 collect (let ((i i)) (future (list i))))))  => 2000
(with-output-to-string (*standard-output*) (force (future (princ "hello"))))        => "hello"

;;; --- maps
(pmap 'vector #'isqrt '(1 4 9))                                                     => #(1 2 3)
(pmap 'string #'char-upcase "abc")                                                  => "ABC"
(pmap nil #'isqrt '(1 4 9))                                                         => nil
(pmap 'list #'+ '(1 2 3) #(10 20))                                                  => (11 22)
(pmapcar #'1+ '())                                                                  => nil
(pmapcar #'list '(1 2 3) '(a b c))                                                  => ((1 a) (2 b) (3 c))
(equal (pmapcar #'1+ (loop for i below 10000 collect i)) (loop for i from 1 to 10000 collect i)) => t
(preduce #'+ (loop for i below 1000 collect i))                                     => 499500
(preduce #'+ #(1 2 3 4) :key (lambda (x) (* x x)) :initial-value 100)               => 130
(preduce #'+ '())                                                                   => 0
(preduce #'append '((1) (2) (3) (4) (5)))                                           => (1 2 3 4 5)
(let ((n 0)) (pdotimes (i 10 n) (incf n i)))                                        => 0
(let ((q (make-queue))) (pdotimes (i 4) (push-queue (* i i) q)) (sort (loop repeat 4 collect (pop-queue q)) #'<)) => (0 1 4 9)
;; in a worker, they do the work themselves
(force (future (list (pmapcar #'1+ '(1 2 3)) (preduce #'+ '(1 2 3)) (force (future 3)) (kernel-worker-count)))) => ((2 3 4) 6 3 1)

;;; --- errors
(complaint (force (future (car 1))))          => "a task has failed: TYPE-ERROR: CAR: 1 is not of type LIST"
(let ((f (future (error "boom")))) (list (complaint (force f)) (complaint (force f))))
                                              => ("a task has failed: SIMPLE-ERROR: boom" "a task has failed: SIMPLE-ERROR: boom")
(complaint (force (future (handler-case (error "a") (error () (error "b"))))))      => "a task has failed: SIMPLE-ERROR: b"
(define-condition odd (error) ((n :initarg :n :reader odd-n)) (:report (lambda (c s) (format s "~A is odd" (odd-n c))))) => odd
(handler-case (pmapcar (lambda (n) (if (oddp n) (error 'odd :n n) n)) '(2 4 5 6))
  (task-error (c) (list (task-error-class c) (task-error-text c) (odd-n (task-error-condition c)))))  => (odd "5 is odd" 5)
(defun culprit (n) (error "no ~A" n))                                               => culprit
(handler-case (force (future (list (culprit 1)))) (task-error (c) (and (search "CULPRIT" (task-error-backtrace c)) t))) => t
(complaint (force (future (labels ((deep (n) (+ 1 (deep n)))) (deep 1)))))
                    => "a task has failed: STACK-EXHAUSTED: the control stack is exhausted: a recursion is too deep or does not end"
(complaint (pmapcar (lambda (n) (make-string-output-stream) (vector n (make-string-output-stream))) '(1)))
                    => "a task has failed: SIMPLE-ERROR: WRITE-MESSAGE: #<STRING-OUTPUT-STREAM> cannot be sent to another interpreter"
;; and work goes on
(pmapcar #'1+ '(1 2))                                                               => (2 3)

;;; --- cancelled and dead workers: others take their place
(let ((f (future (loop)))) (cancel f) (complaint (force f)))                        => "a task has failed: it was cancelled"
(let ((f (future (sleep 1000)))) (sleep 0.02) (complaint (force (cancel f))))       => "a task has failed: it was cancelled"
(let ((f (future 1))) (force f) (force (cancel f)))                                 => 1
(pmapcar #'1+ '(1 2 3))                                                             => (2 3 4)
(plusp (workers-replaced))                                                          => t
;; whoever leaves a map ends its tasks
(catch 'out (handler-bind ((task-error (lambda (c) c (throw 'out :left)))) (pmapcar (lambda (n) (if (= n 0) (error "x") (loop))) '(0 1 2 3)))) => :left
(pmapcar #'1+ '(1 2 3))                                                             => (2 3 4)
(let ((f (future (loop)))) (end-kernel) (complaint (force f)))                      => "a task has failed: the worker was ended"
(force (future 1))                                                                  => 1

;;; --- queues and channels
(let ((q (make-queue))) (push-queue '(1 2) q) (push-queue "b" q) (list (queue-count q) (pop-queue q) (pop-queue q) (queue-count q))) => (2 (1 2) "b" 0)
(try-pop-queue (make-queue))                                                        => (values nil nil)
(try-pop-queue (make-queue) :timeout 0.01)                                          => (values nil nil)
(let ((q (make-queue))) (push-queue nil q) (try-pop-queue q))                       => (values nil t)
(let* ((in (make-queue)) (out (make-queue)) (f (future (loop for x = (pop-queue in) while x do (push-queue (* x x) out)))))
  (prog1 (loop for i from 1 to 5 do (push-queue i in) collect (pop-queue out))
    (push-queue nil in)
    (force f)))                                                                     => (1 4 9 16 25)
(let ((q (make-queue))) (push-queue (lambda (x) (* 2 x)) q) (funcall (pop-queue q) 4)) => 8
(let ((c (make-channel))) (dotimes (i 5) (submit-task c (lambda (x) (* x x)) i)) (sort (loop repeat 5 collect (receive-result c)) #'<)) => (0 1 4 9 16)
(receive-result (make-channel))  => (error simple-error "RECEIVE-RESULT: the channel has no tasks")
(let ((c (make-channel))) (submit-task c #'car 1) (complaint (receive-result c)))   => "a task has failed: TYPE-ERROR: CAR: 1 is not of type LIST"
(end-kernel)                                                                        => t

;;; --- one part of a map fails, the others do not end
(make-kernel 2)                                                                     => 2
(complaint (pmapcar (lambda (x) (if (= x 2) (error "no") (loop))) '(1 2)))          => "a task has failed: SIMPLE-ERROR: no"
;; and output is in order
(with-output-to-string (*standard-output*) (pmapcar (lambda (x) (when (= x 1) (sleep 0.05)) (princ x)) '(1 2 3 4))) => "1234"

;; what is written to the error output appears there
(let ((errors (make-string-output-stream)) (output (make-string-output-stream)))
  (let ((*error-output* errors) (*standard-output* output))
    (pmapcar (lambda (x) (princ x) (format *error-output* "<~D>" x)) '(1 2 3))
    (force (future (progn (princ 4) (format *error-output* "<4>")))))
  (list (get-output-stream-string output) (get-output-stream-string errors)))       => ("1234" "<1><2><3><4>")

;;; --- progress
(let* ((seen '()) (parallel:*progress* (lambda (done all) (push (list done all) seen))))
  (pmapcar #'1+ '(1 2 3))
  (pdotimes (i 100) i)
  (list (length seen) (first seen) (last seen)))                                    => (18 (15 15) ((1 3)))
(let ((parallel:*progress* (lambda (done all) (when (= done 1) (error "enough of ~D" all)))))
  (complaint (pmapcar (lambda (x) (if (= x 1) x (loop))) '(1 2 3))))                => "enough of 3"

;;; --- several processes wait, or leave
(prog1 t (require "mp"))                                                            => t
(let* ((in (make-queue)) (f (future (pop-queue in))) (p (mp:process-run-function "p" (lambda () (force f)))))
  (sleep 0.05)
  (mp:process-kill p)
  (ignore-errors (mp:process-join p))
  (push-queue 5 in)
  (list (futurep f) (stringp (princ-to-string f)) (force f) (force (cancel f))))    => (t t 5 5)
(let* ((in (make-queue)) (f (future (pop-queue in))) (all (loop repeat 2 collect (mp:process-run-function "p" (lambda () (force f))))))
  (sleep 0.05)
  (push-queue 6 in)
  (mapcar #'mp:process-join all))                                                   => (6 6)
(let* ((in (make-queue)) (c (make-channel))
       (all (loop repeat 2
                  do (submit-task c (lambda () (pop-queue in)))
                  collect (mp:process-run-function "p" (lambda () (receive-result c))))))
  (sleep 0.05)
  (dotimes (i 2) (push-queue i in))
  (list (sort (mapcar #'mp:process-join all) #'<) (complaint (receive-result c))))  => ((0 1) "RECEIVE-RESULT: the channel has no tasks")
(let ((c (make-channel))) (dotimes (i 4000) (submit-task c #'identity i)) (loop repeat 4000 sum (receive-result c))) => 7998000
(let ((c (make-channel)) (in (make-queue)))
  (submit-task c (lambda () (pop-queue in)))
  (list (multiple-value-list (try-receive-result c)) (progn (push-queue 7 in) (receive-result c)))) => ((nil nil) 7)
(force (future (let ((c (make-channel))) (submit-task c #'+ 1 2) (submit-task c #'+ 3 4) (list (receive-result c) (try-receive-result c))))) => (3 7)

;;; --- futures that nobody refers to: their tasks run, their results are freed
(progn (defvar *lost* (parallel::future-task (future 1))) (tessera:gc) t)           => t
(progn (tessera:gc) t)                                                              => t
(handler-case (parallel-native:task-done-p *lost*) (error () :gone))                => :gone
(let ((q (make-queue))) (dotimes (i 20) (future (push-queue i q))) (tessera:gc) (loop repeat 20 sum (pop-queue q))) => 190

;;; --- each task has the language's variables to itself, and a prompt
(make-kernel 1)                                                                     => 1
(list (force (future (setf *print-base* 2) (princ-to-string 5))) (force (future (princ-to-string 5)))) => ("101" "5")
(progn (force (future (setf *standard-output* (make-string-output-stream)) nil))
       (with-output-to-string (*standard-output*) (force (future (princ "seen"))))) => "seen"
(force (future (+ 1 (tessera:call-with-current-continuation (lambda (k) (+ 10 (funcall k 5))))))) => 6

;;; --- reports name the place
(defun far (n) (car n))                                                             => far
(let ((text (handler-case (force (future (list (far 1)))) (task-error (c) (princ-to-string c)))))
  (list (subseq text 0 (position #\Newline text)) (and (search "FAR 1) at " text) (search ", in a worker" text) t)))
     => ("a task has failed: TYPE-ERROR: CAR: 1 is not of type LIST" t)
(end-kernel)                                                                        => t

;;; --- queues that nobody refers to, here and in workers, end
(progn (defvar *number* (parallel::queue-number (make-queue))) (defvar *queue* (make-queue)) (tessera:gc) t) => t
(progn (let ((copy (parallel:copy *queue*))) (push-queue 1 copy)) (tessera:gc) t)   => t
(progn (tessera:gc) (pop-queue *queue*))                                            => 1
(handler-case (parallel-native:queue-size *number*) (error (c) (princ-to-string c))) => "QUEUE-SIZE: there is no such queue"
;; a queue that only a message or a worker refers to is kept
(progn (push-queue (let ((q (make-queue))) (push-queue 5 q) q) *queue*) (tessera:gc) t) => t
(progn (tessera:gc) (pop-queue (pop-queue *queue*)))                                => 5
(let ((f (future (let ((q (make-queue))) (push-queue 6 q) q)))) (tessera:gc) (pop-queue (force f))) => 6
(end-kernel)                                                                        => t

;;; --- shared vectors: workers write their elements, and the program reads them
(defvar *shared* (make-shared-vector 1000 :element-type '(unsigned-byte 16) :initial-element 3)) => *shared*
(list (type-of *shared*) (reduce #'+ *shared*) (reduce #'+ (make-shared-vector 5))) => ((simple-array (unsigned-byte 16) (1000)) 3000 0d0)
(progn (pdotimes (i 10) (loop for j from (* i 100) repeat 100 do (setf (aref *shared* j) i))) (loop for i below 1000 always (= (aref *shared* i) (floor i 100)))) => t
;; all copies, and arrays displaced to them, have the same elements
(let* ((part (make-array 2 :element-type '(unsigned-byte 16) :displaced-to *shared* :displaced-index-offset 5))
       (c (copy (list *shared* *shared* part))))
  (setf (aref (third c) 1) 99)
  (list (eq (first c) (second c)) (eq (first c) *shared*) (aref *shared* 6) (aref (first c) 6) part)) => (t nil 99 99 #(0 99))
;; the elements live as long as any vector
(progn (defvar *copy* (copy (make-shared-vector 3 :initial-element 1d0))) (dotimes (i 3) (tessera:gc :full t)) *copy*) => #(1d0 1d0 1d0)
(force (future (let ((v (make-shared-vector 2 :element-type 'single-float))) (setf (aref v 1) 2.5) v))) => #(0.0 2.5)
(complaint (make-shared-vector 2 :element-type 'character))
     => "MAKE-SHARED-VECTOR: CHARACTER is not a type of numbers that vectors store unboxed"
(handler-case (make-shared-vector (expt 2 46)) (storage-condition () :too-large))   => :too-large
(loop repeat 500 do (make-shared-vector 1000000))                                   => nil
(end-kernel)                                                                        => t
