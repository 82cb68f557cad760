; Calls and small integers: the doubly recursive Fibonacci function.
(def fib (n)
  (if (< n 2)
      n
      (+ (fib (- n 1)) (fib (- n 2)))))

(def main ()
  (prn (fib 36)))
