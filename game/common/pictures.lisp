;;; Pictures of boards and game trees for Tessera's prompt, SHOW-TREE and notebooks: methods of TESSERA:SKETCH,
;;; TREE-VIEW and DISPLAY. Boards are drawn by the current package's DRAW-BOARD, and in notebooks by its DRAW-BOARD-SVG,
;;; so that a redefinition counts at once.

(defpackage "GAME-PICTURES" (:use "COMMON-LISP"))
(in-package "GAME-PICTURES")

;;; How boards and trees are recognized

(defun tree-p (object)
  "True if OBJECT looks like a game tree: (PLAYER BOARD ... MOVES), where MOVES is a list of (MOVE TREE [TREE if it
fails]) or a lazy one."
  (and (consp object)
       (typep (ignore-errors (list-length object)) '(integer 3 4))
       (vectorp (second object))
       (not (stringp (second object)))
       (typep (car (last object)) '(or function list))))

(defun hexes-p (object)
  "True if OBJECT is a square of hexes, (PLAYER DICE) each, of which player 26 owns holes."
  (and (vectorp object)
       (not (stringp object))
       (plusp (length object))
       (= (length object) (expt (isqrt (length object)) 2))
       (every (lambda (hex) (and (consp hex) (typep (first hex) '(integer 0 26)) (consp (rest hex)) (integerp (second hex)))) object)))

(defun games-function (name)
  "Returns the function NAME of the current package, or NIL."
  (let ((symbol (find-symbol name *package*)))
    (and symbol (fboundp symbol) (not (macro-function symbol)) (fdefinition symbol))))

;;; As text

(defun board-lines (board)
  "Returns the lines of BOARD as DRAW-BOARD draws it; NIL if it cannot."
  (ignore-errors
    (let ((draw (games-function "DRAW-BOARD")))
      (when draw
        (with-input-from-string (in (with-output-to-string (*standard-output*) (funcall draw board)))
          (loop for line = (read-line in nil)
                while line
                unless (string= line "") collect (string-right-trim " " line)))))))

(defmethod tessera:sketch ((object vector))
  (if (hexes-p object) (board-lines object) (call-next-method)))

(defmethod tessera:sketch ((object cons))
  (if (tree-p object) (board-lines (second object)) (call-next-method)))

;;; As trees and pictures: the functions of drawing.lisp, which is loaded when one of them is first called

(defparameter *drawing* (merge-pathnames "drawing.lisp" *load-truename*) "The file drawing.lisp.")

(defun call-drawing (name &rest arguments)
  "Calls the function NAME of drawing.lisp."
  (unless (fboundp name) (load *drawing*))
  (apply name arguments))

(defmethod tessera:tree-view ((object cons))
  (if (tree-p object) (call-drawing 'view-of-tree object) (call-next-method)))

(defmethod tessera:display ((object vector))
  "Returns a board as a picture."
  (if (and (hexes-p object) (games-function "DRAW-BOARD")) (values :svg (call-drawing 'picture-of-board object)) (call-next-method)))
