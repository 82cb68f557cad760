;;; Loops: by tail calls of a local function, by tail calls of a global one, and by DO.
(define (local-loop n)
  (let next ((i n) (sum 0))
    (if (zero? i)
        sum
        (next (- i 1) (if (even? i) (+ sum i) (- sum 1))))))

(define (global-loop i sum)
  (if (zero? i)
      sum
      (global-loop (- i 1) (if (odd? i) (+ sum 2) (- sum 1)))))

(define (plain-loop n)
  (do ((i 0 (+ i 1))
       (sum 0 (if (even? i) (+ sum i) (- sum 1))))
      ((= i n) sum)))

(define (main)
  (print (local-loop 19000000) (global-loop 19000000 0) (plain-loop 19000000)))
