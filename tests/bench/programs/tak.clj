;; Calls with three arguments, one of them in tail position: Takeuchi's function.
(defn tak [x y z]
  (if (< y x)
    (recur (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))
    z))

(defn main []
  (println (reduce + (for [i (range 4)] (tak (+ i 24) 16 8)))))
