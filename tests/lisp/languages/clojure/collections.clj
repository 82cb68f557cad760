;; Vectors, maps and sets; clojure.set.

(require '[clojure.set :as set]) => nil
(cons 1 [2 3])                                => (1 2 3)
(cons 1 nil)                                  => (1)
(conj [1] 2 3)                                => [1 2 3]
(conj '(1) 2 3)                               => (3 2 1)
(conj {:a 1} [:b 2])                          => {:a 1, :b 2}
(conj {:a 1} {:b 2})                          => {:a 1, :b 2}
(conj #{1} 2)                                 => #{1 2}
(conj nil 1)                                  => (1)
(list* 1 2 [3 4])                             => (1 2 3 4)
(seq [])                                      => nil
(seq {:a 1})                                  => ([:a 1])
(seq nil)                                     => nil
(seq "ab")                                    => (\a \b)
(vec '(1 2))                                  => [1 2]
(vec nil)                                     => []
(vector 1 2)                                  => [1 2]
(list 1 2)                                    => (1 2)
(set [1 1])                                   => #{1}
(hash-map :a 1)                               => {:a 1}
(hash-map :a)                                 => (error "Execution error (IllegalArgumentException): No value supplied for key: :a")
(sorted-map :b 1 :a 2)                        => {:a 2, :b 1}
(sorted-set 3 1 2)                            => #{1 2 3}
(sorted-map-by > 1 :a 2 :b)                   => {2 :b, 1 :a}
(subseq (sorted-set 1 2 3 4) > 2)             => (3 4)
(subseq (sorted-map 1 :a 2 :b) >= 2)          => ([2 :b])
(rsubseq (sorted-set 1 2 3) <= 2)             => (2 1)
(rseq [1 2 3])                                => (3 2 1)
(first (sorted-map 2 :b 1 :a))                => [1 :a]
(assoc {:a 1} :b 2 :c 3)                      => {:a 1, :b 2, :c 3}
(assoc [1 2] 0 :x)                            => [:x 2]
(assoc [1 2] 2 :x)                            => [1 2 :x]
(assoc [1 2] 5 :x)                            => (error "Execution error (IndexOutOfBoundsException)")
(assoc nil :a 1)                              => {:a 1}
(dissoc {:a 1 :b 2} :a)                       => {:b 2}
(get {:a 1} :a)                               => 1
(get {:a 1} :b :d)                            => :d
(get [1 2] 0)                                 => 1
(get #{1} 1)                                  => 1
(get nil :a)                                  => nil
({:a 1} :a)                                   => 1
({:a 1} :b :d)                                => :d
(:a {:a 1})                                   => 1
(:a nil)                                      => nil
(:b {:a 1} 5)                                 => 5
([1 2] 1)                                     => 2
([1 2] 9)                                     => (error "Execution error (IndexOutOfBoundsException)")
(#{1 2} 1)                                    => 1
('a {'a 5})                                   => 5
(contains? {:a 1} :a)                         => true
(contains? [1 2] 1)                           => true
(contains? #{1} 1)                            => true
(contains? "abc" 1)                           => true
(contains? '(1) 1)                            => (error "Execution error (IllegalArgumentException): contains? not supported on type: clojure.lang.PersistentList")
(find {:a 1} :a)                              => [:a 1]
(keys {:a 1 :b 2})                            => (:a :b)
(vals {:a 1 :b 2})                            => (1 2)
(keys {})                                     => nil
(key (first {:a 1}))                          => :a
(get-in {:a {:b 1}} [:a :b])                  => 1
(get-in {:a {:b 1}} [:a :c] 0)                => 0
(get-in [[1 2]] [0 1])                        => 2
(assoc-in {} [:a :b] 1)                       => {:a {:b 1}}
(update {:a 1} :a inc)                        => {:a 2}
(update {:a 1} :b (fnil inc 0))               => {:a 1, :b 1}
(update {:a 1} :a + 10 20)                    => {:a 31}
(update-in {:a {:b 1}} [:a :b] inc)           => {:a {:b 2}}
(merge {:a 1} {:b 2} nil {:a 3})              => {:a 3, :b 2}
(merge-with + {:a 1} {:a 2 :b 3})             => {:a 3, :b 3}
(merge-with into {:a [1]} {:a [2]})           => {:a [1 2]}
(select-keys {:a 1 :b 2} [:a :c])             => {:a 1}
(update-vals {:a 1} inc)                      => {:a 2}
(update-keys {:a 1} name)                     => {"a" 1}
(map-invert {})                               => (error "Unable to resolve symbol: map-invert in this context")
(set/union #{1} #{2})                         => #{1 2}
(set/intersection #{1 2} #{2 3})              => #{2}
(set/difference #{1 2} #{2})                  => #{1}
(set/subset? #{1} #{1 2})                     => true
(set/map-invert {:a 1})                       => {1 :a}
(set/rename-keys {:a 1} {:a :b})              => {:b 1}
(set/select odd? #{1 2 3})                    => #{1 3}
(set/join #{{:a 1 :b 2}} #{{:b 2 :c 3}})      => #{{:a 1, :b 2, :c 3}}
(set/project #{{:a 1 :b 2}} [:a])             => #{{:a 1}}
(set/index #{{:a 1 :b 2}} [:a])               => {{:a 1} #{{:a 1, :b 2}}}
(peek [1 2])                                  => 2
(pop [1 2])                                   => [1]
(peek '(1 2))                                 => 1
(pop '(1 2))                                  => (2)
(pop [])                                      => (error "Execution error (IllegalStateException): Can't pop empty vector")
(peek [])                                     => nil
(subvec [1 2 3 4] 1 3)                        => [2 3]
(subvec [1 2] 1 9)                            => (error "Execution error (IndexOutOfBoundsException)")
(disj #{1 2} 1)                               => #{2}
(empty [1])                                   => []
(empty {:a 1})                                => {}
(flatten [1 [2 [3 nil]] '(4)])                => (1 2 3 nil 4)
(tree-seq sequential? seq [1 [2 3]])          => ([1 [2 3]] 1 [2 3] 2 3)
(max-key count "a" "bb")                      => "bb"
(min-key count "a" "bb")                      => "a"
(nthrest [1 2 3] 1)                           => (2 3)
(nthnext [1 2 3] 5)                           => nil
(rand-int 1)                                  => 0
(count (shuffle [1 2 3]))                     => 3
(counted? [1])                                => true
(distinct? 1 2 1)                             => false
(replace {1 :a} [1 2])                        => [:a 2]
(persistent! (conj! (transient []) 1))        => [1]
(persistent! (assoc! (transient {}) :a 1))    => {:a 1}
(persistent! (dissoc! (transient {:a 1}) :a)) => {}
(persistent! (disj! (transient #{1}) 1))      => #{}

(let [s (sorted-set 1 3 5 7)] [(subseq s > 3) (subseq s >= 3) (subseq s >= 4) (subseq s < 3) (subseq s <= 3) (subseq s > 7) (subseq s > 1 < 7)])
 => [(5 7) (3 5 7) (5 7) (1) (1 3) nil (3 5)]
(let [s (sorted-set 1 3 5 7)] [(rsubseq s > 3) (rsubseq s >= 3) (rsubseq s < 3) (rsubseq s <= 4) (rsubseq s < 1) (rsubseq s >= 1 <= 5)])
 => [(7 5) (7 5 3) (1) (3 1) nil (5 3 1)]
(subseq (sorted-map-by > 1 :a 2 :b 3 :c) > 2)                          => ([1 :a])
(let [tests (atom 0) s (into (sorted-set) (range 1000))] (first (subseq s (fn [a b] (swap! tests inc) (>= a b)) 900)) (< @tests 5))
 => true
(let [k 1] {k 2 1 3})                                                  => (error "Duplicate key: 1")
(let [k 1] #{k 1})                                                     => (error "Duplicate key: 1")
(let [k 1] [{k 1 2 k} {:a k [2] k} #{k 2}])                            => [{1 1 2 1} {:a 1 [2] 1} #{1 2}]

;; What cannot be compared; sets of another order; records without what was added.

(map (fn [f] (try (f) (catch ClassCastException e :cast))) [#(sorted-map () 1) #(sorted-set {}) #(sorted-set #{}) #(assoc (sorted-map) '(1) 1) #(sorted-set 1 :a)]) => (:cast :cast :cast :cast :cast)
[(sorted-set []) (sorted-set nil) (sorted-set true) (count (sorted-set-by compare {})) (count (sorted-map-by (fn [a b] 0) {} 1))] => [#{[]} #{nil} #{true} 1 1]
(sorted-set ())                                               => (error "Default comparator requires nil, Number, or Comparable: ()")
[(= (sorted-set :a) (sorted-set 1)) (= #{1} (sorted-set :a)) (= (sorted-set 1) #{1})] => [false false true]
(do (defrecord Extended [a]) (= (->Extended 1) (dissoc (assoc (->Extended 1) :b 2) :b))) => true
(= (hash (->Extended 1)) (hash (dissoc (assoc (->Extended 1) :b 2) :b))) => true
[(contains? (transient [1 2]) 1) (contains? (transient [1 2]) 2)] => [true false]
