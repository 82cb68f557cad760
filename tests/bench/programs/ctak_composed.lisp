;;; Takeuchi's function, where each value is given to a continuation: one that is made of a composable continuation and
;;; a way out to the prompt.
(defun call-under-prompt (thunk)
  (call-with-prompt 'here thunk #'call-under-prompt))

(defun call-with-continuation (function)
  (call-with-composable-continuation
   (lambda (k)
     (funcall function (lambda (value) (abort-to-prompt 'here (lambda () (funcall k value))))))
   'here))

(defun ctak (x y z)
  (call-with-continuation (lambda (k) (ctak-to k x y z))))

(defun ctak-to (k x y z)
  (if (< y x)
      (call-with-continuation
       (lambda (k)
         (ctak-to k
                  (call-with-continuation (lambda (k) (ctak-to k (1- x) y z)))
                  (call-with-continuation (lambda (k) (ctak-to k (1- y) z x)))
                  (call-with-continuation (lambda (k) (ctak-to k (1- z) x y))))))
      (funcall k z)))

(defun main ()
  (let ((sum 0))
    (dotimes (i 10) (setf sum (+ sum (call-under-prompt (lambda () (ctak 18 12 6))))))
    (format t "~d~%" sum)))
