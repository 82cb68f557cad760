;;; Plays games of version 4 between programs, for simulation.lisp and calibration.lisp: on boards of
;;; records/dealing.lisp, with real dice. A player is a function from a tree to an action. The seed decides everything.

(dolist (name '("../dice_of_doom_v4.lisp" "../native.lisp" "../records/record.lisp" "../computer/levels.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defun greedy-action (tree)
  "Returns the action of a greedy person in TREE: the attack with the best odds if they are at least even, otherwise the
end of the turn."
  (loop with board = (second tree) and best = nil and best-odds = 0 and may-pass = nil
        for (action) in (moves-of tree)
        do (if action
               (let ((odds (attack-odds (second (aref board (first action))) (second (aref board (second action))))))
                 (when (> odds best-odds)
                   (setf best action best-odds odds)))
               (setf may-pass t))
        finally (return (if (and may-pass (< best-odds 1/2)) nil best))))

(defun beginner-action (tree)
  "Returns the action of a beginner in TREE: a random attack with more dice than the defender has, as long as there is
one."
  (loop with board = (second tree)
        for (action) in (moves-of tree)
        if (null action)
          collect action into others
        else if (> (second (aref board (first action))) (second (aref board (second action))))
               collect action into likely
        else collect action into others
        finally (return (cond (likely (nth (random (length likely)) likely))
                              ((member nil others) nil)
                              (t (nth (random (length others)) others))))))

(defun player-named (name)
  "Returns the player NAME: :GREEDY, :BEGINNER, or a level."
  (case name
    (:greedy #'greedy-action)
    (:beginner #'beginner-action)
    (t (lambda (tree) (level-action tree name)))))

(defun play-game (seed players)
  "Plays a game of PLAYERS, a list, on the board that SEED deals. Returns the winners, the number of turns of player 0,
the number of moves, and how many of them the others made before player 0's second turn."
  (let ((*random-state* (tessera:seed-random-state (1+ seed))))
    (loop with tree = (game-tree (deal seed t) 0 0 t) and turns = 0 and begins = t and waited = 0
          for moves from 0
          while (and (first-move-of tree) (< moves 100000))
          do (cond ((plusp (first tree))
                    (when (= turns 1) (incf waited)))
                   (begins (incf turns)))
             (let* ((action (funcall (nth (first tree) players) tree))
                    (move (find action (moves-of tree) :key #'first :test #'equal)))
               (setf begins (null action)
                     tree (let ((*standard-output* (make-broadcast-stream)))
                            (pick-chance-branch (second tree) move))))
          finally (return (values (winners (second tree)) turns moves waited)))))

(defun quantile (part numbers)
  "Returns the element of NUMBERS below which PART of them lie."
  (nth (min (1- (length numbers)) (floor (* part (length numbers)))) (sort (copy-list numbers) #'<)))
