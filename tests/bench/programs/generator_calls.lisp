;;; What generator_steps does, by calls of a closure that remembers where it is.
(defun numbers-below (n)
  (let ((i -1))
    (lambda ()
      (setf i (1+ i))
      (if (< i n) i 'end))))

(defun main ()
  (let ((next (numbers-below 10000000)) (sum 0))
    (loop
      (let ((x (funcall next)))
        (when (eq x 'end) (return))
        (setf sum (+ sum x))))
    (format t "~d~%" sum)))
