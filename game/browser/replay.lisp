;;; Replays a game move by move: the board, links to each move and a slider; and when the game is over the engine's
;;; review, which tells what was skill and what luck. Printed to *STANDARD-OUTPUT*.

(defun replay-address (number)
  "Returns the address of the current game after NUMBER moves."
  (format nil "~areplay?at=~d" *place* number))

(let ((known (make-hash-table :test 'equal)))
  (defun game-review (record)
    "Returns the REVIEW of RECORD, which is over and whose rules are in force, begun on the first call. ADVANCE-REVIEW
continues it."
    (when (> (hash-table-count known) 100)
      (clrhash known))
    (recall (list (record-id record) (record-number record)) known (lambda () (begin-review record)))))

(defun advance-game-review (record)
  "Continues the review of RECORD. Returns it, and true if it is complete; NIL and NIL if there is none because the game
is not over."
  (if (eq (record-stage record) :over)
      (let ((review (game-review record)))
        (values review (handler-case (advance-review review)
                         (error () nil)))) ; the system provides no thread: try again later
      (values nil nil)))

(defun move-at (number moves)
  "Returns the MOVE-REVIEW of the move NUMBER in the list MOVES, or NIL."
  (find number moves :key #'move-review-number))

;;; The moves of the game, and better ones

(defun action-sentence (action)
  "Returns a short phrase for ACTION.
  (list (action-sentence '(3 4)) (action-sentence nil)) => (\"hex 3 to 4\" \"end turn\")"
  (if action
      (say "hex {from} to {to}" :from (first action) :to (second action))
      (say "end turn")))

(defun verdict-words (move)
  "Returns a sentence about the worth of MOVE, a MOVE-REVIEW."
  (with-accessors ((mistake move-review-mistake) (line move-review-line) (luck move-review-luck)) move
    (say-sentences
            (list mistake
                  (say "Chance to win with this move: {chance}." :chance (chance-words (move-review-chance move)))
                  (and mistake
                       (say (if (string= mistake "??") "A blunder, it lost {loss}." "A mistake, it lost {loss}.") :loss (chance-words (move-review-loss move))))
                  (and mistake
                       (say "Better: {moves}." :moves (format nil "~{~a~^ → ~}" (mapcar #'action-sentence line))))
                  (and (>= (abs luck) 0.02)
                       (say (if (plusp luck) "The dice brought {luck}." "The dice cost {luck}.") :luck (chance-words (abs luck))))))))

(defun print-verdict (record number moves)
  "Prints the outcome and worth of the move before NUMBER of RECORD, the last one shown, from MOVES, a list of
MOVE-REVIEWs; and the next move."
  (let* ((events (reverse (record-events record)))
         (event (and (plusp number) (nth (1- number) events)))
         (move (move-at (1- number) moves)))
    (tag div (class "verdict")
      (text-tag 'p "what-happened" (if event (event-words event) (say "The dice are dealt")))
      (when move
        (text-tag 'p (if (move-review-mistake move) "mistake" nil)
                  (escape-markup (verdict-words move)))
        (when (and (equal (move-review-mistake move) "??") (string= *place* "/"))
          (tag p () (tag a (href (format nil "/decision?move=~d" (1- number))) (princ (say "Find a better move")))))))))

;;; The chart: for each player the chance to win with each of its moves

(defun draw-moves-chart (record moves number)
  "Draws the chances in MOVES, MOVE-REVIEWs of RECORD: a line for each player, marks for mistakes, links to all moves,
and the position of NUMBER."
  (let ((count (record-number record)))
    (flet ((x (number) (* *chart-width* (/ number (max 1.0 count))))
           (y (chance) (* *chart-height* (- 1.0 chance))))
      (tag svg (class "chart" viewbox "0 -10 640 282" role "group" aria-label (say "Chances to win, move by move"))
        (loop for y in (list 0 (/ *chart-height* 2) *chart-height*)
              do (tag path (class "grid" d (format nil "M0 ~dH~d" y *chart-width*))))
        (tag path (class "now" d (format nil "M~,1f 0V~d" (x number) *chart-height*)))
        (dotimes (player *num-players*)
          (let ((own (remove player moves :key #'move-review-player :test #'/=)))
            (when (rest own)
              (let ((points (points-text (loop for move in own
                                               collect (cons (x (move-review-number move)) (y (move-review-chance move)))))))
                (tag polyline (class "under" points points))
                (tag polyline (class (seat-class player) points points))))))
        (dolist (move moves)
          (when (move-review-mistake move)
            (tag a (href (replay-address (1+ (move-review-number move))) data-step ""
                    aria-label (say "Move {n}: {mark}" :n (1+ (move-review-number move)) :mark (move-review-mistake move)))
              (tag circle (class (format nil "slip ~a" (seat-class (move-review-player move))) cx (format nil "~,1f" (x (move-review-number move)))
                           cy (format nil "~,1f" (y (move-review-chance move))) r 11)))))
        (draw-chart-labels (loop for player below *num-players*
                                 for last = (find player moves :key #'move-review-player :from-end t)
                                 when last
                                   collect (list player (y (move-review-chance last)) "")))))))

(defun percent-words (number)
  "Returns NUMBER, a fraction, in percent with its sign.
  (list (percent-words 0.123) (percent-words -2) (percent-words 0)) => (\"+12%\" \"−200%\" \"0%\")"
  (let ((percent (round (* 100 number))))
    (format nil "~[~;+~;−~]~d%" (cond ((zerop percent) 0) ((plusp percent) 1) (t 2)) (abs percent))))

(defun tenths-words (number)
  "Returns NUMBER, a fraction, in percent with one decimal.
  (tenths-words 0.0523) => \"5.2%\""
  (format nil "~,1f%" (* 100 number)))

(defun print-skill (moves)
  "Prints a table of the loss by mistakes and the gain by luck of each player, from MOVES, MOVE-REVIEWs."
  (tag table (class "skill")
    (tag thead ()
      (tag tr ()
        (dolist (title (list (say "Player") (say "Moves") "?" "??" (say "Lost per move") (say "Luck")))
          (tag th (scope "col") (princ title)))))
    (tag tbody ()
      (dotimes (player *num-players*)
        (destructuring-bind (&key ((:moves count)) mistakes blunders lost luck) (player-review moves player)
          (tag tr ()
            (tag th (scope "row") (draw-mark player) (princ (player-name player)))
            (dolist (cell (list count mistakes blunders (tenths-words (/ lost (max 1 count))) (percent-words luck)))
              (text-tag 'td nil cell)))))))
  (text-tag 'p "quiet" (say "In chances to win. Lost per move: how much more the best move had, on the average. Luck: what the dice brought beyond what was to be expected, in all.")))

;;; Moves as links

(defun print-move-links (record moves number)
  "Prints all moves of RECORD as links, a line for each turn, with the marks of MOVES, MOVE-REVIEWs; NUMBER is the
number of moves shown."
  (tag ol (class "moves")
    (loop with open = nil
          for event in (reverse (record-events record))
          for after from 1
          for move = (move-at (1- after) moves)
          do (unless open
               (format t "<li class=\"~a\">" (seat-class (event-player event)))
               (draw-mark (event-player event))
               (setf open t))
             (let ((mark (and move (move-review-mistake move))))
               (print-tag 'a (append (list (cons 'href (replay-address after)) (cons 'data-step ""))
                                     (and mark '((class . "mistake")))
                                     (and (= after number) '((aria-current . "true"))))
                          nil)
               (format t "~:[~a~;~:*~{~d–~d~}~*~]~@[ ~a~]" (event-action event) (say "end") mark)
               (when (and (event-action event) (not (event-won event)))
                 (text-tag 'small nil " ×"))
               (print-tag 'a nil t))
             (when (null (event-action event))
               (princ "</li>")
               (setf open nil))
          finally (when open (princ "</li>")))))

;;; The page

(defun print-scrubber (record number)
  "Prints links and a slider to other moves of RECORD, of which NUMBER are shown."
  (let ((last (record-number record)))
    (tag nav (class "scrubber" aria-label (say "Moves"))
      (loop for (to label path key) in (list (list 0 (say "First") "M6 5V19M19 5 9 12l10 7Z" "Home")
                                             (list (max 0 (1- number)) (say "Previous") "M17 5 7 12l10 7Z" "ArrowLeft")
                                             (list (min last (1+ number)) (say "Next") "M7 5 17 12 7 19Z" "ArrowRight")
                                             (list last (say "Last") "M18 5V19M5 5 15 12 5 19Z" "End"))
            do (print-sign-link (replay-address to) "button" label key path))
      (tag form (method "get" action (format nil "~areplay" *place*))
        (void-tag input type "range" name "at" min 0 max last value number aria-label (say "Move {n} of {last}" :n number :last last))
        (tag button (class "button" type "submit") (princ (say "Show")))))))

(defun decisive-move (moves)
  "Returns the number of moves after the one in MOVES, MOVE-REVIEWs, that changed the chances most, by a mistake or by
dice; NIL if there is none."
  (loop with most = 0 and decisive = nil
        for move in moves
        for change = (max (move-review-loss move) (abs (move-review-luck move)))
        do (when (> change most)
             (setf most change
                   decisive (1+ (move-review-number move))))
        finally (return decisive)))

(defun print-decisive-move (moves)
  "Prints a link to the decisive move of MOVES, if there is one."
  (let ((number (decisive-move moves)))
    (when number
      (tag p (class "links") (tag a (href (replay-address number) data-step "") (princ (say "The decisive moment: move {n}" :n number)))))))

(defun print-replay-part (record number)
  "Prints the part of the page that shows RECORD after NUMBER moves."
  (multiple-value-bind (review complete) (advance-game-review record)
    (let ((moves (and complete (review-moves review)))
          (then (record-before record number)))
      (tag div (id "replay" class "study" data-at number data-wait (if (and review (not complete)) "yes" ""))
        (tag section (class "place" aria-label (say "Board"))
          (draw-game-board (record-board then) nil (constantly nil) (first (record-events then))
                           :above (let ((better (and (< number (record-number record)) (move-at number moves))))
                                    (lambda ()
                                      (when (and better (move-review-mistake better) (first (move-review-line better)))
                                        (draw-arrow (first (move-review-line better)) "better")))))
          (print-scrubber record number))
        (tag section (class "panel study-side" aria-label (say "Analysis"))
          (text-tag 'h1 nil (say "Move {n} of {last}" :n number :last (record-number record)))
          (print-verdict record number moves)
          (cond (moves (print-decisive-move moves)
                       (draw-moves-chart record moves number)
                       (print-skill moves))
                (complete (text-tag 'p "quiet" (say "The engine does not support this board.")))
                (review (print-progress review))
                (t (text-tag 'p "quiet" (say "When the game is over, the engine tells what each move was worth."))))
          (print-move-links record moves number)
          (tag div (class "actions")
            (button-link nil (position-address then) (say "Link to this position"))
            (button-link nil (format nil "~arecord.txt" *place*) (say "Game as text"))
            (button-link nil (format nil "~aplay" *place*) (say "To the game"))))))))

(defun print-progress (review)
  "Prints the progress of REVIEW."
  (let ((done (review-done review))
        (all (length (review-jobs review)))) ; positions, one more than moves
    (tag p (class "quiet" role "status")
      (princ (say "The engine looks at the game: {done} of {all} moves." :done (min done (1- all)) :all (1- all)))
      (tag progress (max all value done aria-label (say "Analysis"))))))

(defun asked-move (record params)
  "Returns the number of moves of RECORD to show, from PARAMS; by default all."
  (if (parameter "AT" params)
      (number-parameter "AT" params 0 (record-number record))
      (record-number record)))

(defun answer-replay (record params)
  "Shows RECORD move by move."
  (let ((number (asked-move record params)))
    (html-answer ()
      (if (parameter "PART" params)
          (print-replay-part record number)
          (page ((say "Analysis – Dice of Doom") :sheet "study.css" :script "replay.js"
                 :card (unless (own-game-p) (list (stage-words record) (game-description) (card-query (record-before record number)))) :next (and (eq (record-stage record) :over)
                                                                (not (nth-value 1 (advance-game-review record)))
                                                                (replay-address number)))
            (print-replay-part record number))))))
