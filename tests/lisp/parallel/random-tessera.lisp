;;; Random calls of the functions inside the module parallel, as a script in a sandbox might make them: errors, but
;;; neither a crash nor code that the verifier refuses.

(prog1 t (require "parallel"))                                                      => t
(progn (parallel:make-kernel 2) (defvar *messages* (list 1)) (defvar *parts* (list 1)) t) => t
(progn (defstruct parcel a b) (defclass box () ((a :initarg :a) b)) (defgeneric weigh (x)) (defmethod weigh ((x box)) 1) t) => t
(defun functions (a b c) (let ((n a)) (list (lambda () (list a b c)) (lambda () (incf n) (list n b)) (lambda (x) (lambda () (setf n x) (funcall c)))))) => functions
(defun one-of (list) (nth (random (length list)) list))                             => one-of
(defun something ()
  (case (random 14)
    (0 (list 1 2 (gensym))) (1 (functions 1 2 #'car)) ((2 3) (one-of (functions 1 2 #'car))) (4 (find-class (one-of '(parcel box integer))))
    (5 (make-parcel :a 1)) (6 (make-instance 'box :a 2)) (7 (make-hash-table)) (8 (parallel:make-queue)) (9 #'weigh)
    (10 (make-array 10 :displaced-to (make-array 20))) (11 (parallel:make-shared-vector (random 100))) (12 (find-package "COMMON-LISP-USER"))
    (t (vector #'functions (make-parcel) #p"/a" "text"))))                          => something
(defun use (object)
  (cond ((consp object) (mapc #'use object))
        ((vectorp object) (map nil #'use object))
        ((functionp object) (ignore-errors (funcall object)) (ignore-errors (funcall (funcall object 1))))
        (t (ignore-errors (princ-to-string object)) (ignore-errors (parcel-b object)) (ignore-errors (slot-value object 'b))))) => use
(defun kept (message) (car (setf *messages* (cons message (subseq *messages* 0 (min 20 (length *messages*)))))))  => kept
(defun part (entry) (car (setf *parts* (cons entry (subseq *parts* 0 (min 30 (length *parts*)))))))  => part
(defun tamper ()
  (case (random 12)
    ((0 1 2) (multiple-value-bind (message objects) (parallel-native:write-message (something))
               (kept message)
               (dolist (object objects) (part (parallel::known-entry (parallel::known object))))
               (parallel-native:complete-message message (loop repeat (max (length objects) (random 3)) collect (one-of *parts*)) '())))
    (3 (use (parallel-native:read-message (one-of *messages*))))
    (4 (part (parallel-native:make-entry (one-of *messages*) (random 5))))
    (5 (let ((object (something)))
         (parallel-native:know-entry (one-of *parts*) (if (functionp object) (tessera::%code-of-function object) object))))
    (6 (let ((task (parallel-native:submit (one-of *messages*) (kept (parallel::pack (list (random 4) 1 2))))))
         (parallel-native:wait-for-any (list task) (one-of '(0.01 0.0 -1.0 1d300)))
         (ignore-errors (use (parallel-native:task-result task)))
         (parallel-native:drop-task task)))
    (7 (let ((queue (parallel:make-queue)))
         (parallel-native:push-message (parallel::queue-number queue) (one-of *messages*))
         (use (parallel:try-pop-queue queue))))
    (8 (parallel-native:complete-message (one-of *messages*) (list (one-of *parts*)) '()))
    (9 (let ((message (parallel::pack (something))))
         (parallel-native:complete-message message '() (list (parallel-native:make-plan (list (one-of *parts*) (one-of *parts*)))))
         (use (parallel-native:read-message message))))
    (10 (tessera:gc :full (zerop (random 5))))
    (11 (use (parallel:copy (list (something) (something)))))))                     => tamper
(let ((*random-state* (tessera:seed-random-state 2)))
  (loop repeat 2000 do (handler-case (tamper) (error ()) (storage-condition ()))))  => nil
(nth-value 1 (tessera::%verify-code))                                               => nil
(prog1 t (parallel:end-kernel))                                                     => t
