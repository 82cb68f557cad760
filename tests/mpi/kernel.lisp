;;; Ranks as workers: rank 0 maps, the others work. With one rank, threads do.

(prog1 t (require "mpi") (setf *print-length* 20))                                  => t
(defvar *rank* (mpi:comm-rank))                                                     => *rank*
(defvar *size* (mpi:comm-size))                                                     => *size*
(defmacro in-kernel (expected &body forms)
  "True if FORMS return EXPECTED in rank 0 of a kernel, and NIL in others."
  `(equalp (multiple-value-list (mpi:with-kernel () ,@forms)) (if (zerop *rank*) (list ,expected) '(nil)))) => in-kernel
(in-kernel '(1 2 3) (parallel:pmapcar #'isqrt '(1 4 9)))                            => t
(in-kernel #(5 7 9) (parallel:pmap 'vector (lambda (x y) (+ x y)) '(1 2 3) '(4 5 6))) => t
(in-kernel 500500 (parallel:preduce #'+ (loop for i from 1 to 1000 collect i)))     => t
(in-kernel '(() (())) (list (parallel:pmapcar #'isqrt '()) (parallel:pmapcar #'car '(())))) => t
(in-kernel (loop for i below 1000 collect (* i i)) (parallel:pmapcar (lambda (i) (* i i)) (loop for i below 1000 collect i))) => t

;;; --- code comes with what it mentions, also what only rank 0 has defined, and again after it has changed
(when (zerop *rank*) (defun only-here (x) (list x (helper x))) (defun helper (x) (- x)) (defvar *factor* 1) nil) => nil
(in-kernel '((1 -1) (2 -2)) (parallel:pmapcar #'only-here '(1 2)))                  => t
(in-kernel '(2 4) (setf *factor* 2) (parallel:pmapcar (lambda (x) (* *factor* x)) '(1 2))) => t
(in-kernel '(3 6) (setf *factor* 3) (parallel:pmapcar (lambda (x) (* *factor* x)) '(1 2))) => t
(in-kernel '((1 1) (2 2)) (defun helper (x) x) (parallel:pmapcar #'only-here '(1 2))) => t
(when (zerop *rank*) (defstruct point x y) (defclass thing () ((n :initarg :n :accessor n)))
      (defgeneric size-of (thing)) (defmethod size-of ((thing thing)) (* 2 (n thing))) (defmethod size-of ((thing point)) (point-x thing)) nil) => nil
(in-kernel '(1 2) (mapcar (lambda (p) (point-y p)) (parallel:pmapcar (lambda (i) (make-point :x i :y i)) '(1 2)))) => t
(in-kernel '(6 1) (parallel:pmapcar #'size-of (list (make-instance 'thing :n 3) (make-point :x 1)))) => t
(in-kernel '(11 12) (let ((n 10)) (parallel:pmapcar (lambda (x) (+ n x)) '(1 2))))  => t

(when (zerop *rank*) (make-package "ONLY-HERE" :use '()) nil)                       => nil
(in-kernel '("ABC") (parallel:pmapcar #'symbol-name (list (intern "ABC" "ONLY-HERE")))) => t
(in-kernel '(3) (defvar *table* (make-hash-table)) (setf (gethash :a *table*) 3)
                (parallel:pmapcar (lambda (key) (gethash key *table*)) '(:a)))      => t

;;; --- output, progress, errors
(equal (with-output-to-string (*standard-output*) (mpi:with-kernel () (parallel:pmapcar #'print '(1 2 3)))) (if (zerop *rank*) (format nil "~%1 ~%2 ~%3 ") "")) => t
(in-kernel t (let* ((last nil) (parallel:*progress* (lambda (done all) (setf last (= done all))))) (parallel:pmapcar #'isqrt '(1 4 9)) last)) => t
(defun failure (function)
  (handler-case (parallel:pmapcar function (loop for i below 100 collect i))
    (parallel:task-error (c) (list (parallel:task-error-class c) (parallel:task-error-text c)
                                   (stringp (parallel:task-error-backtrace c)) (type-of (parallel:task-error-condition c)))))) => failure
(in-kernel '(simple-error "no 17" t simple-error) (failure (lambda (x) (if (= x 17) (error "no ~d" x) x)))) => t
(in-kernel '(1 2 3)                            ; the results of a map that has failed do not come to the next one
           (failure (lambda (x) (if (= x 0) (error "no") x)))
           (failure (lambda (x) (if (= x 3) (error "no") x)))
           (parallel:pmapcar #'isqrt '(1 4 9)))                                     => t
(in-kernel 'left (catch 'out (parallel:pmapcar (lambda (x) x) '(1 2 3)) (throw 'out 'left))) => t
(in-kernel 'simple-error (first (failure (lambda (x) (declare (ignore x)) *standard-output*)))) => t
(in-kernel '(0 1) (parallel:pmapcar (lambda (x) (reduce #'+ (parallel:pmapcar (lambda (y) (* x y)) '(1 0)))) '(0 1))) => t
(in-kernel '(1 . 2) (let ((f (parallel:future 1))) (cons (parallel:force f) (first (parallel:pmapcar #'1+ '(1)))))) => t
(handler-case (mpi:with-kernel () (error "in rank 0")) (error () :error))           => #.(if (zerop *rank*) :error nil)
(mpi:allreduce :sum 1)                                                              => #.*size*
