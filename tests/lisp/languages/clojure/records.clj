;; Records, types, protocols.

(do (defrecord P [x y]) (->P 1 2))                                     => (shows "#user.P{:x 1, :y 2}")
(:x (->P 1 2))                                                         => 1
(map->P {:x 1 :y 2 :z 3})                                              => (shows "#user.P{:x 1, :y 2, :z 3}")
(assoc (->P 1 2) :x 5)                                                 => (shows "#user.P{:x 5, :y 2}")
(dissoc (->P 1 2) :x)                                                  => {:y 2}
(= (->P 1 2) (->P 1 2))                                                => true
(= (->P 1 2) {:x 1 :y 2})                                              => false
(.x (->P 1 2))                                                         => 1
(P. 1 2)                                                               => (shows "#user.P{:x 1, :y 2}")
(keys (->P 1 2))                                                       => (:x :y)
(into {} (->P 1 2))                                                    => {:x 1, :y 2}
(map? (->P 1 2))                                                       => true
(record? (->P 1 2))                                                    => true
(count (->P 1 2))                                                      => 2
(let [{:keys [x y]} (->P 1 2)] [x y])                                  => [1 2]
(instance? P (->P 1 2))                                                => true
(merge (->P 1 2) {:y 5})                                               => (shows "#user.P{:x 1, :y 5}")
(class (->P 1 2))                                                      => user.P
(do (defprotocol Sh (area [s]) (named [s] [s p])) :ok)                 => :ok
(do (defrecord Sq [a] Sh (area [_] (* a a)) (named [this] "sq") (named [this p] (str p "sq" a))) (area (->Sq 3)))
 => 9
(named (->Sq 3))                                                       => "sq"
(named (->Sq 3) "a ")                                                  => "a sq3"
(area 5)                                                               => (error "Execution error (IllegalArgumentException): No implementation of method: :area of protocol: #'user/Sh found for class: java.lang.Long")
(do (extend-type Long Sh (area [n] n)) (area 5))                       => 5
(do (extend-protocol Sh String (area [s] (count s)) nil (area [_] 0)) [(area "abc") (area nil)])
 => [3 0]
(area :k)                                                              => (error "Execution error (IllegalArgumentException): No implementation of method: :area of protocol: #'user/Sh found for class: clojure.lang.Keyword")
(do (extend-type Object Sh (area [_] :obj)) (area :k))                 => :obj
(satisfies? Sh (->Sq 1))                                               => true
(satisfies? Sh 1.5)                                                    => true
(do (deftype T [a ^:unsynchronized-mutable b] Sh (area [this] (set! b (+ b 1)) b)) (let [t (T. 1 2)] [(area t) (area t)]))
 => [3 4]
(.a (T. 1 2))                                                          => 1
(let [r (reify Sh (area [_] 42) Object (toString [_] "I am"))] [(area r) (str r)])
 => [42 "I am"]
(let [x 5 r (reify Sh (area [_] (* x x)))] (area r))                   => 25
(do (deftype Named [n] Object (toString [_] (str "N:" n)) (equals [a b] true)) (str (Named. 1)))
 => "N:1"

;; A type is one class, also for what is in the same form; instances of types have hashes of their own.

(let [] (defrecord Once [x]) (= (Once. 1) (->Once 1) (map->Once {:x 1})))      => true
(do (defrecord Two [x y]) (->Two 1))           => (error "Execution error (ArityException): Wrong number of args (1) passed to: user/->Two")
(do (deftype Plain [x]) (let [ps (map ->Plain (range 100))] [(count (set ps)) (count (set (map hash ps)))]))
 => [100 100]
(do (deftype Odd [x] Object (hashCode [_] (rem x 2)) (equals [_ o] (odd? (.-x o)))) [(hash (Odd. 3)) (count (set [(Odd. 1) (Odd. 3)]))])
 => [1 1]

;; Destructuring in the methods of types; interfaces.

(do (defprotocol Dp (dm [a b] [a b c])) (defrecord Dr [x y] Dp (dm [_ [p q]] [x p q]) (dm [_ {:keys [x z]} y] [x y z])) (dm (->Dr 1 2) [3 4])) => [1 3 4]
(dm (->Dr 1 2) {:x 5 :z 6} 7) => [5 7 6]
(do (defrecord Dr2 [x] Dp (dm [this [x & more]] [x more (:x this)])) (dm (->Dr2 1) [3 4 5])) => [3 (4 5) 1]
(do (defrecord Dr3 [a b] Dp (dm [_ [[a] :as all]] [a b all])) (dm (->Dr3 1 2) [[9]])) => [9 2 [[9]]]
(do (deftype Dt [a] Dp (dm [_ {a :k :or {a 5}}] a)) (dm (Dt. 1) {})) => 5
(dm (Dt. 1) {:k 2}) => 2
(dm (reify Dp (dm [_ [a b]] (+ a b))) [1 2]) => 3
(do (extend-type String Dp (dm [s {:keys [n]}] (str s n))) (dm "a" {:n 1})) => "a1"
(do (extend-protocol Dp Long (dm [n [a]] (+ n a))) (dm 1 [2])) => 3
(do (defrecord Dr4 [v] Dp (dm [_ [a]] (let [v a] v))) (dm (->Dr4 1) [3])) => 3
(do (defrecord Dr5 [n] Dp (dm [_ {:strs [n]}] n)) (dm (->Dr5 1) {"n" 8})) => 8
(do (definterface Shown (shownAs [])) (deftype Sh [] Shown (shownAs [_] :sh)) (.shownAs (Sh.))) => :sh
