;; This and that.

(require '[clojure.set :as set]) => nil
(let [f (fn [x & {:keys [y] :or {y 2}}] [x y])] [(f 1) (f 1 :y 3)]) => [[1 2] [1 3]]
(binding [*print-length* 2] (pr-str [1 2 3]))                       => "[1 2 ...]"
(let [x 1] (let [x (inc x)] x))                                     => 2
(map (fn [[k v]] [v k]) {:a 1})                                     => ([1 :a])
(map first {:a 1 :b 2})                                             => (:a :b)
(map :a [{:a 1} {:b 2}])                                            => (1 nil)
(map {1 :x} [1 2])                                                  => (:x nil)
(filter #{1 2} [1 2 3])                                             => (1 2)
(filter identity [1 nil 2 false])                                   => (1 2)
(remove nil? [1 nil])                                               => (1)
(apply map vector [[1 2] [3 4]])                                    => ([1 3] [2 4])
(apply hash-map [1 2])                                              => {1 2}
(apply str (interpose "," [1 2]))                                   => "1,2"
(nth (range 10) 3)                                                  => 3
(last (range 100000))                                               => 99999
(reduce + (map inc (filter even? (range 1000))))                    => 250000
(count (range 100))                                                 => 100
(= (range 3) [0 1 2])                                               => true
(= '(1 2) [1 2])                                                    => true
(= {:a [1]} {:a '(1)})                                              => true
(= #{[1]} #{'(1)})                                                  => true
(get {[1] :x} '(1))                                                 => :x
(sort-by val {:a 2 :b 1})                                           => ([:b 1] [:a 2])
(into (sorted-map) {:b 1 :a 2})                                     => {:a 2, :b 1}
(vec (sorted-set 2 1))                                              => [1 2]
(max 1/2 0.3)                                                       => 1/2
(str :a 'b \c nil 1.5 2N 1/2)                                       => ":abc1.521/2"
(list? (list))                                                      => true
(list)                                                              => ()
()                                                                  => ()
[]                                                                  => []
{}                                                                  => {}
(comment 1)                                                         => nil
(bound? #'inc)                                                      => true
(fn? (fn []))                                                       => true
(every? true? [])                                                   => true
(boolean? false)                                                    => true
(int? 1)                                                            => true
(nat-int? 0)                                                        => true
(pos-int? 1)                                                        => true
(double? 1.0)                                                       => true
(ident? :a)                                                         => true
(qualified-keyword? :a/b)                                           => true
(simple-symbol? 'a)                                                 => true
(bounded-count 3 [1 2 3 4])                                         => 4
(partition-all 2 1 [1 2 3])                                         => ((1 2) (2 3) (3))
(split-at 1 [])                                                     => [() ()]
(nfirst [[1 2]])                                                    => (2)
(unreduced (reduced 1))                                             => 1
(eduction (map inc) [1 2])                                          => (2 3)
(random-sample 1.0 [1])                                             => (1)
(rand-nth [1])                                                      => 1
(clojure.string/join "," (map str [1 2]))                           => "1,2"
(clojure.set/union #{1} #{2})                                       => #{1 2}
(let [m {:a 1}] (-> m (assoc :b 2) (update :a inc)))                => {:a 2, :b 2}
