;;; Deals boards on which equal players have equal chances in games with dice. GEN-BOARD of the book gives each hex to a
;;; random player, which often decides the game before the first move. Here all players get the same number of hexes,
;;; and those who move later get more dice, since the first move is an advantage. experiments/simulation.lisp measured
;;; how many more.

(defun board-side ()
  "Returns the number of hexes in a row; on a map, in a row of a square with as many hexes."
  (if *holes* (sqrt (land-hexes)) *board-size*))

(defun first-blow ()
  "Returns the number of dice that the second player gets more than the first: see DICE-DEALT.
  (let ((*num-players* 4)) (first-blow)) => 1"
  (case *num-players*
    (2 (* 19/80 (land-hexes)))
    (3 (* 3/10 (expt (board-side) 1.2)))
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
  "Returns the number of dice of PLAYER for HEXES hexes, in addition to one on each. The second player needs more than
the first, and each later one somewhat more, but less than in proportion."
  (min (* hexes (1- *max-dice*))
       (rounded-by-chance (+ (* 3/8 (1- *max-dice*) (/ (land-hexes) *num-players*))
                             (* (expt player 0.65) (first-blow))))))

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
  (let* ((owners (shuffled (loop for i below (land-hexes) collect (- *num-players* 1 (mod i *num-players*)))))
         (dice (loop for player below *num-players*
                     for hexes = (count player owners)
                     collect (scatter-dice (dice-dealt player hexes) hexes))))
    (board-array (loop for pos below *board-hexnum*
                       collect (if (member pos *holes*)
                                   (hole)
                                   (let ((player (pop owners)))
                                     (list player (pop (nth player dice)))))))))

;;; On a map the places differ: bays are easy to hold, and whoever begins in one has an advantage. So several boards are
;;; dealt, and greedy players show which is fair.

(defparameter *trial-games* 120 "The number of games that show how fair a board is.")
(defparameter *first-trial-games* 40 "The number of games that show whether the others are worth it.")
(defparameter *trial-boards* 8 "The most boards that are dealt for a game on a map.")
(defparameter *trial-land* 30 "The number of hexes above which there are fewer trial games, since each takes longer.")

(defparameter *slow-trial-part* 1/10 "The part of the trial games that suffices where hexes hold two dice: these games are long.")

(defun affordable (games)
  "Returns the number of trial games for the current board: GAMES, or fewer on large boards, where places differ less,
and where hexes hold so few dice that games are long.
  (let ((*board-size* 16) (*board-hexnum* 256)) (affordable 120)) => 1"
  (max 1 (floor (* games (if (<= *max-dice* 2) *slow-trial-part* 1) (min 1 (expt (/ *trial-land* (land-hexes)) 2))))))

(defun unfairness (board seed games)
  "Returns by how much the wins of a player in GAMES trial games on BOARD differ at most from an equal share of all, in
standard deviations."
  (let ((wins (dice-of-doom:play-greedily board (rules-in-use) (list* *board-size* *num-players* *max-dice* (or *winning-hexes* 0) *holes*)
                                          seed games))
        (even (/ 1.0 *num-players*)))
    (loop for won in wins maximize (/ (abs (- (/ won games) even)) (sqrt (/ (* even (- 1 even)) games))))))

(defun next-board (fair)
  "Returns a board on which player 0 can attack, by FAIR-BOARD if FAIR, otherwise by GEN-BOARD; NIL if none of 1000 is."
  (loop repeat 1000
        for board = (if fair (fair-board) (gen-board))
        when (first-move-of (game-tree board 0 0 t))
          return board))

(defun fairest-board (seed)
  "Returns the first of some boards of FAIR-BOARD that trial games show as fair as far as so few games can, or else the
fairest of these; NIL if player 0 can attack on none."
  (loop with best = nil and least = nil
        repeat *trial-boards*
        for board = (next-board t)
        while board
        do (let* ((first (unfairness board seed (affordable *first-trial-games*)))
                  (now (if (< first 2) (unfairness board (1+ seed) (affordable *trial-games*)) (* 2 first))))
             (when (or (null best) (< now least))
               (setf best board least now)))
        until (< least 5/4)
        finally (return best)))

(let ((known (make-hash-table :test 'equal)))
  (defun map-board (seed)
    "Returns the FAIREST-BOARD of SEED for the current settings, found once."
    (when (> (hash-table-count known) 200)
      (clrhash known))
    (recall (list seed *board-size* *num-players* *max-dice* *winning-hexes* *holes*) known
            (lambda () (fairest-board seed)))))

(defun deal (seed &optional fair)
  "Returns the board that SEED deals for the current settings, by FAIR-BOARD if FAIR, on a map the fairest of some,
otherwise by GEN-BOARD: the first one on which player 0 can attack. Returns NIL if there is none among 1000."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (if (and fair *holes*)
        (map-board seed)
        (next-board fair))))
