;;; game/dice_of_doom_v2.lisp: the lazy tree, its ratings, and settings that make no sense.

(progn (load "game/dice_of_doom_v2.lisp") t)         => t
(list *board-size* *board-hexnum* *ai-level*)        => (5 25 4)
(defun size (n) (setf *board-size* n *board-hexnum* (* n n)))   => size
(size 2)                                             => 4
(defparameter *tree* (game-tree (board-array '((0 3) (0 3) (1 3) (1 1))) 0 0 t))   => *tree*
(first *tree*)                                       => 0
(second *tree*)                                      => #((0 3) (0 3) (1 3) (1 1))
(functionp (third *tree*))                           => t
(mapcar #'car (take-all (third *tree*)))             => ((0 3) (1 3))
(mapcar #'car (take-all (third (second (lazy-car (third *tree*))))))   => (nil)
(second (second (lazy-car (third (second (lazy-car (third *tree*)))))))   => #((0 1) (0 3) (1 3) (0 2))
(lazy-null (third (limit-tree-depth *tree* 0)))      => t
(mapcar #'car (take-all (third (limit-tree-depth *tree* 1))))   => ((0 3) (1 3))
(mapcar (lambda (m) (lazy-null (third (second m)))) (take-all (third (limit-tree-depth *tree* 1))))   => (t t)
(mapcar (lambda (m) (lazy-null (third (second m)))) (take-all (third (limit-tree-depth *tree* 2))))   => (nil nil)
(loop for p below 4 collect (not (threatened p #((0 3) (0 1) (1 2) (1 3)))))   => (t nil nil t)
(score-board #((0 3) (0 1) (1 2) (1 3)) 0)           => 1
(score-board #((0 3) (0 1) (1 2) (1 3)) 1)           => 1
(score-board #((0 1) (0 1) (0 1) (0 1)) 0)           => 8
(score-board #((0 1) (0 1) (0 1) (0 1)) 1)           => -4
(score-board #((0 3) (0 3) (0 3) (1 1)) 0)           => 5
(get-ratings (limit-tree-depth *tree* 0) 0)          => nil
(get-ratings (limit-tree-depth *tree* 1) 0)          => (3 4)
(get-ratings *tree* 0)                               => (5 8)
(rate-position (limit-tree-depth *tree* 0) 0)        => 2
(get-ratings (limit-tree-depth *tree* *ai-level*) 0)  => (-1 -1)
(second (handle-computer *tree*))                    => #((0 1) (0 3) (1 3) (0 2))

;;; Pruning changes nothing about the best.
(defun best-both (hexes player depth)
  (let ((tree (limit-tree-depth (game-tree (board-array hexes) player 0 t) depth)))
    (list (reduce #'max (get-ratings tree player))
          (reduce #'max (ab-get-ratings-max tree player most-positive-fixnum most-negative-fixnum)))))   => best-both
(size 4)                                             => 16
(defparameter *hexes* '((0 1) (1 2) (1 1) (0 3) (1 3) (0 1) (0 3) (0 3) (1 3) (1 2) (1 2) (1 2) (0 3) (0 3) (0 2) (0 2)))   => *hexes*
(loop for depth from 1 to 4 collect (best-both *hexes* 0 depth))   => ((12 12) (15 15) (17 17) (18 18))
(ab-get-ratings-min (limit-tree-depth (game-tree (board-array *hexes*) 0 0 t) 1) 1 most-positive-fixnum 100)   => (-2)

;;; The neighbors are those of the board as it is, also after another one.
(neighbors 5)                                        => (1 9 0 4 6 10)
(size 3)                                             => 9
(neighbors 5)                                        => (2 8 1 4)
(size 5)                                             => 25
(neighbors 5)                                        => (0 10 6 11)
