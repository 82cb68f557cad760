;;; The computers' moves. All levels but the strongest choose at once. The strongest thinks in another thread while the
;;; server goes on: from the response with the move before on, since the browser shows that first.

(defparameter *thinking-time* 0.15 "The most seconds that the strong player thinks about a move.")
(defparameter *round-time* 1.6
  "The seconds that all computers together may think in a round. Each player gets an equal share, for three moves at
least; further moves of its turn are decided at once, so that rounds of many computers stay short. With 0 all are.")
(defparameter *no-time* 0.01 "The seconds that the strong player takes for a move decided at once.")
(defparameter *small-table* 1 "The megabytes of the strong player's table for a move decided at once.")

(defparameter *skipped-moves* 40
  "The most computers' moves made at a time when they are skipped, since others wait meanwhile.")
(defparameter *skipping-time* 1/10 "The seconds after which skipping pauses so that others' requests are answered.")

(defun thinking-seconds (record)
  "Returns the seconds that the player to move in RECORD, whose rules are in force, may think; NIL if it decides at
once."
  (let* ((players (loop for player below *num-players* count (find player (record-board record) :key #'first)))
         (share (/ *round-time* (max 1 (1- players))))
         (seconds (min *thinking-time* (/ share 3)))
         (moves (loop for event in (record-events record)
                      while (event-action event)
                      count t)))
    (and (plusp seconds)
         (<= (* (1+ moves) seconds) (+ share 1/1000))
         seconds)))

(defun think-about (record)
  "Makes the strong player think in another thread about its move in RECORD, whose rules are in force. Returns the job;
:NONE if it cannot."
  (setf (record-job record)
        (or (handler-case (let ((seconds (thinking-seconds record)))
                            (if seconds
                                (begin-analysis (record-tree record) :seconds seconds :style :strong)
                                (begin-analysis (record-tree record) :seconds *no-time* :style :strong :table-size *small-table*)))
              (error (problem)          ; for example no thread: the game goes on without it
                (format *error-output* "~&The strong player cannot think, the book's plays instead: ~a~%" problem)
                nil))
            :none)))

(defun begin-thinking (record &optional (level (rule :level record)))
  "Makes the strong player think if LEVEL is its level, a computer is to move in RECORD, whose rules are in force, and
it has not begun."
  (when (and (eq level :strong)
             (eq (record-stage record) :computer)
             (null (record-job record)))
    (think-about record)))

(defun action-at-once (record)
  "Returns the strong player's action in RECORD without much thought."
  (let ((*ai-time* *no-time*)
        (*ai-table-size* *small-table*))
    (advised-action (record-tree record) (strong-analysis (record-tree record)))))

(defun strong-action (record)
  "Returns the strong player's action in RECORD, and true if it has decided. Uses HANDLE-COMPUTER if the player does not
support the board. A move that is to be decided at once is waited for if nobody has asked for it yet."
  (unless (or (record-job record) (thinking-seconds record))
    (return-from strong-action (values (action-at-once record) t)))
  (let ((job (or (record-job record) (think-about record))))
    (ecase (if (eq job :none) :none (nth-value 1 (analysis-result job)))
      (:pending (values nil nil))
      (:done (values (first (analyzed-move job)) t))
      (:none (values (book-action (record-tree record)) t)))))

(defun hasten (record)
  "Ends the search for a move of RECORD, whose rules are in force, that is to be decided at once: whoever asks for the
next move does not wait for a thread."
  (let ((job (record-job record)))
    (when (and (analysis-job-p job) (null (thinking-seconds record)) (cancel-analysis job))
      (setf (record-job record) nil))))

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
