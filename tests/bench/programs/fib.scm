;;; Calls and small integers: the doubly recursive Fibonacci function.
(define (fib n)
  (if (< n 2)
      n
      (+ (fib (- n 1)) (fib (- n 2)))))

(define (main)
  (print (fib 36)))
