;;; Double-floats in vectors: the norm of an infinite matrix, by the power method on a corner of it.
(defun entry (i j)
  (/ 1d0 (+ (/ (* (+ i j) (+ i j 1)) 2) i 1)))

(defun times-matrix (v entry)
  (let* ((n (length v)) (result (make-array n)))
    (dotimes (i n result)
      (let ((sum 0d0))
        (dotimes (j n)
          (incf sum (* (funcall entry i j) (aref v j))))
        (setf (aref result i) sum)))))

(defun times-both (v)
  (times-matrix (times-matrix v #'entry) (lambda (i j) (entry j i))))

(defun dot (u v)
  (let ((sum 0d0))
    (dotimes (i (length u) sum)
      (incf sum (* (aref u i) (aref v i))))))

(defun main ()
  (let ((u (make-array 320 :initial-element 1d0)) (v nil))
    (dotimes (i 10)
      (setf v (times-both u)
            u (times-both v)))
    (format t "~d~%" (round (* 1d9 (sqrt (/ (dot u v) (dot v v))))))))
