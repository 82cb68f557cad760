;;; The panels around the board: what to do now, the players, and the latest moves. Printed to *STANDARD-OUTPUT*.

;;; Addresses

(defvar *place* "/" "The beginning of the addresses of the pages of the game that is shown.")

(defun step-link (page record &rest parameters)
  "Returns the address of PAGE for RECORD in its current state. PARAMETERS is a property list of others. An address of
another game or of an earlier state is recognized and has no effect."
  (format nil "~a~a?game=~a&amp;move=~d~{&amp;~(~a~)=~a~}" *place* page (record-id record) (record-number record) parameters))

(defun own-game-p ()
  "True if the game shown belongs to this browser alone, not to people at several browsers."
  (member *place* '("/" "/today/") :test #'string=))

;;; The possible actions

(defun end-turn-words (record)
  "Returns the label of the button that ends the turn in RECORD."
  (let ((placed (dice-coming record (record-player record))))
    (if placed
        (say "End turn {small}" :small (format nil "<small>+~a</small>" (dice-words placed)))
        (say "End turn"))))

(defvar *print-other-actions* 'print-other-actions
  "A function of a record that prints the actions available while no person at this browser is to move.")

(defun print-actions (record selected)
  "Prints links for the actions in RECORD other than choosing a hex. SELECTED is the hex chosen to attack from, or NIL."
  (tag div (class "actions")
    (cond ((eq (record-stage record) :person)
           (when selected
             (button-link nil (step-link "play" record) (say "Deselect") 'data-step "" 'data-key "Escape"))
           (when (and (null selected) (computers-give-up-p record))
             (button-link "first" (step-link "accept" record) (say "Take the win") 'data-step "" 'data-key "w"))
           (when (find-action record nil)
             (button-link "first" (step-link "pass" record) (end-turn-words record) 'data-step "" 'data-key "e")))
          (t (funcall *print-other-actions* record)))))

(defun print-other-actions (record)
  "Prints links for the actions in RECORD while a computer is to move, or after the end."
  (cond ((eq (record-stage record) :over)
         (print-again-form record)
         (when (plusp (record-number record))
           (button-link nil "/replay" (say "Analysis")))
         (if (today-open-p)
             (button-link nil "/today" (say "Today’s board"))
             (button-link nil "/" (say "New game"))))
        (t
         (button-link nil (step-link "next" record) (say "Next move") 'data-step "" 'data-key "n")
         (button-link "first" (step-link "skip" record) (if (people-out-p record) (say "Skip to the end") (say "Skip to my turn")) 'data-step "" 'data-key "s")
         (when (people-out-p record)
           (button-link nil "/" (say "New game"))))))

(defun map-again (record)
  "Returns the name of the map for another game like RECORD, whose rules are in force; NIL if the board has no holes."
  (and *holes* (or (rule :map record) (map-with-holes *holes* *board-size*))))

(defun print-again-form (record)
  "Prints the button that begins a game like RECORD on another board."
  (tag form (class "inline" method "post" action "/new")
    (loop for name in '(:size :players :dice :people :level :ending :map)
          for value = (case name
                        (:ending (or (rule name record) :book))
                        (:map (map-again record))
                        (t (rule name record)))
          when value                    ; older games have no :PEOPLE
            do (void-tag input type "hidden" name (string-downcase name) value (format nil "~(~a~)" value)))
    (tag button (class "button first" type "submit" data-key "a") (princ (say "Play again")))
    (unless (rule :begun record)
      (tag button (class "button" type "submit" name "seed" value (rule :seed record)) (princ (say "Same board"))))))

(defun print-turn-panel (record selected notice &optional more)
  "Prints whose turn it is in RECORD, NOTICE, unless that is NIL, the possible actions, and the output of the function
MORE, unless that is NIL."
  (let ((player (record-player record)))
    (tag section (class (format nil "act panel ~a" (seat-class player)) aria-label (say "Turn"))
      (when notice (text-tag 'p "notice" notice))
      (tag div (class "turn")
        (draw-mark player)
        (tag div (class "say")
          (text-tag 'h1 nil (headline-words record selected))
          (text-tag 'p "prompt" (prompt-words record selected))
          (when more (funcall more)))
        (print-tools record))
      (print-actions record selected))))

;;; The players

(declaim (ftype function largest-cluster-size))     ; only some versions of the game define it

(defun dice-coming (record player)
  "Returns two numbers of dice of PLAYER of RECORD if the turn ends with the current board: those that can be placed,
and those that are due. NIL and NIL if that is unknown."
  (let* ((board (record-board record))
         (over (eq (record-stage record) :over))
         (pass (and (= player (record-player record)) (find-action record nil))))
    (flet ((placed-by (after) (- (dice-count after) (dice-count board))))
      (cond (over (values nil nil))
            ((dice-decide-p) (values (dice-placed board player) (largest-cluster-size board player)))
            (pass (let ((placed (placed-by (second (second pass)))))
                    (values placed placed)))
            (t (values nil nil))))))

(defun coming-words (placed due)
  "Returns a phrase about the DUE dice of a player, of which PLACED find room.
  (list (coming-words 3 3) (coming-words 1 4) (coming-words nil nil)) => (\"3 dice to come\" \"1 die to come, there is no room for 3 more\" NIL)"
  (and placed
       (if (= due placed)
           (say "{dice} to come" :dice (dice-words placed))
           (say "{dice} to come, there is no room for {n} more" :dice (dice-words placed) :n (- due placed)))))

(defun print-player (record player)
  "Prints a line about PLAYER of RECORD."
  (let* ((own (remove player (record-board record) :key #'first :test #'/=))
         (hexes (length own))
         (dice (dice-count own))
         (moving (and (not (eq (record-stage record) :over)) (= player (record-player record))))
         (place (and (zerop hexes) *winning-hexes* (rank-of record player))))
    (multiple-value-bind (placed due) (dice-coming record player)
      (print-named-once (3000 player hexes dice moving place placed due)
        (tag li (class (format nil "~a~:[~; now~]~:[~; out~]" (seat-class player) moving (zerop hexes)) data-hexes hexes)
          (draw-mark player)
          (text-tag 'span "name" (player-name player))
          (tag span (class "hexes")
            (text-tag 'b nil hexes)
            (text-tag 'small nil (say-count hexes " hex" " hexes")))
          (if (plusp hexes)
              (tag span (class "more" title (format nil "~a~@[; ~a~]" (dice-words dice) (coming-words placed due)))
                (format t "~@[+~d ~]" placed)
                (when placed (draw-small-die player)))
              (text-tag 'span "more" (if place (say "out, {place}" :place place) (say "out"))))
          (when moving (text-tag 'span "unseen" (say " to move"))))))))

(defun draw-small-die (player)
  "Draws a die of PLAYER as an icon within text."
  (tag svg (class (format nil "die ~a" (seat-class player)) viewbox "-24 -43 48 62" aria-hidden "true")
    (tag use (href "#dd"))))

(defun print-shares (board)
  "Shows the players' shares of BOARD as a bar."
  (tag svg (class "land" viewbox (format nil "0 0 ~d 1" (count-if-not #'hole-p board)) preserveAspectRatio "none" aria-hidden "true")
    (loop with left = 0
          for player below *num-players*
          for hexes = (count player board :key #'first)
          do (when (plusp hexes)
               (tag rect (class (seat-class player) x left width hexes height 1)))
             (incf left hexes))))

(defun players-in-order (record)
  "Returns the players of RECORD: in turn, or after the end by their places."
  (let ((players (loop for player below (rule :players record) collect player)))
    (if (eq (record-stage record) :over)
        (stable-sort players #'< :key (lambda (player) (rank-of record player)))
        players)))

(defun print-players (record)
  "Prints the players of RECORD and their shares of the board."
  (tag section (class "players panel" aria-label (say "Players"))
    (tag ol ()
      (dolist (player (players-in-order record))
        (print-player record player)))
    (print-shares (record-board record))))

;;; The latest moves

(defparameter *log-length* 60 "The most moves that a page lists.")

(defun latest-events (record)
  "Returns the events in RECORD since the person's last turn ended, in order."
  (reverse (loop for event in (record-events record)
                 repeat *log-length*
                 until (and (person-p record (event-player event)) (null (event-action event)))
                 collect event)))

(defun print-sums (event)
  "Prints what both sides of EVENT rolled, the loser's sum struck out."
  (flet ((side (faces won)
           (text-tag (if won 'b 's) nil (sum faces))))
    (when (event-attack event)
      (side (event-attack event) (event-won event))
      (princ " : ")
      (side (event-defense event) (not (event-won event))))))

(defun print-event (event)
  "Prints EVENT as a line."
  (print-named-once (3000 (event-player event) (null (event-action event)) (event-defender event) (event-won event)
                          (sum (event-attack event)) (sum (event-defense event)) (length (event-gained event)))
    (tag li ()
      (draw-mark (event-player event))
      (when (event-action event)
        (tag span (class "sums") (print-sums event))
        (draw-mark (event-defender event)))
      (text-tag 'span "what" (event-summary event)))))

(defun print-round (record)
  "Prints the latest moves in RECORD and the possible attacks."
  (tag section (class "round" aria-label (say "What happened"))
    (text-tag 'h2 nil (cond ((null (record-events record)) (say "The dice are dealt"))
                              (*you* (say "Since your last turn"))
                              (t (say "Since the last turn of a person"))))
    (tag ol ()
      (mapc #'print-event (latest-events record)))
    (when (eq (record-stage record) :person) (print-attack-list record))
    (print-rules-line record)))

(defun print-attack-list (record)
  "Prints all attacks that the person can make in RECORD, as links in words."
  (let ((board (record-board record))
        (actions (remove nil (mapcar #'first (record-moves record)))))
    (when actions
      (tag details (class "attacks")
        (tag summary () (princ (say "All attacks in words ({n})" :n (length actions))))
        (tag ul ()
          (loop for (from to) in actions
                for chance = (attack-chance board from to)
                do (tag li ()
                     (tag a (href (step-link "attack" record :from from :to to) data-step "")
                       (let ((words (say "Hex {from} to {to}: {n} against {m}" :from from :to to
                                         :n (second (aref board from)) :m (second (aref board to)))))
                         (princ (if chance (say "{before}, {next}" :before words :next (escape-markup (chance-words chance))) words)))))))))))

(defun land-words (record)
  "Returns a phrase about the board of RECORD: its map, if it has one, and its size."
  (let ((map (and *holes* (map-named (rule :map record)))))
    (cond (map (say "{map}, {n} hexes" :map (say (map-title map)) :n (land-hexes)))
          (*holes* (hexes-words (land-hexes)))
          (t (say "{n}x{n} hexes" :n (rule :size record))))))

(defun print-rules-line (record)
  "Prints the rules of RECORD, and links to what can be done with it besides playing."
  (tag p (class "quiet")
    (princ (if (rule :level record)
               (say "{land}, {players} players, seed {seed}, computer: {level}." :land (land-words record) :players (rule :players record)
                    :seed (rule :seed record) :level (say (level-title (level-named (rule :level record)))))
               (say "{land}, {players} players, seed {seed}." :land (land-words record) :players (rule :players record) :seed (rule :seed record))))
    (when *winning-hexes* (format t " ~a" (say "Whoever holds {n} wins." :n *winning-hexes*))))
  (when (plusp (record-number record))
    (tag p (class "links")
      (loop for (address text) in (append (list (list (format nil "~areplay" *place*) (say "Replay"))
                                                (list (position-address record) (say "Link to this position"))
                                                (list (format nil "~arecord.txt" *place*) (say "Game as text"))))
            do (tag a (href address) (princ text)))))
  (print-concede record))
