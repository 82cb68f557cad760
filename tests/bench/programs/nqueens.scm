;;; Lists: the number of ways to put eleven queens on a board, with the columns taken as a list.
(define (safe? column placed distance)
  (or (null? placed)
      (and (not (= column (car placed)))
           (not (= (abs (- column (car placed))) distance))
           (safe? column (cdr placed) (+ distance 1)))))

(define (queens size placed row)
  (if (= row size)
      1
      (let loop ((column 0) (count 0))
        (cond ((= column size) count)
              ((safe? column placed 1)
               (loop (+ column 1) (+ count (queens size (cons column placed) (+ row 1)))))
              (else (loop (+ column 1) count))))))

(define (main)
  (print (queens 11 '() 0)))
