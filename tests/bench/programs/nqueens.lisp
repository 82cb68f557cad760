;;; Lists: the number of ways to put eleven queens on a board, with the columns taken as a list.
(defun safe-p (column placed distance)
  (or (null placed)
      (and (/= column (car placed))
           (/= (abs (- column (car placed))) distance)
           (safe-p column (cdr placed) (1+ distance)))))

(defun queens (size placed row)
  (if (= row size)
      1
      (let ((count 0))
        (dotimes (column size count)
          (when (safe-p column placed 1)
            (incf count (queens size (cons column placed) (1+ row))))))))

(defun main ()
  (format t "~d~%" (queens 11 '() 0)))
