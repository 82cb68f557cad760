;;; A prompt with a thousand calls above it: they are taken off the stack and put back.
(define (suspended-above depth value)
  (if (zero? depth)
      (suspended-and-resumed value)
      (+ 1 (suspended-above (- depth 1) value))))

(define (main)
  (do ((i 0 (+ i 1))
       (sum 0 (+ sum (with-prompt (lambda () (suspended-above 1000 i))))))
      ((= i 10000) (print sum))))
