;;; FORMAT: lines of a report, with numbers, padding, lists, choices and floats.
(defun line (i)
  (format nil "~5d. ~10a|~8,2f|~:d ~x ~s ~{~a~^, ~} ~:[no~;yes~] ~a~p~%"
          i "name" (/ i 4d0) (* i 1000) i :key (list i 'b "c") (evenp i) i i))

(defun simple-line (i)
  (format nil "~a -> ~a, ~d~%" i 'there (* 2 i)))

(defun main ()
  (let ((sum 0) (last nil))
    (dotimes (i 20000)
      (setf last (line i))
      (incf sum (length last))
      (incf sum (length (simple-line i)))
      (incf sum (length (format nil "~&~4,'0d-~2,'0d ~va~%" i (mod i 13) 6 "x"))))
    (format t "~d ~a~%" sum (string-right-trim (string #\Newline) last))))
