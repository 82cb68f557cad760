;;; A fifth version of Dice of Doom, in Lisp alone: its changes to the fourth version, and the names of its rules, so
;;; that the native functions serve it too.
;;;     build/release/tessera --load examples/dice_of_doom_v5.lisp --load game/native.lisp --repl
;;;     (play-vs-computer (game-tree (gen-board) 0 0 t))
;;; See "A version of your own" in game/README.md.

(load (merge-pathnames "../game/dice_of_doom_v4.lisp" (or *load-truename* *default-pathname-defaults*)))

;;; Three play, with four dice at most. These are settings, as in every version.

(defparameter *num-players* 3)
(defparameter *max-dice* 4)

;;; A player attacks only a weaker hex, although the dice may decide otherwise.

(defun attack-p (board cur-player src dst)
  "True if CUR-PLAYER, whose hex SRC is, can attack from it to DST on BOARD: it has more dice."
  (destructuring-bind (owner dice) (aref board dst)
    (and (/= owner cur-player)
         (> (second (aref board src)) dice))))

;;; Reinforcements are as in the first versions: one die less than were captured.

(defun add-new-dice (board player spare-dice)
  "Returns BOARD with SPARE-DICE dice more for PLAYER, from the first hex with room on; on all of them if SPARE-DICE is
negative."
  (map 'vector
       (lambda (hex)
         (destructuring-bind (owner dice) hex
           (cond ((and (= owner player) (< dice *max-dice*) (/= spare-dice 0))
                  (decf spare-dice)
                  (list owner (1+ dice)))
                 (t hex))))
       board))

;;; The rules of this version. Earlier versions have both, so the native functions know them.

(declare-version 5 :based-on 4 :attack :stronger :reinforcement :taken)
