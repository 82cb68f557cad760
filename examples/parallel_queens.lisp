;;; The puzzle of the queens on all cores: as many ways to put queens on a board as there are, counted by workers. Each
;;; task is a position of the queens in the first two rows; the workers take the next one when they are done.
;;;     tessera examples/parallel_queens.lisp [SIZE]

(require "parallel")

(defun solutions (size queens)
  "Returns the number of ways to complete QUEENS, a list of the columns of the queens so far, the last row's first."
  (if (= (length queens) size)
      1
      (loop for column below size
            when (safe-p column queens)
              sum (solutions size (cons column queens)))))

(defun safe-p (column queens)
  "True if no queen of QUEENS attacks COLUMN in the next row."
  (loop for queen in queens
        for distance from 1
        never (or (= queen column) (= (abs (- queen column)) distance))))

(defun beginnings (size)
  "Returns the positions of queens in two rows."
  (loop for first below size
        append (loop for second below size
                     when (safe-p second (list first))
                       collect (list second first))))

(defun count-solutions (size)
  "Returns the number of ways to put SIZE queens on a board of SIZE rows so that none attacks another."
  (reduce #'+ (parallel:pmapcar (lambda (queens) (solutions size queens)) (beginnings size))))

(let* ((size (if tessera:*arguments* (parse-integer (first tessera:*arguments*)) 8))
       (count (count-solutions size)))
  (format t "~D queens: ~D solutions, found by ~D workers~%" size count (parallel:kernel-worker-count))
  (assert (= count (solutions size '()))))      ; without workers
