;;; game/dice_of_doom_v1.lisp: the results of its functions in chapter 15 and in the blogs.

(progn (load "game/dice_of_doom_v1.lisp") t)         => t
(list *num-players* *max-dice* *board-size* *board-hexnum*)   => (2 3 3 9)
(setf *board-size* 2 *board-hexnum* 4)               => 4
(board-array '((0 3) (0 3) (1 3) (1 1)))             => #((0 3) (0 3) (1 3) (1 1))
;;; The book prints #((0 3) (1 2) (1 3) (0 1)); chance deals another board in every run.
(length (gen-board))                                 => 4
(loop repeat 50 always (every (lambda (hex) (and (<= 0 (first hex) 1) (<= 1 (second hex) 3))) (gen-board)))   => t
(player-letter 1)                                    => #\b
(mapcar 'player-letter '(0 1))                       => (#\a #\b)
(draw-board #((0 3) (0 3) (1 3) (1 1)))              => (prints "    a-3 a-3 
  b-3 b-1 " nil)
;;; A blog prints these with one blank for each step to the right: its DRAW-BOARD writes one, the book's writes two.
(draw-board #((0 3) (0 1) (1 3) (0 2)))              => (prints "    a-3 a-1 
  b-3 a-2 " nil)
(draw-board #((1 3) (1 2) (0 2) (1 2)))              => (prints "    b-3 b-2 
  a-2 b-2 " nil)
(neighbors 2)                                        => (0 3)
(neighbors 0)                                        => (2 1 3)
(board-attack #((0 3) (0 3) (1 3) (1 1)) 0 1 3 3)    => #((0 3) (0 1) (1 3) (0 2))
(add-new-dice #((0 1) (1 3) (0 2) (1 1)) 0 2)        => #((0 2) (1 3) (0 3) (1 1))
(add-new-dice #((0 3) (1 3) (0 3) (1 1)) 0 2)        => #((0 3) (1 3) (0 3) (1 1))
(game-tree #((0 1) (1 1) (0 2) (1 1)) 0 0 t)
  => (0 #((0 1) (1 1) (0 2) (1 1)) (((2 3) (0 #((0 1) (1 1) (0 1) (0 1)) ((nil (1 #((0 1) (1 1) (0 1) (0 1)) nil)))))))
(winners #((0 1) (0 1) (1 1) (1 1)))                 => (0 1)
(winners #((0 1) (1 1) (1 2) (1 1)))                 => (1)
(winners #((1 2) (1 1) (1 1) (1 3)))                 => (1)
;;; A blog gets NIL there, because it uses REMOVE-IF-NOT for the best, and fails at the letter of no player.
(remove-if-not (lambda (total) (not (eq (cdr total) 4))) '((1 . 4)))   => nil
(player-letter nil)                                  => (error type-error)
(announce-winner #((0 1) (0 1) (1 1) (1 1)))         => (prints "The game is a tie between (a b)" nil)
(announce-winner #((0 1) (1 1) (1 1) (1 1)))         => (prints "The winner is b" nil)
(play-vs-human (game-tree #((0 2) (0 2) (0 1) (0 3)) 0 0 t))   => (prints "current player = a
    a-2 a-2 
  a-1 a-3 
The winner is a" nil)
(rate-position (game-tree #((0 1) (1 1) (1 1) (1 1)) 0 0 t) 1)   => 1
(rate-position (game-tree #((0 1) (0 1) (1 1) (1 1)) 0 0 t) 1)   => 1/2
(get-ratings (game-tree #((1 3) (0 1) (1 3) (0 2)) 1 0 t) 1)     => (1 1 1)
(length (add-new-dice (progn (setf *board-size* 100 *board-hexnum* 10000) (gen-board)) 0 5000))   => 10000

;;; Other boards after a game: the memoized results are discarded.
(setf *board-size* 2 *board-hexnum* 4)               => 4
(defparameter *board-size* 3)                        => *board-size*
*board-hexnum*                                       => 4
(defparameter *board-hexnum* (* *board-size* *board-size*))   => *board-hexnum*
(neighbors 0)                                        => (3 1 4)
(neighbors 4)                                        => (1 7 0 3 5 8)
(setf *board-size* 2 *board-hexnum* 4)               => 4
(neighbors 3)                                        => (1 0 2)
;;; A turn that takes two dice brings one more, if that is allowed: the tree that was remembered for another limit is
;;; forgotten.
(defun board-after-pass ()
  (let ((tree (game-tree #((0 3) (1 2) (1 1) (1 1)) 0 0 t)))
    (loop for action in '((0 1) nil)
          do (setf tree (second (assoc action (third tree) :test #'equal))))
    (second tree)))                                  => board-after-pass
(board-after-pass)                                   => #((0 2) (0 2) (1 1) (1 1))
(let ((*max-dice* 1)) (board-after-pass))            => #((0 1) (0 2) (1 1) (1 1))
(board-after-pass)                                   => #((0 2) (0 2) (1 1) (1 1))
(let ((*max-dice* 5)) (add-new-dice #((0 4) (1 5) (0 5) (1 1)) 0 2))   => #((0 5) (1 5) (0 5) (1 1))
