; Hash tables with integer keys: counting numbers that come again and again, then entering, finding and removing many.
(def count-numbers (n)
  (with (tb (table) x 1 most 0)
    (repeat n
      (= x (mod (+ (* x 1103) 12345) 65536))
      (++ (tb (mod x 30011) 0)))
    (ontable key count tb (= most (max most count)))
    (prn (len tb) " " most)))

(def enter-and-remove (n)
  (with (tb (table) found 0)
    (for i 0 (- n 1) (= (tb (* i 17)) i))
    (for i 0 (- (* 2 n) 1) (if (tb i) (++ found)))
    (for i 0 (- n 1) (if (odd i) (wipe (tb (* i 17)))))
    (prn found " " (len tb))))

(def main ()
  (count-numbers 3000000)
  (enter-and-remove 500000))
