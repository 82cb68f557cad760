;;; The results of all boards of a small size by number of dice, and a comparison of random ones with plain minimax.
;;;     tessera game/solving/statistics.lisp [SIZE [DICE [SAMPLE]]]        ; 3x3 hexes, at most 3 dice, a sample of 100

(dolist (name '("../dice_of_doom_v2.lisp" "prover.lisp" "tables.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defun minimax (tree player spare-dice first-move known)
  "Returns the value of TREE for PLAYER by its moves alone. KNOWN is a table of earlier results."
  (destructuring-bind (mover board moves) tree
    (let ((key (list (coerce board 'list) mover spare-dice first-move)))
      (or (gethash key known)
          (setf (gethash key known)
                (let ((moves (take-all moves)) (goal (if (= mover player) 1 0)))
                  (if moves
                      (loop with best = (- 1 goal)
                            for (action next) in moves
                            for value = (minimax next player (if action (+ spare-dice (second (aref board (second action)))) 0) (null action) known)
                            do (setf best (if (= goal 1) (max best value) (min best value)))
                            until (= best goal)
                            finally (return best))
                      (let ((winners (winners board)))
                        (if (member player winners) (/ (length winners)) 0)))))))))

(defun print-statistics (counts)
  "Prints a table of COUNTS, lists (DICE BOARDS WINS TIES), and a row of all."
  (flet ((row (name boards wins ties)
           (format t "| ~a | ~:d | ~,2f % | ~,2f % |~%" name boards (/ (* 100.0 wins) boards) (/ (* 100.0 ties) boards))))
    (format t "| dice | boards | won by the player to move | ties |~%|--:|--:|--:|--:|~%")
    (loop for (dice boards wins ties) in counts do (row dice boards wins ties))
    (row "all" (reduce #'+ counts :key #'second) (reduce #'+ counts :key #'third) (reduce #'+ counts :key #'fourth))))

(defun compare-sample (count)
  "Compares the results of COUNT random boards with MINIMAX. Prints how many are the same."
  (let ((*random-state* (tessera:seed-random-state 1)))
    (format t "~%~d of ~d random boards have the result of minimax on the script's trees~%"
            (loop repeat count
                  for board = (gen-board)
                  for player = (random 2)
                  count (= (tabulated-result board player)
                           (minimax (game-tree board player 0 t) player 0 t (make-hash-table :test 'equal))))
            count)))

(let ((numbers (mapcar (lambda (text) (parse-integer text :junk-allowed t)) tessera:*arguments*)))
  (if (or (member nil numbers) (cdddr numbers))
      (format t "usage: tessera game/solving/statistics.lisp [SIZE [DICE [SAMPLE]]]~%")
      (destructuring-bind (&optional (size 3) (dice 3) (sample 100)) numbers
        (setf *board-size* size *board-hexnum* (* size size) *max-dice* dice)
        (let ((begin (get-internal-run-time)))
          (multiple-value-bind (counts bytes unlike) (tabulate-results)
            (print-statistics counts)
            (format t "~%~:d bytes, ~,1f s; ~:d boards have an image with another result~%" bytes
                    (/ (- (get-internal-run-time) begin) internal-time-units-per-second 1.0) unlike)
            (compare-sample sample))))))
