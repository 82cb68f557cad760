;;; A generator's steps: each gives a number, which is added up.
(require "continuations")

(defun main ()
  (let ((sum 0))
    (do-generator (x (generator (dotimes (i 10000000) (yield i))))
      (setf sum (+ sum x)))
    (format t "~d~%" sum)))
