;;; Loops: by tail calls of a local function, by tail calls of a global one, and by DO.
(defun local-loop (n)
  (labels ((next (i sum)
             (if (zerop i)
                 sum
                 (next (1- i) (if (evenp i) (+ sum i) (- sum 1))))))
    (next n 0)))

(defun global-loop (i sum)
  (if (zerop i)
      sum
      (global-loop (1- i) (if (oddp i) (+ sum 2) (- sum 1)))))

(defun plain-loop (n)
  (do ((i 0 (1+ i))
       (sum 0 (if (evenp i) (+ sum i) (- sum 1))))
      ((= i n) sum)))

(defun main ()
  (format t "~d ~d ~d~%" (local-loop 19000000) (global-loop 19000000 0) (plain-loop 19000000)))
