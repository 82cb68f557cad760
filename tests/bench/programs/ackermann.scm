;;; Deep calls: Ackermann's function.
(define (ackermann m n)
  (cond ((zero? m) (+ n 1))
        ((zero? n) (ackermann (- m 1) 1))
        (else (ackermann (- m 1) (ackermann m (- n 1))))))

(define (main)
  (print (ackermann 2 1500) (ackermann 3 10)))
