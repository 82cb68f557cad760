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
