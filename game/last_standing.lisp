;;; Dice of Doom to the end: the fourth version with another ending, for three players and more. In the book the game
;;; ends when anybody begins a turn without an attack, so a player who is eliminated ends it for all. Here a player
;;; without a hex is out, one who cannot attack passes, and whoever holds *WINNING-HEXES* hexes has won, at once.
;;;     (setf *winning-hexes* (hexes-to-win))
;;;     (play-vs-computer (game-tree (gen-board) 0 0 t))
;;; With *WINNING-HEXES* NIL, as it is unless set, the game is that of the fourth version.

(unless (and (boundp '*version*) *version* (eql (version-name *version*) 4))
  (load (merge-pathnames "dice_of_doom_v4.lisp" (or *load-truename* *default-pathname-defaults*))))

#+tessera (declaim (tessera:muffle-warnings :redefinition))

(when (fboundp 'native-off)             ; the functions below are made of the script's
  (native-off))

(defparameter *winning-share* 3/4
  "The share of the hexes with which the game is won. experiments/endings.lisp measures how rarely it is lost again.")

(defun hexes-to-win ()
  "Returns the value of *WINNING-HEXES* for the current size of the board.
  (let ((*board-size* 6) (*board-hexnum* 36)) (hexes-to-win)) => 27"
  (ceiling (* *winning-share* (- *board-hexnum* (length *holes*)))))

(defun won-board-p (board)
  "True if a player has won the game by holding enough hexes of BOARD.
  (let ((*winning-hexes* 3)) (won-board-p #((0 1) (1 1) (1 2) (1 1)))) => T"
  (and *winning-hexes*
       (loop for player below *num-players*
             thereis (>= (count player board :key #'first) *winning-hexes*))))

(defun next-player (board player)
  "Returns the player who moves after PLAYER on BOARD; one without a hex is out.
  (let ((*winning-hexes* 4) (*num-players* 3)) (next-player #((0 1) (2 1) (2 2) (0 1)) 0)) => 2"
  (loop for next = (mod (1+ player) *num-players*) then (mod (1+ next) *num-players*)
        when (or (null *winning-hexes*) (find next board :key #'first))
          return next))

(let ((old-game-tree (symbol-function 'game-tree)))
  (defun game-tree (board player spare-dice first-move)
    "Returns the lazy tree of all games in which PLAYER is to move on BOARD and has taken SPARE-DICE dice in this turn.
FIRST-MOVE is true at the beginning of a turn. A won game has no moves; the turn of a player who cannot attack can be
ended at once."
    (flet ((tree (first-move)
             (funcall old-game-tree board player spare-dice first-move)))
      (cond ((null *winning-hexes*) (tree first-move))
            ((won-board-p board) (list player board (lazy-nil)))
            (first-move (if (lazy-null (third (tree t))) (tree nil) (tree t)))
            (t (tree nil))))))

(let ((old-add-passing-move (symbol-function 'add-passing-move)))
  (defun add-passing-move (board player spare-dice first-move moves)
    "Returns the lazy list MOVES with the end of the turn before them; at the FIRST-MOVE of a turn, MOVES."
    (if (or first-move (null *winning-hexes*))
        (funcall old-add-passing-move board player spare-dice first-move moves)
        (lazy-cons (list nil (game-tree (add-new-dice board player (1- spare-dice)) (next-player board player) 0 t))
                   moves))))

;;; Declares the rules for native.lisp.

(declare-version :last-standing :based-on 4 :ending :share)

(when (fboundp 'native-on)
  (native-on))
