;; for, doseq and the like.

(doseq [x [1 2] y [:a :b]] (prn x y))                         => (prints "1 :a\n1 :b\n2 :a\n2 :b\n" nil)
(doseq [x (range 5) :when (odd? x) :let [y (* x x)]] (prn y)) => (prints "1\n9\n" nil)
(doseq [x (range 5) :while (< x 2)] (prn x))                  => (prints "0\n1\n" nil)
(for [x [1 2] y [3 4]] [x y])                                 => ([1 3] [1 4] [2 3] [2 4])
(for [x (range 3) :let [y (* x x)] :when (odd? y)] y)         => (1)
(for [x (range 10) :while (< x 3)] x)                         => (0 1 2)
(for [x [1 2 3] :when (odd? x) y [x x]] y)                    => (1 1 3 3)
(dotimes [i 3] (print i))                                     => (prints "012" nil)
(let [a (atom 0)] (while (< @a 3) (swap! a inc)) @a)          => 3

;; :while ends the binding that it stands after, and no other.

(for [x (range 4) y (range 4) :while (< y x)] [x y])          => ([1 0] [2 0] [2 1] [3 0] [3 1] [3 2])
(for [x (range 3) y (range 3) :while (even? x)] [x y])        => ([0 0] [0 1] [0 2] [2 0] [2 1] [2 2])
(for [x (range 4) :while (< x 2) y [8 9]] [x y])              => ([0 8] [0 9] [1 8] [1 9])
(for [x [1 2] y [1 2 3] :while (< y 3) z [1 2] :while (< z y)] [x y z]) => ([1 2 1] [2 2 1])
(for [x (range 3) :when (odd? x) y (range 9) :let [z (* x y)] :while (< z 2) :when (odd? z)] [x y z]) => ([1 1 1])
(take 4 (for [x (range) y (range) :while (< y x)] [x y]))     => ([1 0] [2 0] [2 1] [3 0])
(let [seen (atom [])] (doseq [x (range 3) y (range 5) :while (< y x)] (swap! seen conj [x y])) @seen) => [[1 0] [2 0] [2 1]]
