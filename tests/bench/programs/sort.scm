;;; Sorting: a vector of a million numbers, then a list with a key, stably.
(define (numbers n)
  (let ((numbers (make-vector n)))
    (do ((i 0 (+ i 1))
         (x (modulo (* 42 16807) 2147483647) (modulo (* x 16807) 2147483647)))
        ((= i n) numbers)
      (vector-set! numbers i x))))

(define (main)
  (let ((sorted (sorted-vector < (numbers 1000000))))
    (print (vector-ref sorted 0) (vector-ref sorted 500000) (vector-ref sorted 999999)))
  (let* ((pairs (map (lambda (x) (cons (modulo x 1000) x)) (vector->list (numbers 100000))))
         (sorted (stably-sorted-list (lambda (a b) (> (car a) (car b))) pairs)))
    (print (cdr (list-ref sorted 0)) (cdr (list-ref sorted 50000)) (cdr (list-ref sorted 99999)))))
