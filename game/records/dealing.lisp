;;; Deals boards on which equal players have equal chances in games with dice. GEN-BOARD of the book gives each hex to a
;;; random player, which often decides the game before the first move. Here all players get the same number of hexes,
;;; and those who move later get more dice, since the first move is an advantage. experiments/simulation.lisp measured
;;; how many more.

(defun first-blow ()
  "Returns the number of dice that each player gets more than the player before.
  (let ((*num-players* 4)) (first-blow)) => 1"
  (case *num-players*
    (2 (* 19/80 *board-hexnum*))
    (3 (* 3/10 (expt *board-size* 1.2)))
    (t (expt (/ 4 *num-players*) 3))))

(defun shuffled (list)
  "Returns the elements of LIST in random order."
  (let ((vector (coerce list 'vector)))
    (loop for i from (1- (length vector)) downto 1
          do (rotatef (aref vector i) (aref vector (random (1+ i)))))
    (coerce vector 'list)))

(defun rounded-by-chance (number)
  "Returns NUMBER, which is not negative, randomly rounded up or down, so that the mean is NUMBER."
  (multiple-value-bind (whole rest) (floor number)
    (+ whole (if (< (random 1.0) rest) 1 0))))

(defun dice-dealt (player hexes)
  "Returns the number of dice of PLAYER for HEXES hexes, in addition to one on each."
  (min (* hexes (1- *max-dice*))
       (rounded-by-chance (+ (* 3/8 (1- *max-dice*) (/ *board-hexnum* *num-players*))
                             (* player (first-blow))))))

(defun scatter-dice (count places)
  "Distributes COUNT dice at random over PLACES hexes that have room. Returns the list of the dice on each, including
the first one."
  (let ((dice (make-array places :initial-element 1))
        (room (max 2 (1- *max-dice*))))
    (loop repeat count
          for open = (or (loop for pos below places when (< (aref dice pos) room) collect pos)
                         (loop for pos below places collect pos))
          do (incf (aref dice (nth (random (length open)) open))))
    (coerce dice 'list)))

(defun fair-board ()
  "Returns a board on which all players have the same number of hexes, or the last ones one more, and more dice the
later they move.
  (let ((*board-size* 4) (*board-hexnum* 16) (*num-players* 2)) (count 0 (fair-board) :key #'first)) => 8"
  (check-settings)
  (let* ((owners (shuffled (loop for i below *board-hexnum* collect (- *num-players* 1 (mod i *num-players*)))))
         (dice (loop for player below *num-players*
                     for hexes = (count player owners)
                     collect (scatter-dice (dice-dealt player hexes) hexes))))
    (board-array (loop for player in owners
                       collect (list player (pop (nth player dice)))))))

(defun deal (seed &optional fair)
  "Returns the board that SEED deals for the current settings, by FAIR-BOARD if FAIR, otherwise by GEN-BOARD: the first
one on which player 0 can attack. Returns NIL if there is none among 1000."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (loop repeat 1000
          for board = (if fair (fair-board) (gen-board))
          when (first-move-of (game-tree board 0 0 t))
            return board)))
