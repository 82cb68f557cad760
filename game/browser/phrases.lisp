;;; Phrases of the pages: names, hexes, what happened, what to do next. All come from SAY, in the reader's language: see
;;; ../languages/translation.lisp.

(defparameter *names* '("Main" "Ace" "Deuce" "Trey" "Cater" "Cinque" "Sice" "Pip")
  "The players' names, gamblers' words, most of them for faces of dice.")

(defvar *you* 0 "The player who reads the page; NIL if that is unknown because several people play at one browser.")

(defmacro with-record ((record) &body body)
  "Evaluates BODY with the settings of RECORD, for a page that shows it."
  (let ((r (gensym "RECORD")))
    `(let ((,r ,record))
       (with-rules ((record-rules ,r))
         (let ((*you* (only-person ,r)))
           ,@body)))))

(defun only-person (record)
  "Returns the player who is the only person at this browser in RECORD; NIL if there are several or none."
  (let ((people (people record)))
    (and (null (rest people)) (first people))))

(defun you-p (player)
  "True if PLAYER is the one who reads the page."
  (eql player *you*))

(defun player-name (player)
  "Returns the name of PLAYER on the pages.
  (list (player-name 0) (player-name 2) (let ((*you* nil)) (player-name 0))) => (\"You\" \"Deuce\" \"Main\")"
  (cond ((you-p player) (say "You"))
        ((nth player *names*) (if (own-game-p) (say (nth player *names*)) (nth player *names*))) ; people's names are not translated
        (t (say "Player {n}" :n (1+ player)))))

(defun object-name (player)
  "Returns the name of PLAYER as the object of a sentence.
  (list (object-name 0) (object-name 2)) => (\"you\" \"Deuce\")"
  (if (you-p player) (say "you") (player-name player)))

(defun dice-words (count)
  "Returns COUNT dice in words.
  (list (dice-words 1) (dice-words 4)) => (\"1 die\" \"4 dice\")"
  (say-count count "{count} die" "{count} dice"))

(defun hexes-words (count)
  "Returns COUNT hexes in words.
  (list (hexes-words 1) (hexes-words 4)) => (\"1 hex\" \"4 hexes\")"
  (say-count count "{count} hex" "{count} hexes"))

(defun hex-words (board pos)
  "Returns a description of the hex at POS of BOARD.
  (hex-words #((1 2) (0 1)) 0) => \"Hex 0, Ace, 2 dice\""
  (destructuring-bind (player dice) (aref board pos)
    (if (you-p player)
        (say "Hex {hex}, yours, {dice}" :hex pos :dice (dice-words dice))
        (say "Hex {hex}, {who}, {dice}" :hex pos :who (player-name player) :dice (dice-words dice)))))

(defun sum (faces)
  "Returns the sum of FACES."
  (reduce #'+ faces))

(defun gained-words (event)
  "Returns a phrase about the dice that the player of EVENT, the end of a turn, got."
  (let ((gained (length (event-gained event))))
    (cond ((plusp gained) (dice-words gained))
          ((dice-decide-p) (say "no dice, as there is no room"))
          (t (say "no dice")))))

(defun event-words (event)
  "Returns a sentence about EVENT that names the hexes."
  (destructuring-bind (&optional from to) (event-action event)
    (let ((name (player-name (event-player event))))
      (flet ((sums (text) (say text :who name :to to :from from :attack (sum (event-attack event)) :defense (sum (event-defense event)))))
        (cond ((null from)
               (if (you-p (event-player event))
                   (say "You ended your turn and got {dice}." :dice (gained-words event))
                   (say "{who} ended the turn and got {dice}." :who name :dice (gained-words event))))
              ((null (event-attack event)) (say "{who} took hex {to} from hex {from}." :who name :to to :from from))
              ((event-won event) (sums (note "{who} took hex {to} from hex {from}, {attack} to {defense}.")))
              (t (sums (note "{who} attacked hex {to} from hex {from} in vain, {attack} to {defense}."))))))))

(defun event-summary (event)
  "Returns a short phrase about EVENT without hexes and sums, which are shown next to it."
  (let ((name (player-name (event-player event)))
        (other (and (event-defender event) (object-name (event-defender event)))))
    (cond ((null (event-action event)) (say "{who} got {dice}" :who name :dice (gained-words event)))
          ((not (event-won event)) (say "{who} failed against {other}" :who name :other other))
          ((you-p (event-defender event)) (say "{who} took a hex of yours" :who name))
          (t (say "{who} took a hex of {other}" :who name :other other)))))

(defun attempt-words (event)
  "Returns a sentence that announces the attack of EVENT.
  (attempt-words (make-event :player 1 :defender 0 :attack '(1 2 3) :defense '(4))) => \"Ace attacks you: 3 dice against 1.\""
  (let ((values (list :who (player-name (event-player event)) :other (object-name (event-defender event))
                      :dice (dice-words (length (event-attack event))) :n (length (event-defense event))))
        (you (you-p (event-player event))))
    (apply #'say (cond ((and you (event-attack event)) (note "You attack {other}: {dice} against {n}."))
                       (you (note "You attack {other}."))
                       ((event-attack event) (note "{who} attacks {other}: {dice} against {n}."))
                       (t (note "{who} attacks {other}.")))
           values)))

(defun outcome-words (best)
  "Returns a sentence about a game that the players BEST, a list, have won.
  (outcome-words '(0)) => \"You won\""
  (cond ((rest best) (say "A tie between {players}" :players (say-list (mapcar #'object-name best))))
        ((you-p (first best)) (say "You won"))
        (t (say "{who} won" :who (player-name (first best))))))

(defun knocked-out-p (record player)
  "True if PLAYER, a number, has no hex left in RECORD."
  (not (find player (record-board record) :key #'first)))

(defun ending-reason-words (record)
  "Returns a sentence about why RECORD, which is over, ended with the player to move."
  (let* ((player (record-player record))
         (you (you-p player))
         (out (knocked-out-p record player)))
    (cond ((record-given record) (given-words (record-given record)))
          (*winning-hexes* (say "Whoever holds {n} wins." :n *winning-hexes*))
          ((and you out) (say "You had no hex left, which ends the game."))
          (you (say "You had no attack left."))
          (out (say "{who} had no hex left, which ends the game." :who (player-name player)))
          (t (say "{who} had no attack left." :who (player-name player))))))

(defun given-words (player)
  "Returns a sentence about a game that all others have given up for PLAYER.
  (given-words 0) => \"All others gave up.\""
  (cond ((you-p player) (say (if (= *num-players* 2) "Your opponent gave up." "All others gave up.")))
        ((own-game-p) (say "You gave up."))
        (t (say "{who} is the last one left." :who (player-name player)))))

(defun result-words (record)
  "Returns sentences about how RECORD, which is over, ended."
  (let* ((board (record-board record))
         (hexes (count (first (record-winners record)) board :key #'first)))
    (say-sentences
     (list (say-count (record-number record) "{n} of {hexes} after {count} move." "{n} of {hexes} after {count} moves."
                      :n hexes :hexes (hexes-words (land-hexes)))
           (ending-reason-words record)
           (and *you* (> *num-players* 2) (not (member *you* (record-winners record)))
                (say "You are number {place} of {players}." :place (rank-of record *you*) :players *num-players*))
           (and (plusp (record-undone record))
                (say-count (record-undone record) "One move was taken back." "{count} moves were taken back."))))))

(defun stage-words (record)
  "Returns a phrase about whose turn it is in RECORD, or who has won."
  (ecase (record-stage record)
    ((:person :computer)
     (let ((player (record-player record)))
       (if (you-p player)
           (say "Your turn")
           (say "{who}’s turn" :who (player-name player)))))
    (:over (outcome-words (record-winners record)))))

(defun headline-words (record selected)
  "Returns the headline of the page of RECORD. SELECTED is the hex chosen to attack from, or NIL."
  (if selected
      (say "Attack with your {dice}" :dice (dice-words (second (aref (record-board record) selected))))
      (stage-words record)))

(defun ending-words (record)
  "Returns a sentence that RECORD ends when a player without hexes comes to move; NIL if there is none. It tells the
person that these are the last attacks."
  (let* ((players (rule :players record))
         (next (loop for ahead from 1 below players
                     for player = (mod (+ (record-player record) ahead) players)
                     when (knocked-out-p record player) return player)))
    (and next
         (null *winning-hexes*)
         (not (you-p next))
         (if (= next (mod (1+ (record-player record)) players))
             (say "{who} has no hex left: the game ends with your turn." :who (player-name next))
             (say "{who} has no hex left: the game ends when {who} is to move." :who (player-name next))))))

(defun hexes-lost (record player)
  "Returns the number of hexes that PLAYER has lost in RECORD since the end of its last turn."
  (loop for event in (record-events record)
        until (and (= player (event-player event)) (null (event-action event)))
        count (and (event-won event) (= player (event-defender event)))))

(defun news-words (record)
  "Returns a sentence about what *YOU* have lost since the last turn in RECORD, and who leads; NIL within a turn or
before the first one."
  (when (and *you* (turn-begins-p record) (find *you* (record-events record) :key #'event-player))
    (let* ((board (record-board record))
           (hexes (loop for player below *num-players* collect (count player board :key #'first)))
           (most (reduce #'max hexes))
           (lost (hexes-lost record *you*))
           (values (list :lost lost :n most :who (player-name (position most hexes)))))
      (apply #'say
             (if (= most (nth *you* hexes))
                 (if (plusp lost) (note "You lost {lost}; you lead with {n}.") (note "You lost nothing; you lead with {n}."))
                 (if (plusp lost) (note "You lost {lost}; {who} leads with {n}.") (note "You lost nothing; {who} leads with {n}.")))
             values))))

(defun prompt-words (record selected)
  "Returns the question to the person in RECORD. SELECTED is the hex chosen to attack from, or NIL."
  (ecase (record-stage record)
    (:over (result-words record))
    (:computer (let ((event (first (record-events record))))
                 (if event (say "{sentence}." :sentence (event-summary event)) (say "{who} begins." :who (player-name (record-player record))))))
    (:person (say-sentences
              (list (and (null selected) (news-words record))
                    (and (null selected) (computers-give-up-p record) (say "The computers give up."))
                    (cond (selected (say "Pick a target, or another hex of yours."))
                          ((notany #'first (record-moves record)) (say "No attack is left to you: end your turn."))
                          ((find-action record nil) (say "Attack again, or end your turn."))
                          (t (say "Pick a hex of yours to attack from.")))
                    (ending-words record))))))
