;;; Calls of functions with arguments that nobody meant for them: whatever comes of it, it is a value or a condition.

(defpackage "JUNK" (:use "COMMON-LISP"))
(in-package "JUNK")

(defstruct point x y)
(defclass thing () ((a :initform 1)))
(defvar *random* (make-random-state nil))

(defun damaged (object)
  "Returns a copy of an instance with some slots that hold what they never should."
  (let ((copy (tessera::%copy-instance object)))
    (dotimes (i 3 copy)
      (tessera::%set-instance-ref copy (random (tessera::%instance-length copy) *random*) (junk)))))

(defun junk ()
  (case (random 40 *random*)
    (0 0) (1 1) (2 -1) (3 5) (4 most-positive-fixnum) (5 most-negative-fixnum) (6 (expt 2 100)) (7 1.5) (8 2.5d0) (9 1/3) (10 #\a)
    (11 nil) (12 t) (13 (copy-seq "string")) (14 'name) (15 :key) (16 (list 1 2 3)) (17 (list* 1 2 3)) (18 (vector 1 2 3))
    (19 (make-hash-table)) (20 (make-point)) (21 (make-instance 'thing)) (22 (find-class 'point)) (23 #'car) (24 (lambda (x) x))
    (25 *package*) (26 (make-string-output-stream)) (27 (make-string-input-stream "abc"))
    (28 (make-array 5 :element-type '(unsigned-byte 8))) (29 #'print-object) (30 (tessera::%code-of-function (lambda (x) x)))
    (31 (list (vector 1 'name) (list 'a))) (32 (let ((l (list 1 2))) (setf (cdr (last l)) l)))
    (33 (damaged (find-class 'point))) (34 (damaged (find-class 'thing))) (35 (tessera::%make-instance (junk) 3))
    (36 (list (junk) (junk))) (37 (vector (junk) (junk) (junk))) (38 (pathname "a/b.c")) (39 (copy-readtable))))

(defun try (name times)
  "Calls the function that NAME, a string, names in COMMON-LISP or TESSERA."
  (let ((function (fdefinition (or (find-symbol name "TESSERA") (find-symbol name "COMMON-LISP")))))
    (dotimes (i times)
      (let ((arguments '()))
        (dotimes (k (random 6 *random*)) (push (junk) arguments))
        (let ((*package* *package*) (*readtable* (copy-readtable)))
          (handler-case (apply function arguments)
            (condition () nil)))))))
