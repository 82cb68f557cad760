;;; Games that several people play, each at a separate browser, with computers in any seats: who sits where, whose
;;; turn it is, the clock, and what happens when people leave. Nothing here knows of pages and requests.
;;;
;;; A person is identified by the key of a seat. A party waits until all seats are taken or its host starts the game;
;;; computers then take the free seats. A person who does not move in time loses the turn, and is away the second time
;;; in a row: a computer plays until the person comes back. A person who resigns leaves the seat to a computer for the
;;; rest of the game.

(defstruct seat
  "A seat for a person or a computer."
  kind             ; :PERSON or :COMPUTER
  level            ; the level of a computer
  key              ; the person's; NIL while the seat is free
  (name nil)       ; the person's, or NIL
  (state nil)      ; NIL, :AWAY or :RESIGNED
  (late 0)         ; the number of turns in a row in which the person was late
  (offers nil))    ; true if the person has offered a rematch

(defstruct party
  "A game that several people play."
  token            ; its name in addresses
  host             ; the key of the person who made it
  seats            ; a list, by player
  clock            ; the seconds for a move, NIL for no limit
  (started nil)    ; true once the game has begun
  (open nil)       ; of an open table, the time when strangers were invited
  record           ; the game
  (moved 0)        ; the time of the last move
  (version 0)      ; the number of events
  (games 1)        ; the number of games begun
  (past '()))      ; lists (NUMBER PLAYER BOARD): the state after NUMBER moves, the latest first

(defparameter *stand-in-level* :steady
  "The level of computers that play for people who are away or have resigned, and in seats that nobody took.")
(defparameter *past-kept* 64 "The number of earlier states kept.")

(defun begin-party (token host seats clock rules)
  "Returns a party that waits for people. Signals an INVALID-SETTING if RULES do not allow a game."
  (let ((party (make-party :token token :host host :seats seats :clock clock :record (new-record rules))))
    (note-position party)
    (start-if-full party)
    party))

;;; Seats

(defun free-seat-p (seat)
  "True if SEAT waits for a person."
  (and (eq (seat-kind seat) :person) (null (seat-key seat))))

(defun playing-p (seat)
  "True if a person sits in SEAT and plays."
  (and (seat-key seat) (null (seat-state seat))))

(defun free-seats (party)
  "Returns the number of seats of PARTY that wait for people."
  (count-if #'free-seat-p (party-seats party)))

(defun seats-of (party keys &optional (state nil))
  "Returns the players of PARTY whose seats have one of KEYS and are in STATE."
  (loop for seat in (party-seats party)
        for player from 0
        when (and (seat-key seat) (eq state (seat-state seat)) (member (seat-key seat) keys :test #'string=))
          collect player))

(defun host-p (party keys)
  "True if one of KEYS is the key of the host of PARTY."
  (and (member (party-host party) keys :test #'string=) t))

(defun party-seat (party player)
  "Returns the seat of PLAYER in PARTY."
  (nth player (party-seats party)))

(defun take-seat (party key name)
  "Gives the next free seat of PARTY to the person with KEY and NAME. Returns the player; NIL if no seat is free."
  (let ((player (position-if #'free-seat-p (party-seats party))))
    (when player
      (let ((seat (party-seat party player)))
        (setf (seat-key seat) key
              (seat-name seat) name))
      (start-if-full party)
      player)))

(defun start-if-full (party)
  "Starts the game of PARTY if all seats are taken."
  (unless (or (party-started party) (plusp (free-seats party)))
    (start-party party)))

(defun start-party (party)
  "Starts the game of PARTY. Computers take the free seats."
  (dolist (seat (party-seats party))
    (when (free-seat-p seat)
      (setf (seat-kind seat) :computer
            (seat-level seat) *stand-in-level*)))
  (setf (party-started party) t
        (party-moved party) (get-universal-time)))

;;; The game

(defmacro with-party-rules ((party) &body body)
  "Evaluates BODY with the settings of the game of PARTY."
  `(with-rules ((record-rules (party-record ,party))) ,@body))

(defun over-p (party)
  "True if the game of PARTY, whose rules are in force, has ended."
  (let ((record (party-record party)))
    (or (record-given record) (null (first-move-of (record-tree record))))))

(defun seat-to-move (party)
  "Returns the seat of the player to move in PARTY."
  (party-seat party (record-player (party-record party))))

(defun party-stage (party)
  "Returns the state of PARTY, whose rules are in force: :WAITING for people, :OVER, or who is to move, :PERSON or
:COMPUTER."
  (cond ((not (party-started party)) :waiting)
        ((over-p party) :over)
        ((playing-p (seat-to-move party)) :person)
        (t :computer)))

(defun turn-p (party keys)
  "True if one of KEYS is the key of the person to move in PARTY, whose rules are in force."
  (and (eq (party-stage party) :person)
       (member (seat-key (seat-to-move party)) keys :test #'string=)
       t))

(defun note-position (party)
  "Adds the current state of PARTY to its past."
  (let* ((record (party-record party))
         (past (cons (list (record-number record) (record-player record) (record-board record)) (party-past party))))
    (setf (party-past party) (if (> (length past) *past-kept*) (butlast past) past))))

(defun make-party-move (party action)
  "Makes the move ACTION, a pair (FROM TO), or NIL for the end of the turn, of the player to move in PARTY, whose rules
are in force. Returns the event; NIL if the move is not possible."
  (let* ((*secret-chance* t)
         (event (play-action (party-record party) action)))
    (when event (note-move party))
    event))

(defun make-computer-move (party)
  "Makes the move of the computer that is to move in PARTY, whose rules are in force. Returns the event; NIL if it is
still thinking."
  (let* ((*secret-chance* t)
         (event (let-computer-move (party-record party) (level-of (seat-to-move party)))))
    (when event (note-move party))
    event))

(defun level-of (seat)
  "Returns the level of the computer that plays in SEAT."
  (if (eq (seat-kind seat) :computer) (seat-level seat) *stand-in-level*))

(defun note-move (party)
  "Records that a move was made in PARTY."
  (setf (party-moved party) (get-universal-time))
  (note-position party))

;;; Earlier states

(defun past-record (party number)
  "Returns the game of PARTY after NUMBER moves, only for display; NIL if that is not kept, or is the current state."
  (let* ((record (party-record party))
         (behind (- (record-number record) number))
         (position (and (plusp behind) (assoc number (party-past party)))))
    (when position
      (destructuring-bind (number player board) position
        (make-record :id (record-id record) :rules (record-rules record) :start (record-start record) :number number
                     :events (nthcdr behind (record-events record))
                     :tree (list player board '((:past)))))))) ; an impossible move: the game is not over

;;; The clock

(defun move-time-left (party)
  "Returns the seconds that the person to move in PARTY, whose rules are in force, has left, negative if the time is
over; NIL if there is no clock."
  (and (party-clock party)
       (eq (party-stage party) :person)
       (- (+ (max (party-moved party) (shared-since)) (party-clock party)) (get-universal-time)))) ; nobody could move while the server was down

(defun end-late-turn (party)
  "Ends the turn of the person to move in PARTY, after the attack that a turn needs, if that is missing, by a computer."
  (let ((player (record-player (party-record party))))
    (loop until (or (over-p party) (/= player (record-player (party-record party))))
          do (unless (make-party-move party nil)
               (make-party-move party (record-action (party-record party) *stand-in-level*))))))

(defun check-clock (party keys)
  "Ends the turn of the person to move in PARTY, whose rules are in force, if the person is late; the second time in a
row a computer takes over. Returns true. Only requests of others have this effect: while nobody waits, the person to
move, identified by KEYS, may be late."
  (let ((left (move-time-left party)))
    (when (and left (minusp left) (not (turn-p party keys)))
      (let ((seat (seat-to-move party)))
        (if (plusp (seat-late seat))
            (setf (seat-state seat) :away)
            (end-late-turn party))
        (incf (seat-late seat)))
      t)))

(defun note-in-time (party)
  "Records that the person to move in PARTY is about to move in time."
  (setf (seat-late (seat-to-move party)) 0))

(defun come-back (party keys)
  "Makes the people with KEYS who are away in PARTY play again, with the whole time for a move. Returns true if there
was one."
  (let ((players (seats-of party keys :away)))
    (dolist (player players players)
      (setf (seat-state (party-seat party player)) nil
            (seat-late (party-seat party player)) 0
            (party-moved party) (get-universal-time)))))

(defun resign (party keys)
  "Makes a computer play the rest of the game of PARTY, whose rules are in force, for the people with KEYS. If only one
player is left then, ends the game. Returns true if there was one."
  (let ((players (append (seats-of party keys) (seats-of party keys :away))))
    (dolist (player players)
      (setf (seat-state (party-seat party player)) :resigned))
    (let ((left (opponents-left party)))
      (when (and players (null (rest left)) (not (over-p party)))
        (setf (record-given (party-record party)) (first left))))
    players))

(defun opponents-left (party)
  "Returns the players of PARTY who have hexes and have not resigned."
  (loop with board = (record-board (party-record party))
        for seat in (party-seats party)
        for player from 0
        when (and (find player board :key #'first) (not (eq (seat-state seat) :resigned)))
          collect player))

;;; Rematches

(defun people-left (party)
  "Returns the number of seats of PARTY whose people have not resigned."
  (count-if (lambda (seat) (and (seat-key seat) (not (eq (seat-state seat) :resigned)))) (party-seats party)))

(defun rematch-p (party keys)
  "True if the person with KEYS can begin another game in PARTY, whose rules are in force. After the end, anybody can;
before it, somebody who has not resigned, if everybody else has."
  (let ((resigned (seats-of party keys :resigned))
        (left (append (seats-of party keys) (seats-of party keys :away))))
    (and (party-started party)
         (if (over-p party)
             (or left resigned)
             (and (some (lambda (seat) (eq (seat-state seat) :resigned)) (party-seats party))
                  (<= (people-left party) 1)
                  (or left (and resigned (zerop (people-left party))))))
         t)))

(defparameter *presence* 45 "The number of seconds after a request of a browser for which its person counts as present.")
(defparameter *slow-clock* 3600 "The seconds for a move from which a rematch waits for people who are not here, too.")

(defvar *presences* (make-hash-table :test 'equal)
  "A table from keys of seats to lists (TIME CLIENT): the universal time of the last request, and who sent it. It is in
memory only: processes tell each other.")

(defun note-presence (key &optional (client ""))
  "Records that the person with KEY, at CLIENT, is here."
  (when (> (hash-table-count *presences*) 20000)
    (clrhash *presences*))
  (setf (gethash key *presences*) (list (get-universal-time) client)))

(defun seat-seen (seat)
  "Returns the universal time of the last request of the person in SEAT, 0 if that is not known."
  (or (first (gethash (seat-key seat) *presences*)) 0))

(defun seat-client (seat)
  "Returns the client at which the person in SEAT plays, NIL if that is not known."
  (second (gethash (seat-key seat) *presences*)))

(defun here-p (seat)
  "True if a browser of the person in SEAT has asked for the game lately."
  (< (- (get-universal-time) (seat-seen seat)) *presence*))

(defun asked-for-rematch-p (seat party)
  "True if another game in PARTY, whose rules are in force, needs the consent of the person in SEAT. People who are here
are asked. With a slow clock, so are absent people who have not resigned."
  (and (seat-key seat)
       (case (seat-state seat)
         (:away nil)
         (:resigned (and (over-p party) (here-p seat)))
         (t (or (null (party-clock party)) (>= (party-clock party) *slow-clock*) (here-p seat))))))

(defun offer-rematch (party keys seed)
  "Records that the people with KEYS in PARTY, whose rules are in force, want another game. Begins it, with SEED, if
everybody does who is asked. Returns true."
  (dolist (seat (party-seats party))
    (when (member (seat-key seat) keys :test #'equal)
      (setf (seat-offers seat) t)))
  (when (every (lambda (seat) (or (seat-offers seat) (not (asked-for-rematch-p seat party)))) (party-seats party))
    (begin-rematch party seed))
  t)

(defun begin-rematch (party seed)
  "Begins another game in PARTY with the same rules but another SEED. The seats rotate, so that another one begins.
People who are away stay away; people who resigned play again."
  (dolist (seat (party-seats party))
    (setf (seat-offers seat) nil
          (seat-late seat) 0)
    (when (eq (seat-state seat) :resigned)
      (setf (seat-state seat) nil)))
  (setf (party-seats party) (append (rest (party-seats party)) (list (first (party-seats party))))
        (party-record party) (new-record (list* :seed seed (let ((rules (copy-list (record-rules (party-record party))))) (remf rules :seed) rules)))
        (party-past party) '()
        (party-moved party) (get-universal-time))
  (incf (party-games party))
  (note-position party))

;;; Parties as lists, to be saved

(defun seat-form (seat)
  "Returns SEAT as a list for SEAT-OF-FORM."
  (list (seat-kind seat) (seat-level seat) (seat-key seat) (seat-name seat) (seat-state seat) (seat-late seat) (seat-offers seat)))

(defun seat-of-form (form)
  "Returns the seat for FORM, a result of SEAT-FORM."
  (destructuring-bind (kind level key name state &optional (late 0) offers) form
    (make-seat :kind kind :level level :key key :name name :state state :late late :offers offers)))

(defun party-form (party &optional (record (record-form (party-record party))))
  "Returns PARTY as a list of lists, numbers, strings and keywords for PARTY-OF-FORM, without its past. RECORD is the
form of its record."
  (list :token (party-token party) :host (party-host party) :seats (mapcar #'seat-form (party-seats party)) :clock (party-clock party)
        :started (party-started party) :open (party-open party) :moved (party-moved party) :version (party-version party) :games (party-games party)
        :record record))

(defun party-of-form (form)
  "Returns the party for FORM, a result of PARTY-FORM. Signals an ERROR if FORM is one of another version of the game or
not a party."
  (destructuring-bind (&key token host seats clock started open moved version games record) form
    (let ((party (make-party :token token :host host :seats (mapcar #'seat-of-form seats) :clock clock :started started :open open
                             :moved moved :version version :games games)))
      (record-of-form record (lambda (record)
                               (setf (party-record party) record)
                               (note-position party)))
      party)))
