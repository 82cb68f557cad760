;;; What calls of C take, by CFFI, on this Lisp and on others that have it:
;;;
;;;     build/release/tessera tests/bench/foreign.lisp
;;;     sbcl --script tests/bench/foreign.lisp
(require "asdf")
(let ((*standard-output* (make-broadcast-stream)) (*error-output* (make-broadcast-stream)))
  (handler-bind ((warning #'muffle-warning)) (asdf:load-system "cffi")))
(defpackage "FOREIGN-BENCH" (:use "COMMON-LISP" "CFFI"))
(in-package "FOREIGN-BENCH")

(defcfun (c-abs "abs") :int (n :int))
(defcfun (c-pow "pow") :double (x :double) (y :double))
(defcfun (c-strlen "strlen") :size (s :string))
(defcfun (c-memchr "memchr") :pointer (s :pointer) (c :int) (n :size))
(defcallback equal-all :int ((a :pointer) (b :pointer)) a b 0)

(defun integers (n) (let ((sum 0)) (dotimes (i n sum) (incf sum (c-abs (- i))))))
(defun doubles (n) (let ((x 0d0)) (dotimes (i n x) (setf x (c-pow 1.5d0 2d0)))))
(defun strings (n) (let ((sum 0)) (dotimes (i n sum) (incf sum (c-strlen "hello")))))
(defun pointers (n) (with-foreign-pointer (p 16) (let ((found nil)) (dotimes (i n found) (setf found (c-memchr p 0 16))))))
(defun reads (n) (with-foreign-pointer (p 16) (let ((sum 0)) (dotimes (i n sum) (incf sum (mem-ref p :int 4))))))
(defun writes (n) (with-foreign-pointer (p 16) (dotimes (i n) (setf (mem-ref p :int 4) 7))))
(defun allocations (n) (dotimes (i n) (with-foreign-pointer (p 100) (setf (mem-ref p :char) 0))))
(defun callbacks (n)
  "Comparisons by qsort, whose number is counted apart."
  (with-foreign-object (place :int n)
    (foreign-funcall "qsort" :pointer place :size n :size 4 :pointer (callback equal-all) :void)))

(defun comparisons (n)
  "Returns the number of comparisons that a merge sort of N equal elements takes."
  (if (< n 2) 0 (let ((half (floor n 2))) (+ (comparisons half) (comparisons (- n half)) half))))

(defun measure (name rounds function argument)
  (let ((least nil))
    (dotimes (i 5)
      (let ((begin (get-internal-run-time)))
        (funcall function argument)
        (let ((time (/ (* 1e9 (- (get-internal-run-time) begin)) internal-time-units-per-second rounds)))
          (when (or (null least) (< time least)) (setf least time)))))
    (format t "~30a ~6,1f~%" name least)))

(loop for (name function) in '(("abs, an integer" integers) ("pow, doubles" doubles) ("strlen, a string" strings) ("memchr, a pointer each way" pointers)
                               ("an int read" reads) ("an int written" writes) ("memory made and freed" allocations))
      do (measure name 500000 function 500000))
(measure "a callback, by qsort" (comparisons 100000) 'callbacks 100000)
