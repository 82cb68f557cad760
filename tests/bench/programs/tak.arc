; Calls with three arguments, one of them in tail position: Takeuchi's function.
(def tak (x y z)
  (if (< y x)
      (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y))
      z))

(def main ()
  (let sum 0
    (for i 0 3 (++ sum (tak (+ i 24) 16 8)))
    (prn sum)))
