;;; Giving up: a person who plays against computers alone, at any time; and the computers, when the game looks lost.

(defparameter *sure-chance* 0.98 "The chance to win of the person above which the computers give up.")

(defun best-rival (record)
  "Returns the player with most hexes in RECORD, except the person, player 0."
  (let ((board (record-board record)))
    (loop with best = nil and most = -1
          for player from 1 below *num-players*
          for hexes = (count player board :key #'first)
          do (when (> hexes most)
               (setf best player
                     most hexes))
          finally (return best))))

(defun concede-p (record)
  "True if the person can give up RECORD, whose rules are in force."
  (and (alone-p record) (plusp (record-number record)) (not (eq (record-stage record) :over))))

(let ((known (make-hash-table :test 'equal)))
  (defun computers-give-up-p (record)
    "True if the person, who begins a turn in RECORD, whose rules are in force, has so good a chance that the computers
give up. Looks only at games in which the person holds half of the hexes."
    (and (concede-p record)
         (eq (record-stage record) :person)
         (turn-begins-p record)
         (<= (land-hexes) (* 2 (count 0 (record-board record) :key #'first)))
         (progn
           (when (> (hash-table-count known) 1000)
             (clrhash known))
           (recall (list (record-id record) (record-number record)) known
                   (lambda ()
                     (let ((*chance-nodes* 100000))
                       (< *sure-chance* (or (chance-of-turn 0 (record-board record) 0.02) 0)))))))))

(defun answer-concede (record params)
  "Ends RECORD: the person gives up."
  (unless (concede-p record)
    (refuse 400 "You cannot give up now."))
  (setf (record-given record) (best-rival record))
  (after-step record params))

(defun answer-accept (record params)
  "Ends RECORD: the person has won, as the computers give up."
  (unless (computers-give-up-p record)
    (refuse 400 "The computers play on."))
  (setf (record-given record) 0)
  (after-step record params))

(defun print-concede (record)
  "Prints a link by which the person gives up RECORD, folded away, if that is possible."
  (when (concede-p record)
    (tag details (class "options")
      (text-tag 'summary nil (say "Concede"))
      (text-tag 'p "quiet" (say "You give up, and the game ends."))
      (button-link nil (step-link "concede" record) (say "Yes, I concede") 'data-step ""))))
