;; Calls and small integers: the doubly recursive Fibonacci function.
(defn fib [n]
  (if (< n 2)
    n
    (+ (fib (- n 1)) (fib (- n 2)))))

(defn main []
  (println (fib 36)))
