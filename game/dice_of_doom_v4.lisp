;;; Dice of Doom, fourth version, after chapter 20 of the book: four players, rolled dice, and reinforcements by the
;;; largest cluster of hexes. Played like the second version, or like the third in a browser.
;;;
;;; An attack can fail: its move is (ACTION TREE-IF-WON TREE-IF-LOST).

(dolist (name '("dice_of_doom_v3.lisp" "common/odds.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defparameter *num-players* 4)
(defparameter *die-colors* '((255 63 63) (63 63 255) (63 255 63) (255 63 255)))
(defparameter *max-dice* 5)
(defparameter *ai-level* 2)

;;; Attacks that can fail

(defun attack-p (board cur-player src dst)
  "True if CUR-PLAYER, who owns the hex SRC, can attack from it to DST on BOARD: that needs two dice."
  (and (/= (first (aref board dst)) cur-player)
       (> (second (aref board src)) 1)))

(defun attack-move (board cur-player spare-dice src dst)
  "Returns the move in which CUR-PLAYER attacks from SRC to DST: the action, the tree if it succeeds, and the tree if it
fails."
  (let ((dice (second (aref board src)))
        (spare-dice (+ spare-dice (second (aref board dst)))))
    (flet ((tree (board)
             (game-tree board cur-player spare-dice nil)))
      (list (list src dst)
            (tree (board-attack board cur-player src dst dice))
            (tree (board-attack-fail board cur-player src dst dice))))))

(defun board-attack-fail (board player src dst dice)
  "Returns BOARD after a failed attack of PLAYER from SRC, where DICE dice stand, on DST: one die remains at SRC."
  (declare (ignore dst dice))
  (let ((after (copy-seq board)))
    (setf (aref after src) (list player 1))
    after))

;;; Rolling dice

(defun roll-faces (dice-num)
  "Rolls DICE-NUM dice. Returns the list of the faces.
  (length (roll-faces 3)) => 3"
  (loop repeat dice-num collect (1+ (random 6))))

(defun roll-dice (dice-num)
  "Rolls DICE-NUM dice, prints the result, and returns their sum."
  (let ((total (reduce #'+ (roll-faces dice-num))))
    (format t "~&On ~a dice rolled ~a. " dice-num total)
    total))

(defun roll-against (src-dice dst-dice)
  "Rolls SRC-DICE dice against DST-DICE dice. Returns true if the former have the greater sum."
  (let ((attack (roll-dice src-dice))
        (defense (roll-dice dst-dice)))
    (> attack defense)))

(defun pick-chance-branch (board move)
  "Returns the tree after MOVE on BOARD; for an attack, the one that the dice decide on."
  (destructuring-bind (action success &optional failure) move
    (flet ((dice (pos) (second (aref board pos))))
      (if (or (null action)
              (roll-against (dice (first action)) (dice (second action))))
          success
          failure))))

(defun move-tree (board move)
  "Returns the tree after MOVE, made on BOARD in a browser."
  (pick-chance-branch board move))

(defun handle-human (tree)
  "Asks the player to choose one of the moves of TREE and returns the tree after it; NIL at the end of the input."
  (let ((move (choose-move (take-all (third tree)))))
    (when move
      (pick-chance-branch (second tree) move))))

(defun handle-computer (tree)
  "Makes the move of TREE that is best for the player to move, and returns the tree that the dice lead to."
  (check-computer tree)
  (let ((ratings (get-ratings (limit-tree-depth tree *ai-level*) (first tree))))
    (pick-chance-branch (second tree) (best-move ratings tree))))

;;; The computer weighs outcomes by the odds.

(defparameter *dice-odds*
  #(#(0.84 0.97 1.0 1.0)
    #(0.44 0.78 0.94 0.99)
    #(0.15 0.45 0.74 0.91)
    #(0.04 0.19 0.46 0.72)
    #(0.01 0.06 0.22 0.46))
  "The probability that an attack succeeds: a row for each number of defending dice from 1, with a column for each
number of attacking dice from 2.")

(defun computed-odds (src-dice dst-dice)
  "Returns the probability that SRC-DICE dice have a greater sum than DST-DICE dice."
  (float (exact-odds src-dice dst-dice)))

(let ((known (make-hash-table :test 'equal)))
  (defun attack-odds (src-dice dst-dice)
    "Returns the probability that an attack of SRC-DICE dice on DST-DICE dice succeeds: that of *DICE-ODDS*, or if
*MAX-DICE* is beyond that table, a computed one."
    (let ((row (1- dst-dice))
          (column (- src-dice 2)))
      (if (and (< row (length *dice-odds*))
               (< column (length (aref *dice-odds* row))))
          (aref (aref *dice-odds* row) column)
          (recall (list src-dice dst-dice) known (lambda () (computed-odds src-dice dst-dice)))))))

(defun get-ratings (tree player)
  "Returns the list of the values of the moves of TREE for PLAYER; for an attack the values of success and failure
weighed by the odds."
  (let ((board (second tree)))
    (flet ((dice (pos) (second (aref board pos))))
      (loop for ((src dst) success failure) in (take-all (third tree))
            for worth = (rate-position success player)
            collect (if src
                        (let ((odds (attack-odds (dice src) (dice dst))))
                          (+ (* odds worth)
                             (* (- 1 odds) (rate-position failure player))))
                        worth)))))

(defun limit-tree-depth (tree depth)
  "Returns TREE without what follows after DEPTH moves."
  (destructuring-bind (player board moves) tree
    (flet ((limit (subtree)
             (limit-tree-depth subtree (1- depth))))
      (list player
            board
            (if (zerop depth)
                (lazy-nil)
                (lazy-mapcar (lambda (move) (cons (first move) (mapcar #'limit (rest move))))
                             moves))))))

;;; Reinforcements: a die for each hex of the player's largest cluster

(defun get-connected (board player pos)
  "Returns the positions of the hexes of PLAYER on BOARD that are connected with the one at POS, including POS; NIL if
POS is not the player's.
  (let ((*board-size* 2) (*board-hexnum* 4)) (sort (get-connected #((0 1) (0 1) (1 1) (0 1)) 0 0) #'<)) => (0 1 3)"
  (let ((visited '()))
    (labels ((visit (pos)
               (when (and (= (first (aref board pos)) player)
                          (not (member pos visited)))
                 (push pos visited)
                 (mapc #'visit (neighbors pos)))))
      (visit pos))
    visited))

(defun largest-cluster-size (board player)
  "Returns the number of hexes in the largest cluster of PLAYER on BOARD.
  (let ((*board-size* 2) (*board-hexnum* 4)) (largest-cluster-size #((0 1) (0 1) (1 1) (0 1)) 0)) => 3"
  (let ((seen '()))
    (loop for pos below *board-hexnum*
          unless (member pos seen)
            maximize (let ((cluster (get-connected board player pos)))
                       (setf seen (append cluster seen))
                       (length cluster)))))

(let ((old-add-new-dice (symbol-function 'add-new-dice)))
  (defun add-new-dice (board player spare-dice)
    "Returns BOARD with new dice for PLAYER, as many as the largest cluster has hexes. SPARE-DICE is ignored."
    (declare (ignore spare-dice))
    (funcall old-add-new-dice board player (largest-cluster-size board player))))

;;; Declares the rules for native.lisp.

(declare-version 4)
