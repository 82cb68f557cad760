; Closures: making, composing and calling functions that keep variables.
(def make-counter (step)
  (let value 0
    (fn () (++ value step))))

(def composing (f g)
  (fn (x) (f (g x))))

(def adder (n)
  [+ _ n])

(def counters (n rounds)
  (with (all (map1 make-counter (range 1 n)) sum 0)
    (repeat rounds
      (each counter all
        (++ sum (counter))))
    sum))

(def composed (n)
  (let sum 0
    (for i 0 (- n 1)
      (let f (composing (adder i) (composing (adder 1) (adder -2)))
        (++ sum (f i))))
    sum))

(def mapped (n)
  (with (numbers (range 0 999) sum 0)
    (for i 0 (- n 1)
      (++ sum (reduce + (map1 [* _ i] numbers))))
    sum))

(def main ()
  (prn (counters 1000 5000) " " (composed 1500000) " " (mapped 4000)))
