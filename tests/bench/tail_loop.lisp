;;; Loops: by tail calls between local functions, by tail calls between global ones, and by DO.
(defun local-loop (n)
  (labels ((even (i sum)
             (if (zerop i) sum (odd (1- i) (+ sum i))))
           (odd (i sum)
             (if (zerop i) sum (even (1- i) (- sum 1)))))
    (even n 0)))

(defun ping (i sum)
  (if (zerop i) sum (pong (1- i) (+ sum 2))))

(defun pong (i sum)
  (if (zerop i) sum (ping (1- i) (- sum 1))))

(defun plain-loop (n)
  (do ((i 0 (1+ i))
       (sum 0 (if (evenp i) (+ sum i) (- sum 1))))
      ((= i n) sum)))

(format t "~d ~d ~d~%" (local-loop 20000000) (ping 20000000 0) (plain-loop 20000000))
