;;; The computers' moves. All levels but the strongest choose at once. The strongest thinks in another thread while the
;;; server goes on.

(defparameter *thinking-time* 0.15 "The most seconds that the strong player thinks about a move.")
(defparameter *round-time* 2.8
  "The seconds from the person's turn on in which computers may think: each in turn has an equal part of them, and what
those before have left. Moves after that are decided at once, so that rounds of many computers stay short.")
(defparameter *moves-thought* 4 "The moves for which the part of a computer suffices, if thinking is all that it does.")
(defparameter *no-time* 0.01 "The seconds that the strong player takes for a move decided at once.")

(defparameter *skipped-moves* 40
  "The most computers' moves made at a time when they are skipped, since others wait meanwhile.")

(defun clock-seconds ()
  "Returns the time in seconds since an arbitrary moment."
  (/ (get-internal-real-time) internal-time-units-per-second))

(defun round-seconds (record)
  "Returns the seconds since computers began to think after the person's latest move in RECORD."
  (let ((since (- (record-number record)
                  (or (position-if (lambda (event) (person-p record (event-player event))) (record-events record))
                      (record-number record)))))
    (unless (eql since (car (record-round record)))
      (setf (record-round record) (cons since (clock-seconds))))
    (- (clock-seconds) (cdr (record-round record)))))

(defun computers-after (record)
  "Returns the number of players with hexes who move after the computer to move in RECORD and before a person."
  (loop for player = (mod (1+ (record-player record)) *num-players*) then (mod (1+ player) *num-players*)
        repeat (1- *num-players*)
        until (person-p record player)
        count (find player (record-board record) :key #'first)))

(defun person-waits-p (record)
  "True if a person at this browser plays RECORD against computers alone, and still has hexes."
  (and (rule :level record)
       (some (lambda (player) (find player (record-board record) :key #'first)) (people record))))

(defun thinking-seconds (record)
  "Returns the seconds that the player to move in RECORD, whose rules are in force, may think; NIL if it decides at
once. Where a person waits, real time counts, whatever it was spent on."
  (let* ((players (loop for player below *num-players* count (find player (record-board record) :key #'first)))
         (part (/ *round-time* (max 1 (1- players))))
         (seconds (min *thinking-time* (/ part *moves-thought*)))
         (moves (loop for event in (record-events record) while (event-action event) count t)))
    (and (<= seconds
             (+ 1/1000 (if (person-waits-p record)
                           (- *round-time* (* part (computers-after record)) (round-seconds record))
                           (- part (* moves seconds)))))
         seconds)))

(defun think-about (record)
  "Makes the strong player think in another thread about its move in RECORD, whose rules are in force. Returns the job;
:NONE if it cannot."
  (setf (record-job record)
        (or (handler-case (begin-analysis (record-tree record) :seconds (thinking-seconds record) :style :strong)
              (error (problem)          ; for example no thread: the game goes on without it
                (format *error-output* "~&The strong player cannot think, the book's plays instead: ~a~%" problem)
                nil))
            :none)))

(defun begin-thinking (record)
  "Makes the strong player think if it is to move in RECORD, whose rules are in force, and has not begun."
  (when (and (eq (rule :level record) :strong)
             (eq (record-stage record) :computer)
             (null (record-job record))
             (thinking-seconds record))
    (think-about record)))

(defun action-at-once (record)
  "Returns the strong player's action in RECORD without much thought."
  (let ((*ai-time* *no-time*)
        (*ai-table-size* 1))
    (advised-action (record-tree record) (strong-analysis (record-tree record)))))

(defun strong-action (record)
  "Returns the strong player's action in RECORD, and true if it has decided. Uses HANDLE-COMPUTER if the player does not
support the board."
  (unless (or (record-job record) (thinking-seconds record))
    (return-from strong-action (values (action-at-once record) t)))
  (let ((job (or (record-job record) (think-about record))))
    (ecase (if (eq job :none) :none (nth-value 1 (analysis-result job)))
      (:pending (values nil nil))
      (:done (values (first (analyzed-move job)) t))
      (:none (values (book-action (record-tree record)) t)))))

(defun computer-action (record &optional (level (rule :level record)))
  "Returns the action of a computer of LEVEL in RECORD, whose rules are in force, and true if it has decided."
  (if (eq level :strong)
      (strong-action record)
      (values (record-action record level) t)))

(defun let-computer-move (record &optional (level (rule :level record)))
  "Makes the move of a computer of LEVEL in RECORD, if it has decided. Returns the event, or NIL."
  (multiple-value-bind (action decided) (computer-action record level)
    (when decided
      (play-action record action))))
