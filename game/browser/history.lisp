;;; The history of a game, from its record: the boards turn by turn, each player's chances to win, and luck compared
;;; with the expectation.

(defun board-after (board event)
  "Returns BOARD after EVENT."
  (destructuring-bind (&optional from to) (event-action event)
    (cond ((null from)
           (let ((after (copy-seq board)))
             (dolist (pos (event-gained event) after)
               (setf (aref after pos) (list (first (aref board pos)) (1+ (second (aref board pos))))))))
          ((event-won event) (board-attack board (event-player event) from to (second (aref board from))))
          (t (funcall 'board-attack-fail board (event-player event) from to (second (aref board from)))))))

(defun turns (record)
  "Returns a list (PLAYER BOARD) for each turn of RECORD, whose rules are in force: the board at the beginning of the
turn. The last one has the current board and the player to move."
  (let ((board (record-start record))
        (player 0)
        (turns '()))
    (push (list player board) turns)
    (dolist (event (reverse (record-events record)))
      (setf board (board-after board event))
      (unless (event-action event)
        (setf player (next-mover board (event-player event)))
        (push (list player board) turns)))
    (unless (turn-begins-p record)
      (push (list player board) turns))
    (nreverse turns)))

(defun turn-begins-p (record)
  "True if nothing has happened in RECORD since the last turn ended."
  (let ((event (first (record-events record))))
    (or (null event) (null (event-action event)))))

;;; Chances

(defparameter *chances-time* 0.06 "The most seconds for finding the chances of a whole game.")
(defparameter *chance-nodes* 1500
  "The most positions searched for a chance, in 0.5 ms: more change little. A tenth of a second changes it by 0.016 in
the mean, and so does one after 2 ms.")

(defun chance-of-turn (player board seconds)
  "Returns the chance to win of PLAYER, whose turn begins on BOARD, estimated by the strong player with *CHANCE-NODES*
positions, within SECONDS; NIL if it cannot tell."
  (let ((*ai-style* :strong)
        (*ai-table-size* 1))
    (getf (analysis (game-tree board player 0 t) :seconds seconds :nodes *chance-nodes*) :chance)))

(defun final-chances (best)
  "Returns the list of each player's share in a win of the players BEST, a list.
  (let ((*num-players* 3)) (final-chances '(2))) => (0 0 1)"
  (loop for player below *num-players*
        collect (if (member player best) (/ 1 (length best)) 0)))

(defun find-chances (record)
  "Returns for each player of RECORD, which is over, a list of points (TURN . CHANCE), TURN counting from 0: one for
each beginning of the player's turns, one for the loss of its last hex, and one for the end."
  (let* ((turns (turns record))
         (last (1- (length turns)))
         (seconds (/ *chances-time* (max 1 last)))
         (final (final-chances (record-winners record))))
    (loop for player below *num-players*
          collect (let ((gone nil))
                    (append (loop for (mover board) in turns
                                  for turn below last
                                  for hexes = (count player board :key #'first)
                                  if (and (zerop hexes) (not gone))
                                    collect (progn (setf gone t) (cons turn 0))
                                  else
                                    when (and (= mover player) (plusp hexes))
                                      collect (cons turn (or (chance-of-turn player board seconds) 1/2)))
                            (list (cons last (nth player final))))))))

(let ((known (make-hash-table :test 'equal)))
  (defun chances (record)
    "Returns the result of FIND-CHANCES, computed once for a game."
    (when (> (hash-table-count known) 1000)
      (clrhash known))
    (recall (list (record-id record) (record-number record)) known (lambda () (find-chances record)))))

;;; Luck

(defun event-odds (event)
  "Returns the probability that the attack of EVENT would succeed."
  (true-odds (length (event-attack event)) (length (event-defense event))))

(defun attacks (record)
  "Returns the events of RECORD that are attacks with dice, in order."
  (reverse (remove-if-not #'event-attack (record-events record))))

(defun luck (record player)
  "Returns three values: how many attacks of PLAYER in RECORD succeeded, how many there were, and how many successes
were expected."
  (loop for event in (attacks record)
        when (= player (event-player event))
          count t into all
          and count (event-won event) into won
          and sum (event-odds event) into due
        finally (return (values won all due))))

(defun surprise (event)
  "Returns the probability of the outcome of the attack of EVENT."
  (if (event-won event) (event-odds event) (- 1 (event-odds event))))

(defun surprises (record count)
  "Returns at most COUNT unlikely attacks of RECORD: those of or against the person first, and the least likely first."
  (flet ((personal-p (event) (or (you-p (event-player event)) (you-p (event-defender event))))
         (expected-p (event) (>= (surprise event) 0.5)))
    (let ((sorted (stable-sort (remove-if #'expected-p (attacks record)) #'< :key #'surprise)))
      (loop for event in (append (remove-if-not #'personal-p sorted) (remove-if #'personal-p sorted))
            repeat count
            collect event))))
