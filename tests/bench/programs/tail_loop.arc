; Loops: by tail calls of a local function, by tail calls of a global one, and by WHILE.
(def local-loop (n)
  ((rfn next (i sum)
     (if (is i 0)
         sum
         (next (- i 1) (if (even i) (+ sum i) (- sum 1)))))
   n 0))

(def global-loop (i sum)
  (if (is i 0)
      sum
      (global-loop (- i 1) (if (odd i) (+ sum 2) (- sum 1)))))

(def plain-loop (n)
  (with (i 0 sum 0)
    (until (is i n)
      (= sum (if (even i) (+ sum i) (- sum 1)))
      (++ i))
    sum))

(def main ()
  (prn (local-loop 19000000) " " (global-loop 19000000 0) " " (plain-loop 19000000)))
