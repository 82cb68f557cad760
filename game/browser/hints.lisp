;;; Hints and moves taken back, for a person who plays against computers alone. They are not offered where people play
;;; each other.

(defparameter *hint-time* 0.4 "The number of seconds that the strong player thinks about a hint, in another thread.")

(let ((jobs (make-hash-table :test 'equal)))
  (defun hint-job (record)
    "Returns the ANALYSIS-JOB for the current position of RECORD, whose rules are in force, begun on the first call; NIL
if there can be none."
    (when (> (hash-table-count jobs) 1000)
      (clrhash jobs))
    (recall (list (record-id record) (record-number record)) jobs
            (lambda ()
              (handler-case (begin-analysis (record-tree record) :seconds *hint-time* :style :strong)
                (error () nil))))))

(defun alone-p (record)
  "True if one person plays against computers in RECORD."
  (and (own-game-p) (eql (only-person record) 0)))

(defun hint-p (record)
  "True if a hint can be given for the current position of RECORD."
  (and (alone-p record) (not (rule :day record)) (eq (record-stage record) :person)))

(defun undo-number (record)
  "Returns the number of the move of RECORD that can be taken back; NIL if there is none."
  (and (alone-p record)
       (not (rule :day record))
       (not (eq (record-stage record) :computer))
       (move-to-undo record '(0))))

(defun take-back (record)
  "Returns RECORD as it was before the person's last move, or NIL. The new record has another name, so that pages of the
old one are recognized as stale."
  (let ((number (undo-number record)))
    (when number
      (let ((before (record-before record number)))
        (setf (record-id before) (record-mark)
              (record-undone before) (1+ (record-undone record)))
        before))))

(defun hint-sentence (board action chance)
  "Returns a sentence that recommends ACTION on BOARD, with CHANCE to win, or NIL. The numbers of the hexes, which the
board does not show, are for screen readers.
  (hint-sentence #((0 1) (1 1)) nil 0.43) => \"End your turn. Chance to win the game: 43%.\""
  (say-sentences
   (list (if action
             (destructuring-bind (from to) action
               (format nil "~a<span class=\"unseen\"> ~a</span>"
                       (say "Attack along the arrow: {dice} against {n}." :dice (dice-words (second (aref board from))) :n (second (aref board to)))
                       (say "Attack hex {to} from hex {from}." :from from :to to)))
             (say "End your turn."))
         (and chance (say "Chance to win the game: {chance}." :chance (chance-words chance))))))

(defun answer-hint (record params)
  "Shows the strong player's advice in RECORD, or, until it has decided, that it is thinking."
  (unless (hint-p record)
    (refuse 400 "There is no hint for you now."))
  (let ((job (hint-job record)))
    (multiple-value-bind (found state) (if job (analysis-result job) (values nil :none))
      (if (eq state :pending)
          (game-answer record params 200 :next "hint" :notice (say "The engine is thinking about a hint."))
          (let ((action (advised-action (record-tree record) found)))
            (game-answer record params 200 :selected (first action) :advice action
                                           :notice (say "Hint: {words}" :words (hint-sentence (record-board record) action (getf found :chance)))))))))

(defun answer-undo (record params)
  "Takes back the person's last move in RECORD and everything after it."
  (let ((before (take-back record)))
    (unless before
      (refuse 400 "There is no move of yours to take back."))
    (keep-record before)
    (after-step before params)))

(defun print-tools (record)
  "Prints the links for a hint and for taking a move back in RECORD, as far as they are offered."
  (when (or (hint-p record) (undo-number record))
    (tag div (class "tools")
      (when (undo-number record)
        (print-sign-link (step-link "undo" record) "button tool" (say "Take back") "u" "M8 5 3 10l5 5M3 10h11a6 6 0 0 1 0 12h-4"))
      (when (hint-p record)
        (print-sign-link (step-link "hint" record) "button tool" (say "Hint") "h" "M9 18h6M10 22h4M12 2a7 7 0 0 0-4 12.7V15h8v-.3A7 7 0 0 0 12 2Z")))))
