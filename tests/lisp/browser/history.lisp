;;; game/browser/history.lisp, game_over.lisp: the course of a game.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(defparameter *rules* '(:size 4 :players 3 :dice 5 :level :book :seed 5))   => *rules*
(defparameter *played* (let ((record (new-record *rules*)))
                         (with-rules (*rules*) (loop until (eq (record-stage record) :over) do (let-computer-move record)))
                         record)
  "A game that the computer played for all, to the end.")   => *played*
(defmacro in-rules (&body body) `(with-rules ((record-rules *played*)) ,@body))   => in-rules

;;; Turns: as many as ended, and the last board; the recorded moves lead to it.
(defparameter *turns* (in-rules (turns *played*)))   => *turns*
(equalp (second (first (last *turns*))) (in-rules (record-board *played*)))   => t
(equalp (second (first *turns*)) (record-start *played*))   => t
(- (length *turns*) (count nil (record-events *played*) :key #'event-action))   => 1
(subseq (mapcar #'first *turns*) 0 4)                => (0 1 2 0)
(in-rules (loop for (player board) in (butlast *turns*) always (and (< -1 player 3) (every (lambda (hex) (<= 1 (second hex) 5)) board))))   => t
(let ((record (new-record *rules*))) (with-rules (*rules*) (length (turns record))))   => 1
;; In the middle of a turn, the board as it is comes last.
(let ((record (new-record *rules*)))
  (with-rules (*rules*)
    (let-computer-move record)
    (list (length (turns record)) (mapcar #'first (turns record)) (equalp (second (second (turns record))) (record-board record)))))   => (2 (0 0) t)

;;; Chances: at the start of each player's turns, and the winner's at the end
(defparameter *chances* (in-rules (chances *played*)))   => *chances*
(length *chances*)                                   => 3
(loop for points in *chances* for player from 0
      always (loop for (turn . chance) in (butlast points) for (mover board) = (nth turn *turns*)
                   always (and (<= 0 chance 1) (or (= mover player) (and (zerop chance) (zerop (count player board :key #'first)))))))   => t
(equal (mapcar (lambda (points) (cdr (first (last points)))) *chances*) (in-rules (final-chances (record-winners *played*))))   => t
(loop for points in *chances* always (= (car (first (last points))) (1- (length *turns*))))   => t
(loop for points in *chances* always (apply #'< (mapcar #'car points)))   => t
(eq *chances* (in-rules (chances *played*)))         => t
(let ((*num-players* 3)) (list (final-chances '(2)) (final-chances '(0 1 2))))   => ((0 0 1) (1/3 1/3 1/3))

;;; Luck: each attack belongs to a player, and the expected number lies between none and all.
(in-rules (= (length (attacks *played*)) (loop for player below 3 sum (nth-value 1 (luck *played* player)))))   => t
(in-rules (loop for player below 3 always (multiple-value-bind (won all due) (luck *played* player) (and (<= 0 won all) (<= 0 due all)))))   => t
(defun attack-event (player defender attack defense)
  (make-event :player player :defender defender :action '(0 1) :attack attack :defense defense :won (higher-p attack defense)))   => attack-event
(defun record-of-events (&rest events) (make-record :id "E" :rules *rules* :events (reverse events) :number (length events)))   => record-of-events
(defparameter *lucky* (record-of-events (attack-event 0 1 '(6 6) '(1 1 1)) (attack-event 1 0 '(1 1 1 1) '(6)) (attack-event 1 2 '(1 1) '(6 6)) (attack-event 0 2 '(6 6 6) '(1))
                                        (make-event :player 0)))   => *lucky*
(multiple-value-bind (won all due) (luck *lucky* 0) (list won all (signed-words (- won due))))   => (2 2 "+0.9")
(multiple-value-list (luck *lucky* 2))               => (0 0 0)
(mapcar #'surprise-words (surprises *lucky* 4))      => ("4 of Ace failed against 1 of yours" "2 of yours beat 3 of Ace")

;;; The end's page
(list (signed-words 1.62) (signed-words -0.4) (signed-words 0.01) (signed-words -12))   => ("+1.6" "−0.4" "0.0" "−12.0")
(list (likelihood-words 0.3) (likelihood-words 0.02))   => ("30% likely" "1 in 50")
;; Labels of a chart keep apart, and within it.
(list (spread '(0 5 100) 30) (spread '(250 255 260) 34) (spread '() 34))   => ((0 30 100) (192 226 260) nil)
(defparameter *page* (with-output-to-string (*standard-output*) (in-rules (print-game-part *played*))))   => *page*
(defun shows (text) (and (search text *page*) t))    => shows
(list (shows "class=\"hail ")
      (shows "Play again")
      (shows "Luck: ")
      (shows "Hexes, turn by turn")
      (shows "Hexes at the deal and at the end: You ")
      (shows " style=")
      (shows "NIL"))
  => (t t t t t nil nil)
(loop for (won hexes) in '((t ((0 1) (0 1) (0 1) (1 1))) (nil ((1 1) (1 1) (0 1) (1 1))))
      collect (let* ((rules (list* :size 2 :players 2 *rules*))
                     (record (with-rules (rules) (begin-record "G" rules (board-array hexes)))))
                (setf *page* (with-output-to-string (*standard-output*) (with-rules (rules) (print-game-part record))))
                (list (eq won (shows "hail won p0")) (shows "podium") (shows "hail lost panel p1") (shows "class=\"chart\""))))
  => ((t t nil nil) (t nil t nil))
