;;; Makes the puzzles of browser/puzzle_set.lisp: positions from games between computers, third version, in which the
;;; player to move can win in two turns, whatever the opponent does, and only one first move wins. The exact solver
;;; tells which moves win; a search of the two turns tells which win in time.
;;;     build/release/tessera game/experiments/puzzle_maker.lisp COUNT SEED > game/browser/puzzle_set.lisp
;;;     build/release/tessera game/experiments/puzzle_maker.lisp COUNT SEED table   ; 3x3 hexes, by the table

(dolist (name '("../dice_of_doom_v3.lisp" "../native.lisp" "../records/record.lisp" "../computer/levels.lisp"
                "../solving/prover.lisp" "../solving/tables.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defparameter *solving-time* 1 "The seconds that the solver may take for a position.")
(defparameter *search-limit* 3000 "The most positions that the search of the turns visits.")
(defvar *looked-at* 0)

;;; Winning within a number of turns

(defun won-by-p (board player)
  "True if PLAYER alone has won when the game ends with BOARD."
  (equal (winners board) (list player)))

(defun wins-in-p (tree player turns known)
  "True if PLAYER can win within TURNS own turns, including the current one, whatever the opponent does from TREE on.
KNOWN is a table of earlier results."
  (let* ((key (list (tree-state tree) turns))
         (found (gethash key known :none)))
    (if (not (eq found :none))
        found
        (setf (gethash key known)
              (cond ((> (incf *looked-at*) *search-limit*) (throw 'too-many nil))
                    ((null (first-move-of tree)) (won-by-p (second tree) player))
                    ((zerop turns) nil)
                    ((= (first tree) player)
                     (some (lambda (move) (wins-in-p (second move) player (turns-after move turns) known)) (moves-of tree)))
                    (t (every (lambda (move) (wins-in-p (second move) player turns known)) (moves-of tree))))))))

(defun turns-after (move turns)
  "Returns the number of TURNS left after MOVE of the player who counts them."
  (if (first move) turns (1- turns)))

;;; The answer as a list of nodes

(defun longest-defense (tree player turns known)
  "Returns the opponent's moves from TREE, a list of (ACTION GAINED), that delay PLAYER's win longest, and the tree
after them."
  (let ((best nil) (best-count -1) (best-tree nil))
    (labels ((walk (tree done)
               (if (or (= (first tree) player) (null (first-move-of tree)))
                   (let ((count (if (first-move-of tree) (- 100 (count-if (lambda (move) (wins-in-p (second move) player (turns-after move turns) known))
                                                                          (moves-of tree)))
                                    0)))
                     (when (> count best-count)
                       (setf best (reverse done) best-count count best-tree tree)))
                   (dolist (move (moves-of tree))
                     (walk (second move) (cons (list (first move) (gained tree move)) done))))))
      (walk tree '()))
    (values best best-tree)))

(defun gained (tree move)
  "Returns the positions of the hexes that get a die by MOVE of TREE, if it ends the turn."
  (and (null (first move))
       (dice-gained (second tree) (second (second move)))))

(defun answer-nodes (tree turns known)
  "Returns the answer of the puzzle TREE, a list of nodes (GOOD BAD), the first for TREE itself. BAD lists the actions
that do not win in time. GOOD has a list (ACTION GAINED REPLIES NEXT) for each that does. GAINED are the hexes that get
a die, REPLIES the opponent's, if it is then the opponent's turn. NEXT is the index of the next node, NIL if the game is
won."
  (let ((player (first tree)) (numbers (make-hash-table :test 'equal)) (nodes (make-array 0 :adjustable t :fill-pointer t)))
    (labels ((number-of (tree turns)
               (let ((key (list (tree-state tree) turns)))
                 (or (gethash key numbers)
                     (let ((number (vector-push-extend nil nodes)))
                       (when (> number 60) (throw 'too-many nil))
                       (setf (gethash key numbers) number
                             (aref nodes number) (node tree turns))
                       number))))
             (node (tree turns)
               (loop for move in (moves-of tree)
                     if (wins-in-p (second move) player (turns-after move turns) known)
                       collect (good tree move (turns-after move turns)) into good
                     else
                       collect (first move) into bad
                     finally (return (list good bad))))
             (good (tree move turns)
               (let ((next (second move)))
                 (multiple-value-bind (replies after) (if (= (first next) player) (values '() next) (longest-defense next player turns known))
                   (list (first move) (gained tree move) replies
                         (and (first-move-of after) (number-of after turns)))))))
      (number-of tree turns)
      (coerce nodes 'list))))

;;; Puzzles

(defun solved-values (tree)
  "Returns the solver's value of each move of TREE, a list of (ACTION VALUE); NIL if it takes too long."
  (let ((*standard-output* (make-broadcast-stream)))
    (multiple-value-bind (values all) (solve tree :time *solving-time*)
      (and all values))))

(defun puzzle-rating (nodes)
  "Returns the difficulty of the puzzle with NODES: it grows with the number of moves that do not win and the length of
the answer."
  (let ((chosen (loop for (good bad) in nodes sum (log (/ (+ (length good) (length bad)) (length good)) 2))))
    (min 2200 (max 700 (+ 600 (* 25 (round (* 7 chosen) (max 1 (sqrt (length nodes))))))))))

(defun puzzle-of (tree)
  "Returns the puzzle that begins with TREE; NIL if TREE is not a puzzle."
  (let ((known (make-hash-table :test 'equal)) (*looked-at* 0) (player (first tree)))
    (catch 'too-many
      (when (and (cddr (moves-of tree))
                 (not (wins-in-p tree player 1 known))
                 (wins-in-p tree player 2 known))
        (let ((winning (remove 1 (solved-values tree) :key #'second :test-not #'eql))
              (in-time (remove-if-not (lambda (move) (wins-in-p (second move) player (turns-after move 2) known)) (moves-of tree))))
          (when (and winning (null (rest winning)) (equal (mapcar #'first in-time) (mapcar #'first winning)))
            (let ((nodes (answer-nodes tree 2 known)))
              (list :size *board-size* :rating (puzzle-rating nodes) :board (hexes-from player (second tree)) :nodes nodes))))))))

(defun hexes-from (player board)
  "Returns BOARD as a list of hexes with PLAYER as player 0 and the opponent as player 1."
  (loop for (owner dice) across board collect (list (if (= owner player) 0 1) dice)))

(defun puzzles-of-game (seed)
  "Returns the puzzles, at most one, in a game between two computers on the board that SEED deals."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (loop with tree = (game-tree (deal seed) 0 0 t) and begins = t
          repeat 200
          while (first-move-of tree)
          do (when begins
               (let ((puzzle (puzzle-of tree)))
                 (when puzzle (return (list puzzle)))))
             (let* ((action (level-action tree :steady))
                    (move (find action (moves-of tree) :key #'first :test #'equal)))
               (setf begins (null action)
                     tree (second move))))))

;;; Puzzles from the table of all boards of 3x3 hexes

(defun greedy-action (tree)
  "Returns the action that the book's computer chooses in TREE if it looks one move ahead."
  (let ((ratings (get-ratings (limit-tree-depth tree 1) (first tree))))
    (first (nth (position (reduce #'max ratings) ratings) (moves-of tree)))))

(defun tricky-p (tree)
  "True if one first move alone wins TREE, at the beginning of a turn, by the table, and a greedy player does not make
it."
  (let* ((player (first tree))
         (winning (loop for (action next) in (moves-of tree)
                        for taken = (second (aref (second tree) (second action)))
                        when (eql (tabulated-result (second next) player taken nil) 1)
                          collect action)))
    (and winning (null (rest winning)) (not (equal (first winning) (greedy-action tree))))))

(defun puzzles-of-table (seed)
  "Returns a list of at most one puzzle, found on a random board with SEED. TABULATE-RESULTS must have been called."
  (let* ((*random-state* (tessera:seed-random-state seed))
         (tree (game-tree (gen-board) 0 0 t)))
    (when (and (first-move-of tree) (tricky-p tree))
      (let ((puzzle (puzzle-of tree)))
        (and puzzle (list puzzle))))))

(defun make-puzzles (count seed &optional from-table)
  "Prints COUNT puzzles, from games with seeds from SEED on or, if FROM-TABLE, from random boards, as a Lisp file."
  (format t ";;; Puzzles of Dice of Doom without dice, made by ../experiments/puzzle_maker.lisp ~d ~d. Each node of an answer is (GOOD BAD): see ANSWER-NODES.~2%~
             (defparameter *puzzles*~%  '(" count seed)
  (loop with found = '()
        for number from seed
        for size = (cond (from-table 3) ((evenp number) 4) (t 5))
        while (< (length found) count)
        do (let* ((*board-size* size) (*board-hexnum* (* size size)) (*max-dice* 3))
             (when (and from-table (= number seed)) (tabulate-results))
             (dolist (puzzle (if from-table (puzzles-of-table number) (puzzles-of-game number)))
               (format *error-output* "~&~d: ~d, ~d nodes~%" number (getf puzzle :rating) (length (getf puzzle :nodes)))
               (push puzzle found)))
        finally (format t "~{~(~s~)~^~%    ~}" (sort found #'< :key (lambda (puzzle) (getf puzzle :rating)))))
  (format t ")~%  \"The puzzles, easy ones first.\")~%"))

(when tessera:*arguments*
  (destructuring-bind (count seed &optional table) tessera:*arguments*
    (make-puzzles (parse-integer count) (parse-integer seed) (equal table "table"))))
