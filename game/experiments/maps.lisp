;;; Measures how fair the maps are: games between greedy players, each on another dealt board, and each seat's share of
;;; the wins.
;;;     tessera game/experiments/maps.lisp                  ; 1000 games on each map, for 2 to 4 players
;;;     tessera game/experiments/maps.lisp 200 atoll        ; 200 games on one map
;;;     tessera game/experiments/maps.lisp 1500 atoll first ; each on the first board that is dealt, without trial games
;;; The last column is the probability that fair seats differ at least as much (chi-squared test): a map is fair as far
;;; as the games can tell if it is above 0.01.

(load (merge-pathnames "self_play.lisp" (or *load-truename* *default-pathname-defaults*)))

(defun shares-of-map (map size players games first-p)
  "Returns each player's number of wins in GAMES games of PLAYERS players on MAP, a name, with rows of SIZE places; on
the first boards that are dealt if FIRST-P."
  (loop with wins = (make-list players :initial-element 0)
        for seed from 1 to games
        do (with-rules ((with-map (list :size size :players players :dice 5 :ending (ending-for players) :map map :seed seed)))
             (setf wins (mapcar #'+ wins
                                (dice-of-doom:play-greedily (if first-p (first-deal seed) (deal seed t)) (rules-in-use) (list* size players 5 (or *winning-hexes* 0) *holes*)
                                                            (+ 1000000 seed) 1))))
        finally (return wins)))

(defun first-deal (seed)
  "Returns the first board for SEED, before trial games."
  (let ((*random-state* (tessera:seed-random-state seed)))
    (next-board t)))

(defun chi-squared-tail (x degrees)
  "Returns the probability that a chi-squared value of DEGREES degrees of freedom, 1 to 3, is above X."
  (flet ((normal-tail (z)               ; of both sides, by the trapezoidal rule
           (let ((step 0.001))
             (* 2 step (/ (sqrt (* 2 pi))) (loop for t1 from z to (+ z 8) by step sum (exp (- (/ (* t1 t1) 2))))))))
    (ecase degrees
      (1 (normal-tail (sqrt x)))
      (2 (exp (- (/ x 2))))
      (3 (+ (normal-tail (sqrt x)) (* (sqrt (/ (* 2 x) pi)) (exp (- (/ x 2)))))))))

(defun print-map (map games first-p)
  "Plays GAMES games for 2 to 4 players on MAP and prints their lines of the table. FIRST-P is as for SHARES-OF-MAP."
  (loop with size = (map-size (map-name map) 7)
        for players from 2 to 4
        do (let* ((wins (shares-of-map (map-name map) size players games first-p))
                  (even (/ games players 1.0))
                  (x (loop for won in wins sum (/ (expt (- won even) 2) even))))
             (format t "| ~(~a~) | ~d | ~d | ~{~,1f~^ ~} | ~,3f |~%" (map-name map) size players
                     (mapcar (lambda (won) (/ (* 100 won) games)) wins) (chi-squared-tail x (1- players)))
             (finish-output))))

(destructuring-bind (&optional (games "1000") name deals) tessera:*arguments*
  (format t "| map | size | players | won by each seat, % | p |~%|---|--:|--:|---|--:|~%")
  (dolist (map (if name (list (map-named name)) *maps*))
    (print-map map (parse-integer games) (equal deals "first"))))
