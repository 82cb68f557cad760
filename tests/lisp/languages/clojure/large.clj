;; Persistent vectors and maps of a million entries: what is made of them leaves them as they were.

(do (def million 1000000) (def v (vec (range million))) (count v)) => 1000000
[(v 0) (v 31) (v 32) (v 1055) (v 1056) (v 32767) (v 999999) (peek v) (get v 1000000)] => [0 31 32 1055 1056 32767 999999 999999 nil]
(reduce + v)                                                  => 499999500000
(let [w (reduce (fn [w i] (assoc w i (- i))) v (range 0 million 1000))] [(w 5000) (v 5000) (reduce + w) (count (pop (pop w))) ((conj w :end) million)]) => [-5000 5000 499000500000 999998 :end]
(= v (range million))                                         => true
(do (def m (persistent! (reduce (fn [m i] (assoc! m i (* 2 i))) (transient {}) (range million)))) (count m)) => 1000000
[(m 0) (m 999999) (m 1000000) (m -1) (m 1.0) (contains? m 123456)] => [0 1999998 nil nil nil true]
(loop [i 0] (if (>= i million) :all (if (= (m i) (* 2 i)) (recur (+ i 50)) i))) => :all
(let [w (reduce (fn [w i] (dissoc (assoc w (str i) i) i)) m (range 0 million 500))] [(count w) (w "5000") (w 5000) (m 5000) (count m)]) => [1000000 5000 nil 10000 1000000]
(reduce-kv (fn [sum k v] (+ sum k v)) 0 m)                    => 1499998500000
