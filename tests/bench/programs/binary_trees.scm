;;; Allocation: many short-lived binary trees, and a long-lived one beside them.
(define (make-tree depth)
  (if (zero? depth)
      (cons '() '())
      (cons (make-tree (- depth 1)) (make-tree (- depth 1)))))

(define (count-nodes tree)
  (if (null? (car tree))
      1
      (+ 1 (count-nodes (car tree)) (count-nodes (cdr tree)))))

(define (main)
  (let* ((most 16) (long-lived (make-tree most)))
    (do ((depth 4 (+ depth 2)))
        ((> depth most))
      (let ((times (expt 2 (+ (- most depth) 4))))
        (do ((i 0 (+ i 1))
             (sum 0 (+ sum (count-nodes (make-tree depth)))))
            ((= i times) (print times depth sum)))))
    (print (count-nodes long-lived))))
