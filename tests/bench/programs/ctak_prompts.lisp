;;; Takeuchi's function, where each value is given to a continuation: as all are left, and none is entered again,
;;; prompts do.
(defun ctak (x y z)
  (let ((k (list 'k)))
    (call-with-prompt k (lambda () (ctak-to k x y z)))))

(defun ctak-to (k x y z)
  (if (< y x)
      (let ((k2 (list 'k)))
        (abort-to-prompt k
          (call-with-prompt k2
            (lambda ()
              (ctak-to k2 (ctak (1- x) y z) (ctak (1- y) z x) (ctak (1- z) x y))))))
      (abort-to-prompt k z)))

(defun main ()
  (let ((sum 0))
    (dotimes (i 10) (setf sum (+ sum (ctak 18 12 6))))
    (format t "~d~%" sum)))
