;; Persistent maps with integer keys, where others have hash tables: counting numbers that come again and again, then
;; entering, finding and removing many.
(defn count-numbers [n]
  (loop [i 0 x 1 table {}]
    (if (< i n)
      (let [x (mod (+ (* x 1103) 12345) 65536) key (mod x 30011)]
        (recur (+ i 1) x (assoc table key (+ 1 (get table key 0)))))
      (println (count table) (reduce max (vals table))))))

(defn enter-and-remove [n]
  (let [table (loop [i 0 table {}] (if (< i n) (recur (+ i 1) (assoc table (* i 17) i)) table))
        found (loop [i 0 found 0] (if (< i (* 2 n)) (recur (+ i 1) (if (get table i) (+ found 1) found)) found))
        table (loop [i 0 table table] (if (< i n) (recur (+ i 1) (if (odd? i) (dissoc table (* i 17)) table)) table))]
    (println found (count table))))

(defn main []
  (count-numbers 3000000)
  (enter-and-remove 500000))
