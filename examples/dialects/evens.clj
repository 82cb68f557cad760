;; The book's example of lazy sequences: the first 20 even numbers, of all that there are.
;;     tessera examples/dialects/evens.clj

(println (take 20 (filter even? (iterate inc 0))))
