;;; A hundred thousand generators that wait, each some calls deep, and are asked in turn.
(define (yield-deep yield depth value)
  (if (zero? depth)
      (begin (yield value) 0)
      (+ 1 (yield-deep yield (- depth 1) value))))

(define (waiting i)
  (make-generator
   (lambda (yield)
     (let loop ()
       (yield-deep yield 3 i)
       (loop)))))

(define (main)
  (let ((all (make-vector 100000)))
    (do ((i 0 (+ i 1)))
        ((= i 100000))
      (vector-set! all i (waiting i)))
    (do ((round 0 (+ round 1))
         (sum 0 (do ((i 0 (+ i 1))
                     (sum sum (+ sum ((vector-ref all i)))))
                    ((= i 100000) sum))))
        ((= round 3) (print sum)))))
