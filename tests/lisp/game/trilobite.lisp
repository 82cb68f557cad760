;;; game/trilobite.lisp: the board, the lazy tree, the computer's eye.

(progn (load "game/trilobite.lisp") t)               => t
(list *board-width* *board-height* *win-len* *ai-player*)   => (8 7 4 1)
(length (new-board))                                 => 56
(possible-moves (new-board))                         => (48 49 50 51 52 53 54 55)
(defparameter *g* (game-tree (new-board) *ai-player* -1))   => *g*
(game-node-player *g*)                               => 1
(game-node-failp *g*)                                => nil
(length *g*)                                         => 4
(equalp (game-node-board *g*) (make-array 56 :initial-element 0))   => t
(functionp (game-node-moves *g*))                    => t
(first (lazy-nth 6 (game-node-moves *g*)))           => 54
(let ((node (second (lazy-nth 6 (game-node-moves *g*)))))
  (list (game-node-player node) (aref (game-node-board node) 54) (count 0 (game-node-board node))))   => (2 1 55)
(defparameter *won* (let ((b (new-board))) (dolist (m '(48 49 50 51)) (setf (aref b m) 1)) (game-tree b 2 51)))   => *won*
(game-node-failp *won*)                              => t
(lazy-null (game-node-moves *won*))                  => t
(game-node-player *won*)                             => 2
(defun board-with (player &rest moves) (let ((b (new-board))) (dolist (m moves b) (setf (aref b m) player))))   => board-with
(test-for-win (board-with 2 48 40 32 24) 24 2)       => t
(test-for-win (board-with 2 48 41 34 27) 34 2)       => t
(test-for-win (board-with 2 48 40 32) 32 2)          => nil
(test-for-win (board-with 1 46 47 48 49) 48 1)       => nil
(change-player 1)                                    => 2
(lowest-place (board-with 1 48 40) 0)                => 32
(length (lines))                                     => 107
(score-board (new-board) 1)                          => 0
(= (score-board (board-with 1 51) 1) (- (score-board (board-with 1 51) 2)))   => t

;;; The computer wins if it can; otherwise it prevents the opponent's win.
(defun computers-move (board player)
  (let ((after (game-node-board (handle-computer (game-tree board player -1)))))
    (mismatch board after)))                         => computers-move
(computers-move (board-with 1 48 49 50) 1)           => 51
(computers-move (board-with 2 48 49 50) 1)           => 51
(computers-move (board-with 2 53 45 37) 1)           => 29
