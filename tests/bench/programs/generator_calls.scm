;;; What generator_steps does, by calls of a closure that remembers where it is.
(define (numbers-below n)
  (let ((i -1))
    (lambda ()
      (set! i (+ i 1))
      (if (< i n) i 'end))))

(define (main)
  (let ((next (numbers-below 10000000)))
    (let loop ((sum 0))
      (let ((x (next)))
        (if (eq? x 'end)
            (print sum)
            (loop (+ sum x)))))))
