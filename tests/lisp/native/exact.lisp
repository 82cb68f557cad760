;;; game/native.lisp against the scripts: the same trees, lists and moves on random boards of every rule set, size and
;;; level. TESSERA_NATIVE_ROUNDS=20 in the environment has it try twenty times as many boards.

(progn (load "game/dice_of_doom_v1.lisp") (load "game/native.lisp") t)   => t

(progn (load "tests/lisp/support/native-questions.lisp") t)   => t

;;; --- version 1: boards, then whole trees

(defun small-settings () (settings (chance-in 1 3) (chance-in 2 4) (chance-in 1 4)))   => small-settings
(defun any-settings () (settings (chance-in 1 16) (chance-in 2 26) (chance-in 1 12)))   => any-settings
(defun ask-neighbors (board) (declare (ignore board)) (loop for pos below *board-hexnum* collect (neighbors pos)))   => ask-neighbors
(defun ask-attack (board)
  (let ((src (chance *board-hexnum*)) (dst (chance *board-hexnum*)))
    (board-attack board (chance 3) src dst (second (aref board src)))))   => ask-attack
(defun ask-dice (board) (add-new-dice board (chance *num-players*) (chance-in -1 9)))   => ask-dice
(differences 200 (lambda () (any-settings) (chance-board)) 'ask-neighbors 'ask-attack 'ask-dice 'winners)   => nil

(defun whole-tree (board) (game-tree board (chance *num-players*) (elt '(0 1 2 5 1000) (chance 5)) (zerop (chance 2))))   => whole-tree
(defun ask-whole-ratings (board)
  (let ((tree (whole-tree board)) (player (chance *num-players*)))
    (list (get-ratings tree player) (rate-position tree player))))   => ask-whole-ratings
(defun ask-whole-move (board)
  (let ((tree (whole-tree board)))
    (when (third tree) (handle-computer tree))))     => ask-whole-move
(defun small-board () (settings (chance-in 1 2) (chance-in 2 3) (chance-in 1 3)) (chance-board))   => small-board
(differences 400 'small-board 'whole-tree 'ask-whole-ratings 'ask-whole-move
             (lambda (board) (attacking-moves board 0 (chance 2))))   => nil
(defun nearly-decided-board ()
  "Returns a board of 3x3 on which one player has all hexes but two."
  (settings 3 2 3)
  (let ((board (chance-board)))
    (map-into board (lambda (hex) (list 0 (second hex))) board)
    (setf (aref board (chance 9)) (list 1 (chance-in 1 3)) (aref board (chance 9)) (list 1 (chance-in 1 3)))
    board))                                          => nearly-decided-board
(differences 3 'nearly-decided-board 'ask-whole-ratings)   => nil

;;; --- version 2: lazy trees

(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") (load "tests/lisp/support/native-tree-questions.lisp") t)   => t
(defun ask-score (board)
  (list (score-board board (chance-in -1 *num-players*))
        (loop for pos below *board-hexnum* collect (threatened pos board))))   => ask-score
(differences 100 (lambda () (any-settings) (chance-board))
             'ask-neighbors 'ask-attack 'ask-dice 'winners 'ask-score)   => nil
(defun ask-limited-tree (board) (expanded (limit-tree-depth (limit-tree-depth (lazy-tree board) (chance 4)) (chance 4)) 3))   => ask-limited-tree
(defun ask-attacks (board)
  (mapcar #'car (take-all (attacking-moves board (chance *num-players*) 0))))   => ask-attacks
(differences 200 (lambda () (settings (chance-in 1 4) (chance-in 2 5) (chance-in 1 5)) (chance-board))
             'ask-tree 'ask-limited-tree 'ask-attacks)   => nil
(differences 3 (lambda () (settings (chance-in 9 16) 2 3) (chance-board)) 'ask-attacks)   => nil

(differences 2000 (lambda () (settings (chance-in 1 3) (chance-in 2 5) (chance-in 1 5)) (chance-board))
             'ask-ratings 'ask-alpha-beta 'ask-move)   => nil
(differences 100 (lambda () (settings 4 2 3) (setf *level* 3) (chance-board)) 'ask-ratings 'ask-alpha-beta 'ask-move)   => nil
(differences 10 (lambda () (settings 5 2 3) (setf *level* 4) (chance-board)) 'ask-alpha-beta 'ask-move)   => nil
(differences 300 (lambda () (settings 3 (chance-in 2 3) 3) (setf *level* 6) (chance-board)) 'ask-alpha-beta 'ask-move)   => nil
(differences 10 (lambda () (settings (chance-in 6 10) (chance-in 2 17) (chance-in 2 9)) (setf *level* 1) (chance-board))
             'ask-ratings 'ask-alpha-beta 'ask-move)   => nil
;;; To the end of the game.
(differences 200 (lambda () (settings 2 (chance-in 2 3) 3) (chance-board))
             (lambda (board)
               (let ((tree (lazy-tree board)))
                 (list (get-ratings tree 0) (rate-position tree 1)
                       (ab-get-ratings-max tree 0 most-positive-fixnum most-negative-fixnum)))))   => nil

;;; --- version 4: four players, dice, clusters

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/native.lisp") t)   => t
(defun ask-clusters (board)
  (let ((player (chance *num-players*)))
    (list (largest-cluster-size board player)
          (loop for pos below *board-hexnum* collect (get-connected board player pos)))))   => ask-clusters
(defun ask-failure (board)
  (let ((src (chance *board-hexnum*)))
    (board-attack-fail board (chance 3) src (chance *board-hexnum*) (second (aref board src)))))   => ask-failure
(differences 100 (lambda () (settings (chance-in 1 9) (chance-in 2 26) (chance-in 1 12)) (chance-board))
             'ask-clusters 'ask-failure 'ask-dice 'ask-score 'winners)   => nil
(differences 100 (lambda () (settings (chance-in 1 3) (chance-in 2 5) (chance-in 1 5)) (chance-board))
             'ask-tree 'ask-limited-tree 'ask-attacks)   => nil
(differences 1000 (lambda () (settings (chance-in 1 3) (chance-in 2 5) (chance-in 1 6)) (setf *level* 2) (chance-board))
             'ask-ratings 'ask-alpha-beta 'ask-move)   => nil
(differences 30 (lambda () (settings (chance-in 2 3) 4 5) (setf *level* 3) (chance-board)) 'ask-ratings 'ask-move)   => nil
(differences 8 (lambda () (settings 5 4 5) (setf *level* 2) (chance-board)) 'ask-ratings 'ask-alpha-beta 'ask-move)   => nil
(differences 8 (lambda () (settings (chance-in 6 9) (chance-in 4 17) (chance-in 2 9)) (setf *level* 1) (chance-board))
             'ask-ratings 'ask-move)                 => nil
;;; Users' own odds: single-floats, or numbers of other kinds, which the script computes with.
(differences 50 (lambda () (settings 2 3 3) (setf *level* 3) (chance-board))
             (lambda (board) (let ((*dice-odds* #(#(0.5 0.9) #(0.25 0.75) #(0.0 0.125)))) (ask-ratings board)))
             (lambda (board) (let ((*dice-odds* #(#(1/2 9/10) #(1/4 3/4) #(0 1/8)))) (ask-ratings board)))
             (lambda (board) (let ((*dice-odds* #(#(0.5d0 0.9d0) #(0.25d0 0.75d0)))) (ask-ratings board))))   => nil
