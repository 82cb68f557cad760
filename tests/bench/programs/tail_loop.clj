;; Loops: by recur in a loop, by recur in a function, and by dotimes.
(defn local-loop [n]
  (loop [i n sum 0]
    (if (= i 0)
      sum
      (recur (- i 1) (if (even? i) (+ sum i) (- sum 1))))))

(defn global-loop [i sum]
  (if (= i 0)
    sum
    (recur (- i 1) (if (odd? i) (+ sum 2) (- sum 1)))))

(defn plain-loop [n]
  (let [sum (volatile! 0)]
    (dotimes [i n]
      (vreset! sum (if (even? i) (+ @sum i) (- @sum 1))))
    @sum))

(defn main []
  (println (local-loop 19000000) (global-loop 19000000 0) (plain-loop 19000000)))
