;; Transducers.

(transduce (map inc) + [1 2 3])                              => 9
(transduce (comp (filter odd?) (map inc)) conj [] (range 6)) => [2 4 6]
(transduce (take 2) + 0 [1 2 3])                             => 3
(sequence (map inc) [1 2])                                   => (2 3)
(into [] (comp (take 3) (map inc)) (range))                  => [1 2 3]
(into [] (partition-all 2) [1 2 3])                          => [[1 2] [3]]
(into [] (partition-by odd?) [1 1 2])                        => [[1 1] [2]]
(into [] (dedupe) [1 1 2])                                   => [1 2]
(into [] (distinct) [1 1 2])                                 => [1 2]
(into [] (mapcat range) [1 2])                               => [0 0 1]
(into [] cat [[1] [2]])                                      => [1 2]
(into [] (take-while odd?) [1 2 3])                          => [1]
(into [] (drop 1) [1 2 3])                                   => [2 3]
(into [] (drop-while odd?) [1 2 3])                          => [2 3]
(into [] (map-indexed vector) [:a :b])                       => [[0 :a] [1 :b]]
(into [] (keep #(if (odd? %) %)) [1 2])                      => [1]
(into [] (interpose 0) [1 2])                                => [1 0 2]
(into [] (take-nth 2) [1 2 3])                               => [1 3]
(into [] (remove odd?) [1 2])                                => [2]
(map-indexed vector [:a :b])                                 => ([0 :a] [1 :b])
(keep-indexed (fn [i x] (if (odd? i) x)) [:a :b])            => (:b)
(keep #(if (odd? %) %) [1 2 3])                              => (1 3)
(mapv inc [1 2])                                             => [2 3]
(filterv odd? [1 2 3])                                       => [1 3]
(mapv + [1 2] [3 4])                                         => [4 6]
(run! prn [1 2])                                             => (prints "1\n2\n" nil)
(doall (map inc [1]))                                        => (2)
(dorun (map inc [1]))                                        => nil

;; Transducers of functions that had none.

(into [] (replace {1 :one}) [1 2]) => [:one 2]
(into [] (replace {1 nil}) [1 2]) => [nil 2]
(replace {1 nil} [1 2]) => [nil 2]
(into [] (random-sample 1.0) [1 2]) => [1 2]
(into [] (random-sample 0) [1 2]) => []
(sequence (replace {:a 1}) [:a :b]) => (1 :b)
(transduce (replace {2 20}) + [1 2 3]) => 24
(into [] (comp (replace {1 2}) (map inc)) [1 1]) => [3 3]
(into #{} (random-sample 1.0) [1 1]) => (shows "#{1}")
(eduction (replace {1 :x}) [1]) => (:x)
(into [] (halt-when #{2}) [1 3]) => [1 3]
(into [] (partition-all 2) [1 2 3]) => [[1 2] [3]]
