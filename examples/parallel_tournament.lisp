;;; A tournament of the computer players of Dice of Doom on all cores: each level against every other. A number decides
;;; the board of a game, so the table is the same whoever plays which game, and however many workers there are.
;;;     tessera examples/parallel_tournament.lisp [BOARDS]

(load (merge-pathnames "../game/dice_of_doom_v2.lisp" (or *load-truename* *default-pathname-defaults*)))
(require "parallel")

(defparameter *board-size* 3)
(defparameter *board-hexnum* (* *board-size* *board-size*))

(defparameter *levels* '(1 2 3) "The numbers of moves that the players look ahead.")

(defun numbered-game (number)
  "Returns the tree of the game NUMBER, in which the first player can move."
  (let ((*random-state* (tessera:seed-random-state number)))
    (loop for tree = (game-tree (gen-board) 0 0 t)
          until (force (third tree))
          finally (return tree))))

(defun play (number levels)
  "Plays the game NUMBER to its end, with a level from the list LEVELS for each player. Returns the list of winners."
  (let ((tree (numbered-game number)))
    (loop until (lazy-null (third tree))
          do (let ((*ai-level* (nth (first tree) levels)))
               (setf tree (handle-computer tree))))
    (winners (second tree))))

(defun games (boards)
  "Returns a list of (NUMBER LEVEL OTHER) for all games: each pair of levels plays each board, from both sides."
  (loop for level in *levels*
        append (loop for other in (remove level *levels*)
                     append (loop for number from 1 to boards collect (list number level other)))))

(defun points-of (game)
  "Plays GAME, a list (NUMBER LEVEL OTHER). Returns the points of both levels: the winners share one point."
  (destructuring-bind (number level other) game
    (let ((winners (play number (list level other))))
      (flet ((points (player) (if (member player winners) (/ (length winners)) 0)))
        (list (points 0) (points 1))))))

(defun table (games all-points)
  "Returns a list of (LEVEL . POINTS) for GAMES, in which both levels got ALL-POINTS."
  (loop for level in *levels*
        collect (cons level (loop for (nil first second) in games
                                  for points in all-points
                                  when (= first level) sum (first points)
                                  when (= second level) sum (second points)))))

(let* ((games (games (if tessera:*arguments* (parse-integer (first tessera:*arguments*)) 10)))
       (all-points (parallel:pmapcar #'points-of games)))
  (loop for (level . points) in (table games all-points)
        do (format t "Level ~d: ~,1f points~%" level points))
  (format t "~d games, played by ~d workers~%" (length games) (parallel:kernel-worker-count))
  (assert (= (length games) (reduce #'+ (mapcar (lambda (points) (reduce #'+ points)) all-points))))      ; a point for each game
  (dolist (workers '(1 3))
    (parallel:make-kernel workers)
    (assert (equal all-points (parallel:pmapcar #'points-of games)))))
