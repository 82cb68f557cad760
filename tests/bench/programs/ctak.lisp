;;; Takeuchi's function, where each value is given to a continuation.
(defun ctak (x y z)
  (call-with-current-continuation (lambda (k) (ctak-to k x y z))))

(defun ctak-to (k x y z)
  (if (< y x)
      (call-with-current-continuation
       (lambda (k)
         (ctak-to k
                  (call-with-current-continuation (lambda (k) (ctak-to k (1- x) y z)))
                  (call-with-current-continuation (lambda (k) (ctak-to k (1- y) z x)))
                  (call-with-current-continuation (lambda (k) (ctak-to k (1- z) x y))))))
      (funcall k z)))

(defun main ()
  (let ((sum 0))
    (dotimes (i 10) (setf sum (+ sum (ctak 18 12 6))))
    (format t "~d~%" sum)))
