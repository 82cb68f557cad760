;;; Takeuchi's function, where each value is given to a continuation.
(define (ctak x y z)
  (call-with-current-continuation (lambda (k) (ctak-to k x y z))))

(define (ctak-to k x y z)
  (if (< y x)
      (call-with-current-continuation
       (lambda (k)
         (ctak-to k
                  (call-with-current-continuation (lambda (k) (ctak-to k (- x 1) y z)))
                  (call-with-current-continuation (lambda (k) (ctak-to k (- y 1) z x)))
                  (call-with-current-continuation (lambda (k) (ctak-to k (- z 1) x y))))))
      (k z)))

(define (main)
  (do ((i 0 (+ i 1))
       (sum 0 (+ sum (ctak 18 12 6))))
      ((= i 10) (print sum))))
