;;; Calls with three arguments, one of them in tail position: Takeuchi's function.
(define (tak x y z)
  (if (< y x)
      (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))
      z))

(define (main)
  (do ((i 0 (+ i 1))
       (sum 0 (+ sum (tak (+ i 24) 16 8))))
      ((= i 4) (print sum))))
