;;; Exact chances to win on small boards with luck, by the rules of version 4 for two players, as an oracle for players.
;;; Load version 4, native.lisp and prover.lisp first.
;;;     (compute-chances)            ; for all boards of the current settings
;;;     (position-chance tree)       ; the bounds of the chance of the player to move
;;;     (move-chances tree)          ; the chance after each move

(defparameter *chance-error* 1d-6 "The largest difference between the bounds of a chance.")

(defun compute-chances ()
  "Computes the chances of all boards of *BOARD-SIZE*, at most 3, with up to *MAX-DICE* dice, at most 3 on 3x3 hexes.
The bounds of each differ by at most *CHANCE-ERROR*. Returns the largest difference after each iteration.
  (let ((*board-size* 2) (*board-hexnum* 4) (*num-players* 2) (*max-dice* 2)) (<= (first (last (compute-chances))) 1d-6)) => T"
  (check-settings)
  (check-setting (= *num-players* 2) '*num-players* *num-players* "2: chances are about games of two players")
  (destructuring-bind (&key attack luck reinforcement ending &allow-other-keys) (version-rules)
    (check-setting (and (eq luck :dice) (eq attack :two-dice) (eq reinforcement :cluster) (not (eq ending :share)))
                   "The game" (version-name *version*) "version 4: chances are about games with luck"))
  (dice-of-doom-solving:compute-chances *board-size* *max-dice* *chance-error*
                                        (map 'list (lambda (row) (coerce row 'list)) *dice-odds*)))

(defun position-chance (tree)
  "Returns the bounds that COMPUTE-CHANCES has found for the player to move in TREE: of the chance to win, and half of
that to tie.
  (let ((*board-size* 2) (*board-hexnum* 4) (*num-players* 2) (*max-dice* 2)) (compute-chances) (position-chance (game-tree #((0 1) (0 1) (0 1) (1 1)) 0 0 t))) => 1.0d0"
  (destructuring-bind (player board spare-dice first-move) (position-of tree)
    (values-list (dice-of-doom-solving:chance-bounds (position-numbers board player spare-dice first-move)))))

(defun chance-for (tree player)
  "Returns the chance of PLAYER in TREE: the middle of its bounds."
  (multiple-value-bind (low high) (position-chance tree)
    (let ((chance (/ (+ low high) 2)))
      (if (= player (first tree)) chance (- 1 chance)))))

(defun move-chances (tree)
  "Returns the list of the chances of the player to move in TREE after each of its moves."
  (destructuring-bind (player board moves) tree
    (declare (ignore moves))
    (loop for (action success failure) in (moves-of tree)
          collect (if action
                      (let ((odds (attack-odds (second (aref board (first action))) (second (aref board (second action))))))
                        (+ (* odds (chance-for success player))
                           (* (- 1d0 odds) (chance-for failure player))))
                      (chance-for success player)))))
