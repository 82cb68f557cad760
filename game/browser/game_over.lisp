;;; The end of a game: who has won, charts of the game, and links to another one. Printed to *STANDARD-OUTPUT*.

;;; Who has won

(defun person-won-p (record)
  "True if a person alone has won RECORD, which is over."
  (let ((best (record-winners record)))
    (and (null (rest best))
         (person-p record (first best)))))

(defparameter *heap-rows* '(4 3 2 1) "The number of dice in each row of a winner's heap, from the bottom.")

(defun draw-heap ()
  "Draws a heap of dice on a hex; each die falls into its place."
  (tag svg (class "heap" viewbox "-200 -258 400 360" aria-hidden "true")
    (tag g (class "podium") (tag use (href "#h" transform "translate(0 10) scale(1.9 1.1)")))
    (loop for count in *heap-rows*
          for row from 0
          do (dotimes (i count)
               (tag g (transform (format nil "translate(~d ~d)" (+ (* 66 (- i (/ (1- count) 2.0))) (if (oddp row) 3 -3)) (- 34 (* 62 row))))
                 (tag g (class (format nil "fall f~d" (+ i (reduce #'+ *heap-rows* :end row))))
                   (tag use (href "#dd" transform "scale(1.5)"))))))))

(defun draw-lying-dice ()
  "Draws three dice lying on the ground."
  (tag svg (class "heap" viewbox "-125 -80 250 120" aria-hidden "true")
    (loop for turn in '("translate(-76 8) rotate(-24)" "translate(-6 0) rotate(68)" "translate(66 16) rotate(12)")
          do (tag use (href "#dd" transform turn)))))

(defun best-moment-words (record)
  "Returns a sentence about when the reader held most hexes in RECORD; NIL if that was at the beginning or the reader
did not play."
  (loop initially (unless *you* (return nil))
        with best = -1 and best-turn
        for (nil board) in (turns record)
        for turn from 0
        for hexes = (count *you* board :key #'first)
        do (when (> hexes best)
             (setf best hexes
                   best-turn turn))
        finally (return (and (plusp best-turn)
                             (say "You held {hexes} in turn {turn}." :hexes (hexes-words best) :turn (1+ (floor best-turn *num-players*)))))))

(defun print-winner (record)
  "Prints who has won RECORD, and links to what can be done next."
  (let ((won (person-won-p record))
        (winner (first (record-winners record))))
    (tag section (class (format nil "hail ~:[lost panel~;won~] ~a" won (seat-class winner)) aria-label (say "Result"))
      (tag div (class "say")
        (text-tag 'h1 nil (stage-words record))
        (text-tag 'p "prompt" (result-words record))
        (let ((best (and (not won) (best-moment-words record))))
          (when best (text-tag 'p nil best)))
        (print-actions record nil))
      (if won (draw-heap) (tag div (class "p0") (draw-lying-dice))))))

;;; Charts are 640 wide and 300 high, including 90 for labels

(defparameter *chart-width* 550)
(defparameter *chart-height* 260)

(defun chart-x (turn turns)
  "Returns the horizontal position of the number TURN of TURNS in a chart."
  (* *chart-width* (/ turn (max 1.0 (1- turns)))))

(defun spread (places least)
  "Returns PLACES, an ascending list of numbers, moved so that they are at least LEAST apart and, if possible, within
the chart.
  (spread '(0 5 100) 30) => (0 30 100)"
  (let ((down (loop for place in places
                    for at = (max place 0) then (max place (+ at least))
                    collect at)))
    (reverse (loop for place in (reverse down)
                   for at = (min place *chart-height*) then (min place (- at least))
                   collect at))))

(defun draw-chart-labels (labels)
  "Draws LABELS, lists (PLAYER Y TEXT), at the right edge of a chart."
  (let ((sorted (sort (copy-list labels) #'< :key #'second)))
    (loop for (player nil text) in sorted
          for y in (spread (mapcar #'second sorted) 34)
          do (tag svg (class (seat-class player) x (+ *chart-width* 8) y (- y 14) width 32 height 28)
               (tag use (href (format nil "#m~d" player))))
             (tag text (x (+ *chart-width* 46) y (+ y 8)) (princ text)))))

(defmacro chart ((turns label) &body body)
  "Draws the frame of a chart of TURNS turns, with LABEL as its accessible name, and the output of BODY in it."
  `(tag svg (class "chart" viewbox "0 -10 640 312" role "img" aria-label ,label)
     ,@body
     (tag text (y 292) (princ (say "deal")))
     (tag text (x *chart-width* y 292 text-anchor "end")
       (princ (say "turn {n}" :n (max 1 (ceiling (1- ,turns) *num-players*)))))))

(defun points-text (points)
  "Returns POINTS, pairs (X . Y), as the value of an attribute.
  (points-text '((0 . 1) (2.5 . 3))) => \"0.0,1.0 2.5,3.0\""
  (format nil "~{~a~^ ~}" (loop for (x . y) in points collect (format nil "~,1f,~,1f" x y))))

(defun hexes-below (board player)
  "Returns the number of hexes of BOARD that belong to players before PLAYER."
  (count-if (lambda (hex) (< (first hex) player)) board))

(defun print-hexes-chart (record)
  "Draws each player's number of hexes in the turns of RECORD as a band."
  (let* ((boards (mapcar #'second (turns record)))
         (count (length boards))
         (all (count-if-not #'hole-p (first boards)))
         (labels '()))
    (flet ((edge (player)
             (loop for board in boards
                   for turn from 0
                   collect (cons (chart-x turn count) (* *chart-height* (/ (hexes-below board player) (float all))))))
           (hexes (player board) (count player board :key #'first)))
      (chart (count (say "Hexes at the deal and at the end: {players}"
                         :players (format nil "~{~a ~d, ~d~^; ~}"
                                          (loop for player below *num-players*
                                                collect (player-name player)
                                                collect (hexes player (first boards))
                                                collect (hexes player (first (last boards)))))))
        (dotimes (player *num-players*)
          (let ((upper (edge player))
                (lower (edge (1+ player))))
            (tag polygon (class (seat-class player) points (points-text (append upper (reverse lower)))))
            (when (< 28 (- (cdr (first lower)) (cdr (first upper))))
              (draw-glyph player 18 (/ (+ (cdr (first upper)) (cdr (first lower))) 2)))
            (let ((left (hexes player (first (last boards)))))
              (when (plusp left)
                (push (list player (/ (+ (cdr (first (last upper))) (cdr (first (last lower)))) 2) left) labels)))))
        (draw-chart-labels labels)))))

(defun draw-glyph (player x y)
  "Draws the glyph of PLAYER at X, Y of a chart."
  (tag use (class (seat-class player) href (format nil "#g~d" player) transform (format nil "translate(~,1f ~,1f) scale(.36)" x y))))

(defun print-chances-chart (record)
  "Draws each player's chance to win in the turns of RECORD as a line."
  (let ((chances (chances record))
        (count (length (turns record))))
    (flet ((place (point)
             (cons (chart-x (car point) count) (* *chart-height* (- 1.0 (cdr point))))))
      (chart (count (format nil "~{~a~^; ~}"
                            (loop for points in chances
                                  for player from 0
                                  when (rest points)
                                    collect (say "Chances to win: {who} began with {chance}" :who (player-name player)
                                                 :chance (escape-markup (chance-words (cdr (first points))))))))
        (loop for y in (list 0 (/ *chart-height* 2) *chart-height*)
              do (tag path (class "grid" d (format nil "M0 ~dH~d" y *chart-width*))))
        (loop for points in chances
              for player from 0
              do (when (rest points)
                   (tag polyline (class "under" points (points-text (mapcar #'place points))))
                   (tag polyline (class (seat-class player) points (points-text (mapcar #'place points))))))
        (draw-chart-labels (loop for points in chances
                                 for player from 0
                                 when (rest points)
                                   collect (list player (cdr (place (first (last points)))) "")))))))

;;; Luck

(defun signed-words (number)
  "Returns NUMBER with its sign.
  (list (signed-words 1.62) (signed-words -0.4) (signed-words 0.01)) => (\"+1.6\" \"−0.4\" \"0.0\")"
  (let ((tenths (round (* 10 number))))
    (format nil "~[~;+~;−~]~d.~d" (cond ((zerop tenths) 0) ((plusp tenths) 1) (t 2)) (floor (abs tenths) 10) (mod (abs tenths) 10))))

(defun print-luck-line (record player scale)
  "Prints how lucky PLAYER of RECORD was. SCALE is the length of a bar for each attack, in percent of half the width."
  (multiple-value-bind (won all due) (luck record player)
    (declare (ignore all))
    (let* ((luck (- won due))
           (length (min 100 (* scale (abs luck)))))
      (tag li (class (seat-class player))
        (draw-mark player)
        (text-tag 'span "name" (player-name player))
        (tag svg (class "bar" viewbox "-100 0 200 20" preserveAspectRatio "none" aria-hidden "true")
          (tag rect (x (format nil "~,1f" (if (minusp luck) (- length) 0)) y 3 width (format nil "~,1f" length) height 14))
          (tag path (d "M0 0V20")))
        (text-tag 'b nil (signed-words luck))))))

(defun print-luck (record)
  "Prints how lucky each player of RECORD was, compared with the expectation."
  (multiple-value-bind (won all due) (luck record (or *you* 0))
    (let ((greatest (loop for player below *num-players*
                          maximize (multiple-value-bind (won all due) (luck record player)
                                     (declare (ignore all))
                                     (abs (- won due))))))
      (tag section (class "luck panel")
        (text-tag 'h2 nil (if *you* (say "Luck: {luck} attacks for you" :luck (signed-words (- won due))) (say "Luck")))
        (when *you*
          (text-tag 'p "quiet" (say-count all "You won {won} of {count} attack. With average dice it would have been {due}."
                                         "You won {won} of {count} attacks. With average dice it would have been {due}."
                                    :won won :due (format nil "~,1f" due))))
        (tag ol ()
          (dotimes (player *num-players*)
            (print-luck-line record player (/ 100 (max 2 greatest)))))))))

(defun surprise-words (event)
  "Returns a sentence about the attack of EVENT."
  (flet ((dice-of (count player)
           (if (you-p player) (say "{n} of yours" :n count) (say "{n} of {who}" :n count :who (player-name player)))))
    (say (if (event-won event) (note "{attackers} beat {defenders}") (note "{attackers} failed against {defenders}"))
         :attackers (dice-of (length (event-attack event)) (event-player event))
         :defenders (dice-of (length (event-defense event)) (event-defender event)))))

(defun likelihood-words (chance)
  "Returns a phrase for the probability CHANCE.
  (list (likelihood-words 0.3) (likelihood-words 0.02)) => (\"30% likely\" \"1 in 50\")"
  (if (> chance 0.2)
      (say "{chance} likely" :chance (chance-words chance))
      (say "1 in {n}" :n (round 1 chance))))

(defun print-surprises (record)
  "Prints the least likely rolls of RECORD, if there are any."
  (let ((events (surprises record 4)))
    (when events
      (tag section (class "surprises panel")
        (text-tag 'h2 nil (say "The throws to remember"))
        (tag ol ()
          (dolist (event events)
            (tag li ()
              (draw-mark (event-player event))
              (tag span (class "sums") (print-sums event))
              (draw-mark (event-defender event))
              (tag span (class "what")
                (text-tag 'b nil (surprise-words event))
                (text-tag 'small nil (likelihood-words (surprise event)))))))))))

;;; The whole page

(defun print-end (record &optional news)
  "Prints the end of RECORD: who has won, the output of the function NEWS, unless that is NIL, charts, the board, and
luck."
  (print-winner record)
  (when news (funcall news))
  (when (rest (turns record))
    (tag section (class "charts panel")
      (text-tag 'h2 nil (say "Hexes, turn by turn"))
      (print-hexes-chart record)
      (text-tag 'h2 nil (say "Chances to win, as the strongest player sees them"))
      (print-chances-chart record)))
  (when (dice-decide-p) (print-decisive-turn record))
  (tag div (class "final")
    (print-players record)
    (print-board record nil))
  (when (attacks record)
    (print-surprises record)
    (print-luck record))
  (print-round record))
