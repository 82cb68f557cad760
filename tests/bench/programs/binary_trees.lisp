;;; Allocation: many short-lived binary trees, and a long-lived one beside them.
(defun make-tree (depth)
  (if (zerop depth)
      (cons nil nil)
      (cons (make-tree (1- depth)) (make-tree (1- depth)))))

(defun count-nodes (tree)
  (if (null (car tree))
      1
      (+ 1 (count-nodes (car tree)) (count-nodes (cdr tree)))))

(defun run (most)
  (let ((long-lived (make-tree most)))
    (do ((depth 4 (+ depth 2)))
        ((> depth most))
      (let ((times (ash 1 (+ (- most depth) 4))) (sum 0))
        (dotimes (i times)
          (setf sum (+ sum (count-nodes (make-tree depth)))))
        (format t "~d ~d ~d~%" times depth sum)))
    (format t "~d~%" (count-nodes long-lived))))

(defun main ()
  (run 16))
