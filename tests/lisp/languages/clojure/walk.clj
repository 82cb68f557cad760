;; clojure.walk.

(require '[clojure.walk :as walk]) => nil
(walk/postwalk #(if (number? %) (inc %) %) [1 {:a 2} '(3)]) => [2 {:a 3} (4)]
(walk/prewalk #(if (vector? %) (vec (rest %)) %) [1 [2 3]]) => [[3]]
(walk/keywordize-keys {"a" {"b" 1}})                        => {:a {:b 1}}
(walk/stringify-keys {:a 1})                                => {"a" 1}
(walk/postwalk-replace {:a 1} [:a [:a]])                    => [1 [1]]
