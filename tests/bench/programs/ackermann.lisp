;;; Deep calls: Ackermann's function.
(defun ackermann (m n)
  (cond ((zerop m) (1+ n))
        ((zerop n) (ackermann (1- m) 1))
        (t (ackermann (1- m) (ackermann m (1- n))))))

(defun main ()
  (format t "~d ~d~%" (ackermann 2 1500) (ackermann 3 10)))
