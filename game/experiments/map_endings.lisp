;;; Measures how many games on each map have ended after 3000 moves, and how long they are: all players are computers,
;;; which hold choke points against each other.
;;;     tessera game/experiments/map_endings.lisp           ; the seeds 1 to 12 on each map, 3 and 4 players
;;;     tessera game/experiments/map_endings.lisp 6 atoll   ; the seeds 1 to 6 on one map

(load (merge-pathnames "self_play.lisp" (or *load-truename* *default-pathname-defaults*)))

(defparameter *most-moves-played* 3000 "The number of moves after which a game counts as one without an end.")

(defun game-length (map players level seed)
  "Returns the number of moves of the game of SEED between PLAYERS computers of LEVEL on MAP, a name; NIL if it does not
end."
  (let* ((*people-here* '())
         (record (new-record (list :size (map-size map 7) :players players :dice 5 :people 0 :level level :seed seed :fair t
                                   :ending (ending-for players) :map map))))
    (with-rules ((record-rules record))
      (loop until (eq (record-stage record) :over)
            do (play-action record (record-action record level))
               (when (= (record-number record) *most-moves-played*)
                 (return nil))
            finally (return (record-number record))))))

(defun print-lengths (map players level seeds)
  "Plays the games of the seeds from 1 to SEEDS and prints their line of the table."
  (let* ((lengths (loop for seed from 1 to seeds collect (game-length map players level seed)))
         (ended (sort (remove nil lengths) #'<)))
    (format t "| ~(~a~) | ~d | ~(~a~) | ~d | ~@[~d~] | ~@[~d~] |~%" map players level (count nil lengths)
            (nth (floor (length ended) 2) ended) (first (last ended)))
    (finish-output)))

(destructuring-bind (&optional (seeds "12") name) tessera:*arguments*
  (format t "| map | players | level | without an end, of ~a | median | longest |~%|---|--:|---|--:|--:|--:|~%" seeds)
  (dolist (map (if name (list (map-named name)) *maps*))
    (dolist (players '(3 4))
      (dolist (level '(:casual :steady))
        (print-lengths (map-name map) players level (parse-integer seeds))))))
