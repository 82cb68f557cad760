;;; Hash tables of EQUALP: positions of a small game, vectors of lists, remembered and found again; then names in any
;;; case.
(defun board (n)
  (let ((board (make-array 9)))
    (dotimes (i 9 board)
      (setf (svref board i) (list (mod n 2) (1+ (mod n 3)))
            n (floor n 2)))))

(defun remember-boards (n rounds)
  (let ((table (make-hash-table :test 'equalp)) (sum 0))
    (dotimes (round rounds)
      (dotimes (i n)
        (incf (gethash (board (* 3 i)) table 0))))
    (maphash (lambda (board count) (setf sum (+ sum (* count (second (svref board 0)))))) table)
    (format t "~d ~d~%" (hash-table-count table) sum)))

(defun find-names (names rounds)
  (let ((table (make-hash-table :test 'equalp)) (found 0))
    (dolist (name names)
      (setf (gethash name table) t))
    (dotimes (round rounds)
      (dolist (name names)
        (when (gethash (string-upcase name) table) (incf found))
        (when (gethash (list name round) table) (incf found))))
    (format t "~d~%" found)))

(defun main ()
  (remember-boards 1500 120)
  (find-names (loop for i below 1000 collect (concatenate 'string "Name" (princ-to-string i))) 200))
