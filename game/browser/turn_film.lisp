;;; The decisive turn of a game that is over, as an animated SVG file to look at, to keep and to send. Style sheets
;;; within the file show its pictures one after another, without a script; viewers without animation, and people who
;;; prefer no motion, see the end of the turn.

(defparameter *film-times* '(1.2 0.8 0.7 2.5)
  "The seconds for the board at the beginning of the turn, the arrow of an attack, what comes of it, and the end.")
(defparameter *film-length* 20 "The seconds above which the attacks of a long turn are shown faster.")

;;; Which turn

(defun turn-number-at (record number)
  "Returns the number, from 0, of the turn of RECORD to which the next move after NUMBER moves belongs."
  (count nil (last (record-events record) number) :key #'event-action))

(defun events-of-turn (record turn)
  "Returns the events of the turn number TURN of RECORD, and how many moves were made before it."
  (let ((events (reverse (record-events record))))
    (loop repeat turn
          for end = (position nil events :key #'event-action)
          while end
          do (setf events (nthcdr (1+ end) events)))
    (let ((end (position nil events :key #'event-action)))
      (values (subseq events 0 (and end (1+ end))) (- (record-number record) (length events))))))

(defun decisive-turn (record)
  "Returns the number of the turn of RECORD, which is over, from which the winner's chances grew most until the winner's
next turn or the end; NIL if the game has no such turn."
  (loop with best = nil and most = 0
        for ((turn . chance) (nil . later)) on (nth (first (record-winners record)) (chances record))
        do (when (and later (> (- later chance) most))
             (setf best turn
                   most (- later chance)))
        finally (return best)))

;;; When each picture is shown: intervals of thousandths of the film, lists (FROM TO)

(defun film-plan (events)
  "Returns the seconds of the film of EVENTS, the moments at which their boards appear, and the intervals in which what
happens is shown; moments are thousandths of the film."
  (destructuring-bind (start arrow result end) *film-times*
    (let* ((each (min (+ arrow result) (/ (- *film-length* start end) (max 1 (length events)))))
           (all (+ start end (* each (length events)))))
      (flet ((moment (seconds) (round (* 1000 seconds) all)))
        (values all
                (loop for k from 0 below (length events)
                      collect (moment (+ start (* each (+ k (/ arrow (+ arrow result)))))))
                (loop for k from 0 below (length events)
                      collect (list (moment (+ start (* each k)))
                                    (if (= k (1- (length events))) 1000 (moment (+ start (* each (1+ k))))))))))))

(defun versions-of (pos boards moments)
  "Returns a list of (HEX FROM TO): what is at POS, and from when to when. BOARDS are shown one after the other, all but
the first from MOMENTS on."
  (let ((versions (list (list (aref (first boards) pos) 0 1000))))
    (loop for board in (rest boards)
          for moment in moments
          do (unless (equal (aref board pos) (first (first versions)))
               (setf (third (first versions)) moment)
               (push (list (aref board pos) moment 1000) versions)))
    (nreverse versions)))

(defun interval-class (from to)
  "Returns the classes of what is shown from FROM to TO; \"z\" is shown where there is no animation."
  (format nil "v k~d-~d~:[~; z~]" from to (= to 1000)))

(defun call-in-interval (from to intervals function)
  "Calls FUNCTION, which prints what is shown from FROM to TO. Returns INTERVALS with that interval, if it is not the
whole film."
  (cond ((and (zerop from) (= to 1000)) (funcall function) intervals)
        (t (format t "<g class=\"~a\">" (interval-class from to))
           (funcall function)
           (princ "</g>")
           (adjoin (list from to) intervals :test #'equal))))

(defun film-style (seconds intervals)
  "Returns the style sheet of a film of SECONDS with INTERVALS."
  (with-output-to-string (*standard-output*)
    (format t ".v{visibility:hidden}.z{visibility:visible}@media(prefers-reduced-motion:no-preference){.v{animation:~,1fs step-end infinite}~:{.k~d-~d{animation-name:k~:*~:*~d-~d}~}}"
            seconds intervals)
    (loop for (from to) in intervals
          do (format t "@keyframes k~d-~d{~:[0%{visibility:hidden}~;~]~,1f%{visibility:visible}~:[~,1f%{visibility:hidden}~;100%{visibility:visible}~]}"
                     from to (zerop from) (/ from 10.0) (= to 1000) (/ to 10.0)))))

;;; The pictures

(defun write-label (x y text)
  "Draws TEXT around the point X, Y, light on dark."
  (let ((width (+ 44 (* 22 (length text)))))
    (format t "<rect x=\"~d\" y=\"~d\" width=\"~d\" height=\"50\" rx=\"25\" fill=\"#16181d\"/><text x=\"~d\" y=\"~d\" text-anchor=\"middle\" font-size=\"36\" font-weight=\"700\" fill=\"#fff\">~a</text>"
            (- x (floor width 2)) (- y 25) width x (+ y 13) text)))

(defun write-attack (event)
  "Draws the arrow of EVENT, an attack, dashed if it failed, and the sums of its dice."
  (destructuring-bind (from to) (event-action event)
    (destructuring-bind ((x . y) (u . v)) (list (tile-middle from :wide) (tile-middle to :wide))
      (loop for (color width) in '(("#16181d" 22) ("#fff" 12))
            do (format t "<g fill=\"none\" stroke=\"~a\" stroke-width=\"~d\" stroke-linecap=\"round\" stroke-linejoin=\"round\" transform=\"translate(~d ~d) rotate(~,1f)\"><path d=\"M-50 0H50\"~:[ stroke-dasharray=\"12 26\"~;~]/><path d=\"M26-22 50 0 26 22\"/></g>"
                       color width (floor (+ x u) 2) (floor (+ y v) 2) (* 180 (/ pi) (atan (- v y) (- u x))) (event-won event)))
      (when (event-attack event)
        (write-label (round (- x (* 0.4 (- u x)))) (round (+ y 40 (* -0.4 (- v y)))) (format nil "~d : ~d" (sum (event-attack event)) (sum (event-defense event))))))))

(defun write-caption (text)
  "Draws TEXT below the board."
  (destructuring-bind (left top width height) (mapcar #'parse-integer (parts (view-box) #\space))
    (format t "<text x=\"~d\" y=\"~d\" text-anchor=\"middle\" font-size=\"~d\" font-weight=\"600\" fill=\"#1d1f24\">~a</text>"
            (+ left (floor width 2)) (+ top height 56) (min 46 (floor (* 1.7 width) (max 1 (length text)))) (escape-markup text))))

(defun write-film (board events caption)
  "Prints the film of EVENTS, a turn that begins on BOARD. CAPTION is a text for its beginning. Returns its seconds and
its intervals."
  (multiple-value-bind (seconds moments shown) (film-plan events)
    (let ((boards (loop with now = board for event in events collect (setf now (board-after now event)) into later finally (return (cons board later))))
          (intervals '()))
      (flet ((show (from to function) (setf intervals (call-in-interval from to intervals function))))
        (write-tray)
        (dotimes (row *board-size*)
          (loop for column from (1- *board-size*) downto 0
                for pos = (+ column (* row *board-size*))
                unless (hole-p (aref board pos))
                  do (loop for (hex from to) in (versions-of pos boards moments)
                           do (show from to (lambda () (write-tile pos hex))))))
        (show 0 (if shown (first (first shown)) 1000) (lambda () (write-caption caption)))
        (loop for event in events
              for (from to) in shown
              do (show from to (lambda ()
                                 (when (event-action event) (write-attack event))
                                 (write-caption (event-words event))))))
      (values seconds intervals))))

(defun turn-film (record turn)
  "Returns the film of the turn number TURN of RECORD, whose rules are in force, as a string."
  (multiple-value-bind (events before) (events-of-turn record turn)
    (destructuring-bind (left top width height) (mapcar #'parse-integer (parts (view-box) #\space))
      (let* ((board (record-board (record-before record before)))
             (title (say "The decisive turn: {who}" :who (player-name (event-player (first events)))))
             (style "")
             (pictures (with-output-to-string (*standard-output*)
                         (multiple-value-bind (seconds intervals) (write-film board events title)
                           (setf style (film-style seconds intervals))))))
        (with-output-to-string (*standard-output*)
          (format t "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"~d ~d ~d ~d\" role=\"img\" font-family=\"system-ui,sans-serif\">~%<title>~a</title>~%<style>~a</style>~%"
                  left top width (+ height 90) (escape-markup title) style)
          (draw-pattern-definitions)
          (format t "<rect x=\"~d\" y=\"~d\" width=\"~d\" height=\"~d\" fill=\"~a\"/>~a~%</svg>~%" left top width (+ height 90)
                  (getf *page-colors* :light) pictures))))))

;;; The answers

(defun print-decisive-turn (record)
  "Prints the film of the decisive turn of RECORD, which is over, with buttons to keep and to share it."
  (let ((turn (decisive-turn record)))
    (when turn
      (let ((address (format nil "~aturn.svg?turn=~d" *place* turn)))
        (tag section (class "film panel")
          (text-tag 'h2 nil (say "The decisive turn"))
          (void-tag img src address alt (say "The decisive turn: {who}" :who (player-name (event-player (first (events-of-turn record turn)))))
                    loading "lazy" width 1000 height 560)
          (tag div (class "actions")
            (button-link nil address (say "Keep it (SVG)") 'download "dice-of-doom-turn.svg")
            (tag button (class "button" type "button" hidden "" data-share-file address) (princ (say "Share it")))))))))

(defun answer-turn-film (record params)
  "Sends the film of the turn of RECORD, which is over, in PARAMS."
  (unless (eq (record-stage record) :over)
    (refuse 400 "The game is not over."))
  (let ((turns (1+ (turn-number-at record (record-number record)))))
    (let ((turn (number-parameter "TURN" params 0 (1- turns))))
      (unless (events-of-turn record turn)
        (refuse 404 "There is no such turn."))
      (values 200 "image/svg+xml" (turn-film record turn)
              '(("Content-Security-Policy" . "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"))))))
