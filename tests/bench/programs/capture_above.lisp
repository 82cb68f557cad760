;;; A prompt with a thousand calls above it: they are taken off the stack and put back.
(defun suspended-above (depth value)
  (if (zerop depth)
      (suspend-to-prompt 'here (lambda (k) (funcall k value)))
      (1+ (suspended-above (1- depth) value))))

(defun main ()
  (let ((sum 0))
    (dotimes (i 10000)
      (setf sum (+ sum (call-with-prompt 'here (lambda () (suspended-above 1000 i))))))
    (format t "~d~%" sum)))
