;;; The version that ends when a player holds enough hexes: natives and script agree, in games of two players and more.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*))
       (quietly (load "game/last_standing.lisp")) (quietly (load "game/native.lisp")) (load "tests/lisp/support/native-questions.lisp")
       (load "tests/lisp/support/native-tree-questions.lisp") (setf *level* 2) t)   => t
(list (version-name *version*) *winning-hexes* (functions-in-state :changed :script))   => (:last-standing nil nil)
;;; As in the book unless *WINNING-HEXES* is set.
(defun small-board ()
  (settings (chance-in 1 3) (chance-in 2 4) (chance-in 2 5))
  (chance-board))                                    => small-board
(defun all-differences (n &rest questions) (apply #'differences n 'small-board 'ask-tree 'ask-ratings 'ask-move questions))   => all-differences
(all-differences 100)                                => nil
;;; Boards that somebody has won are among these, also in the middle of a turn.
(defun small-board ()
  (settings (chance-in 1 3) (chance-in 2 4) (chance-in 2 5))
  (setf *winning-hexes* (chance-in 1 *board-hexnum*))
  (chance-board))                                    => small-board
(defun ask-depths (board) (loop for depth below 4 collect (count-tree board (chance *num-players*) depth)))   => ask-depths
(all-differences 300)                                => nil
;;; Move for move, to the end of games with real dice.
(defun game (board)
  (let ((*ai-level* 2))
    (loop repeat 60
          for tree = (game-tree board 0 0 t) then (handle-computer tree)
          collect (list (first tree) (second tree))
          until (lazy-null (third tree)))))          => game
(differences 3 (lambda () (settings 4 4 4) (setf *winning-hexes* 12) (chance-board)) 'game)   => nil
(plusp (first (dice-of-doom:search-figures)))        => t

;;; A redefined function is called, also by the searches.
(let ((old #'score-board)) (defun score-board (board player) (- (funcall old board player))))   => score-board
(all-differences 60)                                 => nil
(let ((old #'next-player)) (defun next-player (board player) (declare (ignorable player)) (funcall old board 0)))   => next-player
(all-differences 60)                                 => nil
(progn (quietly (load "game/last_standing.lisp")) (functions-in-state :changed))   => nil
(let ((old #'attack-p)) (defun attack-p (board player src dst) (and (evenp src) (funcall old board player src dst))))   => attack-p
(all-differences 60)                                 => nil
(progn (quietly (load "game/last_standing.lisp")) (functions-in-state :changed))   => nil

;;; --- the rules

(setf *board-size* 2 *board-hexnum* 4 *num-players* 3 *max-dice* 5 *winning-hexes* 3)   => 3
(defun actions-of (tree) (mapcar #'first (take-all (third tree))))   => actions-of
(defun tree-after (tree action) (second (find action (take-all (third tree)) :key #'first :test #'equal)))   => tree-after
;;; Whoever has no hex has no turn: after player 0 comes player 2.
(first (tree-after (game-tree (vector '(0 2) '(2 1) '(0 1) '(2 2)) 0 0 nil) nil))   => 2
;;; Whoever cannot attack passes, and gets dice.
(actions-of (game-tree (vector '(0 1) '(2 1) '(0 1) '(2 2)) 0 0 t))   => (nil)
(second (tree-after (game-tree (vector '(0 1) '(2 1) '(0 1) '(2 2)) 0 0 t) nil))   => #((0 2) (2 1) (0 2) (2 2))
;;; Whoever can must attack first.
(actions-of (game-tree (vector '(0 2) '(2 1) '(0 1) '(2 2)) 0 0 t))   => ((0 1) (0 3))
;;; Enough hexes win in the middle of a turn.
(actions-of (tree-after (game-tree (vector '(0 2) '(2 1) '(0 1) '(2 2)) 0 0 t) '(0 1)))   => nil
(let ((*winning-hexes* nil))
  (list (actions-of (game-tree (vector '(0 1) '(2 1) '(0 1) '(2 2)) 0 0 t))
        (first (tree-after (game-tree (vector '(0 2) '(2 1) '(0 1) '(2 2)) 0 0 nil) nil))))   => (nil 1)

;;; The tree's size.
(labels ((below (tree depth)
           (if (zerop depth)
               1
               (loop for move in (take-all (third tree))
                     sum (loop for subtree in (rest move) sum (below subtree (1- depth)))))))
  (setf *board-size* 3 *board-hexnum* 9 *winning-hexes* 5)
  (loop repeat 20
        for board = (chance-board)
        always (loop for depth from 0 to 4
                     always (= (count-tree board 0 depth) (below (game-tree board 0 0 t) depth)))))   => t

;;; The stronger player knows a win when it sees one, and what it may do.
(setf *board-size* 2 *board-hexnum* 4 *winning-hexes* 3)   => 3
(loop for style in '(:max-n :paranoid :best-reply)
      collect (let ((*ai-style* style))
                (getf (analysis (game-tree (vector '(0 5) '(2 1) '(0 1) '(1 1)) 0 0 t) :nodes 1000 :seconds 10) :best)))   => (0 0 0)
(let ((found (analysis (game-tree (vector '(0 1) '(2 1) '(1 1) '(2 2)) 0 0 t) :nodes 1000 :seconds 10)))
  (mapcar #'first (getf found :moves)))              => (nil)
(getf (analysis (game-tree (vector '(0 1) '(0 1) '(0 1) '(2 2)) 2 0 t) :nodes 100 :seconds 10) :moves)   => nil
;;; Whole games of the stronger player, in each style, end with enough hexes and take no wrong move.
(defun strong-game (board)
  (loop with tree = (game-tree board 0 0 t)
        for moves from 0
        while (and (first (take-all (third tree))) (< moves 3000))
        do (let ((found (analysis tree :nodes 60 :seconds 10 :depth 2)))
             (setf tree (quietly (pick-chance-branch (second tree) (nth (getf found :best) (take-all (third tree)))))))
        finally (return (and (lazy-null (third tree)) (won-board-p (second tree))))))   => strong-game
(loop for style in '(:max-n :paranoid :best-reply)
      always (let ((*ai-style* style))
               (loop for players from 2 to 5
                     do (settings 4 players 5)
                     always (let ((*winning-hexes* 12)) (strong-game (chance-board))))))   => t

;;; --- matches

(progn (quietly (load "game/experiments/matches.lisp")) t)   => t
(let ((result (play-match '(:strong :nodes 200) '(:random) :version 4 :players 3 :size 4 :winning-hexes 12 :games 30 :progress nil)))
  (> (mean-score result) 1/2))                       => t
(play-match '(:random) '(:random) :version 2 :winning-hexes 3 :progress nil)   => (error error ":WINNING-HEXES cannot be 3")

;;; --- what cannot be declared

(declare-version "odd" :based-on :last-standing :attack :stronger)   => (error error "with :ENDING :SHARE, :ATTACK must be :TWO-DICE")
