;; Allocation: many short-lived binary trees, and a long-lived one beside them. A node is a vector.
(defn make-tree [depth]
  (if (= depth 0)
    [nil nil]
    [(make-tree (- depth 1)) (make-tree (- depth 1))]))

(defn count-nodes [tree]
  (if (nil? (nth tree 0))
    1
    (+ 1 (count-nodes (nth tree 0)) (count-nodes (nth tree 1)))))

(defn power [n] (reduce * (repeat n 2)))

(defn run [most]
  (let [long-lived (make-tree most)]
    (doseq [depth (range 4 (+ most 1) 2)]
      (let [times (power (+ (- most depth) 4))]
        (println times depth
                 (loop [i 0 sum 0]
                   (if (< i times) (recur (+ i 1) (+ sum (count-nodes (make-tree depth)))) sum)))))
    (println (count-nodes long-lived))))

(defn main []
  (run 16))
