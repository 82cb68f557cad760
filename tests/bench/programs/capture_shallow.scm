;;; A prompt with 10 calls below it: what is above is taken off the stack and put back.
(define (capture times)
  (do ((i 0 (+ i 1))
       (sum 0 (+ sum (with-prompt (lambda () (+ 1 (suspended-and-resumed i)))))))
      ((= i times) sum)))

(define (capture-at-depth depth times)
  (if (zero? depth)
      (capture times)
      (+ 1 (capture-at-depth (- depth 1) times))))

(define (main)
  (print (capture-at-depth 10 3000000)))
