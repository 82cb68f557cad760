;; Small programs.

(loop [i 0] (if (< i 3) (do (print i) (recur (inc i)))))               => (prints "012" nil)
(map (fn [f] (f)) (for [i (range 3)] (fn [] i)))                       => (0 1 2)
(map #(%) (loop [i 0 fs []] (if (< i 3) (recur (inc i) (conj fs (fn [] i))) fs)))
 => (0 1 2)
(take 5 (map first (iterate (fn [[a b]] [b (+ a b)]) [0 1])))          => (0 1 1 2 3)
(defn fact [n] (loop [n n acc 1] (if (zero? n) acc (recur (dec n) (*' acc n)))))
 => (shows "#'user/fact")
(fact 20)                                                              => 2432902008176640000
(fact 25)                                                              => 15511210043330985984000000N
(defn sieve [s] (lazy-seq (cons (first s) (sieve (remove #(zero? (mod % (first s))) (rest s))))))
 => (shows "#'user/sieve")
(take 10 (sieve (iterate inc 2)))                                      => (2 3 5 7 11 13 17 19 23 29)
(defn fizz [n] (cond (zero? (mod n 15)) "FizzBuzz" (zero? (mod n 5)) "Buzz" (zero? (mod n 3)) "Fizz" :else n))
 => (shows "#'user/fizz")
(map fizz (range 1 16))                                                => (1 2 "Fizz" 4 "Buzz" "Fizz" 7 8 "Fizz" "Buzz" 11 "Fizz" 13 14 "FizzBuzz")
(->> (range 1 11) (filter even?) (map #(* % %)) (reduce +))            => 220
(let [counts (frequencies (re-seq #"\w+" "a b a c b a"))] (sort-by (juxt (comp - val) key) counts))
 => (["a" 3] ["b" 2] ["c" 1])
(partition-by identity "aabbc")                                        => ((\a \a) (\b \b) (\c))
(apply merge-with + [{:a 1} {:a 2} {:b 3}])                            => {:a 3, :b 3}
(reduce (fn [acc [k v]] (assoc acc v k)) {} {:a 1 :b 2})               => {1 :a, 2 :b}
(group-by :t [{:t 1 :n 1} {:t 2 :n 2} {:t 1 :n 3}])                    => {1 [{:t 1, :n 1} {:t 1, :n 3}], 2 [{:t 2, :n 2}]}
(into (sorted-map) (group-by count ["a" "bb" "c"]))                    => {1 ["a" "c"], 2 ["bb"]}
(zipmap "abc" (range))                                                 => {\a 0, \b 1, \c 2}
(nth (iterate #(* 2 %) 1) 62)                                          => 4611686018427387904
(let [x 10] (cond (> x 5) (cond (even? x) :big-even :else :big-odd) :else :small))
 => :big-even
(some->> {:a [1 2 3]} :a (map inc) (reduce +))                         => 9
(let [f (memfn toUpperCase)] (f "a"))                                  => "A"
(clojure.string/join (map char [72 105]))                              => "Hi"
(map int "AB")                                                         => (65 66)
(apply str (map #(char (+ 1 (int %))) "HAL"))                          => "IBM"
(loop [n 10 s ()] (if (zero? n) s (recur (dec n) (conj s n))))         => (1 2 3 4 5 6 7 8 9 10)
(vec (for [row [[1 2] [3 4]]] (mapv inc row)))                         => [[2 3] [4 5]]
(apply mapv vector [[1 2 3] [4 5 6]])                                  => [[1 4] [2 5] [3 6]]
(sort-by (juxt :a :b) [{:a 2 :b 1} {:a 1 :b 2} {:a 1 :b 1}])           => ({:a 1, :b 1} {:a 1, :b 2} {:a 2, :b 1})
(let [s #{1 2 3}] (filter s [1 4 2]))                                  => (1 2)
(remove #{:a} [:a :b])                                                 => (:b)
(every? #{1 2} [1 2 1])                                                => true
(mapcat (fn [[k v]] (repeat v k)) {:a 2 :b 1})                         => (:a :a :b)
(let [a 1 b 2] {:sum (+ a b) :list [a b]})                             => {:sum 3, :list [1 2]}
(string? (str (gensym)))                                               => true
(= (gensym) (gensym))                                                  => false
(pr-str {:a [1 "x" \y nil true 1.5 'sym :k/w]})                        => "{:a [1 \"x\" \\y nil true 1.5 sym :k/w]}"
(pr-str '(quote x))                                                    => "(quote x)"
'(1 . 2)                                                               => (1 . 2)
(pr-str ''a)                                                           => "(quote a)"
(pr-str '@a)                                                           => "(clojure.core/deref a)"
(pr-str '#'a)                                                          => "(var a)"
