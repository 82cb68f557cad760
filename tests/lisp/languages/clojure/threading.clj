;; Threading.

(-> 5 (+ 3) (/ 2) inc)                         => 5
(->> [1 2 3] (map inc) (filter even?))         => (2 4)
(-> {:a 1} :a)                                 => 1
(as-> 5 x (+ x 1) (* x 2))                     => 12
(some-> {:a {:b 1}} :a :b inc)                 => 2
(some-> {:a nil} :a :b inc)                    => nil
(some->> [1] (map inc))                        => (2)
(cond-> 1 true inc false (* 42) (= 2 2) (* 3)) => 6
(cond->> [1 2] true (map inc))                 => (2 3)
(.. "abc" toUpperCase length)                  => 3
