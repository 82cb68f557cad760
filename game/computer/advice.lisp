;;; Advice of the strong player: hints in a game, and reviews of finished games, which tell what each move was worth,
;;; where mistakes were made, and what was skill and what luck. Used by the browser's pages and by PLAY. Needs
;;; background_analysis.lisp, ../records/record.lisp and levels.lisp.

;;; Hints

(defun strong-analysis (tree)
  "Returns the strong player's ANALYSIS of TREE, a property list; NIL if the board is too large for it."
  (let ((*ai-style* (if (eq *ai-style* :book) :strong *ai-style*)))
    (analysis tree)))

(defun advised-action (tree found)
  "Returns the action to take in TREE: the best one in FOUND, a result of ANALYSIS, or the book's computer's choice if
FOUND is NIL."
  (if found
      (first (nth (getf found :best) (moves-of tree)))
      (book-action tree)))

;;; Reviews. Each position before a move is searched for the chance to win with each of its moves, always for the player
;;; who moves. The difference between the best move and the move made is lost skill. The difference between the outcome
;;; of the dice and the expected outcome is luck.

(defparameter *review-nodes* 20000 "The most positions searched for a move of a review: about 7 ms.")
(defparameter *review-window* 48
  "The most moves of a review that wait for a thread at a time, so that other games' computers get their turn.")
(defparameter *mistake* 0.045
  "The loss of chance to win from which a move is marked ?. With *REVIEW-NODES* the chances are accurate to about
0.01.")
(defparameter *blunder* 0.1 "The loss of chance to win from which a move is marked ??.")

(defstruct move-review
  "The review of a move."
  number       ; of the move, from 0
  player action
  chance       ; to win with ACTION, before the dice fell
  loss         ; the chance of the best move minus CHANCE
  line         ; the moves that seemed best
  mistake      ; "?", "??" or NIL
  (luck 0))    ; what the dice added to CHANCE; 0 at the end of a turn

(defstruct review
  "A review in progress."
  events       ; the oldest first
  trees        ; before the events and after the last
  jobs         ; a vector of one for each tree
  found        ; the result for each tree: NIL if not yet known, :NONE if there is none
  (begun 0)    ; the number of jobs begun
  (done 0))    ; the number of jobs done

(defun begin-review (record)
  "Begins a review of RECORD, whose rules are in force. ADVANCE-REVIEW continues it."
  (let* ((trees (record-trees record))
         (count (length trees)))
    (make-review :events (reverse (record-events record)) :trees trees
                 :jobs (make-array count :initial-element nil) :found (make-array count :initial-element nil))))

(defun advance-review (review)
  "Collects what the threads have found for REVIEW and gives them more positions. Returns true when the review is
complete."
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
  "Returns the chance to win with ACTION in FOUND, a result of ANALYSIS with :RATE-ALL; NIL if it has no such action."
  (second (assoc action (getf found :moves) :test #'equal)))

(defun best-chance (found)
  "Returns the best chance to win in FOUND, a result of ANALYSIS with :RATE-ALL."
  (reduce #'max (getf found :moves) :key #'second))

(defun best-line (found)
  "Returns the line of moves in FOUND, which begins with the best move."
  (or (getf found :line)
      (list (first (find (best-chance found) (getf found :moves) :key #'second)))))

(defun mistake-mark (loss)
  "Returns \"?\" or \"??\" for a move that lost LOSS of the chance to win; NIL for a small loss.
  (mapcar #'mistake-mark '(0.01 0.05 0.5)) => (NIL \"?\" \"??\")"
  (cond ((>= loss *blunder*) "??")
        ((>= loss *mistake*) "?")))

(defun chance-after (player tree found)
  "Returns the chance of PLAYER, who has attacked, to win from TREE on; NIL if it is not known. FOUND is the result of
ANALYSIS. If TREE has no move, the chance is 1, 0, or a part of 1 if several have won."
  (cond ((null (moves-of tree))
         (let ((winners (winners (second tree))))
           (if (member player winners) (/ (length winners)) 0)))
        ((consp found) (best-chance found))))

(defun review-move (number event found after)
  "Returns the review of EVENT, the move NUMBER; NIL if FOUND, the result for the position before it, has nothing about
it. AFTER is the chance to win after an attack, NIL if it is not known."
  (let ((chance (and (consp found) (chance-in found (event-action event)))))
    (when chance
      (let ((loss (- (best-chance found) chance)))
        (make-move-review :number number :player (event-player event) :action (event-action event) :chance chance :loss loss
                          :line (best-line found) :mistake (mistake-mark loss) :luck (if after (- after chance) 0))))))

(defun review-moves (review)
  "Returns the MOVE-REVIEWs of REVIEW, a list, for all moves with a result."
  (with-accessors ((done review-done) (found review-found)) review
    (loop for event in (review-events review)
          for number from 0 below done
          for tree in (rest (review-trees review))
          for after = (and (event-attack event) (< (1+ number) done)
                           (chance-after (event-player event) tree (aref found (1+ number))))
          for reviewed = (review-move number event (aref found number) after)
          when reviewed
            collect reviewed)))

(defun review-at-once (record)
  "Returns the MOVE-REVIEWs of RECORD, whose rules are in force, a list, after waiting for all results."
  (let ((review (begin-review record)))
    (loop until (advance-review review)
          do (sleep 0.01))
    (review-moves review)))

(defun player-review (moves player)
  "Sums up the moves of PLAYER in MOVES, a list of MOVE-REVIEWs. Returns a property list: the numbers of :MOVES,
:MISTAKES and :BLUNDERS, the chance to win :LOST by all moves, and the :LUCK."
  (let ((own (remove player moves :key #'move-review-player :test #'/=)))
    (flet ((marked (mark) (count mark own :key #'move-review-mistake :test #'equal)))
      (list :moves (length own) :mistakes (marked "?") :blunders (marked "??")
            :lost (reduce #'+ own :key #'move-review-loss) :luck (reduce #'+ own :key #'move-review-luck)))))
