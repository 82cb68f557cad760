;;; game/experiments/matches.lisp: matches between engines, their figures, tables and charts.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/experiments/matches.lisp") t)   => t

;;; The same seed plays the same match, with any number of threads.
(defun scores (&rest arguments) (result-scores (apply #'play-match (append arguments '(:progress nil)))))   => scores
(let ((once (scores '(:book :level 2) '(:random) :games 60)))
  (and (= (length once) 30)
       (equal once (scores '(:book :level 2) '(:random) :games 60))
       (equal once (let ((*match-threads* 1)) (scores '(:book :level 2) '(:random) :games 60)))
       (not (equal once (scores '(:book :level 2) '(:random) :games 60 :seed 2)))))   => t
(equal (scores '(:strong :nodes 100) '(:book :level 1) :version 4 :games 12)
       (scores '(:strong :nodes 100) '(:book :level 1) :version 4 :games 12))   => t
(length (scores '(:strong :nodes 50 :style :best-reply) '(:strong :nodes 50 :style :paranoid) :version 4 :games 9 :size 4 :players 3
                :max-dice 4))                        => 3
(integerp (search "book, level 1 - random moves: 5 of 5 boards"
                  (with-output-to-string (out) (play-match '(:book :level 1) '(:random) :games 10 :progress out))))   => t
(let ((result (play-match '(:strong :nodes 100) '(:random) :games 4 :progress nil)))
  (and (plusp (result-challenger-ms result)) (< (result-others-ms result) (result-challenger-ms result))))   => t

;;; Figures
(mapcar #'board-score '((0 0) (1 0) (1 1) (2 2) (0 4 3 1)))   => (0 1/2 1 1/2 19/48)
(defparameter *result*
  (make-match-result :challenger '(:strong :time 0.1) :others '(:book :level 4) :version 2 :size 5 :players 2 :seed 1
                     :scores '(1 1/2 1/2 0 1) :challenger-ms 100.0 :others-ms 0.5))   => *result*
(mean-score *result*)                                => 3/5
(multiple-value-list (boards-by-outcome *result*))   => (2 2 1)
;;; The deviation of 1, .5, .5, 0, 1 is .41833; through the root of 5, times 1.96.
(< (abs (- (score-interval *result*) 0.36668)) 0.0001)   => t
(score-interval (make-match-result :scores '(1)))    => 0
(even-score (make-match-result :players 4))          => 1/4
(engine-text '(:strong :time 0.0005))                => "stronger, 0.5 ms"
(engine-text '(:strong :time 0.1 :style :max-n))     => "stronger, 100 ms, max-n"
(engine-text '(:strong :nodes 300))                  => "stronger, 300 positions"
(engine-text '(:strong :time 1 :turns 1))            => "stronger, 1000 ms, 1 turn"

;;; Tables and charts
(with-output-to-string (out)
  (let ((path (ensure-directories-exist (concatenate 'string (scratch-folder "matches") "matches.csv"))))
    (write-csv (list *result*) path)
    (with-open-file (in path)
      (loop for line = (read-line in nil)
            while line
            do (write-line line out)))))
  => "version,size,players,challenger,others,games,score %,+- %,even %,boards better,boards even,boards worse,ms a move,others' ms a move,seed
2,5,2,\"stronger, 100 ms\",\"book, level 4\",10,60.0,36.7,50.0,2,2,1,100.0000,0.5000,1
"
(let ((chart (with-output-to-string (*standard-output*) (draw-chart (list *result* *result*)))))
  (flet ((occurrences (text)
           (loop for at = (search text chart) then (search text chart :start2 (1+ at))
                 while at
                 count t)))
    (mapcar #'occurrences '("<svg " "</svg>" "<polygon " "<line " "60.0 +- 36.7 %" "stronger, 100 ms - book, level 4 (v2, 5x5)"))))
  => (1 1 2 4 2 2)

;;; Weights of 0 change nothing; others do.
(flet ((scores (&rest weights)
         (let ((*standard-output* (make-broadcast-stream)))
           (result-scores (play-match (list* :strong :nodes 40 weights) '(:strong :nodes 40) :version 4 :size 3 :players 3 :games 60)))))
  (let ((plain (scores)))
    (list (equal plain (scores :weights (make-list 25 :initial-element 0)))
          (equal plain (scores :weights (loop for i below 25 collect (if (oddp i) -3 3)))))))   => (t nil)
(engine-text '(:strong :nodes 300 :weights (1 2)))   => "stronger, 300 positions, other weights"

;;; Wrong input
(engine-numbers '(:strong :nodes 300 :weights (1 2)))   => (error error "25 numbers")
(play-match '(:clever) '(:random))                   => (error error "is not an engine")
(play-match '(:book :level 0) '(:random))            => (error error "level 0")
(play-match '(:strong :time -1) '(:random))          => (error error "time -1")
(play-match '(:strong :style :rude) '(:random))      => (error error "style :RUDE")
(play-match '(:random) '(:random) :version 3)        => (error error ":VERSION cannot be 3")
(play-match '(:random) '(:random) :size 17)          => (error error ":SIZE cannot be 17")
(play-match '(:random) '(:random) :games 0)          => (error error ":GAMES cannot be 0")
(play-match '(:book) '(:random) :version 4 :max-dice 20 :progress nil)   => (error error "at most 16 players and 8 dice")
(dice-of-doom:play-boards 'x '(0 1 1 1 0 1) (text-rules 2) '(5 2 3) 1 0 1 1)   => (error type-error)

;;; The figures of the player's strength in native/multi/README.md agree with the table of the matches.
(defun lines-of (path)
  (with-open-file (in path :external-format :utf-8) (loop for line = (read-line in nil) while line collect line)))   => lines-of
(defun cells (line)
  "Returns what stands between the bars of a row of a table."
  (loop for start = (position #\| line) then end
        for end = (position #\| line :start (1+ start))
        while end collect (string-trim " " (subseq line (1+ start) end))))   => cells
(defun rows-not-measured (readme csv)
  "Returns the number of rows of wins in README, and those of them that CSV does not have."
  (loop with known = (lines-of csv)
        for line in (lines-of readme)
        for (challenger others games wins) = (and (search "+-" line) (search " % |" line) (eql (position #\| line) 0) (cells line))
        for middle = (and wins (search " +- " wins))
        when (and middle (every #'digit-char-p games))
          count t into rows
          and unless (find-if (lambda (row) (search (format nil "4,5,4,~a,~a,~a,~a,~a," (csv-field challenger) (csv-field others) games
                                                            (subseq wins 0 middle) (subseq wins (+ middle 4) (search " %" wins)))
                                                    row))
                              known)
                collect line into wrong
        finally (return (list rows wrong))))         => rows-not-measured
(rows-not-measured "game/native/multi/README.md" "tests/bench/game/strength.csv")   => (6 nil)
