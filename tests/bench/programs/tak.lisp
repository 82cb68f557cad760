;;; Calls with three arguments, one of them in tail position: Takeuchi's function.
(defun tak (x y z)
  (if (< y x)
      (tak (tak (1- x) y z) (tak (1- y) z x) (tak (1- z) x y))
      z))

(defun main ()
  (let ((sum 0))
    (dotimes (i 4) (setf sum (+ sum (tak (+ i 24) 16 8))))
    (format t "~d~%" sum)))
