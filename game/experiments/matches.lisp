;;; Matches between the computer's players: which is stronger, and how certain that is.
;;;     (play-match '(:strong :time 0.01) '(:book :level 4) :version 2 :games 200)
;;;     (write-chart (list (play-match ...) (play-match ...)) "chart.svg")
;;; strength.lisp plays the matches that measure the players' strength.
;;;
;;; An engine is one of
;;;     (:random)                     any move with the same probability
;;;     (:book :level 4)              the book's computer; its moves are those of HANDLE-COMPUTER
;;;     (:strong :time 0.1)           the stronger player with seconds of processor time for each move; with dice or
;;;                                   more than two players also :STYLE as in *AI-STYLE*, and the most :TURNS to look
;;;                                   ahead, and :WEIGHTS, a list of 25 numbers that are added to the linear weights
;;;                                   of the evaluation, in the order of native/multi/features.hpp
;;;     (:strong :nodes 10000)        the same with a fixed effort, which makes a match repeatable
;;;
;;; The challenger plays against others of one kind. Each random board is played once from each seat, so a board is one
;;; measurement, and the confidence interval comes from the boards. The seed decides boards, dice and random moves,
;;; whatever the number of threads.

(require "dice-of-doom")
(dolist (name '("../svg.lisp" "../common/versions.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

;;; Engines and rules in the form that the natives take

(defparameter *match-threads* 0 "The number of games played at a time; 0: as many as there are processors.")

(defun engine-numbers (engine)
  "Returns ENGINE as a list of integers (kind level microseconds nodes style turns), and its weights in millionths if it
has any. Signals an ERROR if it is not an engine."
  (unless (and (consp engine) (member (first engine) '(:random :book :strong)))
    (error "~s is not an engine: it must be (:random), (:book :level N) or (:strong :time SECONDS)" engine))
  (destructuring-bind (kind &key (level 4) time nodes (style :max-n) (turns 7) weights) engine
    (flet ((check (good what value wanted)
             (unless good
               (error "The engine ~s has the ~a ~s: it must be ~a" engine what value wanted))))
      (check (typep level '(integer 1 1000)) "level" level "a number of moves, 1 or more")
      (check (typep time '(or null (real (0) 1000000))) "time" time "a number of seconds, more than 0")
      (check (typep nodes '(or null (integer 1 1000000000000))) "nodes" nodes "a number of positions, 1 or more")
      (check (typep turns '(integer 1 7)) "turns" turns "a number of turns, 1 to 7")
      (check (member style '(:paranoid :best-reply :max-n)) "style" style ":paranoid, :best-reply or :max-n")
      (check (and (listp weights) (member (list-length weights) '(0 25)) (every #'realp weights)) "weights" weights "a list of 25 numbers"))
    (list* (position kind '(:random :book :strong))
           level
           (max 1 (round (* 1000000 (or time (if nodes 1000000 0.1)))))
           (or nodes 1000000000000)
           (position style '(:paranoid :best-reply :max-n))
           turns
           (loop for weight in weights collect (round (* 1000000 weight))))))

(defun engine-text (engine)
  "Returns ENGINE in words."
  (destructuring-bind (kind &key (level 4) time nodes style turns weights) engine
    (ecase kind
      (:random "random moves")
      (:book (format nil "book, level ~d" level))
      (:strong (format nil "stronger, ~:[~a ms~;~:*~d positions~*~]~@[, ~(~a~)~]~@[, ~d turn~:p~]~@[, other weights~*~]"
                       nodes (milliseconds (or time 0.1)) style turns weights)))))

(defun milliseconds (seconds)
  "Returns SECONDS in milliseconds, as an integer if possible."
  (let ((ms (rationalize (* 1000 seconds))))
    (if (integerp ms) ms (float ms 1.0))))

;;; Playing

(defstruct (match-result (:conc-name result-))
  "The result of a match."
  challenger others version size players seed
  scores                ; for each board the challenger's share of the wins, 0 to 1
  challenger-ms         ; the mean processor time of a move in milliseconds
  others-ms)

(defun board-score (winners)
  "Returns the challenger's mean share of the wins in the games on a board. WINNERS holds for each game 0 if the
challenger lost, otherwise the number of players who share the win."
  (/ (loop for n in winners
           sum (if (zerop n) 0 (/ n)))
     (length winners)))

(defun show-progress (result done boards stream)
  "Prints how many of BOARDS boards are done and the score so far, over the previous line."
  (format stream "~c~a - ~a: ~d of ~d boards, ~,1f +- ~,1f % ~@[~%~]"
          #\Return (engine-text (result-challenger result)) (engine-text (result-others result)) done boards
          (* 100 (mean-score result)) (* 100 (score-interval result)) (= done boards))
  (finish-output stream))

(defun play-match (challenger others &key (version 2) (games 400) (size 5) (players (if (eql version 4) 4 2))
                                       (max-dice (if (eql version 4) 5 3)) (winning-hexes 0) (seed 1)
                                       (progress *standard-output*))
  "Plays GAMES games of CHALLENGER against OTHERS, rounded up to whole boards, and returns a MATCH-RESULT. The rules are
those of VERSION, 2 or 4, on boards of SIZE by SIZE hexes with PLAYERS players, who begin with 1 to MAX-DICE dice on a
hex. WINNING-HEXES is the number of hexes that win a game of version 4 at once, or 0: see last_standing.lisp. SEED
decides boards, dice and random moves. PROGRESS is a stream for progress reports, or NIL. Signals an ERROR that names a
wrong argument."
  (check-match version games size players max-dice winning-hexes seed)
  (let* ((boards (ceiling games players))
         (batch (max 4 (ceiling boards 25)))
         (sizes (list size players max-dice winning-hexes))
         (result (make-match-result :challenger challenger :others others :version version :size size :players players :seed seed))
         (times (list 0 0 0 0)))
    (loop for done from 0 below boards by batch
          do (destructuring-bind (played &rest more)
                 (dice-of-doom:play-boards (engine-numbers challenger) (engine-numbers others) (text-rules version) sizes
                                           seed done (min batch (- boards done)) *match-threads*)
               (setf (result-scores result) (append (result-scores result) (mapcar #'board-score played))
                     times (mapcar #'+ times more)))
             (when progress
               (show-progress result (length (result-scores result)) boards progress)))
    (destructuring-bind (moves microseconds others-moves others-microseconds) times
      (setf (result-challenger-ms result) (/ microseconds 1000.0 (max 1 moves))
            (result-others-ms result) (/ others-microseconds 1000.0 (max 1 others-moves))))
    result))

(defun check-match (version games size players max-dice winning-hexes seed)
  "Signals an ERROR that names the first argument with which no match can be played."
  (loop for (name value type wanted) in `((:version ,version (member 2 4) "2 or 4")
                                          (:games ,games (integer 1) "a number of games, 1 or more")
                                          (:size ,size (integer 1 16) "the length of a row, 1 to 16")
                                          (:players ,players (integer 2 26) "a number of players, 2 to 26")
                                          (:max-dice ,max-dice (integer 1 32) "a number of dice, 1 to 32")
                                          (:winning-hexes ,winning-hexes (integer 0 ,(if (eql version 4) (* size size) 0)) "a number of hexes, 0 but in version 4")
                                          (:seed ,seed (integer 0 1000000000) "an integer from 0 to 1000000000"))
        unless (typep value type)
          do (error "PLAY-MATCH: ~s cannot be ~s, it must be ~a" name value wanted)))

;;; Statistics

(defun mean-score (result)
  "Returns the mean of the boards' scores, 0 to 1; ties count in part."
  (/ (reduce #'+ (result-scores result)) (max 1 (length (result-scores result)))))

(defun score-interval (result)
  "Returns half the width of the 95 % confidence interval of the mean score; 0 for a single board."
  (let* ((scores (result-scores result))
         (boards (length scores))
         (mean (mean-score result)))
    (if (< boards 2)
        0
        (* 1.96 (sqrt (float (/ (reduce #'+ scores :key (lambda (score) (expt (- score mean) 2)))
                                (1- boards)
                                boards)
                             1d0))))))

(defun even-score (result)
  "Returns the expected score of a challenger as strong as the others."
  (/ (result-players result)))

(defun boards-by-outcome (result)
  "Returns three values: on how many boards the challenger scored more than even, exactly even, and less."
  (let ((even (even-score result)))
    (values (count-if (lambda (score) (> score even)) (result-scores result))
            (count even (result-scores result))
            (count-if (lambda (score) (< score even)) (result-scores result)))))

(defun result-row (result)
  "Returns the figures of RESULT as a list, in the order of *COLUMNS*."
  (multiple-value-bind (better even worse) (boards-by-outcome result)
    (list (result-version result) (result-size result) (result-players result)
          (engine-text (result-challenger result)) (engine-text (result-others result))
          (* (length (result-scores result)) (result-players result))
          (percent (mean-score result)) (percent (score-interval result)) (percent (even-score result))
          better even worse
          (format nil "~,4f" (result-challenger-ms result)) (format nil "~,4f" (result-others-ms result))
          (result-seed result))))

(defparameter *columns*
  '("version" "size" "players" "challenger" "others" "games" "score %" "+- %" "even %" "boards better" "boards even" "boards worse"
    "ms a move" "others' ms a move" "seed")
  "The names of the figures of a match.")

(defun percent (part)
  "Returns PART in percent, as text with one decimal."
  (format nil "~,1f" (* 100 part)))

(defun csv-field (value)
  "Returns VALUE as a field of a CSV file."
  (let ((text (princ-to-string value)))
    (if (find-if (lambda (char) (find char ",\"")) text)
        (format nil "\"~a\"" text)
        text)))

(defun write-csv (results path)
  "Writes the figures of RESULTS to the CSV file PATH, a line for each."
  (with-open-file (out path :direction :output :if-exists :supersede)
    (loop for row in (cons *columns* (mapcar #'result-row results))
          do (format out "~{~a~^,~}~%" (mapcar #'csv-field row)))))

;;; The chart: a bar for each match with its confidence interval, and a mark at the even score

(defparameter *chart-left* 490 "The left end of the bars; the space to the left holds the longest label.")
(defparameter *chart-scale* 4 "The length of one percent.")
(defparameter *bar-height* 18)
(defparameter *bar-step* 30 "The distance from one bar to the next.")

(defun chart-x (part)
  "Returns the horizontal position of the score PART."
  (+ *chart-left* (float (* 100 *chart-scale* part) 1.0)))

(defun chart-line (x1 y1 x2 y2 color)
  "Draws a line of COLOR."
  (tag line (x1 x1 y1 y1 x2 x2 y2 y2 style (format nil "stroke:rgb(~{~a~^,~});stroke-width:2" color))))

(defun chart-text (x y anchor text)
  "Draws TEXT at X, Y; ANCHOR, \"start\" or \"end\", is the end of the text at that point."
  (tag text (x x y y text-anchor anchor font-family "sans-serif" font-size 13)
    (princ text)))

(defun draw-bar (result y)
  "Draws the bar of RESULT at the height Y."
  (let* ((score (mean-score result))
         (interval (score-interval result))
         (middle (+ y (/ *bar-height* 2.0)))
         (right (chart-x score)))
    (chart-text (- *chart-left* 8) (+ y 14) "end"
                (format nil "~a - ~a~a (v~d, ~dx~d)" (engine-text (result-challenger result))
                        (if (> (result-players result) 2) (format nil "~d x " (1- (result-players result))) "")
                        (engine-text (result-others result))
                        (result-version result) (result-size result) (result-size result)))
    (polygon (list (cons *chart-left* y) (cons right y) (cons right (+ y *bar-height*)) (cons *chart-left* (+ y *bar-height*)))
             '(120 150 220))
    (chart-line (chart-x (max 0 (- score interval))) middle (chart-x (min 1 (+ score interval))) middle '(20 20 20))
    (let ((even (chart-x (even-score result))))
      (chart-line even (- y 3) even (+ y *bar-height* 3) '(200 40 40)))
    (chart-text (+ (chart-x (min 1 (+ score interval))) 8) (+ y 14) "start"
                (format nil "~a +- ~a %" (percent score) (percent interval)))))

(defun draw-chart (results)
  "Prints RESULTS as an SVG picture."
  (let ((width (+ (chart-x 1) 130))
        (height (+ 40 (* *bar-step* (length results)))))
    (svg width height
      (chart-text *chart-left* 20 "start" "share of wins, 95 % interval; red: even")
      (loop for result in results
            for y from 34 by *bar-step*
            do (draw-bar result y)))))

(defun write-chart (results path)
  "Writes RESULTS as a chart to the SVG file PATH."
  (with-open-file (*standard-output* path :direction :output :if-exists :supersede)
    (draw-chart results)))

;;; The matches that measure the players' strength

(defparameter *strength-matches*
  '(((:book :level 1) (:random) :games 4000)
    ((:book :level 2) (:random) :games 4000)
    ((:book :level 4) (:random) :games 4000)
    ((:strong :time 0.01) (:book :level 4) :games 400)
    ((:strong :time 0.1) (:book :level 4) :games 400)
    ((:book :level 2) (:random) :version 4 :games 4000)
    ((:strong :time 0.001) (:random) :version 4 :games 1000)
    ((:strong :time 0.01) (:random) :version 4 :games 1000)
    ((:strong :time 0.001) (:book :level 2) :version 4 :games 1000)
    ((:strong :time 0.01) (:book :level 2) :version 4 :games 1000)
    ((:strong :time 0.005 :style :max-n) (:strong :time 0.005 :style :paranoid) :version 4 :games 400)
    ((:strong :time 0.005 :style :best-reply) (:strong :time 0.005 :style :paranoid) :version 4 :games 400)
    ((:strong :time 0.005 :style :max-n) (:strong :time 0.005 :style :best-reply) :version 4 :games 400))
  "The challenger, the others, and the keyword arguments of PLAY-MATCH.")

(defun play-strength-matches (path &key (part 1))
  "Plays the matches of *STRENGTH-MATCHES*, or PART of their games. After each match, writes all results so far to
PATH.csv and PATH.svg. Returns the list of results."
  (let ((results '()))
    (loop for (challenger others . options) in *strength-matches*
          for games = (max 4 (ceiling (* part (getf options :games))))
          do (push (apply #'play-match challenger others :games games options) results)
             (write-csv (reverse results) (format nil "~a.csv" path))
             (write-chart (reverse results) (format nil "~a.svg" path)))
    (reverse results)))
