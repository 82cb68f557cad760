;;; The part of PLAY for Dice of Doom: dealing, showing the board and the moves, the computer's moves. A game is a
;;; `record` (record.lisp) that is played under its own rules.

;;; Opponents

(defvar *ai-level*)     ; the first version has none

(defun levels-p ()
  "True if the computer looks some moves ahead, and not to the end of the game as in the first version."
  (boundp '*ai-level*))

(defun opponents ()
  "Returns the list of the opponents: the computer at the levels of *LEVELS*, or other people at this prompt. If the
text's computer always looks to the end, no level is gentle."
  (append (remove (if (levels-p) nil :gentle) (mapcar #'level-name *levels*))
          '(:person)))

(defun opponent-words (opponent)
  "Returns OPPONENT in words."
  (flet ((ahead (depth)
           (if (levels-p)
               (format nil "the computer, ~d move~:p ahead" depth)
               "the computer, which looks to the end")))
    (case opponent
      (:person (if (= *num-players* 2) "another person" "other people"))
      (:strong (format nil "the strongest computer, ~a second~:p a move" *ai-time*))
      (:gentle (ahead 1))
      (:book (ahead (and (levels-p) *ai-level*)))
      (t (if (integerp opponent)
             (ahead opponent)
             (let ((level (level-named opponent)))
               (format nil "the computer, ~(~a~): ~a" (level-title level) (level-text level))))))))

;;; Beginning, and going back

(defparameter *settings* '(:size :players :dice :board :seed :ending :map)
  "The rules of a new game that PLAY takes as arguments.")

(defun prompt-size (map)
  "Returns the length of a board's row on MAP, a name or NIL, unless another one is asked for."
  (if (and map (fboundp 'map-size) (map-named map))
      (map-size map (max *board-size* 7))
      *board-size*))

(defun begin-game (&key map (size (prompt-size map)) (players *num-players*) (dice *max-dice*) board seed (ending (if (ending-for players) :share :book)))
  "Returns a new game with rows of SIZE hexes, PLAYERS players and at most DICE dice on a hex. It begins with BOARD, a
board or a list of hexes; without it a board is dealt, by SEED if that is given. ENDING is :SHARE, by which a share of
the hexes wins, or :BOOK. MAP is the name of a map, such as :ISLANDS or :ATOLL, whose board is dealt so that equal
players have equal chances; NIL: no map. Signals an INVALID-SETTING if the rules make no sense."
  (check-setting (typep seed `(or null (integer 0 ,*greatest-seed*))) :seed seed "a number from 0 to ~d" *greatest-seed*)
  (check-setting (member ending (if (fboundp 'hexes-to-win) '(:share :book) '(:book))) :ending ending ":BOOK~@[ or :SHARE~]" (fboundp 'hexes-to-win))
  (check-setting (or (null map) (and (null board) (fboundp 'map-holes))) :map map "NIL~:[, as this version has no maps~;, as there is a board~]" board)
  (let ((rules (append (list :size size :players players :dice dice :ending (if (eq ending :share) :share nil))
                       (if board (list :holes (holes-of board)) (list :map map :fair (and map t)))
                       (and seed (list :seed seed))
                       (default-rules))))
    (if board
        (with-rules (rules)
          (let ((board (board-array (coerce board 'list))))
            (check-board board)
            (let ((fault (land-fault board players)))
              (check-setting (null fault) "The board" board
                             (if (eq fault :few) "one with ~d hexes at least, one for each player" "one whose land is in one piece") players))
            (begin-record "prompt" (short-rules rules) board)))
        (new-record (short-rules rules)))))

(defun short-rules (rules)
  "Returns RULES without those that follow an earlier rule of the same name."
  (append (loop for name in '(:size :players :dice :people :level :seed :ending)
                append (list name (getf rules name)))
          (loop for name in '(:map :holes :fair)
                when (getf rules name) append (list name (getf rules name)))))

(defmacro with-game ((game) &body body)
  "Evaluates BODY under the rules of GAME."
  `(with-rules ((record-rules ,game)) ,@body))

(defun game-form (game)
  "Returns GAME as a property list that can be written to a file."
  (list* :game :dice-of-doom (record-form game)))

(defun game-of-form (form)
  "Returns the game that FORM, made by GAME-FORM, describes; NIL if FORM is another game. Signals an ERROR that names
what is impossible in it."
  (and (eq (getf form :game) :dice-of-doom)
       (record-of-form (let ((form (copy-list form))) (remf form :game) form))))

(defun moves-made (game)
  "Returns the number of moves made in GAME."
  (record-number game))

(defun game-before (game number)
  "Returns GAME as it was after NUMBER moves."
  (record-before game number))

(defun mover (game)
  "Returns the player to move in GAME, from 0; NIL if it is over."
  (and (first-move-of (record-tree game))
       (record-player game)))

(defun actions (game)
  "Returns the list of the actions of the player to move in GAME: each (FROM TO), or NIL for the end of the turn."
  (mapcar #'first (record-moves game)))

(defun do-action (game action)
  "Makes the move ACTION, one of ACTIONS, in GAME, and returns the event."
  (play-action game action))

;;; Showing it

(defun game-title (game)
  "Returns the game and its rules in words."
  (format nil "Dice of Doom on ~a, ~d players~:[~;, dice decide~]~@[, ~d hexes win~]. Game ~d."
          (if *holes*
              (format nil "~:[a map~;~:*the map ~(~a~)~] with ~d hexes" (rule :map game) (land-hexes))
              (format nil "~d x ~:*~d hexes" (rule :size game)))
          (rule :players game) (dice-decide-p) *winning-hexes* (rule :seed game)))

(defun who (player people)
  "Returns the name of PLAYER. PEOPLE are the players who are people."
  (cond ((equal people '(0))
         (cond ((zerop player) "you")
               ((= *num-players* 2) "computer")
               (t (format nil "computer ~a" (player-letter player)))))
        (t (format nil "player ~a" (player-letter player)))))

(defun hex-text (hex marked)
  "Returns the text for HEX, four columns wide. MARKED is true if the last move changed it."
  (destructuring-bind (player dice) hex
    (format nil "~a~a"
            (in-color-of player "~a-~d" (player-letter player) dice)
            (if marked "*" " "))))

(defun show-game (game)
  "Prints the board of GAME: each hex with its position, its owner and its number of dice, those of the last move with a
star."
  (let* ((board (record-board game))
         (last (first (record-events game)))
         (touched (and last (event-action last)))
         (width (length (princ-to-string (1- *board-hexnum*)))))
    (dotimes (row *board-size*)
      (format t "~&~v@t" (* (- *board-size* row 1) (ceiling (+ width 6) 2)))
      (dotimes (column *board-size*)
        (let ((pos (+ column (* row *board-size*))))
          (if (hole-p (aref board pos))
              (format t "~v@t" (+ width 6))
              (format t " ~a ~a" (dim "~vd" width pos) (hex-text (aref board pos) (member pos touched))))))
      (terpri))))

(defun standing-words (game)
  "Returns the number of hexes and dice of each player in GAME in words."
  (let ((board (record-board game)))
    (format nil "~{~a~^, ~}"
            (loop for player below *num-players*
                  for hexes = (remove player board :key #'first :test-not #'eql)
                  collect (in-color-of player "~a: ~d hex~:*~[es~;~:;es~] ~d ~:*~[dice~;die~:;dice~]" (player-letter player) (length hexes)
                                       (reduce #'+ hexes :key #'second))))))

(declaim (ftype function attack-odds))     ; some versions of the game have it

(defun action-words (game action)
  "Returns ACTION in words, with the dice of both sides in GAME, and the odds if dice decide."
  (if (null action)
      "end turn"
      (flet ((dice (pos) (second (aref (record-board game) pos))))
        (destructuring-bind (from to) action
          (format nil "~d -> ~d (~d:~d~@[, ~d%~])" from to (dice from) (dice to)
                  (and (dice-decide-p)
                       (round (* 100 (attack-odds (dice from) (dice to))))))))))

(defun happened-words (game event people)
  "Returns EVENT of GAME in words, such as `computer: 12 -> 13, rolled 9 to 6`."
  (declare (ignore game))
  (flet ((sum (faces) (reduce #'+ faces)))
    (let ((name (in-color-of (event-player event) "~a" (who (event-player event) people))))
      (cond ((null (event-action event))
             (format nil "~a: end turn, ~[no new dice~;1 new die~:;~:*~d new dice~]" name (length (event-gained event))))
            ((null (event-attack event)) (format nil "~a: ~{~d -> ~d~}" name (event-action event)))
            (t (format nil "~a: ~{~d -> ~d~}, rolled ~d to ~d~:[, in vain~;~]" name (event-action event)
                       (sum (event-attack event)) (sum (event-defense event)) (event-won event)))))))

(defun result-of-game (game people)
  "Returns the result of GAME, which is over, in words."
  (let ((winners (record-winners game)))
    (if (rest winners)
        (format nil "A tie between ~{~a~#[~; and ~:;, ~]~}." (mapcar (lambda (player) (who player people)) winners))
        (let ((name (who (first winners) people)))
          (format nil "~a ~:[wins~;win~].~@[ ~a.~]" (capitalized name) (equal name "you") (and *winning-hexes* (places-words game people)))))))

(defun places-words (game people)
  "Returns the places of all players in GAME, which is over, in words. PEOPLE are the players who are people."
  (let ((players (sort (loop for player below *num-players* collect player) #'< :key (lambda (player) (rank-of game player)))))
    (format nil "~{~a~^, ~}" (loop for player in players
                                   collect (format nil "~d. ~a" (rank-of game player) (who player people))))))

;;; Reading a move

(defun positions-in (words)
  "Returns the list of the numbers in the list of strings WORDS, which name an attack, such as `5 6`, `5->6` or `5 ->
6`; NIL if they are something else."
  (let ((text (format nil "~{~a~^ ~}" words)))
    (when (every (lambda (char) (or (digit-char-p char) (find char " ->"))) text)
      (loop with end = 0
            for start = (position-if #'digit-char-p text :start end)
            while start
            do (setf end (or (position-if-not #'digit-char-p text :start start) (length text)))
            collect (parse-integer text :start start :end end)))))

(defun read-action (words actions)
  "Returns the one of ACTIONS that the list of strings WORDS names, and true: two positions, or `end`, `turn` or `pass`;
NIL and NIL if it names none."
  (cond ((intersection words '("end" "turn" "pass") :test #'string-equal)
         (values nil (and (member nil actions) t)))
        (t (let ((action (positions-in words)))
             (values action (and action (member action actions :test #'equal) t))))))

(defun why-no-action (game words)
  "Returns a sentence that says why the list of strings WORDS does not name a move in GAME; NIL if it does not look like
a move at all."
  (let ((numbers (positions-in words))
        (board (record-board game)))
    (cond ((intersection words '("end" "turn" "pass") :test #'string-equal)
           "A turn cannot end before its first attack.")
          ((/= (length numbers) 2) nil)
          ((notevery (lambda (pos) (< -1 pos *board-hexnum*)) numbers)
           (format nil "Hexes have the positions 0 to ~d." (1- *board-hexnum*)))
          (t (destructuring-bind (from to) numbers
               (cond ((/= (first (aref board from)) (record-player game)) (format nil "Hex ~d is not yours." from))
                     ((= (first (aref board to)) (record-player game)) (format nil "Hex ~d is yours already." to))
                     ((not (member to (neighbors from))) (format nil "Hexes ~d and ~d do not touch." from to))
                     ((dice-decide-p) "An attack takes two dice or more.")
                     (t "An attack takes more dice than defend.")))))))

;;; The computer

(defun computer-action-of (game opponent)
  "Returns the action of OPPONENT in GAME."
  (record-action game opponent))

(defun analyze-game (game)
  "Prints the strong player's opinion of the moves in GAME."
  (let ((*ai-style* (if (eq *ai-style* :book) :strong *ai-style*)))
    (analyze (record-tree game))))

(defun hint-words (game)
  "Returns a sentence about the move that the strong player would make in GAME."
  (let* ((tree (record-tree game))
         (found (strong-analysis tree)))
    (format nil "~a~@[: ~a~:[ chance to win~;~]~]" (action-words game (advised-action tree found))
            (and found (outcome-text (getf found :chance) t (getf found :solved))) (getf found :solved))))

(defun review-words (move people)
  "Returns a sentence about the value of MOVE, a MOVE-REVIEW, and about a better move if it was a mistake. PEOPLE are
the players who are people."
  (let ((mistake (move-review-mistake move)))
    (flet ((percent (part) (round (* 100 part))))
      (format nil "~3d. ~12a ~8a ~3d%~@[ ~a~]~@[~a~]" (1+ (move-review-number move)) (who (move-review-player move) people)
              (action-text (move-review-action move)) (percent (move-review-chance move)) mistake
              (and mistake
                   (format nil " ~d% lost, better: ~{~a~^, ~}" (percent (move-review-loss move)) (mapcar #'action-text (move-review-line move))))))))

(defun print-review (game people)
  "Prints the strong player's review of each move of GAME: the chance to win with it, and a better move; and for each
player the loss by mistakes and the gain by luck. PEOPLE are the players who are people."
  (let ((moves (review-at-once game)))
    (dolist (move moves)
      (format t "~&~a~%" (review-words move people)))
    (dotimes (player *num-players*)
      (destructuring-bind (&key ((:moves count)) mistakes blunders lost luck) (player-review moves player)
        (format t "~&~a: ~d move~:p, ~d ?, ~d ??, ~,1f% lost a move, luck ~@d%~%" (who player people) count mistakes blunders
                (* 100 (/ lost (max 1 count))) (round (* 100 luck)))))))
