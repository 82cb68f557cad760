;;; The regret of the computer's players: how much less the chance to win is after their moves than after the best ones.
;;; By the rules of version 4 for two players on small boards, whose exact chances are known by value iteration.
;;;     tessera game/solving/regret.lisp [SIZE [DICE [POSITIONS [NODES]]]]

(dolist (name '("../dice_of_doom_v4.lisp" "../native.lisp" "prover.lisp" "chances.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defun random-position (within-turn)
  "Returns the tree of a random position with several moves, in which player 0 has begun a turn, or is WITHIN-TURN."
  (loop for tree = (game-tree (gen-board) 0 0 (not within-turn))
        when (rest (moves-of tree)) return tree))

(defun strong-choice (nodes)
  "Returns a function from a tree to the index of the stronger player's move, which searches NODES positions."
  (lambda (tree) (getf (analysis tree :seconds 1000000 :nodes nodes) :best)))

(defun book-choice (tree)
  "Returns the index of the move that the book's computer makes in TREE."
  (let ((ratings (get-ratings (limit-tree-depth tree *ai-level*) (first tree))))
    (position (reduce #'max ratings) ratings)))

(defun regrets (choose positions seed)
  "Returns the list of the regrets of the moves that CHOOSE makes in POSITIONS random positions of SEED."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (loop for tree in (loop for n below positions collect (random-position (oddp n)))
          for values = (move-chances tree)
          collect (- (reduce #'max values) (nth (funcall choose tree) values)))))

(defun print-regret (name regrets)
  "Prints a row of a table about REGRETS, those of the player NAME."
  (format t "| ~a | ~,5f | ~,3f | ~,1f % |~%" name (/ (reduce #'+ regrets) (length regrets)) (reduce #'max regrets)
          (/ (* 100.0 (count-if (lambda (regret) (<= regret 2d-6)) regrets)) (length regrets)))
  (finish-output))

(defun measure-regret (&key (size 3) (dice 3) (positions 1000) (nodes 10000))
  "Prints the regret of the stronger player with several numbers of nodes up to NODES, the book's computer, and random
moves."
  (setf *board-size* size *board-hexnum* (* size size) *max-dice* dice *num-players* 2 *ai-style* :max-n)
  (let* ((begin (get-internal-real-time)) (widths (compute-chances)))
    (format t "~d iterations, ~,1f s: the bounds of all chances differ by at most ~,2e~2%" (length widths)
            (/ (- (get-internal-real-time) begin) internal-time-units-per-second 1.0) (first (last widths)))
    (format t "~dx~:*~d hexes, at most ~d dice, ~d random positions, seed 1~2%| player | mean regret | largest | best moves |~%|---|--:|--:|--:|~%"
            size dice positions)
    (print-regret "random moves" (regrets (lambda (tree) (random (length (moves-of tree)))) positions 1))
    (print-regret (format nil "book, level ~d" *ai-level*) (regrets #'book-choice positions 1))
    (loop for n = (max 100 (floor nodes 100)) then (* 10 n)
          while (<= n nodes)
          do (print-regret (format nil "stronger, ~d nodes" n) (regrets (strong-choice n) positions 1)))))

(let ((numbers (mapcar (lambda (text) (parse-integer text :junk-allowed t)) tessera:*arguments*)))
  (if (or (member nil numbers) (cddddr numbers))
      (format t "usage: tessera game/solving/regret.lisp [SIZE [DICE [POSITIONS [NODES]]]]~%")
      (destructuring-bind (&optional (size 3) (dice 3) (positions 1000) (nodes 10000)) numbers
        (measure-regret :size size :dice dice :positions positions :nodes nodes))))
