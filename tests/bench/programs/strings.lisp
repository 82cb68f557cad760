;;; Strings: joining numbers, cutting them apart again, turning case and order, and looking at each character.
(defun joined (n)
  (with-output-to-string (out)
    (dotimes (i n)
      (princ i out)
      (write-char #\, out))))

(defun pieces (text)
  (let ((found '()) (start 0))
    (loop
      (let ((end (position #\, text :start start)))
        (unless end (return (nreverse found)))
        (push (subseq text start end) found)
        (setf start (1+ end))))))

(defun checksum (text)
  (let ((sum 0))
    (dotimes (i (length text) sum)
      (setf sum (mod (+ (* sum 31) (char-code (char text i))) 1000003)))))

(defun main ()
  (dotimes (round 8)
    (let* ((text (joined 60000))
           (parts (pieces text))
           (tagged (mapcar (lambda (part) (string-upcase (concatenate 'string "n" (reverse part)))) parts)))
      (format t "~d ~d ~d ~d~%" (length text) (length parts) (checksum text)
              (reduce #'+ tagged :key #'checksum)))))
