;; Arrays.

(alength (to-array [1 2 3]))                                  => 3
(vec (into-array [1 2]))                                      => [1 2]
(vec (into-array Long [1 2]))                                 => [1 2]
(seq (object-array 2))                                        => (nil nil)
(seq (int-array 3))                                           => (0 0 0)
(seq (int-array 4 [1 2]))                                     => (1 2 0 0)
(seq (int-array 3 7))                                         => (7 7 7)
(seq (int-array [1.5 2]))                                     => (1 2)
(seq (double-array [1 2]))                                    => (1.0 2.0)
(seq (double-array 2 3))                                      => (3.0 3.0)
(seq (boolean-array 2))                                       => (false false)
(let [a (int-array 3)] (aset a 1 5) [(aget a 1) (seq a)])     => [5 (0 5 0)]
(let [a (make-array Object 2 3)] (aset a 1 2 :x) [(aget a 1 2) (alength (aget a 0)) (map vec a)]) => [:x 3 ([nil nil nil] [nil nil :x])]
(let [a (into-array [1 2]) b (aclone a)] (aset b 0 9) [(vec a) (vec b)]) => [[1 2] [9 2]]
(aget (int-array 3) 5)                                        => (error "Execution error (ArrayIndexOutOfBoundsException): Index 5 out of bounds for length 3")
(aset (int-array 3) -1 0)                                     => (error "Execution error (ArrayIndexOutOfBoundsException): Index -1 out of bounds for length 3")
(aget [1 2] 0)                                                => (error "ClassCastException")
(areduce (int-array [1 2 3]) i sum 0 (+ sum (aget (int-array [1 2 3]) i))) => 6
(let [a (int-array [1 2 3])] [(vec (amap a i r (* 2 (aget a i)))) (vec a)]) => [[2 4 6] [1 2 3]]
[(count (to-array [1 2])) (nth (to-array [1 2]) 1) (first (to-array [5])) (contains? (to-array [1]) 0) (reduce + (int-array [1 2 3])) (empty? (to-array []))] => [2 2 5 true 6 true]
(nth (to-array [1]) 1)                                        => (error "Execution error (IndexOutOfBoundsException)")
