; Lists: the number of ways to put eleven queens on a board, with the columns taken as a list.
(def safe (column placed distance)
  (or (no placed)
      (and (isnt column (car placed))
           (isnt (abs (- column (car placed))) distance)
           (safe column (cdr placed) (+ distance 1)))))

(def queens (size placed row)
  (if (is row size)
      1
      (let count 0
        (for column 0 (- size 1)
          (when (safe column placed 1)
            (++ count (queens size (cons column placed) (+ row 1)))))
        count)))

(def main ()
  (prn (queens 11 nil 0)))
