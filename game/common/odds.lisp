;;; The exact odds of dice, for the fourth version of Dice of Doom and for the browser's pages.

(defun dice-sums (count)
  "Returns a vector with the number of ways in which COUNT dice have each sum.
  (dice-sums 1) => #(0 1 1 1 1 1 1)"
  (let ((ways (vector 1)))
    (loop repeat count
          do (let ((more (make-array (+ (length ways) 6) :initial-element 0)))
               (loop for n across ways
                     for sum from 0
                     do (loop for face from 1 to 6 do (incf (aref more (+ sum face)) n)))
               (setf ways more)))
    ways))

(defun exact-odds (src-dice dst-dice)
  "Returns the probability, a ratio, that SRC-DICE dice have a greater sum than DST-DICE dice.
  (exact-odds 1 1) => 5/12"
  (let ((defense (dice-sums dst-dice)))
    (/ (loop for ways across (dice-sums src-dice)
             for sum from 0
             sum (* ways (reduce #'+ defense :end (min sum (length defense)))))
       (expt 6 (+ src-dice dst-dice)))))
