;;; Games of version 4 that nobody watches, for simulation.lisp and calibration.lisp: on the boards of dealing.lisp, with real dice. A player is a function from
;;; a tree to an action. Seeds decide all.

(dolist (name '("../dice_of_doom_v4.lisp" "../native.lisp" "../records/record.lisp" "../computer/levels.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defun greedy-action (tree)
  "Returns what a greedy person does in TREE: attacks where the odds are best, as long as they are even or better."
  (loop with board = (second tree) and best = nil and best-odds = 0 and may-pass = nil
        for (action) in (moves-of tree)
        do (if action
               (let ((odds (attack-odds (second (aref board (first action))) (second (aref board (second action))))))
                 (when (> odds best-odds)
                   (setf best action best-odds odds)))
               (setf may-pass t))
        finally (return (if (and may-pass (< best-odds 1/2)) nil best))))

(defun beginner-action (tree)
  "Returns what a beginner does in TREE: attacks somewhere with more dice than the defender has, as long as that can be done. *RANDOM-STATE* decides where."
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
  "Returns the player that NAME names: :GREEDY, :BEGINNER, or a level."
  (case name
    (:greedy #'greedy-action)
    (:beginner #'beginner-action)
    (t (lambda (tree) (level-action tree name)))))

(defun play-game (seed players)
  "Plays a game of the list PLAYERS on the board that SEED deals. Returns the winners, how many turns player 0 had, how many moves there were, and how many of
them the others made before player 0's second turn."
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
