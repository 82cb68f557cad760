;;; game/records/record.lisp, browser/computer.lisp, browser/phrases.lisp: games as records.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(defparameter *rules* '(:size 3 :players 2 :dice 4 :level :book :seed 5))   => *rules*
(defun play-out (record)
  "Makes the computer play all sides of RECORD to the end. Returns it."
  (with-rules ((record-rules record))
    (loop until (eq (record-stage record) :over)
          do (let-computer-move record)))
  record)                                            => play-out

;;; Chance: the same seed deals the same board and rolls the same dice.
(equalp (record-start (new-record *rules*)) (record-start (new-record *rules*)))   => t
(equalp (record-start (new-record *rules*)) (record-start (new-record (list* :seed 6 *rules*))))   => nil
(flet ((events (record) (record-events (play-out record))))
  (and (events (new-record *rules*))
       (equalp (events (new-record *rules*)) (events (new-record *rules*)))))   => t
(string= (record-id (new-record *rules*)) (record-id (new-record *rules*)))   => nil
(with-rules (*rules*) (loop for seed below 50 always (force (third (game-tree (deal seed) 0 0 t))))   )
  => t
;; A fair deal gives all players as much land, later players one hex more if it does not divide evenly, and more dice to
;; later turns.
(defun land-and-dice (size players dice seed)
  "Returns how many hexes each has, whether those who come later have more dice on the whole, and whether a hex has too
many or none."
  (with-rules ((list :size size :players players :dice dice))
    (let* ((boards (loop for s from seed below (+ seed 20) collect (deal s t)))
           (totals (loop for player below players
                         collect (loop for board in boards sum (loop for (owner count) across board when (= owner player) sum count)))))
      (list (loop for player below players collect (count player (first boards) :key #'first))
            (< (first totals) (first (last totals)))
            (loop for board in boards always (every (lambda (hex) (<= 1 (second hex) dice)) board))))))   => land-and-dice
(mapcar (lambda (rules) (apply #'land-and-dice rules)) '((6 3 5 1) (5 2 5 1) (5 4 5 1) (16 8 8 1) (4 2 2 1)))
  => (((12 12 12) t t) ((12 13) t t) ((6 6 6 7) t t) ((32 32 32 32 32 32 32 32) t t) ((8 8) t t))
(with-rules (*rules*) (list (equalp (deal 3 t) (deal 3 t)) (equalp (deal 3 t) (deal 4 t)) (equalp (deal 3 t) (deal 3))))   => (t nil nil)
(with-rules ('(:size 1 :players 2 :dice 2)) (deal 1))   => nil
(new-record '(:size 1 :players 2 :dice 2 :level :book :seed 1))   => (error invalid-setting "The rules")
(list *board-size* *num-players* *max-dice*)         => (5 4 5)

;;; Moves
(defun small-record (hexes &rest rules)
  "Returns a game that begins with HEXES, a list."
  (let ((rules (append rules *rules*)))
    (with-rules (rules) (begin-record "G" rules (board-array hexes)))))   => small-record
(defparameter *record* (small-record '((0 4) (1 1) (1 1) (1 1)) :size 2))   => *record*
(defmacro in-rules (&body body) `(with-rules ((record-rules *record*)) ,@body))   => in-rules
(in-rules (record-stage *record*))                   => :person
(in-rules (mapcar #'first (record-moves *record*)))   => ((0 2) (0 1) (0 3))
(in-rules (play-action *record* nil))                => nil
(in-rules (play-action *record* '(1 0)))             => nil
(record-number *record*)                             => 0
(defparameter *event* (in-rules (play-action *record* '(0 1))))   => *event*
(list (event-player *event*) (event-defender *event*) (event-action *event*) (length (event-attack *event*)) (length (event-defense *event*)))
  => (0 1 (0 1) 4 1)
(every (lambda (face) (<= 1 face 6)) (append (event-attack *event*) (event-defense *event*)))   => t
(eq (event-won *event*) (> (reduce #'+ (event-attack *event*)) (reduce #'+ (event-defense *event*))))   => t
(record-number *record*)                             => 1
(in-rules (mapcar #'first (record-moves *record*)))   => (nil (1 3))
(coerce (record-board *record*) 'list)               => ((0 1) (0 3) (1 1) (1 1))
(event-words *event*)                                => "You took hex 1 from hex 0, 14 to 1."
(event-words (in-rules (play-action *record* nil)))   => "You ended your turn and got 2 dice."
(event-gained (first (record-events *record*)))      => (0 1)
(in-rules (list (record-stage *record*) (record-player *record*)))   => (:over 1)
(in-rules (list (stage-words *record*) (prompt-words *record* nil)))
  => ("A tie between you and Ace" "2 of 4 hexes after 2 moves. Ace had no attack left.")

;;; Moves that were forgotten are found again.
(defun moves-agree-p (rules)
  "True if a game by RULES has the same moves at each point after they were forgotten, and the same events."
  (let ((record (new-record rules)) (same t))
    (with-rules (rules)
      (loop until (or (eq (record-stage record) :over) (> (record-number record) 200))
            do (let ((actions (mapcar #'first (record-moves record))))
                 (forget-moves record)
                 (unless (equal actions (mapcar #'first (record-moves record))) (setf same nil))
                 (forget-moves record)
                 (play-action record (nth (mod (* 7 (record-number record)) (length actions)) actions)))))
    (and same (equalp (record-events record) (record-events (record-of-form (record-form record)))))))   => moves-agree-p
(list (moves-agree-p *rules*) (moves-agree-p '(:size 4 :players 3 :dice 5 :people 1 :level :steady :seed 7 :fair t :ending :share)))   => (t t)

;;; Written and read
(let ((record (play-out (new-record *rules*))))
  (equalp (record-form record)
          (record-form (record-of-form (read-from-string (with-standard-io-syntax (prin1-to-string (record-form record))))))))   => t
(getf (record-form *record*) :start)                 => ((0 4) (1 1) (1 1) (1 1))
(mapcar #'first (getf (record-form *record*) :moves))   => ((0 1) nil)
(let ((again (record-of-form (record-form *record*))))
  (list (record-id again) (record-number again) (coerce (record-board again) 'list) (equalp (record-events again) (record-events *record*))))
  => ("G" 2 ((0 2) (0 4) (1 1) (1 1)) t)
(defun changed (name value) (let ((form (copy-list (record-form *record*)))) (setf (getf form name) value) form))   => changed
(defun fault-of (form) (handler-case (record-id (record-of-form form)) (error (problem) (princ-to-string problem))))   => fault-of
(defun faults (name &rest values) (loop for value in values collect (fault-of (changed name value))))   => faults
(defun rules-with (&rest rules) (append rules (record-rules *record*)))   => rules-with
(faults :version 3)                                  => ("The version cannot be 3: it must be 4, the one that is loaded")
(faults :id 7)                                       => ("The name of the game cannot be 7: it must be a string")
(faults :start '((0 1)) '((0 4) (1 1) . 5) '((0 4) (1 1) (7 1) (1 1)) '((0 4) (1 1) (1 3000) (1 1)) '((0 4) (1 1) (1 0) (1 1)) '((0 4) (26 0) (1 1) (1 1)))
  => ("The board cannot be ((0 1)): it must be a list of 4 hexes"
      "The board cannot be ((0 4) (1 1) . 5): it must be a list of 4 hexes"
      "Hex 2 cannot be (7 1): it must be (PLAYER DICE), a player below 2 and 1 to 4 dice"
      "Hex 2 cannot be (1 3000): it must be (PLAYER DICE), a player below 2 and 1 to 4 dice"
      "Hex 2 cannot be (1 0): it must be (PLAYER DICE), a player below 2 and 1 to 4 dice"
      "The rule :HOLES cannot be NIL: it must be the positions of the board's holes, (1)")
(faults :rules nil 5 '(:size) (rules-with :players -1) (rules-with :dice 3000) (rules-with :people 3) (rules-with :level :nobody) (rules-with :seed 1.5)
        (rules-with :ending :late) (rules-with :spare -1))
  => ("The rule :SIZE cannot be NIL: it must be the length of a row, 1 or more"
      "The rules cannot be 5: it must be a property list"
      "The rules cannot be (:SIZE): it must be a property list"
      "The rule :PLAYERS cannot be -1: it must be a number of players, from 2 to 26"
      "The rule :DICE cannot be 3000: it must be a number of dice, from 1 to 100"
      "The rule :PEOPLE cannot be 3: it must be a number of people, at most that of players"
      "The rule :LEVEL cannot be :NOBODY: it must be the name of a level of the computer, or NIL"
      "The rule :SEED cannot be 1.5: it must be an integer, 0 or more"
      "The rule :ENDING cannot be :LATE: it must be NIL or :SHARE"
      "The rule :SPARE cannot be -1: it must be a number of dice, from 0 to 9999, or NIL")
(faults :moves 5 '(((0 1) (6 6 6 6))) '(((0 3) (6 6 6 6) (7))) '(((1 0) (1) (1))) '(((0 1) (6 6 6) (1))) '((nil nil nil)))
  => ("The list of moves cannot be 5: it must be a list of moves (ACTION ATTACK DEFENSE)"
      "The list of moves cannot be (((0 1) (6 6 6 6))): it must be a list of moves (ACTION ATTACK DEFENSE)"
      "There is no move (0 3) with the dice (6 6 6 6), (7) after 0 moves"
      "There is no move (1 0) with the dice (1), (1) after 0 moves"
      "There is no move (0 1) with the dice (6 6 6), (1) after 0 moves"
      "There is no move NIL with the dice NIL, NIL after 0 moves")
(faults :given 2)                                    => ("The winner by resignation cannot be 2: it must be NIL, or a player below 2")
(let ((start (copy-list '((0 4) (1 1) (1 1) (1 1)))))
  (setf (cdr (last start)) start)
  (handler-case (record-of-form (changed :start start)) (error () "refused")))   => "refused"
(mapcar #'fault-of '(nil 5 (:id)))
  => ("The version cannot be NIL: it must be 4, the one that is loaded" "The game cannot be 5: it must be a property list"
      "The game cannot be (:ID): it must be a property list")

;;; The computer
(defun chooses-p (level)
  "True if the computer finds a move on each of some boards at LEVEL."
  (loop for seed below 5
        always (let ((record (new-record (list* :level level :seed seed *rules*))))
                 (with-rules (*rules*)
                   (loop (multiple-value-bind (action decided) (computer-action record)
                           (when decided (return (and (find-action record action) t)))
                           (sleep 0.01)))))))         => chooses-p
(let ((*thinking-time* 0.01)) (loop for level in *levels* always (chooses-p (level-name level))))   => t
(let ((record (new-record *rules*)))
  (with-rules (*rules*)
    (let ((action (computer-action record)))
      (event-action (let-computer-move record))
      (equal action (event-action (first (record-events record)))))))   => t
;; The strong player thinks in the background, on the computer's turns alone. The board is large: a small one it may
;; have solved before it is asked.
(defparameter *strong* (small-record (loop for pos below 36 collect (list (mod pos 2) 3)) :size 6 :level :strong))   => *strong*
(with-rules ((record-rules *strong*)) (begin-thinking *strong*) (record-job *strong*))   => nil
(with-rules ((record-rules *strong*))
  (play-action *strong* (first (find-if #'first (record-moves *strong*))))
  (play-action *strong* nil)
  (let ((*thinking-time* 600))
    (list (record-stage *strong*) (let-computer-move *strong*) (analysis-job-p (record-job *strong*)))))   => (:computer nil t)
;; If it cannot analyze a board, the book's computer player moves.
(with-rules ((record-rules *strong*))
  (cancel-analysis (record-job *strong*))
  (equal (multiple-value-list (computer-action *strong*)) (list (book-action (record-tree *strong*)) t)))   => t
(with-rules ((record-rules *strong*))
  (list (event-player (let-computer-move *strong*)) (record-job *strong*)))   => (1 nil)
;; The same if no thread is available.
(let ((record (small-record '((1 4) (0 1) (0 1) (1 1)) :size 2 :level :strong))
      (old #'begin-analysis)
      (*error-output* (make-broadcast-stream)))
  (with-rules ((record-rules record))
    (setf (record-tree record) (game-tree (record-board record) 1 0 t))
    (unwind-protect (progn (setf (fdefinition 'begin-analysis) (lambda (&rest arguments) (error "No thread for ~s." arguments)))
                           (equal (multiple-value-list (computer-action record)) (list (book-action (record-tree record)) t)))
      (setf (fdefinition 'begin-analysis) old))))     => t
;; A user's own computer player is used.
(let* ((record (new-record *rules*))
       (old #'handle-computer))
  (with-rules (*rules*)
    (let ((last-action (first (first (last (record-moves record))))))
      (unwind-protect (progn (setf (fdefinition 'handle-computer) (lambda (tree) (second (first (last (take-all (third tree)))))))
                             (equal (computer-action record) last-action))
        (setf (fdefinition 'handle-computer) old)))))   => t

;;; The dice that come next: one for each hex of the largest land, but at most one a hex, and none where a hex is full.
(defun full-hexes-record (&rest hexes)
  "Returns a game of two players on a board of 2x2 HEXES with five dice at most."
  (small-record hexes :size 2 :dice 5))              => full-hexes-record
(defun dice-next (record)
  "Returns what the table says of each player's next dice."
  (with-rules ((record-rules record))
    (loop for player below 2 collect (multiple-value-call #'coming-words (dice-coming record player)))))   => dice-next
(dice-next (full-hexes-record '(0 2) '(0 3) '(1 1) '(1 1)))   => ("2 dice to come" "2 dice to come")
(dice-next (full-hexes-record '(0 5) '(0 3) '(1 1) '(1 5)))   => ("1 die to come, there is no room for 1 more" "1 die to come, there is no room for 1 more")
(dice-next (full-hexes-record '(0 5) '(0 5) '(1 1) '(1 1)))   => ("0 dice to come, there is no room for 2 more" "2 dice to come")
(dice-next (full-hexes-record '(0 1) '(0 1) '(1 5) '(1 5)))   => (nil nil)
;; The game follows the prediction.
(let ((record (full-hexes-record '(0 5) '(0 5) '(1 1) '(0 5))))
  (with-rules ((record-rules record))
    (play-move record (find-action record '(0 2)) '(6 6 6 6 6) '(1))
    (append (dice-next record)
            (list (length (event-gained (play-action record nil)))))))   => ("2 dice to come, there is no room for 2 more" "0 dice to come" 2)

;;; Words
(list (player-name 0) (player-name 2))               => ("You" "Deuce")
(list (hex-words #((1 2) (0 1)) 0) (hex-words #((1 2) (0 1)) 1))   => ("Hex 0, Ace, 2 dice" "Hex 1, yours, 1 die")
(event-words (make-event :player 1 :defender 2 :action '(3 4) :attack '(1 1) :defense '(6)))   => "Ace attacked hex 4 from hex 3 in vain, 2 to 6."
(event-words (make-event :player 1 :defender 2 :action '(3 4) :won t))   => "Ace took hex 4 from hex 3."
(event-words (make-event :player 1))                 => "Ace ended the turn and got no dice, as there is no room."
(event-words (make-event :player 0))                 => "You ended your turn and got no dice, as there is no room."
(event-words (make-event :player 1 :gained '(3)))    => "Ace ended the turn and got 1 die."
(outcome-words '(0))           => "You won"
(outcome-words '(1))           => "Ace won"
(outcome-words '(1 3 0 2))           => "A tie between Ace, Trey, you and Deuce"

;;; --- the game until somebody holds enough hexes, and places

(list (ending-for 2) (ending-for 3))                 => (nil :share)
(defparameter *long* (new-record '(:size 4 :players 4 :dice 5 :people 1 :level :casual :seed 4 :ending :share :fair t)))   => *long*
(defun in-long (function) (with-record (*long*) (funcall function)))   => in-long
(in-long (lambda ()
           (loop repeat 4000
                 while (first-move-of (record-tree *long*))
                 do (let ((*random-state* (chance-of-move *long* 1))
                          (actions (mapcar #'first (record-moves *long*))))
                      (play-action *long* (nth (random (length actions)) actions))))
           (list (record-stage *long*) *winning-hexes* (reduce #'max (mapcar (lambda (player) (count player (record-board *long*) :key #'first)) '(0 1 2 3))))))
  => (:over 12 12)
;;; All have a place, those who are out the last ones, the first out the very last.
(in-long (lambda ()
           (let ((places (loop for player below 4 collect (rank-of *long* player)))
                 (out (players-out *long*)))
             (list (reduce #'min places)
                   (loop for player in out for place downfrom 4 always (= place (nth player places)))
                   (every (lambda (player) (knocked-out-p *long* player)) out)
                   (= 1 (rank-of *long* (first (record-winners *long*))))))))   => (1 t t t)
;;; Each turn is that of a player with a hex, and a record and a text of it have the same rules.
(in-long (lambda () (every (lambda (turn) (find (first turn) (second turn) :key #'first)) (butlast (turns *long*)))))   => t
(in-long (lambda () (equalp (turns *long*) (turns (record-of-form (record-form *long*))))))   => t
(in-long (lambda () (let ((again (record-of-text (record-text *long*)))) (list (rule :ending again) (equalp (record-board again) (record-board *long*))))))   => (:share t)
(in-long (lambda () (getf (position-of-text (position-text (record-tree *long*))) :ending)))   => :share

;;; --- giving up

(defparameter *lost* (new-record '(:size 4 :players 3 :dice 5 :people 1 :level :casual :seed 4 :ending :share :fair t)))   => *lost*
(defun in-lost (function) (with-record (*lost*) (funcall function)))   => in-lost
;;; Only after a first move, which is what stores a game.
(in-lost (lambda () (list (concede-p *lost*) (and (play-action *lost* (first (first (record-moves *lost*)))) t) (concede-p *lost*))))   => (nil t t)
(in-lost (lambda () (multiple-value-list (answer-concede *lost* '()))))   => (303 "text/plain; charset=utf-8" "See /play" (("Location" . "/play")))
(in-lost (lambda () (list (record-stage *lost*) (record-winners *lost*) (stage-words *lost*) (rank-of *lost* (best-rival *lost*)) (concede-p *lost*)
                          (play-action *lost* nil))))
  => (:over (2) "Deuce won" 1 nil nil)
(in-lost (lambda () (list (not (null (search "You gave up." (result-words *lost*)))) (record-given (record-of-form (record-form *lost*)))
                          (record-given (record-of-text (record-text *lost*))) (record-given (record-before *lost* 0)))))   => (t 2 2 nil)
(in-lost (lambda () (answer-concede *lost* '())))    => (error error "You cannot give up now.")
;;; The computers give up when the person is about to win.
(defparameter *won* (with-rules ('(:size 4 :players 3 :dice 5 :ending :share))
                      (begin-record "won" '(:size 4 :players 3 :dice 5 :people 1 :level :casual :seed 4 :ending :share)
                                    (board-array '((0 5) (0 5) (0 5) (0 5) (0 5) (0 5) (0 5) (0 5) (0 5) (0 5) (0 5) (1 1) (1 1) (1 1) (2 1) (2 1))))))   => *won*
(with-record (*won*) (list (computers-give-up-p *won*) (play-action *won* nil)))   => (nil nil)
(with-record (*won*)
  (setf (record-number *won*) 1)
  (list (computers-give-up-p *won*) (prompt-words *won* nil) (progn (answer-accept *won* '()) (record-winners *won*)) (result-code *won*)))
  => (t "The computers give up. Pick a hex of yours to attack from." (0) "casual 1 3")

;;; Who is out watches, skips or leaves.
(with-rules ('(:size 3 :players 3 :dice 5 :ending :share))
  (let* ((board (board-array '((1 3) (1 2) (2 3) (2 2) (1 2) (2 3) (2 2) (1 2) (1 3))))
         (record (begin-record "out" '(:size 3 :players 3 :dice 5 :people 1 :level :casual :seed 4 :ending :share) board)))
    (setf (record-tree record) (game-tree board 1 0 t))
    (let ((page (with-record (record) (with-output-to-string (*standard-output*) (print-game-part record)))))
      (list (record-stage record)
            (loop for text in '("Skip to the end" "Next move" ">New game<" "out, 3" "data-out=\"yes\"") collect (and (search text page) t))
            (progn (let ((*you* 0)) (loop repeat 3000 while (eq (record-stage record) :computer) do (let-computer-move record))) (record-stage record))))))
  => (:computer (t t t t t) :over)
