;;; What the pages say: names, hexes, what happened, what to do next.

(defparameter *names* '("Main" "Ace" "Deuce" "Trey" "Cater" "Cinque" "Sice" "Pip")
  "What the players are called, in words of gamblers, most of them faces of dice.")

(defvar *you* 0 "The player who reads the page; NIL if it may be anybody, as where several people play at one browser.")

(defmacro with-record ((record) &body body)
  "Evaluate BODY with the settings of RECORD, for a page that shows it."
  (let ((r (gensym "RECORD")))
    `(let ((,r ,record))
       (with-rules ((record-rules ,r))
         (let ((*you* (only-person ,r)))
           ,@body)))))

(defun only-person (record)
  "Return the player who is the only person at this browser in RECORD; NIL if there are others, or none is."
  (let ((people (people record)))
    (and (null (rest people)) (first people))))

(defun you-p (player)
  "True if PLAYER is the one who reads the page."
  (eql player *you*))

(defun player-name (player)
  "Return what the pages call PLAYER.
  (list (player-name 0) (player-name 2) (let ((*you* nil)) (player-name 0))) => (\"You\" \"Deuce\" \"Main\")"
  (cond ((you-p player) "You")
        ((nth player *names*))
        (t (format nil "Player ~d" (1+ player)))))

(defun object-name (player)
  "Return what the pages call PLAYER where something is done to that one.
  (list (object-name 0) (object-name 2)) => (\"you\" \"Deuce\")"
  (if (you-p player) "you" (player-name player)))

(defun dice-words (count)
  "Return COUNT dice in words.
  (list (dice-words 1) (dice-words 4)) => (\"1 die\" \"4 dice\")"
  (format nil "~d ~:*~[dice~;die~:;dice~]" count))

(defun hexes-words (count)
  "Return COUNT hexes in words.
  (list (hexes-words 1) (hexes-words 4)) => (\"1 hex\" \"4 hexes\")"
  (format nil "~d hex~:*~[es~;~:;es~]" count))

(defun hex-words (board pos)
  "Return in words what stands on the hex at POS of BOARD.
  (hex-words #((1 2) (0 1)) 0) => \"Hex 0, Ace, 2 dice\""
  (destructuring-bind (player dice) (aref board pos)
    (format nil "Hex ~d, ~:[~a~;yours~*~], ~a" pos (you-p player) (player-name player) (dice-words dice))))

(defun sum (faces)
  "Return what FACES come to."
  (reduce #'+ faces))

(defun gained-words (event)
  "Return in words how many dice the player of EVENT, the end of a turn, got."
  (let ((gained (length (event-gained event))))
    (cond ((plusp gained) (dice-words gained))
          ((dice-decide-p) "no die, for want of room")
          (t "no dice"))))

(defun event-words (event)
  "Return EVENT as a sentence that names the hexes."
  (destructuring-bind (&optional from to) (event-action event)
    (let ((name (player-name (event-player event))))
      (cond ((null from)
             (format nil "~a ended ~:[the~;your~] turn and got ~a." name (you-p (event-player event)) (gained-words event)))
            ((null (event-attack event)) (format nil "~a took hex ~d from hex ~d." name to from))
            ((event-won event)
             (format nil "~a took hex ~d from hex ~d, ~d to ~d."
                     name to from (sum (event-attack event)) (sum (event-defense event))))
            (t (format nil "~a attacked hex ~d from hex ~d in vain, ~d to ~d."
                       name to from (sum (event-attack event)) (sum (event-defense event))))))))

(defun event-summary (event)
  "Return EVENT in a few words, without hexes and sums, which show beside it."
  (let ((name (player-name (event-player event))))
    (cond ((null (event-action event)) (format nil "~a got ~a" name (gained-words event)))
          ((event-won event) (format nil "~a took a hex of ~:[~a~;yours~]" name (you-p (event-defender event)) (object-name (event-defender event))))
          (t (format nil "~a failed against ~a" name (object-name (event-defender event)))))))

(defun attempt-words (event)
  "Return in words that the attack of EVENT begins.
  (attempt-words (make-event :player 1 :defender 0 :attack '(1 2 3) :defense '(4))) => \"Ace attacks you: 3 dice against 1.\""
  (format nil "~a attack~:[s~;~] ~a~@[: ~a~]~:[~; against ~d~]."
          (player-name (event-player event)) (you-p (event-player event)) (object-name (event-defender event))
          (and (event-attack event) (dice-words (length (event-attack event)))) (event-attack event) (length (event-defense event))))

(defun outcome-words (board)
  "Return in words who has won when the game ends with BOARD.
  (outcome-words #((0 1) (1 1) (0 1) (0 2))) => \"You won\""
  (let ((best (winners board)))
    (if (rest best)
        (format nil "A tie between ~{~a~#[~; and ~:;, ~]~}" (mapcar #'object-name best))
        (format nil "~a won" (player-name (first best))))))

(defun result-words (record)
  "Return in words how RECORD, which is over, ended."
  (let* ((board (record-board record))
         (hexes (count (first (winners board)) board :key #'first)))
    (format nil "~d of ~a after ~d move~:p. ~a had no attack left." hexes (hexes-words (length board)) (record-number record)
            (player-name (record-player record)))))

(defun stage-words (record)
  "Return in words whose turn it is in RECORD, or who has won."
  (ecase (record-stage record)
    ((:person :computer)
     (let ((player (record-player record)))
       (if (you-p player)
           "Your turn"
           (format nil "~a’s turn" (player-name player)))))
    (:over (outcome-words (record-board record)))))

(defun headline-words (record selected)
  "Return the first thing that the page of RECORD says, the hex SELECTED, if not NIL, being chosen to attack from."
  (if selected
      (format nil "Attack with your ~a" (dice-words (second (aref (record-board record) selected))))
      (stage-words record)))

(defun prompt-words (record selected)
  "Return what the person is asked to do in RECORD, having chosen the hex SELECTED, if not NIL, to attack from."
  (ecase (record-stage record)
    (:over (result-words record))
    (:computer (let ((event (first (record-events record))))
                 (if event (format nil "~a." (event-summary event)) (format nil "~a begins." (player-name (record-player record))))))
    (:person (cond (selected "Pick a target, or another hex of yours.")
                   ((notany #'first (record-moves record)) "No attack is left to you: end your turn.")
                   ((find-action record nil) "Attack again, or end your turn.")
                   (t "Pick a hex of yours to attack from.")))))
