;;; game/native.lisp: scripts and natives mixed, a user's own functions, the way back, and arguments that do not fit.

(load "game/native.lisp")                            => (error error "load a version of Dice of Doom")
(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") t)   => t
(native-status)
  => (prints "native: neighbors, board-attack, add-new-dice, winners, threatened, score-board, attacking-moves, game-tree, limit-tree-depth, get-ratings, rate-position, ab-get-ratings-max, ab-get-ratings-min, ab-rate-position, handle-computer
")
(progn (setf *board-size* 3 *board-hexnum* 9) (defparameter *board* (board-array '((0 1) (1 2) (0 2) (1 1) (0 3) (1 3) (0 3) (1 1) (0 2)))) t)   => t
(defun moves (tree) (mapcar #'car (take-all (third tree))))   => moves
(defun fresh () (game-tree *board* 0 0 t))           => fresh
(defun chosen () (second (handle-computer (fresh))))   => chosen
(documentation 'neighbors 'function)
  => "Returns the positions of the hexes that touch the one at POS: above, below, then to the left, then to the right."

;;; A native tree is like a script's.
(moves (fresh))                                      => ((4 1) (4 7) (4 3) (6 3) (6 7) (8 7))
(moves (second (lazy-car (third (fresh)))))          => (nil (6 3) (6 7) (8 7))
(lazy-null (third (limit-tree-depth (fresh) 0)))     => t
(let ((tree (fresh))) (eq (second (lazy-nth 2 (third tree))) (second (lazy-nth 2 (third tree)))))   => t
(second (fresh))                                     => #((0 1) (1 2) (0 2) (1 1) (0 3) (1 3) (0 3) (1 1) (0 2))
(eq (second (fresh)) *board*)                        => t
(let* ((tree (fresh)) (after (second (second (lazy-car (third tree)))))) (loop for hex across *board* for new across after collect (eq hex new)))
  => (t nil t t nil t t t t)

;;; Users' own trees: the script rates them, and the natives their native parts.
(let* ((tree (fresh)) (mine (list 0 *board* (make-lazy (list (lazy-nth 3 (third tree)) (lazy-nth 0 (third tree)))))))
  (list (get-ratings (limit-tree-depth mine 3) 0) (equal (handle-computer mine) (second (lazy-nth 3 (third tree))))))
  => ((11 11) t)
(let ((tree (fresh))) (equal (get-ratings (limit-tree-depth tree 3) 0)
                             (progn (native-off) (prog1 (get-ratings (limit-tree-depth (fresh) 3) 0) (native-on)))))   => t
;;; One that the script began, gone on with natively, and the other way round.
(let ((tree (progn (native-off) (fresh)))) (native-on) (list (moves tree) (get-ratings (limit-tree-depth tree 2) 0)))
  => (((4 1) (4 7) (4 3) (6 3) (6 7) (8 7)) (8 8 8 9 9 9))
(let ((tree (fresh))) (native-off) (prog1 (list (moves tree) (get-ratings (limit-tree-depth tree 2) 0)) (native-on)))
  => (((4 1) (4 7) (4 3) (6 3) (6 7) (8 7)) (8 8 8 9 9 9))

;;; Users' own functions are used.
(get-ratings (limit-tree-depth (fresh) 2) 0)         => (8 8 8 9 9 9)
(defun score-board (board player) (count player board :key #'first))   => score-board
(native-state 'score-board)                          => :changed
(get-ratings (limit-tree-depth (fresh) 2) 0)         => (7 7 7 7 7 7)
(ab-get-ratings-max (limit-tree-depth (fresh) 2) 0 most-positive-fixnum most-negative-fixnum)   => (7 7 7 7 7 7)
(progn (load "game/native.lisp") (native-state 'score-board))   => :changed
(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") (setf *board-size* 3 *board-hexnum* 9) (native-state 'score-board))   => :native
(get-ratings (limit-tree-depth (fresh) 2) 0)         => (8 8 8 9 9 9)
(defparameter *looks* 0)                             => *looks*
(let ((old #'threatened)) (defun threatened (pos board) (incf *looks*) (funcall old pos board)))   => threatened
(get-ratings (limit-tree-depth (fresh) 1) 0)         => (5 5 5 6 6 6)
(plusp *looks*)                                      => t
(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") (setf *board-size* 3 *board-hexnum* 9) (native-state 'score-board))   => :native
(progn (setf *looks* 0) (get-ratings (limit-tree-depth (fresh) 1) 0))   => (5 5 5 6 6 6)
*looks*                                              => 0
(defun attack-p (board player src dst) (and (/= (first (aref board dst)) player) (= src 6)))   => attack-p
(moves (fresh))                                      => ((6 3) (6 7))
(progn (load "game/dice_of_doom_v2.lisp") (setf *board-size* 3 *board-hexnum* 9) (native-status))
  => (prints "the script's: neighbors, board-attack, add-new-dice, winners, threatened, score-board, attacking-moves, game-tree, limit-tree-depth, get-ratings, rate-position, ab-get-ratings-max, ab-get-ratings-min, ab-rate-position, handle-computer
")
(moves (fresh))                                      => ((4 1) (4 7) (4 3) (6 3) (6 7) (8 7))
(progn (load "game/native.lisp") (native-state 'game-tree))   => :native
;;; A tree from before a rule was changed: moves that were not yet made follow the new one, as with the script.
(let ((tree (fresh)) (limited (limit-tree-depth (fresh) 2)))
  (lazy-car (third tree))
  (defun attack-p (board player src dst) (and (/= (first (aref board dst)) player) (= src 6)))
  (list (moves tree) (moves limited)))               => (((4 1) (6 3) (6 7)) ((6 3) (6 7)))
(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") (setf *board-size* 3 *board-hexnum* 9))   => 9

;;; Back and forth.
(length (native-off))                                => 15
(native-off)                                         => nil
(native-state 'handle-computer)                      => :script
(chosen)                                             => #((0 1) (0 2) (0 2) (1 1) (0 1) (1 3) (0 3) (1 1) (0 2))
(length (native-on))                                 => 15
(chosen)                                             => #((0 1) (0 2) (0 2) (1 1) (0 1) (1 3) (0 3) (1 1) (0 2))

;;; Other settings: the script plays with those that no native supports.
(progn
  (setf *max-dice* 40)
  (let ((b (board-array '((0 30) (1 2) (0 2) (1 1) (0 3) (1 3) (0 3) (1 1) (0 2)))))
    (first (get-ratings (limit-tree-depth (game-tree b 0 0 t) 2) 0))))   => 9
(progn (setf *max-dice* 3) (second (second (lazy-car (third (game-tree (board-array '((0 1) (1 0) (1 1) (1 1) (1 1) (1 1) (1 1) (1 1) (1 1))) 0 0 t))))))
  => #((0 1) (0 0) (1 1) (1 1) (1 1) (1 1) (1 1) (1 1) (1 1))
(winners '((0 1) (1 1) (1 2)))                       => (1)
(score-board *board* 7)                              => -9
(let ((*ai-level* 1)) (second (handle-computer (fresh))))   => #((0 1) (1 2) (0 2) (0 2) (0 3) (1 3) (0 1) (1 1) (0 2))

;;; A wrong argument is named; the condition is of the script's class.
(score-board 5 0)                                    => (error type-error "SCORE-BOARD: the argument BOARD is wrong: 5.")
(score-board (vector 1 2 3) 0)                       => (error type-error)
(score-board *board* 'x)                             => (error type-error "SCORE-BOARD: the argument PLAYER is wrong: X.")
(threatened 99 *board*)                              => (error type-error "THREATENED: the argument POS")
(neighbors 'a)                                       => (error type-error "NEIGHBORS: the argument POS is wrong: A.")
(board-attack *board* 0 0 9 3)                       => (error type-error "BOARD-ATTACK: the argument DST is wrong: 9.")
(board-attack "no board" 0 0 1 3)                    => (error type-error "BOARD-ATTACK: the argument BOARD")
(board-attack *board* 0 0 1 'three)                  => (error type-error "BOARD-ATTACK: the argument DICE")
(add-new-dice *board* 'a 3)                          => (error type-error "ADD-NEW-DICE: the argument PLAYER")
(add-new-dice *board* 0 'many)                       => (error type-error "ADD-NEW-DICE: the argument SPARE-DICE")
(get-ratings 'tree 0)                                => (error type-error "GET-RATINGS: the argument TREE is wrong: TREE.")
(get-ratings (fresh) 'a)                             => (error type-error "the argument PLAYER is wrong: A.")
(rate-position (list 0 *board* 'moves) 0)            => (error type-error)
(limit-tree-depth (fresh) 'deep)                     => (error type-error "LIMIT-TREE-DEPTH: the argument DEPTH is wrong: DEEP.")
(limit-tree-depth 5 1)                               => (error program-error "5 is not a list of exactly 3 elements")
(ab-get-ratings-max (fresh) 0 'high 0)               => (error type-error "AB-GET-RATINGS-MAX: the argument UPPER-LIMIT")
(handle-computer nil)                                => (error error)
(game-tree (vector 1 2) 0 0 t)                       => (error invalid-setting "The board cannot be")
(let ((*ai-level* 0)) (chosen))                      => (error invalid-setting "*AI-LEVEL*")
(let ((*board-size* 4)) (fresh))                     => (error invalid-setting)
(let ((*num-players* 1)) (fresh))                    => (error invalid-setting "*NUM-PLAYERS*")
(score-board)                                        => (error program-error)
(let ((hexes (list 0 1))) (setf (cddr hexes) hexes) (score-board (board-array (make-list 9 :initial-element hexes)) 0))   => (error program-error)

;;; Changed settings and boards under a tree's hands.
(let ((tree (fresh))) (let ((*board-size* 2) (*board-hexnum* 4)) (mapcar #'car (take-all (third tree)))))   => ((2 3))
(let ((tree (game-tree (copy-seq *board*) 0 0 t))) (setf (aref (second tree) 0) 'nothing) (get-ratings (limit-tree-depth tree 1) 0))   => (error type-error)
(let ((tree (game-tree (copy-seq *board*) 0 0 t))) (setf (aref (second tree) 4) (list 1 3)) (moves tree))   => ((6 3) (6 7) (8 7))
(chosen)                                             => #((0 1) (0 2) (0 2) (1 1) (0 1) (1 3) (0 3) (1 1) (0 2))
