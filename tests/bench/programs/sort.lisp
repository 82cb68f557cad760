;;; Sorting: a vector of a million numbers, then a list with a key, stably.
(defun numbers (n)
  (let ((numbers (make-array n)) (x 42))
    (dotimes (i n numbers)
      (setf x (mod (* x 16807) 2147483647)
            (svref numbers i) x))))

(defun main ()
  (let ((sorted (sort (numbers 1000000) #'<)))
    (format t "~d ~d ~d~%" (svref sorted 0) (svref sorted 500000) (svref sorted 999999)))
  (let ((sorted (stable-sort (map 'list (lambda (x) (cons (mod x 1000) x)) (numbers 100000)) #'> :key #'car)))
    (format t "~d ~d ~d~%" (cdr (first sorted)) (cdr (nth 50000 sorted)) (cdr (first (last sorted))))))
