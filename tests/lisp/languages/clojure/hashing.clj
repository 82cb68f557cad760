;; Hashes.

(= (hash [1 2]) (hash '(1 2)))            => true
(= (hash {:a 1 :b 2}) (hash {:b 2 :a 1})) => true
