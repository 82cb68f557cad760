;;; A hundred thousand generators that wait, each some calls deep, and are asked in turn.
(require "continuations")

(defun yield-deep (depth value)
  (if (zerop depth)
      (progn (yield value) 0)
      (1+ (yield-deep (1- depth) value))))

(defun waiting (i)
  (generator
    (loop (yield-deep 3 i))))

(defun main ()
  (let ((all (make-array 100000)) (sum 0))
    (dotimes (i 100000) (setf (svref all i) (waiting i)))
    (dotimes (round 3)
      (dotimes (i 100000) (setf sum (+ sum (next (svref all i))))))
    (format t "~d~%" sum)))
