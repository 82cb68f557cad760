;;; game/browser/puzzle_set.lisp, proved by the exact solver over the third version: where each puzzle begins one move
;;; alone wins, and each right move on the way wins.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/experiments/puzzle_maker.lisp") t)   => t
(load "game/browser/puzzle_set.lisp")                => t
(defmacro with-puzzle ((puzzle) &body body)
  `(let* ((*board-size* (getf ,puzzle :size)) (*board-hexnum* (* *board-size* *board-size*)) (*max-dice* 3)) ,@body))   => with-puzzle
(defun first-tree (puzzle) (game-tree (board-array (getf puzzle :board)) 0 0 t))   => first-tree
(length (remove-duplicates *puzzles* :key (lambda (puzzle) (getf puzzle :board)) :test #'equal))   => 18
;; One first move wins, by the solver, which gets the time it needs.
(setf *solving-time* 100)                            => 100
(loop for puzzle in *puzzles*
      for number from 1
      unless (with-puzzle (puzzle)
               (let ((good (mapcar #'first (first (first (getf puzzle :nodes)))))
                     (winning (loop for (action value) in (solved-values (first-tree puzzle)) when (eql value 1) collect action)))
                 (and (equal good winning) (null (rest winning)))))
        collect number)                              => nil
;; The answer is the one that the search of two turns finds, node by node.
(loop for puzzle in *puzzles*
      for number from 1
      unless (with-puzzle (puzzle)
               (let ((known (make-hash-table :test 'equal)) (*looked-at* 0) (tree (first-tree puzzle)))
                 (and (wins-in-p tree 0 2 known) (not (wins-in-p tree 0 1 known))
                      (equal (answer-nodes tree 2 known) (getf puzzle :nodes)))))
        collect number)                              => nil
;; The search on simple boards: an immediate win does not count as a win in two turns; without a win there is no answer.
(flet ((wins-p (hexes turns)
         (let ((*board-size* 2) (*board-hexnum* 4) (*looked-at* 0))
           (wins-in-p (game-tree (board-array hexes) 0 0 t) 0 turns (make-hash-table :test 'equal)))))
  (list (wins-p '((0 3) (1 1) (1 1) (0 1)) 1) (wins-p '((0 1) (1 3) (1 1) (0 1)) 2) (wins-p '((0 2) (1 1) (1 3) (1 3)) 0)))   => (t nil nil)
