;; Lists: the number of ways to put eleven queens on a board, with the columns taken as a list.
(defn safe [column placed distance]
  (cond (nil? placed) true
        (= column (first placed)) false
        (= (abs (- column (first placed))) distance) false
        :else (recur column (next placed) (+ distance 1))))

(defn queens [size placed row]
  (if (= row size)
    1
    (loop [column 0 count 0]
      (if (= column size)
        count
        (recur (+ column 1)
               (if (safe column placed 1)
                 (+ count (queens size (cons column placed) (+ row 1)))
                 count))))))

(defn main []
  (println (queens 11 nil 0)))
