;;; What a game was like, from its record: the boards turn by turn, each player's chances to win then, and luck against what was to be expected.

(defun board-after (board event)
  "Returns what BOARD became by EVENT."
  (destructuring-bind (&optional from to) (event-action event)
    (cond ((null from)
           (let ((after (copy-seq board)))
             (dolist (pos (event-gained event) after)
               (setf (aref after pos) (list (first (aref board pos)) (1+ (second (aref board pos))))))))
          ((event-won event) (board-attack board (event-player event) from to (second (aref board from))))
          (t (funcall 'board-attack-fail board (event-player event) from to (second (aref board from)))))))

(defun turns (record)
  "Returns the turns of RECORD, whose rules are in force, from the first: a list (PLAYER BOARD) for each, the board as the turn began; and last
one for how it stands now, whose player is the one to move."
  (let ((board (record-start record))
        (player 0)
        (turns '()))
    (push (list player board) turns)
    (dolist (event (reverse (record-events record)))
      (setf board (board-after board event))
      (unless (event-action event)
        (setf player (mod (1+ (event-player event)) *num-players*))
        (push (list player board) turns)))
    (unless (turn-begins-p record)
      (push (list player board) turns))
    (nreverse turns)))

(defun turn-begins-p (record)
  "True if nothing happened in RECORD since the last turn ended."
  (let ((event (first (record-events record))))
    (or (null event) (null (event-action event)))))

;;; Chances

(defparameter *chances-time* 0.06 "How many seconds at most it takes to find the chances of a whole game.")

(defun chance-of-turn (player board seconds)
  "Returns the chance to win of PLAYER, whose turn begins on BOARD, as the strong player sees it after SECONDS; NIL if it cannot tell."
  (let ((*ai-style* :strong)
        (*ai-table-size* 1))
    (getf (analysis (game-tree board player 0 t) :seconds seconds) :chance)))

(defun final-chances (board)
  "Returns what each player's chances are when a game has ended with BOARD, a list.
  (let ((*num-players* 3)) (final-chances #((0 1) (1 1) (2 1) (2 1)))) => (0 0 1)"
  (let ((best (winners board)))
    (loop for player below *num-players*
          collect (if (member player best) (/ 1 (length best)) 0))))

(defun find-chances (record)
  "Returns for each player of RECORD, which is over, a list of points (TURN . CHANCE), a turn's number from 0: where a turn of the player began, where it
lost its last hex, and the end."
  (let* ((turns (turns record))
         (last (1- (length turns)))
         (seconds (/ *chances-time* (max 1 last)))
         (final (final-chances (second (first (last turns))))))
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
    "Return what FIND-CHANCES does, found once for a game."
    (when (> (hash-table-count known) 1000)
      (clrhash known))
    (recall (list (record-id record) (record-number record)) known (lambda () (find-chances record)))))

;;; Luck

(defun event-odds (event)
  "Returns how likely the attack of EVENT was to succeed."
  (true-odds (length (event-attack event)) (length (event-defense event))))

(defun attacks (record)
  "Returns the events of RECORD that are attacks with dice, from the first."
  (reverse (remove-if-not #'event-attack (record-events record))))

(defun luck (record player)
  "Returns how many attacks of PLAYER in RECORD succeeded, how many there were, and how many were to succeed on the average, three values."
  (loop for event in (attacks record)
        when (= player (event-player event))
          count t into all
          and count (event-won event) into won
          and sum (event-odds event) into due
        finally (return (values won all due))))

(defun surprise (event)
  "Returns how likely it was that the attack of EVENT ended as it did."
  (if (event-won event) (event-odds event) (- 1 (event-odds event))))

(defun surprises (record count)
  "Returns COUNT attacks of RECORD, or fewer, that ended as was not to be expected, those of or against the person before others, the least
likely first."
  (flet ((personal-p (event) (or (you-p (event-player event)) (you-p (event-defender event))))
         (expected-p (event) (>= (surprise event) 0.5)))
    (let ((sorted (stable-sort (remove-if #'expected-p (attacks record)) #'< :key #'surprise)))
      (loop for event in (append (remove-if-not #'personal-p sorted) (remove-if #'personal-p sorted))
            repeat count
            collect event))))
