;;; What the pages say: names, hexes, what happened, what to do next.

(defun player-name (player)
  "Return what the pages call PLAYER.
  (list (player-name 0) (player-name 2)) => (\"You\" \"Player c\")"
  (if (zerop player)
      "You"
      (format nil "Player ~a" (player-letter player))))

(defun hex-words (board pos)
  "Return in words what stands on the hex at POS of BOARD.
  (hex-words #((1 2) (0 1)) 0) => \"Hex 0, player b, 2 dice\""
  (destructuring-bind (player dice) (aref board pos)
    (format nil "Hex ~d, ~:[player ~a~;yours~*~], ~d ~:*~[dice~;die~:;dice~]"
            pos (zerop player) (player-letter player) dice)))

(defun sum (faces)
  "Return what FACES come to."
  (reduce #'+ faces))

(defun event-words (event)
  "Return EVENT as a sentence."
  (destructuring-bind (&optional from to) (event-action event)
    (let ((name (player-name (event-player event)))
          (gained (length (event-gained event))))
      (cond ((null from)
             (format nil "~a ended ~:[the~;your~] turn~:[ and got ~[no dice~;a die~:;~:*~d dice~]~;, but no die found room~]."
                     name (zerop (event-player event)) (and (zerop gained) (dice-decide-p)) gained))
            ((null (event-attack event)) (format nil "~a took hex ~d from hex ~d." name to from))
            ((event-won event)
             (format nil "~a took hex ~d from hex ~d, ~d to ~d."
                     name to from (sum (event-attack event)) (sum (event-defense event))))
            (t (format nil "~a attacked hex ~d from hex ~d in vain, ~d to ~d."
                       name to from (sum (event-attack event)) (sum (event-defense event))))))))

(defun outcome-words (board)
  "Return in words who has won when the game ends with BOARD.
  (outcome-words #((0 1) (1 1) (0 1) (0 2))) => \"You win\""
  (let ((best (winners board)))
    (cond ((rest best)
           (format nil "A tie between ~{~a~#[~; and ~:;, ~]~}"
                   (mapcar (lambda (player) (if (zerop player) "you" (format nil "player ~a" (player-letter player)))) best)))
          ((zerop (first best)) "You win")
          (t (format nil "~a wins" (player-name (first best)))))))

(defun result-words (record)
  "Return in words how RECORD, which is over, ended."
  (let* ((board (record-board record))
         (hexes (count (first (winners board)) board :key #'first)))
    (format nil "~d of ~d hexes after ~d move~:p. ~a had no attack left." hexes (length board) (record-number record)
            (player-name (record-player record)))))

(defun stage-words (record)
  "Return in words whose turn it is in RECORD, or who has won."
  (ecase (record-stage record)
    (:person "Your turn")
    (:computer (format nil "~a’s turn" (player-name (record-player record))))
    (:over (outcome-words (record-board record)))))

(defun prompt-words (record selected)
  "Return what the person is asked to do in RECORD, having chosen the hex SELECTED, if not NIL, to attack from."
  (ecase (record-stage record)
    (:over (result-words record))
    (:computer "The computer plays.")
    (:person (cond (selected (format nil "Attack from hex ~d: choose a target." selected))
                   ((notany #'first (record-moves record)) "You have no attack left: end your turn.")
                   ((find-action record nil) "Attack again, or end your turn.")
                   (t "Choose a hex of yours to attack from.")))))
