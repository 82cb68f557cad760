;;; game/dice_of_doom_v4.lisp: four players, attacks that can fail, odds, clusters.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") t)   => t
(list *num-players* (length *die-colors*) *max-dice* *ai-level* *board-size*)   => (4 4 5 2 5)
(setf *board-size* 2 *board-hexnum* 4)               => 4
(defparameter *tree* (game-tree (board-array '((0 3) (1 3) (2 1) (3 1))) 0 0 t))   => *tree*
(mapcar #'car (take-all (third *tree*)))             => ((0 2) (0 1) (0 3))
(mapcar #'length (take-all (third *tree*)))          => (3 3 3)
(let ((m (lazy-nth 1 (third *tree*)))) (list (first (second m)) (second (second m)) (first (third m)) (second (third m))))
  => (0 #((0 1) (0 2) (2 1) (3 1)) 0 #((0 1) (1 3) (2 1) (3 1)))
(take-all (third (game-tree (board-array '((0 1) (1 3) (2 1) (3 1))) 0 0 t)))   => nil
(board-attack-fail #((0 3) (1 3) (2 1) (3 1)) 0 0 1 3)   => #((0 1) (1 3) (2 1) (3 1))
(let ((text (with-output-to-string (*standard-output*) (roll-dice 3))))
  (and (search "On 3 dice rolled " text) (char= #\. (char text (- (length text) 2)))))   => t
(loop repeat 100 always (<= 4 (let ((*standard-output* (make-broadcast-stream))) (roll-dice 4)) 24))   => t
(let ((*standard-output* (make-broadcast-stream))) (roll-against 9 1))   => t
(let ((*standard-output* (make-broadcast-stream))) (roll-against 1 9))   => nil
(pick-chance-branch #((0 3) (1 3)) '(nil passed))    => passed
(let ((*standard-output* (make-broadcast-stream))) (pick-chance-branch #((0 9) (1 1)) '((0 1) won lost)))   => won
(let ((*standard-output* (make-broadcast-stream))) (pick-chance-branch #((0 9) (1 1)) '((1 0) won lost)))   => lost

;;; The odds: the table, and beyond it
(aref (aref *dice-odds* 0) 0)                        => 0.84
(attack-odds 2 1)                                    => 0.84
(attack-odds 4 3)                                    => 0.74
(attack-odds 5 5)                                    => 0.46
(< 0.999 (attack-odds 6 1) 1)                        => t
(< 0.3 (attack-odds 6 6) 0.5)                        => t
(loop for dst from 1 to 5
      always (loop for src from 2 to 5
                   always (< (abs (- (attack-odds src dst) (computed-odds src dst))) 0.01)))   => t
(get-ratings (limit-tree-depth *tree* 1) 0)          => (0.9100001 -0.20000005 -0.059999943)
(rate-position (limit-tree-depth *tree* 0) 0)        => -1
(loop for (action won lost) in (take-all (third (limit-tree-depth *tree* 1)))
      collect (list action (lazy-null (third won)) (lazy-null (third lost))))   => (((0 2) t t) ((0 1) t t) ((0 3) t t))
(lazy-null (third (second (lazy-car (third (limit-tree-depth *tree* 2))))))   => nil

;;; Clusters
(setf *board-size* 4 *board-hexnum* 16)              => 16
(defparameter *board*
  #((0 1) (0 1) (1 1) (0 1) (1 1) (1 1) (0 1) (1 1) (0 1) (1 1) (1 1) (1 1) (0 1) (0 1) (1 1) (0 1)))   => *board*
(get-connected *board* 0 0)                          => (6 1 0)
(get-connected *board* 0 8)                          => (13 12 8)
(get-connected *board* 0 2)                          => nil
(loop for player below 3 collect (largest-cluster-size *board* player))   => (3 8 0)
(largest-cluster-size (make-array 16 :initial-element '(0 1)) 0)   => 16
(add-new-dice *board* 0 99)
  => #((0 2) (0 2) (1 1) (0 2) (1 1) (1 1) (0 1) (1 1) (0 1) (1 1) (1 1) (1 1) (0 1) (0 1) (1 1) (0 1))
(equalp (add-new-dice *board* 2 99) *board*)         => t

;;; Other numbers of players, dice and hexes
(let ((*num-players* 2) (*max-dice* 8) (*board-size* 3) (*board-hexnum* 9) (*standard-output* (make-broadcast-stream)))
  (play-computers (game-tree (board-array '((0 8) (1 8) (0 7) (1 6) (0 5) (1 4) (0 3) (1 2) (0 1))) 0 0 t))
  :over)                                             => :over
