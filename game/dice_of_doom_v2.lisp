;;; Dice of Doom, second version, after chapter 18 of the book: a lazy tree, for boards whose whole tree does not fit
;;; into memory.
;;;     (play-vs-human (game-tree (gen-board) 0 0 t))
;;;     (play-vs-computer (game-tree (gen-board) 0 0 t))
;;;     (play-computers (game-tree (gen-board) 0 0 t))
;;;
;;; Boards and trees are those of the first version, except that the moves of a tree are a lazy list.

(dolist (name '("dice_of_doom_v1.lisp" "lazy.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defparameter *board-size* 4)
(defparameter *board-hexnum* (* *board-size* *board-size*))

;;; The lazy tree. It keeps its own branches, so GAME-TREE need not remember trees; branches not taken become garbage.

(defun game-tree (board player spare-dice first-move)
  "Returns the lazy tree of all games in which PLAYER is to move on BOARD and has taken SPARE-DICE dice in this turn.
FIRST-MOVE is true at the beginning of a turn."
  (if first-move
      (check-board board)
      (check-settings))
  (list player
        board
        (add-passing-move board player spare-dice first-move (attacking-moves board player spare-dice))))

(defun add-passing-move (board player spare-dice first-move moves)
  "Returns the lazy list MOVES with the end of the turn before them; at the FIRST-MOVE of a turn, MOVES."
  (if first-move
      moves
      (lazy-cons (list nil (game-tree (add-new-dice board player (1- spare-dice))
                                      (mod (1+ player) *num-players*)
                                      0
                                      t))
                 moves)))

(defun attack-p (board cur-player src dst)
  "True if CUR-PLAYER, who owns the hex SRC, can attack from it to DST on BOARD."
  (destructuring-bind (owner dice) (aref board dst)
    (and (/= owner cur-player)
         (> (second (aref board src)) dice))))

(defun attack-move (board cur-player spare-dice src dst)
  "Returns the move in which CUR-PLAYER attacks from SRC to DST: the action and the tree after it."
  (list (list src dst)
        (game-tree (board-attack board cur-player src dst (second (aref board src)))
                   cur-player
                   (+ spare-dice (second (aref board dst)))
                   nil)))

(defun attacking-moves (board cur-player spare-dice)
  "Returns the lazy list of the attacks that CUR-PLAYER, who has taken SPARE-DICE dice in this turn, can make on BOARD.
  (let ((*board-size* 2) (*board-hexnum* 4)) (length (take-all (attacking-moves #((0 2) (1 1) (0 1) (1 1)) 0 0)))) => 2"
  (labels ((attack (src dst)
             (if (attack-p board cur-player src dst)
                 (make-lazy (list (attack-move board cur-player spare-dice src dst)))
                 (lazy-nil)))
           (attacks-from (src)
             (if (= (first (aref board src)) cur-player)
                 (lazy-mapcan (lambda (dst) (attack src dst)) (make-lazy (neighbors src)))
                 (lazy-nil))))
    (lazy-mapcan #'attacks-from (make-lazy (loop for pos below *board-hexnum* collect pos)))))

;;; Games between people

(defun handle-human (tree)
  "Asks the player to choose one of the moves of TREE and returns the tree after it; NIL at the end of the input."
  (second (choose-move (take-all (third tree)))))

(defun play-on (tree next-tree)
  "Plays from TREE to the end. NEXT-TREE returns the tree after the move made, or NIL, which ends the game at once."
  (print-info tree)
  (if (lazy-null (third tree))
      (announce-winner (second tree))
      (let ((next (funcall next-tree tree)))
        (when next
          (play-on next next-tree)))))

(defun play-vs-human (tree)
  "Plays the game TREE to its end between people."
  (play-on tree 'handle-human))

;;; The computer looks some moves ahead and then scores the board.

(defparameter *ai-level* 4 "The number of moves that the computer looks ahead.")

(defun check-computer (tree)
  "Signals an INVALID-SETTING if *AI-LEVEL* or the board of TREE, in which the computer is to move, is wrong, or if
TREE has no move."
  (check-setting (typep *ai-level* '(integer 1)) '*ai-level* *ai-level* "a number of moves, 1 or more")
  (check-board (second tree))
  (check-setting (not (lazy-null (third tree))) "The tree" tree "one in which a move is left: this game has ended"))

(defun limit-tree-depth (tree depth)
  "Returns TREE without what follows after DEPTH moves.
  (let ((*board-size* 2) (*board-hexnum* 4)) (take-all (third (limit-tree-depth (game-tree #((0 2) (1 1) (0 1) (1 1)) 0 0 t) 0)))) => NIL"
  (destructuring-bind (player board moves) tree
    (list player
          board
          (if (zerop depth)
              (lazy-nil)
              (lazy-mapcar (lambda (move)
                             (destructuring-bind (action subtree) move
                               (list action (limit-tree-depth subtree (1- depth)))))
                           moves)))))

(defun threatened (pos board)
  "True if the hex at POS of BOARD has a neighbor of another player with more dice.
  (let ((*board-size* 2) (*board-hexnum* 4)) (threatened 0 #((0 1) (1 2) (0 1) (0 1)))) => T"
  (destructuring-bind (player dice) (aref board pos)
    (some (lambda (neighbor)
            (destructuring-bind (other-player other-dice) (aref board neighbor)
              (and (/= other-player player)
                   (> other-dice dice))))
          (neighbors pos))))

(defun score-board (board player)
  "Returns the score of BOARD for PLAYER: 2 for each safe hex of the player, 1 for a threatened one, -1 for each hex of
others.
  (let ((*board-size* 2) (*board-hexnum* 4)) (score-board #((0 1) (1 2) (0 1) (0 1)) 0)) => 3"
  (loop for pos from 0
        for (owner) across board
        sum (cond ((/= owner player) -1)
                  ((threatened pos board) 1)
                  (t 2))))

(defun get-ratings (tree player)
  "Returns the list of the values of the moves of TREE for PLAYER.
  (let ((*board-size* 2) (*board-hexnum* 4)) (get-ratings (limit-tree-depth (game-tree #((0 2) (1 1) (0 1) (1 1)) 0 0 t) 2) 0)) => (5 5)"
  (loop for (nil subtree) in (take-all (third tree))
        collect (rate-position subtree player)))

(defun rate-position (tree player)
  "Returns the value of TREE, whose depth is limited, for PLAYER under best play.
  (let ((*board-size* 2) (*board-hexnum* 4)) (rate-position (limit-tree-depth (game-tree #((0 2) (1 1) (0 1) (1 1)) 0 0 t) 2) 0)) => 5"
  (destructuring-bind (mover board moves) tree
    (if (lazy-null moves)
        (score-board board player)
        (reduce (if (= mover player) #'max #'min) (get-ratings tree player)))))

;;; Alpha-beta pruning: a line whose value lies outside the limits will not be played, as one of the players has a
;;; better one.

(defun ab-ratings (tree player upper-limit lower-limit maximizing)
  "Returns the values of the moves of TREE for PLAYER, up to the first one beyond the limits. Each of the others moves
one of the limits, the lower one if MAXIMIZING."
  (let ((ratings '()))
    (do ((moves (third tree) (lazy-cdr moves)))
        ((lazy-null moves))
      (let ((x (ab-rate-position (second (lazy-car moves)) player upper-limit lower-limit)))
        (push x ratings)
        (cond ((if maximizing (>= x upper-limit) (<= x lower-limit)) (return))
              (maximizing (setf lower-limit (max x lower-limit)))
              (t (setf upper-limit (min x upper-limit))))))
    (nreverse ratings)))

(defun ab-get-ratings-max (tree player upper-limit lower-limit)
  "Returns the values of the moves of TREE for PLAYER, who chooses, up to the first one that reaches UPPER-LIMIT."
  (ab-ratings tree player upper-limit lower-limit t))

(defun ab-get-ratings-min (tree player upper-limit lower-limit)
  "Returns the values of the moves of TREE for PLAYER, when another player chooses, up to the first one that reaches
LOWER-LIMIT."
  (ab-ratings tree player upper-limit lower-limit nil))

(defun ab-rate-position (tree player upper-limit lower-limit)
  "Returns the value of TREE for PLAYER if it lies between LOWER-LIMIT and UPPER-LIMIT, otherwise a bound."
  (destructuring-bind (mover board moves) tree
    (cond ((lazy-null moves) (score-board board player))
          ((= mover player) (reduce #'max (ab-get-ratings-max tree player upper-limit lower-limit)))
          (t (reduce #'min (ab-get-ratings-min tree player upper-limit lower-limit))))))

(defun best-move (ratings tree)
  "Returns the first move of TREE with the best rating in RATINGS."
  (lazy-nth (position (reduce #'max ratings) ratings) (third tree)))

(defun handle-computer (tree)
  "Returns the tree after the move of TREE that is best for the player to move, the first one of equals."
  (check-computer tree)
  (let ((ratings (ab-get-ratings-max (limit-tree-depth tree *ai-level*)
                                     (first tree)
                                     most-positive-fixnum
                                     most-negative-fixnum)))
    (second (best-move ratings tree))))

(defun play-vs-computer (tree)
  "Plays the game TREE to its end between a person, player 0, and the computer."
  (play-on tree (lambda (tree)
                  (if (zerop (first tree))
                      (handle-human tree)
                      (handle-computer tree)))))

(defun play-computers (tree)
  "Plays the game TREE to its end between computers.
  (play-computers (game-tree (gen-board) 0 0 t))"
  (play-on tree 'handle-computer))

;;; With pruning the computer plays well enough on the larger board.

(defparameter *board-size* 5)
(defparameter *board-hexnum* (* *board-size* *board-size*))

;;; Declares the rules for native.lisp.

(declare-version 2)
