;;; The stronger player, the solver and the tree counter, as game/computer/strong_player.lisp offers them.

(progn (load "game/dice_of_doom_v1.lisp") (load "game/native.lisp") t)   => t
(defun settings (size players dice)
  (setf *board-size* size *board-hexnum* (* size size) *num-players* players *max-dice* dice))   => settings

;;; Random boards, the same in every run.
(defparameter *seed* 1)                              => *seed*
(defun chance (n)
  (setf *seed* (mod (+ (* *seed* 1103515245) 12345) 2147483648))
  (mod (ash *seed* -12) n))                          => chance
(defun chance-board ()
  (let ((board (make-array *board-hexnum*)))
    (dotimes (pos *board-hexnum* board)
      (setf (aref board pos) (list (chance *num-players*) (1+ (chance *max-dice*)))))))   => chance-board
(defmacro without-natives (&rest forms)
  "Runs FORMS with the scripts' functions, without what they print, and returns what FORMS return."
  `(quietly (unwind-protect (progn (native-off) ,@forms) (native-on))))   => without-natives

;;; --- the solver: the ratings of version 1

(defun nearly-decided-board ()
  "Returns a board on which one player has all hexes but two: the tree is small."
  (let ((board (map 'vector (lambda (hex) (list 0 (second hex))) (chance-board))))
    (loop repeat 2
          do (setf (aref board (chance *board-hexnum*)) (list 1 (1+ (chance 3)))))
    board))                                          => nearly-decided-board
(defun solver-errors (boards size make-board)
  "Returns the boards for which the solver and the script's whole tree disagree."
  (settings size 2 3)
  (loop repeat boards
        for board = (funcall make-board)
        for player = (chance 2)
        for tree = (game-tree board player 0 t)
        unless (equal (solve board :player player)
                      (mapcar #'list (mapcar #'first (third tree)) (get-ratings tree player)))
          collect board))                            => solver-errors
(without-natives (solver-errors 100 2 'chance-board))              => nil
(quietly (solver-errors 3 3 'nearly-decided-board))                                  => nil
(progn (settings 2 2 3) (solve #((0 3) (0 3) (1 3) (1 3))))   => (values nil t)
(quietly (solve #((0 3) (0 3) (1 3) (1 1))))         => (values (((0 3) 1) ((1 3) 1)) t)
(quietly (solve #((0 3) (1 2) (1 1) (1 2)) :player 0))       => (values (((0 2) 0) ((0 1) 1/2) ((0 3) 1)) t)
(solve #((0 3) (1 3) (1 3) (1 1)) :player 1)                 => (values nil t)
(analyze (game-tree #((0 3) (0 3) (1 3) (1 3)) 0 0 t))   => (prints "The game has ended.
")
;;; With a time limit: the best result until then.
(quietly (solve #((0 3) (0 3) (1 3) (1 1)) :time 10))   => (values (((0 3) 1) ((1 3) 1)) t)
(progn (settings 8 2 3)
       (multiple-value-bind (values complete) (quietly (solve (chance-board) :time 0.01))
         (list complete (every (lambda (value) (or (equal (rest value) '(0 1)) (member (rest value) '((0) (1/2) (1)) :test #'equal)))
                               values))))            => (nil t)
(settings 2 2 3)                                     => 3
;;; During a turn of a whole tree.
(let ((tree (second (first (third (game-tree #((0 3) (0 3) (1 3) (1 1)) 0 0 t))))))
  (getf (analysis tree) :solved))                    => t
;;; Trees during turns, with any dice taken before: natives' and scripts' trees are solved the same, as the script rates
;;; them.
(defun trees-below (tree depth)
  (cons tree (when (plusp depth)
               (loop for (nil subtree) in (third tree) append (trees-below subtree (1- depth))))))   => trees-below
(defun trees-solved-otherwise ()
  "Returns how many trees below some boards' are there, how many begin no turn, and which does the solver not rate as
the script does?"
  (loop for tree in (loop repeat 40 append (trees-below (game-tree (chance-board) 0 0 t) 3))
        when (third tree)
          count t into all
          and count (null (first (first (third tree)))) into within
        unless (equal (solve tree) (mapcar #'list (mapcar #'first (third tree)) (get-ratings tree (first tree))))
          collect tree into wrong
        finally (return (list (> all 40) (> within 20) wrong))))   => trees-solved-otherwise
(quietly (trees-solved-otherwise))                             => (t t nil)
(without-natives (trees-solved-otherwise))           => (t t nil)

;;; --- version 2

(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") t)   => t
(list *ai-style* *ai-time* *ai-threads* *ai-table-size*)   => (:book 1 1 64)
(defun nodes-below (tree depth)
  "Returns how many trees the script has DEPTH moves below TREE."
  (if (zerop depth)
      1
      (loop for (nil . trees) in (take-all (third tree))
            sum (loop for tree in trees sum (nodes-below tree (1- depth))))))   => nodes-below
(defun count-errors (boards size players dice depth)
  (settings size players dice)
  (without-natives
    (loop repeat boards
          for board = (chance-board)
          for player = (chance players)
          unless (= (count-tree board player depth) (nodes-below (game-tree board player 0 t) depth))
            collect board)))                         => count-errors
(loop for (size depth) in '((1 2) (2 6) (3 4) (4 3) (6 2) (9 1))
      append (count-errors 3 size 2 3 depth))        => nil

;;; The moves of an analysis are the tree's, and the best one is the first of them with the best chance.
(defun analysis-of (board &rest keys)
  (apply #'analysis (game-tree board 0 0 t) keys))   => analysis-of
(progn (settings 5 2 3) (setf *ai-time* 0.02) t)     => t
(loop repeat 5
      for board = (chance-board)
      for found = (analysis-of board :rate-all t)
      always (and (equal (mapcar #'first (getf found :moves))
                         (mapcar #'first (take-all (third (game-tree board 0 0 t)))))
                  (plusp (getf found :nodes))
                  (plusp (getf found :depth))
                  (<= 0 (getf found :chance) 1)
                  (every (lambda (move) (<= (second move) (getf found :chance))) (getf found :moves))
                  (equal (first (getf found :line))
                         (first (nth (getf found :best) (getf found :moves))))))   => t

;;; HANDLE-COMPUTER plays it, for trees of either make.
(defun plays-best-p (tree)
  "True if the tree that the stronger player goes to lies after a move of TREE."
  (let ((*ai-style* :strong))
    (and (member (second (handle-computer tree)) (mapcar #'second (mapcar #'second (take-all (third tree)))) :test #'equalp)
         t)))                                        => plays-best-p
(plays-best-p (game-tree (chance-board) 1 0 t))      => t
(plays-best-p (handle-computer (game-tree (chance-board) 1 0 t)))   => t
(let ((tree (without-natives (let ((tree (handle-computer (game-tree (chance-board) 0 0 t)))) (take-all (third tree)) tree))))
  (plays-best-p tree))                               => t
(let ((*ai-style* :strong) (board (chance-board)))
  (integerp (search "The winner is" (with-output-to-string (*standard-output*)
                                      (play-computers (game-tree board 0 0 t))))))   => t
;;; Two threads, another table.
(let ((*ai-threads* 2) (*ai-table-size* 1))
  (plays-best-p (game-tree (chance-board) 0 0 t)))   => t
;;; Any size of board, and in time.
(loop for size in '(1 2 8 9 16)
      do (settings size 2 3)
      always (analysis-of (chance-board)))           => t

;;; Errors name senseless arguments.
(progn (settings 2 2 3) (defparameter *tree* (game-tree #((0 3) (0 3) (1 3) (1 1)) 0 0 t)))   => *tree*
(defun wrong-argument-of (function &rest arguments)
  (handler-case (apply function arguments)
    (wrong-argument (c) (list (wrong-argument-operation c) (wrong-argument-name c)))))   => wrong-argument-of
(wrong-argument-of 'analyze 3)                                  => (analyze tree)
(wrong-argument-of 'analysis '(0 #((0 1)) ()))                  => (analysis tree)
(loop for moves in '((5) ((nil)) (((0 1)) 3) (((0 4) (0 #() ()))) (((0 1) (0 #() ())) . 5) (((0 1) (0 #() ())) (nil 7)) #1=(((0 1) (0 #() ())) . #1#))
      collect (wrong-argument-of 'analyze (list 0 (second *tree*) moves)))
  => ((analyze tree) (analyze tree) (analyze tree) (analyze tree) (analyze tree) (analyze tree) (analyze tree))
(loop for tree in (list '(0 #((0 1)) ()) (list 2 (second *tree*) '()) (list 0 (second *tree*) 7) (list 0 (second *tree*)) 5 nil)
      collect (wrong-argument-of 'solve tree))                  => ((solve board) (solve board) (solve board) (solve board) (solve board) (solve board))
(wrong-argument-of 'solve *tree* :player 1)                     => (solve player)
(wrong-argument-of 'solve #((0 1) (0 1) (0 1) (2 1)))           => (solve board)
;; The computer can do nothing in a game that has ended.
(defparameter *ended* (game-tree #((0 3) (0 3) (1 3) (1 3)) 0 0 t))   => *ended*
(defun complaint-of-the-end (tree)
  (handler-case (handle-computer tree)
    (invalid-setting (c) (list (setting-name c) (setting-wanted c)))))   => complaint-of-the-end
(let ((told '("The tree" "one in which a move is left: this game has ended")))
  (list (equal (complaint-of-the-end *ended*) told)
        (equal (without-natives (complaint-of-the-end *ended*)) told)
        (equal (let ((*ai-style* :strong)) (complaint-of-the-end *ended*)) told)))   => (t t t)
;; The time is that of the clock on the wall, of which making the table takes a part.
(progn (settings 5 2 3) t)                           => t
(let ((tree (game-tree (chance-board) 0 0 t)) (*ai-table-size* 512) (*ai-time* 0.5))
  (>= (getf (analysis tree) :microseconds) 500000))   => t
;; Boards that the stronger player does not support, during a turn as well: it says so once.
(progn (settings 17 2 3) t)                          => t
(defun warnings-of (function)
  (let ((texts '()))
    (handler-bind ((warning (lambda (w) (push (princ-to-string w) texts) (muffle-warning w))))
      (funcall function))
    texts))                                          => warnings-of
(defparameter *huge* (let ((board (make-array 289 :initial-element '(1 1))))
                       (setf (aref board 0) '(0 3))
                       (game-tree board 0 0 t)))     => *huge*
(let ((*ai-style* :strong) (*ai-level* 1) (next nil))
  (list (warnings-of (lambda () (setf next (handle-computer *huge*))))
        (first next)
        (warnings-of (lambda () (handle-computer *huge*)))))
  => (("The stronger player takes boards of at most 16x16 hexes, 16 players and 8 dice on a hex, 1 at least: on 17x17 hexes, with 2 players and 3 dice at most, the book's computer plays instead") 0 nil)
(analysis *huge*)                                    => nil
(analyze *huge*)                                     => (error simple-error "ANALYZE takes boards of at most 16x16 hexes")
(progn (settings 2 2 3) t)                           => t
(wrong-argument-of 'solve #((0 3) (0 3) (1 3) (1 1)) :player 2)         => (solve player)
(wrong-argument-of 'solve #((0 3) (0 3) (1 3) (1 1)) :time 0)   => (solve time)
(let ((*num-players* 3)) (wrong-argument-of 'solve #((0 3) (0 3) (1 3) (1 1))))   => (solve *num-players*)
(wrong-argument-of 'count-tree '(1 2 3 4) 0 1)                  => (count-tree board)
(wrong-argument-of 'count-tree #((0 3) (0 3) (1 3) (1 1)) -1 1)   => (count-tree player)
(wrong-argument-of 'count-tree #((0 3) (0 3) (1 3) (1 1)) 0 1/2)   => (count-tree depth)
(let ((*ai-time* 0)) (wrong-argument-of 'analyze *tree*))       => (analysis *ai-time*)
(let ((*ai-style* :clever)) (wrong-argument-of 'handle-computer *tree*))   => (analysis *ai-style*)
(let ((*ai-threads* nil)) (wrong-argument-of 'analyze *tree*))   => (analysis *ai-threads*)
(let ((*ai-table-size* 0)) (wrong-argument-of 'solve #((0 3) (0 3) (1 3) (1 1))))   => (solve *ai-table-size*)
(solve #((0 9) (0 3) (1 3) (1 1)))                   => (error simple-error)
(count-tree #((0 0) (0 3) (1 3) (1 1)) 0 1)          => (error simple-error)

;;; --- version 4

(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/native.lisp") t)   => t
(loop for (size depth) in '((1 2) (2 4) (3 3) (5 2))
      append (count-errors 3 size 4 5 depth))        => nil
(progn (settings 5 4 5) (setf *ai-time* 0.02) t)     => t
(loop for *ai-style* in '(:strong :paranoid :best-reply :max-n)
      for found = (analysis-of (chance-board) :rate-all t)
      always (and (plusp (getf found :turns)) (plusp (getf found :nodes)) (<= 0 (getf found :chance) 1)))   => t
(let ((*ai-style* :strong))
  (first (with-open-stream (*standard-output* (make-broadcast-stream))
           (handle-computer (game-tree (chance-board) 0 0 t)))))   => 0
(solve (chance-board))                               => (error simple-error "SOLVE is for versions 1 to 3 of the game: where dice decide")
(let ((*num-players* 2)) (solve (chance-board)))     => (error simple-error "SOLVE is for versions 1 to 3 of the game: where dice decide")
(solve (game-tree (chance-board) 0 0 t))             => (error simple-error "SOLVE is for versions 1 to 3 of the game: where dice decide")
;;; Scripts' trees whose attacks can fail, during a turn.
(without-natives
  (let* ((tree (game-tree (chance-board) 0 0 t)) (within (second (lazy-car (third tree)))))
    (list (position-of within) (length (getf (analysis within :rate-all t) :moves)))
    (list (first (position-of within)) (fourth (position-of within))
          (= (length (getf (analysis within :rate-all t) :moves)) (length (take-all (third within)))))))   => (0 nil t)
