;;; Lazy lists of native game trees print like the script's: the computed part, without computing more.

(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") (setf *board-size* 2 *board-hexnum* 4) t)   => t
(defparameter *tree* (game-tree #((0 1) (1 1) (0 2) (1 1)) 0 0 t))   => *tree*
(prin1-to-string *tree*)                             => "(0 #((0 1) (1 1) (0 2) (1 1)) #<LAZY …>)"
(progn (force (third *tree*)) (prin1-to-string (third *tree*)))
  => "#<LAZY ((2 3) (0 #((0 1) (1 1) (0 1) (0 1)) #<LAZY …>)) …>"
(length (take-all (third *tree*)))                   => 1
(char (prin1-to-string (third *tree*)) (- (length (prin1-to-string (third *tree*))) 2))   => #\)
(prin1-to-string (third (limit-tree-depth *tree* 0)))   => "#<LAZY>"
(functionp (third *tree*))                           => t
(not (search "is a lazy value" (with-output-to-string (out) (describe (third *tree*) out))))   => nil
(defun moves () 5)                                   => moves
(not (search "#<FUNCTION MOVES" (prin1-to-string #'moves)))   => nil
