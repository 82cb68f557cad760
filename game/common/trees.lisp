;;; What game trees are the trees of, lazy ones and others; and trees as plain lists, to keep them in a file. A tree goes on for ever;
;;; what it is the tree of is short:
;;;     (position-of tree)                   ; (PLAYER BOARD SPARE-DICE FIRST-MOVE)
;;;     (tree-state tree)                    ; (PLAYER HEXES SPARE-DICE FIRST-MOVE)
;;;     (tree-of-state state)                ; the same tree again

(defun moves-of (tree)
  "Returns the list of the moves of TREE, lazy or not."
  (let ((moves (third tree)))
    (if (listp moves)
        moves
        (loop for cell = (funcall moves) then (funcall (rest cell))   ; version 1 has no TAKE-ALL, nor its package
              while cell
              collect (first cell)))))

(defun first-move-of (tree)
  "Returns the first move of TREE, lazy or not; NIL if it has none. In the midst of a turn that is the turn's end."
  (let ((moves (third tree)))
    (first (if (listp moves) moves (funcall moves)))))

(defun passing-move-of (tree)
  "Returns the move of TREE that ends the turn; NIL if there is none, as where a turn begins."
  (let ((move (first-move-of tree)))
    (and move (null (first move)) move)))

(defun dice-count (board)
  "Returns how many dice stand on BOARD."
  (reduce #'+ board :key #'second))

(defun free-places (board player)
  "Returns how many dice would fill the hexes of PLAYER on BOARD."
  (loop for (owner dice) across board
        when (eql owner player)
          sum (max 0 (- *max-dice* dice))))

(defvar *trees-to-look-at* 0 "How many more trees DICE-TAKEN looks at.")

(defun dice-taken (tree)
  "Returns how many dice were taken in the turn of which TREE is a part, and true if that is sure. The end of the turn brings back one less, as far
as there is room for them; where all the room is taken, what comes after a further attack tells more. If nothing tells, then they
are as many as never make a difference."
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
  "Returns what the native TREE is the tree of, a list (PLAYER BOARD SPARE-DICE FIRST-MOVE); NIL if it is one of the scripts."
  (let ((name (and (find-package "DICE-OF-DOOM")
                   (find-symbol "TREE-POSITION" "DICE-OF-DOOM"))))
    (and name (fboundp name) (funcall name tree))))

(defun position-of (tree)
  "Returns the position of TREE as a list (PLAYER BOARD SPARE-DICE FIRST-MOVE). A tree that the scripts made does not tell how many dice were
taken in the turn: they are found by what comes after it."
  (or (native-position tree)
      (let ((*trees-to-look-at* 10000))
        (list (first tree) (second tree) (values (dice-taken tree)) (null (passing-move-of tree))))))

(defun tree-state (tree)
  "Returns a list (PLAYER HEXES SPARE-DICE FIRST-MOVE) of which TREE-OF-STATE makes the same game tree as TREE again; NIL if TREE is NIL."
  (when tree
    (destructuring-bind (player board spare-dice first-move) (position-of tree)
      (list player (coerce board 'list) spare-dice first-move))))

(defun tree-of-state (state)
  "Returns the game tree of which TREE-STATE made STATE. An error if the settings do not go with its board."
  (when state
    (destructuring-bind (player hexes spare-dice first-move) state
      (let ((board (coerce hexes 'vector)))
        (check-board board)
        (game-tree board player spare-dice first-move)))))
