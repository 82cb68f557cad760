;;; The results of all boards of a small size, by the rules of versions 1 to 3 for two players. Load a version of the
;;; game and prover.lisp first.
;;;     (tabulate-results)                   ; all boards of the current size
;;;     (tabulated-result board player)      ; 1, a win of the player to move; 1/2, a tie; 0, a loss

(defun tabulate-results ()
  "Computes the results of all boards of *BOARD-SIZE*, at most 3, with up to *MAX-DICE* dice on a hex, at most 3 on 3x3
hexes. Returns a list (DICE BOARDS WINS TIES) for each number of dice on the board: how many such boards there are, and
how many of them the player to move wins or ties. The second value is the size of the table in bytes; the third one the
number of boards of which a turned or mirrored image has another result.
  (let ((*board-size* 1) (*board-hexnum* 1) (*max-dice* 2)) (tabulate-results)) => ((1 2 1 0) (2 2 1 0))"
  (check-settings)
  (destructuring-bind ((bytes unlike) &rest counts) (dice-of-doom-solving:tabulate *board-size* *max-dice*)
    (values counts bytes unlike)))

(defun tabulated-result (board player &optional (spare-dice 0) (first-move t))
  "Returns the result of BOARD for PLAYER, who is to move and has taken SPARE-DICE dice in this turn, by the table that
TABULATE-RESULTS has made last: 1, a win; 1/2, a tie; 0, a loss.
  (let ((*board-size* 1) (*board-hexnum* 1) (*max-dice* 2)) (tabulate-results) (tabulated-result #((0 1)) 1)) => 0"
  (check-provable board player)
  (/ (1+ (dice-of-doom-solving:tabulated-result (position-numbers board player spare-dice first-move))) 2))
