;;; The game, second version (chapter 18 of the book), in a separate package: lazy trees, and a computer that looks
;;; ahead by alpha-beta.
(eval-when (:compile-toplevel :load-toplevel :execute)
  (require "lazy"))

(defpackage "DICE-API"
  (:use "COMMON-LISP" "LAZY")
  (:export "START"))
(in-package "DICE-API")

(let ((*package* (find-package "DICE-API")))
  (load (asdf:system-relative-pathname "dice-api" "../../game/dice_of_doom_v2.lisp")))

(defvar *games* (make-hash-table) "The current tree of each game, by number.")

(defun new-game ()
  "Begins a game on a random board. Returns its number."
  (let ((id (1+ (hash-table-count *games*))))
    (setf (gethash id *games*) (game-tree (gen-board) 0 0 t))
    id))

(defun moves (tree)
  "Returns a list of the moves of TREE, each (MOVE TREE); a MOVE is a list of two hexes, or NIL to pass."
  (take-all (caddr tree)))

(defun move-to (move tree)
  "Returns the tree that MOVE, as in MOVES, leads to from TREE; NIL if MOVE is not possible."
  (second (assoc move (moves tree) :test #'equal)))
