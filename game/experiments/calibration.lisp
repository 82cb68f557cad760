;;; Measures how the computer's levels compare: plays them against each other in pairs and prints their Elo ratings, in
;;; which 400 points mean ten wins for one loss. Version 4, two players, five by five hexes; each board is played twice,
;;; from both sides.
;;;     tessera game/experiments/calibration.lisp                       ; the table in native/multi/README.md
;;;     tessera game/experiments/calibration.lisp 400                   ; 400 games of each pair
;;;     tessera game/experiments/calibration.lisp 400 keen sharp        ; of this pair only

(dolist (name '("self_play.lisp" "ratings.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defparameter *calibration-rules* '(:size 5 :players 2 :dice 5) "The rules of the matches.")
(setf *ai-time* 0.05)

(defun share-of-win (winners player)
  "Returns the share of PLAYER in the win, which WINNERS, a list, share equally."
  (if (member player winners) (/ (length winners)) 0))

(defun pair-scores (one other games)
  "Plays GAMES games, an even number, of the level ONE against the level OTHER. Returns the score of ONE, 0 to 1, on
each board."
  (with-rules (*calibration-rules*)
    (let ((one (player-named one))
          (other (player-named other)))
      (loop for seed from 1 to (floor games 2)
            collect (/ (+ (share-of-win (play-game seed (list one other)) 0)
                          (share-of-win (play-game seed (list other one)) 1))
                       2)))))

(defparameter *calibrated* '(:kind :careless :casual :steady :keen :sharp :hard :strong)
  "The levels, from the weakest.")

(defun played-pairs (games)
  "Plays GAMES games of each level against the next two. Returns a list of (I J SCORE ERROR), SCORE being that of I."
  (loop for i from 1 below (length *calibrated*)
        append (loop for j from (max 0 (- i 2)) below i
                     collect (let ((scores (pair-scores (nth i *calibrated*) (nth j *calibrated*) games)))
                               (format t "~(~a~) - ~(~a~): ~,1f +- ~,1f % of ~d games~%" (nth i *calibrated*) (nth j *calibrated*)
                                       (* 100 (mean scores)) (* 196 (error-of-mean scores)) games)
                               (finish-output)
                               (list i j (float (mean scores) 1d0) (error-of-mean scores))))))

(defun print-calibration (games)
  "Plays GAMES games of each pair and prints the table."
  (let* ((pairs (played-pairs games))
         (count (length *calibrated*))
         (points (fitted-points count pairs)))
    (format t "~%| level | Elo | above the one before |~%|---|--:|--:|~%")
    (loop for name in *calibrated*
          for level from 0
          for error in (point-errors count pairs points)
          do (format t "| ~(~a~) | ~d | ~:[~*~*~;~d +- ~d~] |~%" name (round (aref points level)) (plusp level)
                     (and (plusp level) (round (- (aref points level) (aref points (1- level)))))
                     (round (* 1.96 error))))))

(destructuring-bind (&optional (games "1000") one other) tessera:*arguments*
  (flet ((level (name) (level-name (or (level-named name) (error "There is no level ~a" name)))))
    (let ((games (parse-integer games)))
      (if other
          (let ((scores (pair-scores (level one) (level other) games)))
            (format t "~a - ~a: ~,1f +- ~,1f % of ~d games~%" one other (* 100 (mean scores)) (* 196 (error-of-mean scores)) games))
          (print-calibration games)))))
