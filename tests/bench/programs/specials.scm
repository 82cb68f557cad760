;;; Parameters: reading and setting them, and binding them again in calls within calls.
(define depth (make-parameter 0))
(define sum (make-parameter 0))
(define step (make-parameter 1))

(define (descend n)
  (if (zero? n)
      (sum (+ (sum) (depth)))
      (parameterize ((depth (+ (depth) (step))))
        (descend (- n 1))
        (sum (+ (sum) (depth))))))

(define (count-up n)
  (do ((i 0 (+ i 1)))
      ((= i n) (sum))
    (sum (+ (sum) (step)))))

(define (main)
  (do ((i 0 (+ i 1)))
      ((= i 180000))
    (parameterize ((step (if (even? i) 1 2)))
      (descend 20)))
  (let ((before (sum)))
    (print before (count-up 15000000))))
