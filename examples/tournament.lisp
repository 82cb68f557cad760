;;; A tournament of the computer players of Dice of Doom, each level against every other. Writes the results as
;;; tournament.csv, reads them back, and draws them as tournament.svg, in the current directory.
;;;     tessera examples/tournament.lisp

(load (merge-pathnames "../game/dice_of_doom_v2.lisp" (or *load-truename* *default-pathname-defaults*)))
(load (merge-pathnames "../game/svg.lisp" (or *load-truename* *default-pathname-defaults*)))

(defparameter *board-size* 3)
(defparameter *board-hexnum* (* *board-size* *board-size*))

(defparameter *levels* '(1 2 3 4) "The numbers of moves that the players look ahead.")
(defparameter *games* 10 "The number of boards that each pair plays. Both sides of a board are played.")

;;; Playing

(defun playable-game ()
  "Returns the tree of a game in which the first player can move."
  (loop for tree = (game-tree (gen-board) 0 0 t)
        until (force (third tree))
        finally (return tree)))

(defun play-silently (tree levels)
  "Plays TREE to its end, with a level from the list LEVELS for each player. Returns the list of winners."
  (loop until (lazy-null (third tree))
        do (let ((*ai-level* (nth (first tree) levels)))
             (setf tree (handle-computer tree))))
  (winners (second tree)))

(defun points (winners player)
  "Returns the share of one point that PLAYER gets: the winners share it."
  (if (member player winners)
      (/ (length winners))
      0))

(defun match (level other)
  "Returns the points of LEVEL against OTHER in *GAMES* games from each side."
  (loop repeat *games*
        for tree = (playable-game)
        sum (points (play-silently tree (list level other)) 0)
        sum (points (play-silently tree (list other level)) 1)))

;;; The table

(defun write-results (file)
  "Plays all matches and writes a line LEVEL,OTHER,POINTS for each to FILE."
  (with-open-file (out file :direction :output :if-exists :supersede)
    (format out "level,other,points~%")
    (dolist (level *levels*)
      (dolist (other *levels*)
        (unless (= level other)
          (format out "~d,~d,~,1f~%" level other (match level other)))))))

(defun split-line (line)
  "Returns the comma-separated fields of LINE."
  (let ((comma (position #\, line)))
    (if comma
        (cons (subseq line 0 comma) (split-line (subseq line (1+ comma))))
        (list line))))

(defun read-results (file)
  "Returns the contents of FILE as a list of lists (LEVEL OTHER POINTS)."
  (with-open-file (in file)
    (read-line in)
    (loop for line = (read-line in nil)
          while line
          collect (let ((*read-eval* nil))
                    (mapcar #'read-from-string (split-line line))))))

(defun total (level results)
  "Returns the points of LEVEL in all RESULTS."
  (loop for (player nil points) in results
        when (= player level)
          sum points))

;;; The chart

(defun bar (x height color)
  "Draws a bar of HEIGHT at X, on the line at 200."
  (polygon (list (cons x 200) (cons x (- 200 height)) (cons (+ x 40) (- 200 height)) (cons (+ x 40) 200)) color))

(defun label (x y text)
  "Draws TEXT at X and Y."
  (tag text (x x y y "font-size" 14) (princ text)))

(defun draw-chart (results)
  "Draws a bar for each level."
  (let ((most (reduce #'max (mapcar (lambda (level) (total level results)) *levels*))))
    (svg (+ 40 (* 60 (length *levels*))) 240
         (loop for level in *levels*
               for x from 30 by 60
               for points = (total level results)
               do (bar x (round (* 160 points) (max most 1)) (brightness '(63 63 255) (* 30 (1- level))))
                  (label x (- 190 (round (* 160 points) (max most 1))) (format nil "~,1f" points))
                  (label x 220 (format nil "level ~d" level))))))

(write-results "tournament.csv")

(let ((results (read-results "tournament.csv")))
  (dolist (level *levels*)
    (format t "Level ~d: ~,1f points~%" level (total level results)))
  (with-open-file (*standard-output* "tournament.svg" :direction :output :if-exists :supersede)
    (draw-chart results)))
(format t "Wrote tournament.csv and tournament.svg~%")
