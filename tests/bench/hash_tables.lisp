;;; Hash tables: counting numbers in one with integer keys, words in one with string keys.
(defun count-numbers (n)
  (let ((table (make-hash-table)) (x 1))
    (dotimes (i n)
      (setf x (mod (+ (* x 1103) 12345) 65536))
      (incf (gethash (mod x 30011) table 0)))
    (let ((most 0))
      (maphash (lambda (key count) (declare (ignore key)) (setf most (max most count))) table)
      (format t "~d ~d~%" (hash-table-count table) most))))

(defun count-words (words n)
  (let ((table (make-hash-table :test 'equal)) (size (length words)) (sum 0))
    (dotimes (i n)
      (incf (gethash (svref words (mod (* i 7) size)) table 0)))
    (maphash (lambda (word count) (setf sum (+ sum (* count (length word))))) table)
    (format t "~d ~d~%" (hash-table-count table) sum)))

(defun make-words (n)
  (let ((words (make-array n)))
    (dotimes (i n words)
      (setf (svref words i) (format nil "word~d" (* i i))))))

(count-numbers 5000000)
(count-words (make-words 5000) 3000000)
