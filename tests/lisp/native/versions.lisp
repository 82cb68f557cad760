;;; Versions of the game written in Lisp alone: natives and script agree on each, by all rules that it can declare.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*))
       (quietly (load "examples/dice_of_doom_v5.lisp")) (quietly (load "game/native.lisp")) (load "tests/lisp/support/native-questions.lisp")
       (load "tests/lisp/support/native-tree-questions.lisp") t)   => t
(version-name *version*)                             => 5
(list *num-players* *max-dice*)                      => (3 4)
(version-rules)
  => (:attack :stronger :reinforcement :taken :attack :two-dice :luck :dice :reinforcement :cluster :search :expectation
      :attack :stronger :trees :lazy :search :alpha-beta :score :threats
      :board :hexes :attack :stronger :luck :none :reinforcement :taken :trees :whole :search :minimax :ending :book)
;;; Clusters no longer matter.
(native-status)
  => (prints "native: neighbors, board-attack, board-attack-fail, add-new-dice, winners, threatened, score-board, attacking-moves, game-tree, limit-tree-depth, get-ratings, rate-position, ab-get-ratings-max, ab-get-ratings-min, ab-rate-position, handle-computer
")
(defun small-board () (settings (chance-in 1 3) (chance-in 2 4) (chance-in 1 5)) (chance-board))   => small-board
(defun ask-dice (board) (add-new-dice board (chance *num-players*) (chance-in 0 9)))   => ask-dice
(defun ask-attacks (board) (mapcar #'first (take-all (attacking-moves board (chance *num-players*) 0))))   => ask-attacks
(defun all-differences (n)
  (setf *level* 2)
  (append (differences n 'small-board 'ask-attacks 'ask-dice 'ask-tree 'ask-ratings 'ask-alpha-beta 'ask-move)
          (differences 4 (lambda () (settings 5 3 4) (chance-board)) 'ask-tree 'ask-ratings 'ask-move)))   => all-differences
(all-differences 300)                                => nil
;;; Move for move, to the end of games with real dice.
(defun game (board)
  "Plays at most 40 moves of the computer's game against itself."
  (let ((*ai-level* 2))
    (loop repeat 40
          for tree = (game-tree board 0 0 t) then (handle-computer tree)
          collect (list (first tree) (second tree))
          until (lazy-null (third tree)))))          => game
(differences 3 (lambda () (settings 4 3 4) (chance-board)) 'game)   => nil
;;; The natives did it, and not the script.
(progn (settings 5 3 4) (quietly (handle-computer (game-tree (chance-board) 0 0 t))) (plusp (first (dice-of-doom:search-figures))))   => t
(functions-in-state :changed)                        => nil
;;; The stronger player goes by the same rules: an attack needs more dice than the target has.
(progn (settings 2 2 4)
       (let ((*ai-time* 0.01))
         (mapcar #'first (getf (analysis (game-tree (vector '(0 2) '(1 1) '(1 3) '(0 1)) 0 0 t)) :moves))))   => ((0 1))
(solve (vector '(0 2) '(1 1) '(1 3) '(0 1)))         => (error error "where dice decide")
;;; The tree's size shows that failing attacks have taken their dice as well.
(let ((board (vector '(0 4) '(1 1) '(1 3) '(0 2))))
  (labels ((below (tree depth)
             (if (zerop depth)
                 1
                 (loop for move in (take-all (third tree))
                       sum (loop for subtree in (rest move) sum (below subtree (1- depth)))))))
    (loop for depth from 0 to 6
          collect (= (count-tree board 0 depth) (below (game-tree board 0 0 t) depth)))))   => (t t t t t t t)

;;; A function that no property covers is called, faster ones around it.
(defun score-board (board player) (loop for (owner dice) across board when (= owner player) sum dice))   => score-board
(declare-version "by dice" :based-on 5)              => "by dice"
(functions-in-state :changed)                        => (score-board)
(all-differences 60)                                 => nil
;;; A redefinition after the declaration is the user's.
(progn (quietly (load "examples/dice_of_doom_v5.lisp")) (quietly (load "game/native.lisp")) (functions-in-state :changed))   => nil
(let ((old #'attack-p)) (defun attack-p (board player src dst) (and (evenp src) (funcall old board player src dst))))   => attack-p
(all-differences 60)                                 => nil
(progn (quietly (load "game/native.lisp")) (all-differences 60))   => nil

;;; --- every combination of rules that natives support, made of functions of the scripts

(progn
  (quietly (load "game/dice_of_doom_v2.lisp"))
  (defparameter *old* (mapcar (lambda (name) (cons name (fdefinition name))) '(attack-p attack-move add-new-dice get-ratings limit-tree-depth handle-computer)))
  (quietly (load "game/dice_of_doom_v4.lisp"))
  (defparameter *new* (mapcar (lambda (name) (cons name (fdefinition name))) '(attack-p attack-move add-new-dice get-ratings limit-tree-depth handle-computer)))
  t)                                                 => t
(defun play-by (attack luck reinforcement search)
  "Loads a version with these properties."
  (quietly (load "game/dice_of_doom_v4.lisp"))
  (flet ((take (functions &rest names)
           (dolist (name names) (setf (fdefinition name) (rest (assoc name functions))))))
    (take (if (eq attack :stronger) *old* *new*) 'attack-p)
    (take (if (eq luck :none) *old* *new*) 'attack-move 'get-ratings 'limit-tree-depth)
    (take (if (eq reinforcement :taken) *old* *new*) 'add-new-dice)
    (take (if (eq search :alpha-beta) *old* *new*) 'handle-computer))
  (when (and (eq search :expectation) (eq luck :none))
    (defun handle-computer (tree)
      (check-computer tree)
      (second (best-move (get-ratings (limit-tree-depth tree *ai-level*) (first tree)) tree))))
  (declare-version "a fifth" :based-on 4 :attack attack :luck luck :reinforcement reinforcement :search search)
  (quietly (load "game/native.lisp")))                         => play-by
(loop for attack in '(:stronger :two-dice)
      append (loop for luck in '(:none :dice)
                   append (loop for reinforcement in '(:taken :cluster)
                                append (loop for search in '(:alpha-beta :expectation)
                                             do (play-by attack luck reinforcement search)
                                             append (functions-in-state :changed :script)
                                             append (all-differences 60)))))   => nil

;;; --- whole trees

(progn
  (quietly (load "game/dice_of_doom_v1.lisp"))
  (defun attacking-moves (board cur-player spare-dice)
    "Two dice are enough."
    (flet ((dice (pos) (second (aref board pos))))
      (loop for src below *board-hexnum*
            when (and (= (first (aref board src)) cur-player) (> (dice src) 1))
              append (loop for dst in (neighbors src)
                           unless (= (first (aref board dst)) cur-player)
                             collect (list (list src dst)
                                           (game-tree (board-attack board cur-player src dst (dice src))
                                                      cur-player (+ spare-dice (dice dst)) nil))))))
  (declare-version "bold" :based-on 1 :attack :two-dice)
  (quietly (load "game/native.lisp"))
  (functions-in-state :native))
  => (neighbors board-attack add-new-dice winners attacking-moves game-tree get-ratings rate-position handle-computer)
(defun whole-tree (board) (game-tree board (chance *num-players*) (chance 4) (zerop (chance 2))))   => whole-tree
(defun ask-whole-ratings (board)
  (let ((tree (whole-tree board)) (player (chance *num-players*)))
    (list (get-ratings tree player) (rate-position tree player))))   => ask-whole-ratings
(defun ask-whole-move (board)
  (let ((tree (whole-tree board)))
    (when (third tree) (handle-computer tree))))     => ask-whole-move
(defun tiny-board () (settings (chance-in 1 2) (chance-in 2 3) (chance-in 1 3)) (chance-board))   => tiny-board
(differences 200 'tiny-board 'whole-tree 'ask-whole-ratings 'ask-whole-move)   => nil

;;; --- rules that cannot be declared

(declare-version 5 :based-on 3 :attack :stronger)    => (error error "the version 3 is not loaded")
(declare-version 5 :based-on 1 :atack :stronger)     => (error error ":ATACK is not a property of a game")
(declare-version 5 :based-on 1 :attack :any)         => (error error ":ATTACK cannot be :ANY. Natives know :STRONGER and :TWO-DICE.")
(declare-version 5 :attack :stronger)                => (error error "neither 5 nor a version it is based on states :BOARD")
(declare-version 5)                                  => (error error "5 has no properties")
(dice-of-doom:bind-natives '(:attack :any) *package* nil #'list #'list)   => (error type-error)

;;; The book's versions are searched on packed boards, not by asking their functions.
(flet ((leaves (version)
         (quietly (load (format nil "game/dice_of_doom_~a.lisp" version)))
         (quietly (load "game/native.lisp"))
         (setf *board-size* 3 *board-hexnum* 9 *ai-level* 3)
         (quietly (handle-computer (game-tree (board-array '((0 3) (1 1) (0 3) (1 1) (0 3) (1 1) (0 3) (1 1) (0 3))) 0 0 t)))
         (plusp (or (first (dice-of-doom:search-figures)) 0))))
  (mapcar #'leaves '("v2" "v3" "v4")))               => (t t t)
