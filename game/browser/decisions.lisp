;;; Decisions: positions of games with dice where somebody made a blunder and one move is clearly best. The visitor
;;; chooses a move, and learns what it is worth, what is better, and how the next player punishes it. decision_set.lisp
;;; has some, one of which is that of the day; a finished game of the visitor has one for each "??" of its review. The
;;; chances are computed before, so the pages need no engine.

(defstruct (decision (:constructor make-decision (name number day place)))
  "A decision to show: NAME in addresses, such as \"n=3\"; its NUMBER in the set and the DAY that it belongs to, or NIL;
the property list PLACE as in *DECISIONS*."
  name number day place)

(defun part-of (decision name)
  "Returns the value of NAME in the property list of DECISION."
  (getf (decision-place decision) name))

(defun decision-of-set (number day)
  "Returns decision NUMBER of the set, counted from 1; as the decision of DAY, unless DAY is NIL."
  (let ((place (nth (1- number) *decisions*)))
    (make-decision (if day (format nil "day=~d" day) (format nil "n=~d" number)) number day place)))

(defun decision-of-review (record number)
  "Returns the decision before the move NUMBER of RECORD, the visitor's finished game; NIL if its review has none."
  (multiple-value-bind (review complete) (advance-game-review record)
    (let* ((move (and complete (move-at number (review-moves review))))
           (found (and move (equal (move-review-mistake move) "??") (aref (review-found review) number))))
      (when found
        (make-decision (format nil "move=~d" number) nil nil
                       (list :at (position-text (nth number (record-trees record)))
                             :blunder (move-review-action move)
                             :line (move-review-line move)
                             :moves (sort (loop for (action chance) in (getf found :moves) collect (list action (round (* 100 chance))))
                                          #'> :key #'second)))))))

(defun asked-decision (params)
  "Returns the decision in PARAMS: one of the set, one of the visitor's game, or that of the day."
  (cond ((not (dice-decide-p)) (refuse 404 "There is no such decision."))
        ((parameter "MOVE" params)
         (or (and *record*
                  (with-rules ((record-rules *record*))
                    (decision-of-review *record* (number-parameter "MOVE" params 0 99999))))
             (refuse 404 "There is no such decision.")))
        ((parameter "N" params) (decision-of-set (number-parameter "N" params 1 (length *decisions*)) nil))
        (t (let ((day (if (parameter "DAY" params) (number-parameter "DAY" params 0 (1+ (today))) (today))))
             (decision-of-set (1+ (mod day (length *decisions*))) day)))))

(defun decision-address (decision &rest parameters)
  "Returns the address of DECISION. PARAMETERS is a property list of others."
  (format nil "/decision?~a~{&amp;~(~a~)=~a~}" (decision-name decision) parameters))

(defun asked-choice (decision params)
  "Returns the action chosen in PARAMS, and true if there is one. Signals a BAD-REQUEST if it is not possible."
  (let* ((to (parameter "TO" params))
         (action (and to (string/= to "end") (list (hex-parameter "FROM" params) (hex-parameter "TO" params)))))
    (when (and to (not (assoc action (part-of decision :moves) :test #'equal)))
      (refuse 400 "Those moves cannot be made in this puzzle."))
    (values action (and to t))))

(defun decision-link (decision selected)
  "Returns a function for LINK-FOR of DRAW-GAME-BOARD, with the hex SELECTED, or NIL, to attack from."
  (let ((actions (remove nil (mapcar #'first (part-of decision :moves)))))
    (lambda (pos)
      (cond ((eql pos selected) (values (decision-address decision) "sel" (say "undo the choice")))
            ((member (list selected pos) actions :test #'equal) (values (decision-address decision :from selected :to pos) "aim" (say "attack it")))
            ((assoc pos actions)
             (values (decision-address decision :from pos) "can" (if selected (say "attack from here instead") (say "attack from here"))))))))

;;; The page

(defun worth-words (action percent)
  "Returns a sentence that ACTION gives PERCENT to win."
  (say "{move}: {n}% to win." :move (action-sentence action) :n percent))

(defun own-part (line)
  "Returns the actions of LINE to the end of the turn.
  (own-part '((1 2) nil (3 4))) => ((1 2) NIL)"
  (subseq line 0 (min (length line) (1+ (or (position nil line) (length line))))))

(defun print-worth (decision action)
  "Prints what ACTION is worth in DECISION, and what is better."
  (destructuring-bind ((best most) &rest others) (part-of decision :moves)
    (let ((worth (second (assoc action (part-of decision :moves) :test #'equal))))
      (text-tag 'p nil (worth-words action worth))
      (when (and (equal action (part-of decision :blunder)) (part-of decision :answer))
        (destructuring-bind (player answer) (part-of decision :answer)
          (text-tag 'p nil (say "{who} answers: {move}." :who (player-name player) :move (action-sentence answer)))))
      (if (equal action best)
          (text-tag 'p "quiet" (say "The next best move: {words}" :words (worth-words (first (first others)) (second (first others)))))
          (text-tag 'p nil (say "The best move: {words}" :words (worth-words best most))))
      (text-tag 'p "quiet" (say "The best line: {moves}." :moves (format nil "~{~a~^ → ~}" (mapcar #'action-sentence (own-part (part-of decision :line)))))))))

(defun print-decision-actions (decision selected chosen)
  "Prints links for what can be done in DECISION; SELECTED is the hex to attack from, or NIL; CHOSEN is true after a
choice."
  (tag div (class "actions")
    (cond ((not chosen)
           (when selected (button-link nil (decision-address decision) (say "Deselect")))
           (when (assoc nil (part-of decision :moves))
             (button-link "first" (decision-address decision :to "end") (say "End turn"))))
          (t
           (button-link nil (decision-address decision) (say "Try again"))
           (if (decision-number decision)
               (button-link "first" (format nil "/decision?n=~d" (1+ (mod (decision-number decision) (length *decisions*)))) (say "Next puzzle"))
               (button-link "first" "/replay" (say "Analysis")))))
    (button-link nil "/puzzles" (say "All puzzles"))))

(defun print-decision-page (decision record selected action chosen)
  "Prints the page of DECISION, where RECORD begins; SELECTED is the hex to attack from, or NIL; CHOSEN is true if the
visitor has chosen ACTION."
  (let* ((best (first (first (part-of decision :moves))))
         (right (and chosen (equal action best)))
         (title (cond ((decision-day decision) (say "Puzzle of the day"))
                      (t (say "Your move?")))))
    (page ((say "{title} – Dice of Doom" :title title) :sheet "study.css" :script "decisions.js"
           :card (list title (say "One move is the best. Which one?") (format nil "at=~a" (part-of decision :at))))
      (tag div (id "decision" class "study" data-day (or (decision-day decision) "") data-state (cond (right "solved") (chosen "failed") (t "open")))
        (tag section (class "place" aria-label (say "Board"))
          (draw-game-board (record-board record) selected (if chosen (constantly nil) (decision-link decision selected)) nil
                           :above (lambda ()
                                    (when chosen
                                      (when action (draw-arrow action (if right "won" "lost")))
                                      (when (and best (not right)) (draw-arrow best "better"))))))
        (tag section (class "panel study-side" aria-label (say "Puzzle"))
          (text-tag 'h1 nil (cond (right (say "Right")) (chosen (say "There is a better move")) (t title)))
          (text-tag 'p (format nil "prompt ~[open~;solved~;failed~]" (cond (right 1) (chosen 2) (t 0)))
                    (cond (right (say "No other move is as good."))
                          (chosen (say "The arrow with dots shows it."))
                          (t (say "One move is the best. Which one?"))))
          (when chosen (print-worth decision action))
          (print-players record)
          (print-decision-actions decision selected chosen)
          (text-tag 'p "quiet" (if (decision-number decision)
                                   (say "Puzzle {n} of {all}, from a game with dice." :n (decision-number decision) :all (length *decisions*))
                                   (say "From your last game.")))
          (when (decision-day decision)
            (tag p (class "quiet" hidden "")
              (princ (say "Puzzles of the day solved in a row:"))
              (princ " ")
              (tag b (data-days "") (princ 0)))))))))

(defun answer-decision (params)
  "Shows the decision in PARAMS with the choice in PARAMS."
  (let* ((decision (asked-decision params))
         (record (position-record (position-of-text (part-of decision :at)))))
    (with-record (record)
      (multiple-value-bind (action chosen) (asked-choice decision params)
        (let ((from (and (not chosen) (parameter "FROM" params) (hex-parameter "FROM" params))))
          (unless (or (null from) (assoc from (remove nil (mapcar #'first (part-of decision :moves)))))
            (refuse 400 "From hex {hex} you cannot attack now." :hex from))
          (html-answer ()
            (print-decision-page decision record from action chosen)))))))

(defun print-decision-links ()
  "Prints links to all decisions of the set, and first to that of the day."
  (text-tag 'h2 nil (say "With dice: which move is the best?"))
  (tag div (class "actions")
    (button-link "first" "/decision" (say "Puzzle of the day")))
  (tag ol (class "puzzles")
    (loop for number from 1 to (length *decisions*)
          do (tag li () (tag a (href (format nil "/decision?n=~d" number)) (text-tag 'b nil number))))))
