;;; Reader and printer: data of every kind printed to a string and read from it again.
(defun data (n)
  (loop for i from 1 to n
        collect (list i (* i 1.5d0) (/ i 7) (concatenate 'string "a \"string\" of " (princ-to-string i))
                      (if (evenp i) 'even 'a-longer-odd-symbol) :keyword #\x
                      (list (vector i (- i) nil t)) (cons i i))))

(defun main ()
  (let ((data (data 200)) (sum 0) (*print-pretty* nil))
    (dotimes (i 300)
      (let* ((text (prin1-to-string data))
             (again (read-from-string text)))
        (unless (equalp data again) (error "It is not what it was."))
        (setf sum (+ sum (length text)))))
    (format t "~d~%" sum)))
