;;; Records: a game of Dice of Doom as the board it began with and every move with the dice rolled for it. All else
;;; follows from that, so a record can be written to a file, read again and replayed. The seed decides the board and the
;;; dice. Used by the browser's pages and by PLAY. Needs native.lisp.

(when (and *version*
           (eql (version-name *version*) 4)
           (loop for name in '(game-tree add-passing-move)
                 always (eq (script-function name) (version-function name '(:trees))))) ; not redefined by the user
  (load (merge-pathnames "../maps.lisp" (or *load-truename* *default-pathname-defaults*))))

(load (merge-pathnames "dealing.lisp" (or *load-truename* *default-pathname-defaults*)))

(defparameter *greatest-seed* 999999999 "Seeds are integers from 0 to this one.")
(defvar *chance* (make-random-state t) "The random state for seeds and names of games, different in every process.")

(defstruct (record (:print-object print-record))
  "A game with an ID. RULES is a property list:
  :SIZE, :PLAYERS, :DICE  the length of a row, the number of players, the most dice on a hex
  :PEOPLE                 how many of the players, the first ones, are people at this browser; 1 if missing
  :LEVEL                  how the other players, computers, play: see ../computer/levels.lisp
  :SEED                   decides everything that depends on chance
  :FAIR                   true if the board was dealt by FAIR-BOARD: see dealing.lisp
  :SPARE                  if present, the game begins within a turn in which this number of dice was taken
  :BEGUN                  true if the board was given instead of dealt from the seed
  :ENDING                 :SHARE if a share of the hexes wins, as in ../last_standing.lisp; NIL: as in the book
  :MAP, :HOLES            the name of the map, see maps.lisp, and the positions that are holes; NIL: the board has none
START is the first board. UNDONE counts the moves taken back. GIVEN is the player for whom all others have given up, or
NIL. The rest follows from the moves: TREE is the current game tree; EVENTS are the moves made, the latest first; NUMBER
is their number. JOB is the search of a computer that is to move, or NIL. PRINTED belongs to PRINTED-RECORD."
  id rules start tree (events '()) (number 0) (job nil) (undone 0) (given nil) (printed '(0 "")))

(defstruct event
  "A move and its outcome."
  player
  defender    ; the player attacked
  action      ; (FROM TO), or NIL at the end of a turn
  attack      ; the faces of the attacker's dice, NIL if none were rolled
  defense     ; those of the defender's dice
  won         ; true if the attack succeeded
  gained)     ; the hexes that got a die

(defun print-record (record stream)
  "Writes RECORD to STREAM in short, as its tree is lazy and long."
  (print-unreadable-object (record stream :type t)
    (format stream "~a, ~d move~:p, ~{~s ~s~^ ~}" (record-id record) (record-number record) (record-rules record))))

(defun rule (name record)
  "Returns the rule NAME of RECORD."
  (getf (record-rules record) name))

(defun call-with-rules (rules function)
  "Calls FUNCTION with the settings of the game as in RULES, a property list."
  (let* ((*board-size* (getf rules :size))
         (*board-hexnum* (* *board-size* *board-size*))
         (*num-players* (getf rules :players))
         (*max-dice* (getf rules :dice))
         (*holes* (getf rules :holes))
         (*winning-hexes* (and (eq (getf rules :ending) :share) (hexes-to-win))))
    (funcall function)))

(declaim (ftype function hexes-to-win in-one-piece-p map-holes map-size map-named map-name map-title map-rows map-with-holes) ; only with maps.lisp, and
         (special *maps* *least-islands*))                                                      ; only there are they used

(defmacro with-rules ((rules) &body body)
  "Evaluates BODY with the settings of the game as in RULES, a property list."
  `(call-with-rules ,rules (lambda () ,@body)))

(defun ending-for (players)
  "Returns the rule :ENDING of new games of PLAYERS players: a share wins if they are more than two."
  (and (fboundp 'hexes-to-win) (> players 2) :share))

(defun land-hexes ()
  "Returns the number of hexes of boards by the rules in force, without holes."
  (- *board-hexnum* (length *holes*)))

(defun hexes-of-rules (rules)
  "Returns the number of hexes of boards by RULES, without holes."
  (- (expt (getf rules :size) 2) (length (getf rules :holes))))

(defun holes-allowed-p ()
  "True if the loaded version of the game has maps."
  (fboundp 'map-holes))

(defun land-fault (hexes players)
  "Returns why no game of PLAYERS can be played on HEXES, those of a board with holes: :FEW if there are fewer than
players, :PIECES if the land is not in one piece; NIL if nothing is wrong, or there are no holes."
  (let ((land (map 'bit-vector (lambda (hex) (if (hole-p hex) 0 1)) hexes)))
    (cond ((or (not (find 0 land)) (not (holes-allowed-p))) nil)
          ((< (count 1 land) players) :few)
          ((not (in-one-piece-p land (isqrt (length land)))) :pieces))))

(defun with-map (rules)
  "Returns RULES with the :HOLES of their :MAP, if they have one: those of \"islands\" follow from the seed."
  (let ((map (getf rules :map)))
    (if map
        (list* :holes (map-holes map (getf rules :size) (getf rules :seed))
               (loop for (name value) on rules by #'cddr
                     unless (eq name :holes) collect name and collect value))
        rules)))

(defun next-mover (board player)
  "Returns who moves after PLAYER has ended the turn and left BOARD."
  (if (fboundp 'next-player)
      (funcall 'next-player board player)
      (mod (1+ player) *num-players*)))

(defun dice-decide-p ()
  "True if attacks can fail, as in the fourth version of the game."
  (fboundp 'board-attack-fail))

;;; The current state of a game

(defun record-player (record)
  "Returns the player to move."
  (first (record-tree record)))

(defun record-board (record)
  "Returns the current board."
  (second (record-tree record)))

(defun record-moves (record)
  "Returns the list of possible moves; NIL if the game is over."
  (moves-of (record-tree record)))

(defun forget-moves (record)
  "Forgets which moves of RECORD, whose rules are in force, have been looked at, unless its trees are made by a script:
they take 35 kB of memory on 6x6 hexes, and are found again on demand."
  (let ((position (native-position (record-tree record))))
    (when position
      (destructuring-bind (player board spare-dice first-move) position
        (setf (record-tree record) (game-tree board player spare-dice first-move))))))

(defvar *people-here* t "The players who are people at this browser, a list; T: as the rules of the game say.")

(defun people (record)
  "Returns the players of RECORD who are people at this browser, a list."
  (if (listp *people-here*)
      *people-here*
      (loop for player below (or (rule :people record) 1) collect player)))

(defun person-p (record player)
  "True if PLAYER of RECORD is a person at this browser."
  (if (listp *people-here*)
      (and (member player *people-here*) t)
      (< player (or (rule :people record) 1))))

(defun record-stage (record)
  "Returns :OVER, :PERSON if a person at this browser is to move, or :COMPUTER.
  (with-rules ((default-rules)) (record-stage (new-record (default-rules)))) => :PERSON"
  (cond ((or (record-given record) (null (first-move-of (record-tree record)))) :over)
        ((person-p record (record-player record)) :person)
        (t :computer)))

(defun find-action (record action)
  "Returns the move of RECORD with ACTION; NIL if there is none."
  (find action (record-moves record) :key #'first :test #'equal))

(defun players-out (record)
  "Returns the players of RECORD who have lost their last hex, the first one first. Its rules are in force."
  (let* ((gone (loop for player below *num-players*
                     unless (find player (record-board record) :key #'first) collect player))
         (out '()))
    (loop for event in (and gone (record-events record))
          for loser = (and (event-won event) (event-defender event))
          while gone
          when (member loser gone)      ; the last hex: nobody who is out gets one again
            do (setf gone (remove loser gone))
               (push loser out))
    (append gone out)))                 ; some had none from the beginning

(defun record-winners (record)
  "Returns the list of the players who have won RECORD, which is over."
  (if (record-given record)
      (list (record-given record))
      (winners (record-board record))))

(defun rank-of (record player)
  "Returns the rank of PLAYER in RECORD, from 1: that of a player who is out is below all who held out longer."
  (let ((out (position player (players-out record)))
        (board (record-board record)))
    (flet ((hexes (player) (count player board :key #'first)))
      (cond ((eql player (record-given record)) 1)
            (out (- *num-players* out))
            (t (1+ (loop for other below *num-players*
                         count (or (eql other (record-given record)) (> (hexes other) (hexes player))))))))))

;;; Beginning a game

(defun default-rules ()
  "Returns the rules of the loaded version of the game, with a random seed."
  (list :size *board-size* :players *num-players* :dice *max-dice* :people 1 :level :book
        :seed (random (1+ *greatest-seed*) *chance*)
        :ending (ending-for *num-players*)))

(defun new-record (rules &optional (id (format nil "~36r" (random (expt 36 8) *chance*))))
  "Returns a new game with RULES, a property list, and ID. Signals an INVALID-SETTING if the rules do not allow a
game."
  (let ((rules (with-map rules)))
    (with-rules (rules)
      (begin-record id
                    rules
                    (let ((board (deal (getf rules :seed) (getf rules :fair))))
                      (check-setting board "The rules" rules "such that the first player can attack")
                      board)))))

(defun begin-record (id rules board)
  "Returns a game with ID and RULES, which are in force, that begins with BOARD."
  (let ((spare (getf rules :spare)))
    (make-record :id id :rules rules :start board :tree (game-tree board 0 (or spare 0) (null spare)))))

;;; Making moves

(defun dice-gained (before after)
  "Returns the positions of the hexes that have more dice on the board AFTER than on the board BEFORE."
  (loop for (nil was) across before
        for (nil is) across after
        for pos from 0
        when (> is was)
          collect pos))

(declaim (ftype function roll-faces))      ; only versions with dice define it

(defvar *secret-chance* nil
  "True if nobody may predict dice and computers' choices, as in games between people; otherwise the game's seed decides
them.")

(defun chance-of-move (record stream)
  "Returns the random state for the next move of RECORD. STREAM, a number, distinguishes its uses within a move."
  (if *secret-chance*
      (make-random-state t)
      (tessera:seed-random-state (+ (ash (rule :seed record) 24) 1 (ash stream 23) (record-number record)))))

(defun rolls-for (record action)
  "Returns the faces of the dice for ACTION as the next move of RECORD: a list for the attacker and one for the
defender; NIL and NIL if no dice are rolled."
  (if (and action (dice-decide-p))
      (let ((*random-state* (chance-of-move record 0)))
        (flet ((roll (pos) (roll-faces (second (aref (record-board record) pos)))))
          (list (roll (first action)) (roll (second action)))))
      (list nil nil)))

(defun higher-p (attack defense)
  "True if the sum of the faces ATTACK is greater than that of DEFENSE."
  (> (reduce #'+ attack) (reduce #'+ defense)))

(defun play-move (record move attack defense)
  "Makes MOVE, one of the moves of RECORD, with the dice showing ATTACK and DEFENSE. Returns the event."
  (destructuring-bind (action success &optional failure) move
    (let* ((won (and action (or (null attack) (higher-p attack defense))))
           (board (record-board record))
           (event (make-event :player (record-player record) :action action :attack attack :defense defense :won won
                              :defender (and action (first (aref board (second action)))))))
      (setf (record-tree record) (if (or won (null action)) success failure)
            (event-gained event) (unless action (dice-gained board (record-board record)))
            (record-job record) nil)
      (incf (record-number record))
      (push event (record-events record))
      event)))

(defun play-action (record action)
  "Makes the move of RECORD with ACTION, a pair (FROM TO), or NIL for the end of the turn. Returns the event; NIL if
there is no such move."
  (let ((move (and (null (record-given record)) (find-action record action))))
    (when move
      (destructuring-bind (attack defense) (rolls-for record action)
        (play-move record move attack defense)))))

;;; Records as lists, for files

(load (merge-pathnames "form_checks.lisp" (or *load-truename* *default-pathname-defaults*)))

(defun form-before-moves (record)
  "Returns the property list of RECORD as a form, without its moves."
  (append (list :id (record-id record)
                :version (if (dice-decide-p) 4 3)
                :rules (record-rules record)
                :start (coerce (record-start record) 'list))
          (and (plusp (record-undone record)) (list :undone (record-undone record)))
          (and (record-given record) (list :given (record-given record)))))

(defun event-form (event)
  "Returns EVENT as a list of lists and numbers."
  (list (event-action event) (event-attack event) (event-defense event)))

(defun record-form (record)
  "Returns RECORD as a list of lists, numbers and keywords, for RECORD-OF-FORM."
  (append (form-before-moves record)
          (list :moves (mapcar #'event-form (reverse (record-events record))))))

(defun printed-moves (record)
  "Returns the moves of RECORD as text. What earlier calls have printed is not printed again."
  (destructuring-bind (number text) (record-printed record)
    (let ((new (subseq (record-events record) 0 (- (record-number record) number))))
      (when new
        (setf text (format nil "~a~{ ~s~}" text (mapcar #'event-form (reverse new)))
              (record-printed record) (list (record-number record) text)))
      text)))

(defstruct (printed-record (:print-object print-printed-record))
  "A RECORD that is printed as RECORD-FORM of it, by variables as of WITH-STANDARD-IO-SYNTAX."
  record)

(defun print-printed-record (printed stream)
  "Writes the form of the record in PRINTED to STREAM."
  (let ((record (printed-record-record printed)))
    (format stream "(~{~s ~}:MOVES (~a))" (form-before-moves record) (printed-moves record))))

(defun faces-p (thing count)
  "True if THING is a list of COUNT faces of dice."
  (and (proper-list-p thing)
       (= (length thing) count)
       (every (lambda (face) (typep face '(integer 1 6))) thing)))

(defun replay-move (record action attack defense)
  "Makes the move ACTION of RECORD again, with the dice showing ATTACK and DEFENSE. Signals an ERROR if that is not
possible."
  (let ((move (find-action record action))
        (board (record-board record)))
    (flet ((right-p (faces pos)
             (faces-p faces (if (and action (dice-decide-p)) (second (aref board pos)) 0))))
      (unless (and move (right-p attack (first action)) (right-p defense (second action)))
        (error "There is no move ~s with the dice ~s, ~s after ~d moves" action attack defense (record-number record)))
      (play-move record move attack defense))))

(defun record-of-form (form &optional (passed #'identity))
  "Returns the game that FORM, a result of RECORD-FORM, describes. Calls PASSED with the game at its beginning and after
each move. Signals an ERROR that names the first impossible part of FORM if it is a game of another version or not a
game."
  (check-record-form form)
  (destructuring-bind (&key id rules start (undone 0) given moves &allow-other-keys) form
    (with-rules (rules)
      (let ((record (begin-record id rules (board-array start))))
        (funcall passed record)
        (loop for (action attack defense) in moves
              do (replay-move record action attack defense)
                 (funcall passed record))
        (setf (record-undone record) undone
              (record-given record) given)
        record))))

;;; Taking moves back

(defun record-trees (record)
  "Returns the game trees that RECORD, whose rules are in force, went through: at the beginning and after each move."
  (let ((copy (begin-record (record-id record) (record-rules record) (record-start record))))
    (cons (record-tree copy)
          (loop for event in (reverse (record-events record))
                do (replay-move copy (event-action event) (event-attack event) (event-defense event))
                collect (record-tree copy)))))

(defun record-before (record number)
  "Returns RECORD as it was after NUMBER moves."
  (let ((form (copy-list (record-form record))))
    (setf (getf form :moves) (subseq (getf form :moves) 0 number)
          (getf form :given) nil)
    (record-of-form form)))

(defun move-to-undo (record people)
  "Returns the number of the last move of RECORD made by one of PEOPLE, a list of players; NIL if there is none."
  (loop for event in (record-events record)
        for number downfrom (1- (record-number record))
        when (member (event-player event) people)
          return number))
