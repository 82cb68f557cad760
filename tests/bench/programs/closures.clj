;; Closures: making, composing and calling functions that keep variables.
(defn make-counter [step]
  (let [value (volatile! 0)]
    (fn [] (vreset! value (+ @value step)))))

(defn composing [f g]
  (fn [x] (f (g x))))

(defn adder [n]
  (fn [x] (+ x n)))

(defn counters [n rounds]
  (let [all (doall (map make-counter (range 1 (+ n 1))))]
    (loop [round 0 sum 0]
      (if (= round rounds)
        sum
        (recur (+ round 1) (loop [s (seq all) sum sum] (if s (recur (next s) (+ sum ((first s)))) sum)))))))

(defn composed [n]
  (loop [i 0 sum 0]
    (if (= i n)
      sum
      (let [f (composing (adder i) (composing (adder 1) (adder -2)))]
        (recur (+ i 1) (+ sum (f i)))))))

(defn mapped [n]
  (let [numbers (range 1000)]
    (loop [i 0 sum 0]
      (if (= i n)
        sum
        (recur (+ i 1) (+ sum (reduce + (map (fn [x] (* x i)) numbers))))))))

(defn main []
  (println (counters 1000 5000) (composed 1500000) (mapped 4000)))
