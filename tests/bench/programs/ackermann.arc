; Deep calls: Ackermann's function.
(def ackermann (m n)
  (if (is m 0) (+ n 1)
      (is n 0) (ackermann (- m 1) 1)
               (ackermann (- m 1) (ackermann m (- n 1)))))

(def main ()
  (prn (ackermann 2 1500) " " (ackermann 3 10)))
