;;; What the strong player advises: a hint in a game, and the review of one: what each move was worth, where it went wrong, what was skill and what luck. For the
;;; browser's pages and for PLAY; background_analysis.lisp, record.lisp and levels.lisp come before.

;;; Hints

(defun strong-analysis (tree)
  "Returns what the strong player finds of TREE, a property list; NIL if the board is too large for it."
  (let ((*ai-style* (if (eq *ai-style* :text) :strong *ai-style*)))
    (analysis tree)))

(defun advised-action (tree found)
  "Returns what to do in TREE by FOUND, what ANALYSIS returned; by the text's computer if that is NIL."
  (if found
      (first (nth (getf found :best) (moves-of tree)))
      (book-action tree)))

;;; Reviews. Each position before a move is searched for the chance to win with each move; a chance is always that of the player who moves. What the best move
;;; would have brought beyond the one that was made is lost by skill; what came of the dice beyond what was to be expected is luck.

(defparameter *review-nodes* 20000 "How many positions the strong player looks at for a move of a review: about 7 ms.")
(defparameter *review-window* 48 "How many moves of a review wait for a thread at a time: the computers' moves of other games come between.")
(defparameter *mistake* 0.045 "A move marked ? loses so much of the chance to win. What the strong player sees after *REVIEW-NODES* is right to about 0.01.")
(defparameter *blunder* 0.1 "A move marked ?? loses so much.")

(defstruct move-review
  "What a move was worth to PLAYER, who made it. NUMBER counts from 0; CHANCE is the chance to win with ACTION before the dice fell, LOSS how much more the best move had,
LINE the moves that seemed best, MISTAKE \"?\", \"??\" or NIL; LUCK what the dice brought beyond CHANCE, 0 at the end of a turn."
  number player action chance loss line mistake (luck 0))

(defstruct review
  "A review that is being made: the EVENTS, the first one first, and the TREES before them; the JOBS, one for each; what was FOUND of each, NIL if nothing is known
yet, :NONE if it cannot be; how many were BEGUN, and how many are DONE."
  events trees jobs found (begun 0) (done 0))

(defun begin-review (record)
  "Begins a review of RECORD, whose rules are in force. ADVANCE-REVIEW goes on with it."
  (let ((count (record-number record)))
    (make-review :events (reverse (record-events record)) :trees (butlast (record-trees record))
                 :jobs (make-array count :initial-element nil) :found (make-array count :initial-element nil))))

(defun advance-review (review)
  "Takes what the threads have found for REVIEW, and gives them more to do. Returns true when all is found."
  (with-accessors ((jobs review-jobs) (found review-found) (begun review-begun) (done review-done)) review
    (loop for number from done below begun
          for job = (aref jobs number)
          do (unless (aref found number)
               (multiple-value-bind (result state) (analysis-result job)
                 (unless (eq state :pending)
                   (setf (aref found number) (or result :none))))))
    (loop while (and (< done begun) (aref found done))
          do (incf done))
    (loop while (and (< begun (length jobs)) (< (- begun done) *review-window*))
          do (let ((job (begin-analysis (nth begun (review-trees review)) :seconds 5 :style :strong :table-size 1 :rate-all t :nodes *review-nodes*)))
               (setf (aref jobs begun) job)
               (unless job
                 (setf (aref found begun) :none))
               (incf begun)))
    (= done (length jobs))))

(defun chance-in (found action)
  "Returns the chance to win that ACTION has in FOUND, what ANALYSIS returned with :RATE-ALL; NIL if it is not there."
  (second (assoc action (getf found :moves) :test #'equal)))

(defun best-chance (found)
  "Returns the best chance to win in FOUND, what ANALYSIS returned with :RATE-ALL."
  (reduce #'max (getf found :moves) :key #'second))

(defun best-line (found)
  "Returns the line of moves in FOUND, which begins with the best one."
  (or (getf found :line)
      (list (first (find (best-chance found) (getf found :moves) :key #'second)))))

(defun mistake-mark (loss)
  "Returns \"?\" or \"??\" for a move that lost LOSS of the chance to win; NIL for one that lost little.
  (mapcar #'mistake-mark '(0.01 0.05 0.5)) => (NIL \"?\" \"??\")"
  (cond ((>= loss *blunder*) "??")
        ((>= loss *mistake*) "?")))

(defun review-move (number event found next)
  "Returns the review of the move NUMBER, EVENT, before which FOUND was found; NEXT was found after it, if the same player goes on, or is NIL. NIL if nothing was found."
  (let ((chance (and (consp found) (chance-in found (event-action event)))))
    (when chance
      (let ((loss (- (best-chance found) chance)))
        (make-move-review :number number :player (event-player event) :action (event-action event) :chance chance :loss loss
                          :line (best-line found) :mistake (mistake-mark loss)
                          :luck (if (and (event-attack event) (consp next)) (- (best-chance next) chance) 0))))))

(defun review-moves (review)
  "Returns the list of the MOVE-REVIEWs of REVIEW, for all moves of which something is known."
  (loop for (event . more) on (review-events review)
        for number from 0 below (review-done review)
        for found across (review-found review)
        for reviewed = (review-move number event found
                                    (and more (event-action event) (< (1+ number) (review-done review)) (aref (review-found review) (1+ number))))
        when reviewed
          collect reviewed))

(defun review-at-once (record)
  "Returns the list of the MOVE-REVIEWs of RECORD, whose rules are in force, when they are all found."
  (let ((review (begin-review record)))
    (loop until (advance-review review)
          do (sleep 0.01))
    (review-moves review)))

(defun player-review (moves player)
  "Returns what the list MOVES of MOVE-REVIEWs says of PLAYER, a property list: how many :MOVES, :MISTAKES, :BLUNDERS; how much of the chance to win was :LOST by
mistakes, small ones as well, and what :LUCK brought, both in sums."
  (let ((own (remove player moves :key #'move-review-player :test #'/=)))
    (flet ((marked (mark) (count mark own :key #'move-review-mistake :test #'equal)))
      (list :moves (length own) :mistakes (marked "?") :blunders (marked "??")
            :lost (reduce #'+ own :key #'move-review-loss) :luck (reduce #'+ own :key #'move-review-luck)))))
