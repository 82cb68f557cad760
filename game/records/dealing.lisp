;;; Boards dealt so that equals have equal chances where dice decide. GEN-BOARD gives each hex to anybody: then the game is often decided before the
;;; first move. Here each player has as many hexes, and dice by whose turn comes when: the first blow is worth some, so whoever comes later has
;;; more. How many was found with simulation.lisp.

(defun first-blow ()
  "Returns what the first blow is worth: how many dice each player gets more than the one before.
  (let ((*num-players* 4)) (first-blow)) => 1"
  (case *num-players*
    (2 (* 19/80 *board-hexnum*))
    (3 (* 3/10 (expt *board-size* 1.2)))
    (t (expt (/ 4 *num-players*) 3))))

(defun shuffled (list)
  "Returns the elements of LIST in an order drawn by chance."
  (let ((vector (coerce list 'vector)))
    (loop for i from (1- (length vector)) downto 1
          do (rotatef (aref vector i) (aref vector (random (1+ i)))))
    (coerce vector 'list)))

(defun rounded-by-chance (number)
  "Returns NUMBER, which is no less than 0, or one of the integers around it, such that the mean is NUMBER."
  (multiple-value-bind (whole rest) (floor number)
    (+ whole (if (< (random 1.0) rest) 1 0))))

(defun dice-dealt (player hexes)
  "Returns how many dice PLAYER gets on so many HEXES, beyond the one on each."
  (min (* hexes (1- *max-dice*))
       (rounded-by-chance (+ (* 3/8 (1- *max-dice*) (/ *board-hexnum* *num-players*))
                             (* player (first-blow))))))

(defun scatter-dice (count places)
  "Returns as many numbers as there are PLACES: how many dice each has when COUNT of them fall on those with room, besides the one that stands there."
  (let ((dice (make-array places :initial-element 1))
        (room (max 2 (1- *max-dice*))))
    (loop repeat count
          for open = (or (loop for pos below places when (< (aref dice pos) room) collect pos)
                         (loop for pos below places collect pos))
          do (incf (aref dice (nth (random (length open)) open))))
    (coerce dice 'list)))

(defun fair-board ()
  "Returns a board on which all have as many hexes, those who come last one more where they do not divide, and dice by whose turn comes when.
  (let ((*board-size* 4) (*board-hexnum* 16) (*num-players* 2)) (count 0 (fair-board) :key #'first)) => 8"
  (check-settings)
  (let* ((owners (shuffled (loop for i below *board-hexnum* collect (- *num-players* 1 (mod i *num-players*)))))
         (dice (loop for player below *num-players*
                     for hexes = (count player owners)
                     collect (scatter-dice (dice-dealt player hexes) hexes))))
    (board-array (loop for player in owners
                       collect (list player (pop (nth player dice)))))))

(defun deal (seed &optional fair)
  "Returns the board that SEED deals for the current settings, by FAIR-BOARD or by GEN-BOARD as FAIR says: the first one on which player 0 can attack; NIL if
none turns up."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (loop repeat 1000
          for board = (if fair (fair-board) (gen-board))
          when (first-move-of (game-tree board 0 0 t))
            return board)))
