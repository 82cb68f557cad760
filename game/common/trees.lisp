;;; Positions of game trees. A tree, lazy or whole, can be very large; the position that it begins at is a short list,
;;; from which the tree can be made again. Sessions and saved games keep positions.
;;;     (position-of tree)                   ; (PLAYER BOARD SPARE-DICE FIRST-MOVE)
;;;     (tree-state tree)                    ; (PLAYER HEXES SPARE-DICE FIRST-MOVE), the board as a list
;;;     (tree-of-state state)                ; an equal tree

(defun moves-of (tree)
  "Returns the moves of TREE, lazy or not, as a list."
  (let ((moves (third tree)))
    (if (listp moves)
        moves
        (loop for cell = (funcall moves) then (funcall (rest cell))   ; version 1 has no TAKE-ALL, nor its package
              while cell
              collect (first cell)))))

(defun first-move-of (tree)
  "Returns the first move of TREE, lazy or not; NIL if it has none. Within a turn the first move ends the turn."
  (let ((moves (third tree)))
    (first (if (listp moves) moves (funcall moves)))))

(defun passing-move-of (tree)
  "Returns the move of TREE that ends the turn; NIL if the turn cannot be ended because it only begins."
  (let ((move (first-move-of tree)))
    (and move (null (first move)) move)))

(defun dice-count (board)
  "Returns the number of dice on BOARD."
  (reduce #'+ board :key #'second))

(defun free-places (board player)
  "Returns the number of dice that would fill the hexes of PLAYER on BOARD."
  (loop for (owner dice) across board
        when (eql owner player)
          sum (max 0 (- *max-dice* dice))))

(defvar *trees-to-look-at* 0 "The number of trees that DICE-TAKEN may still look at.")

(defun dice-taken (tree)
  "Returns the number of dice taken so far in the turn that TREE belongs to, and true if that number is certain. Ending
the turn places one die less, if there is room for them. If all the room is filled, the number may follow from the trees
after further attacks. If it does not, the returned number is large enough to make no difference."
  (destructuring-bind (player board moves) tree
    (declare (ignore moves))
    (decf *trees-to-look-at*)
    (let* ((pass (passing-move-of tree))
           (placed (and pass (- (dice-count (second (second pass))) (dice-count board)))))
      (cond ((null pass) (values 0 t))
            ((< placed (free-places board player)) (values (1+ placed) t))
            (t (loop for ((src dst) subtree) in (moves-of tree)
                     while (plusp *trees-to-look-at*)
                     when src
                       do (multiple-value-bind (taken sure) (dice-taken subtree)
                            (when sure
                              (return (values (- taken (second (aref board dst))) t))))
                     finally (return (values (1+ placed) nil))))))))

(defun native-position (tree)
  "Returns the position of the native TREE as a list (PLAYER BOARD SPARE-DICE FIRST-MOVE); NIL if a script made the
tree."
  (let ((name (and (find-package "DICE-OF-DOOM")
                   (find-symbol "TREE-POSITION" "DICE-OF-DOOM"))))
    (and name (fboundp name) (funcall name tree))))

(defun position-of (tree)
  "Returns the position of TREE as a list (PLAYER BOARD SPARE-DICE FIRST-MOVE). A tree made by a script does not contain
the number of dice taken in the turn: it is computed from the trees that follow."
  (or (native-position tree)
      (let ((*trees-to-look-at* 10000))
        (list (first tree) (second tree) (values (dice-taken tree)) (null (passing-move-of tree))))))

(defun tree-state (tree)
  "Returns a list (PLAYER HEXES SPARE-DICE FIRST-MOVE) from which TREE-OF-STATE makes an equal tree; NIL if TREE is
NIL."
  (when tree
    (destructuring-bind (player board spare-dice first-move) (position-of tree)
      (list player (coerce board 'list) spare-dice first-move))))

(defun tree-of-state (state)
  "Returns the game tree for STATE, a result of TREE-STATE. Signals an ERROR if its board does not match the settings."
  (when state
    (destructuring-bind (player hexes spare-dice first-move) state
      (let ((board (coerce hexes 'vector)))
        (check-board board)
        (check-type player (integer 0))
        (assert (< player *num-players*))
        (check-type spare-dice (integer 0))
        (game-tree board player spare-dice first-move)))))
