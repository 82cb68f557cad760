;; Lazy sequences.

(lazy-seq [1 2])                                                       => (1 2)
(lazy-cat [1] [2])                                                     => (1 2)
(realized? (map inc [1]))                                              => false
(letfn [(fib [a b] (lazy-seq (cons a (fib b (+ a b)))))] (take 10 (fib 0 1)))
 => (0 1 1 2 3 5 8 13 21 34)
