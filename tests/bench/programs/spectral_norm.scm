;;; Floats in vectors: the norm of an infinite matrix, by the power method on a corner of it.
(define (entry i j)
  (/ 1.0 (+ (/ (* (+ i j) (+ i j 1)) 2) i 1)))

(define (times-matrix v entry)
  (let* ((n (vector-length v)) (result (make-vector n)))
    (do ((i 0 (+ i 1)))
        ((= i n) result)
      (do ((j 0 (+ j 1))
           (sum 0.0 (+ sum (* (entry i j) (vector-ref v j)))))
          ((= j n) (vector-set! result i sum))))))

(define (times-both v)
  (times-matrix (times-matrix v entry) (lambda (i j) (entry j i))))

(define (dot u v)
  (do ((i 0 (+ i 1))
       (sum 0.0 (+ sum (* (vector-ref u i) (vector-ref v i)))))
      ((= i (vector-length u)) sum)))

(define (main)
  (let loop ((i 0) (u (make-vector 320 1.0)) (v #f))
    (if (= i 10)
        (print (rounded (* 1e9 (sqrt (/ (dot u v) (dot v v))))))
        (let ((v (times-both u)))
          (loop (+ i 1) (times-both v) v)))))
