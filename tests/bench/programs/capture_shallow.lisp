;;; A prompt with 10 calls below it: what is above is taken off the stack and put back.
(defun capture (times)
  (let ((sum 0))
    (dotimes (i times)
      (setf sum (+ sum (call-with-prompt 'here (lambda () (1+ (suspend-to-prompt 'here (lambda (k) (funcall k i)))))))))
    sum))

(defun capture-at-depth (depth times)
  (if (zerop depth)
      (capture times)
      (1+ (capture-at-depth (1- depth) times))))

(defun main ()
  (format t "~d~%" (capture-at-depth 10 3000000)))
