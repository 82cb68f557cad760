;;; Games that several people play together, each at a browser of their own, with computers in any seats: who sits where, whose turn it is, what becomes of
;;; those who leave, and the clock. Nothing here knows of pages and requests.
;;;
;;; A person is known by a key, which the browser has from the one who took the seat. A party waits until all seats are taken or its host says start; then
;;; free seats are computers'. Who does not move in time is away: a computer plays on until that person comes back. Who resigns leaves the seat to a
;;; computer for the rest of the game.

(defstruct seat
  "Who plays: KIND is :PERSON or :COMPUTER, the latter of LEVEL. A person has a KEY, NIL as long as the seat is free, and a NAME, NIL for none; STATE is NIL, or
:AWAY or :RESIGNED. SEEN is when a browser of that person asked last, in universal time."
  kind level key (name nil) (state nil) (seen 0))

(defstruct party
  "A game that people play together. TOKEN is its name in addresses; HOST the key of the one who made it; SEATS lists who plays, by player; CLOCK is how many
seconds each has for a move, NIL for any; STARTED is true from when the game began. RECORD is the game, MOVED when the last move was made. VERSION counts what
happened, GAMES the games that were begun. PAST has lists (NUMBER PLAYER BOARD), how the game stood after so many moves, the latest first."
  token host seats clock (started nil) record (moved 0) (version 0) (games 1) (past '()))

(defparameter *stand-in-level* :steady "What plays for those who are away or have resigned, and in the seats that nobody took.")
(defparameter *past-kept* 64 "How many positions are kept, for browsers that show move by move how it came.")

(defun begin-party (token host seats clock rules)
  "Returns a party that waits for its people. Signals a SENSELESS-SETTING if no game of RULES can begin."
  (let ((party (make-party :token token :host host :seats seats :clock clock :record (new-record rules))))
    (note-position party)
    (start-if-full party)
    party))

;;; Seats

(defun free-seat-p (seat)
  "True if SEAT waits for a person."
  (and (eq (seat-kind seat) :person) (null (seat-key seat))))

(defun playing-p (seat)
  "True if a person plays in SEAT, and is there."
  (and (seat-key seat) (null (seat-state seat))))

(defun free-seats (party)
  "Returns how many seats of PARTY wait for somebody."
  (count-if #'free-seat-p (party-seats party)))

(defun seats-of (party keys &optional (state nil))
  "Returns the players of PARTY whose seats one of KEYS has, and who are in STATE."
  (loop for seat in (party-seats party)
        for player from 0
        when (and (seat-key seat) (eq state (seat-state seat)) (member (seat-key seat) keys :test #'string=))
          collect player))

(defun host-p (party keys)
  "True if one of KEYS is that of the host of PARTY."
  (and (member (party-host party) keys :test #'string=) t))

(defun party-seat (party player)
  "Returns the seat of PLAYER in PARTY."
  (nth player (party-seats party)))

(defun take-seat (party key name)
  "Lets the person of KEY, called NAME, take the next free seat of PARTY. Returns the player; NIL if none is free."
  (let ((player (position-if #'free-seat-p (party-seats party))))
    (when player
      (let ((seat (party-seat party player)))
        (setf (seat-key seat) key
              (seat-name seat) name))
      (start-if-full party)
      player)))

(defun start-if-full (party)
  "Lets the game of PARTY begin if all seats are taken."
  (unless (or (party-started party) (plusp (free-seats party)))
    (start-party party)))

(defun start-party (party)
  "Lets the game of PARTY begin: computers take the free seats."
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
  (null (first-move-of (record-tree (party-record party)))))

(defun mover (party)
  "Returns the seat of the player to move in PARTY."
  (party-seat party (record-player (party-record party))))

(defun party-stage (party)
  "Returns where PARTY, whose rules are in force, stands: :WAITING for people, :OVER, or who is to move, :PERSON or :COMPUTER."
  (cond ((not (party-started party)) :waiting)
        ((over-p party) :over)
        ((playing-p (mover party)) :person)
        (t :computer)))

(defun turn-p (party keys)
  "True if one of KEYS is that of the person to move in PARTY, whose rules are in force."
  (and (eq (party-stage party) :person)
       (member (seat-key (mover party)) keys :test #'string=)
       t))

(defun note-position (party)
  "Remembers how PARTY stands now."
  (let* ((record (party-record party))
         (past (cons (list (record-number record) (record-player record) (record-board record)) (party-past party))))
    (setf (party-past party) (if (> (length past) *past-kept*) (butlast past) past))))

(defun make-party-move (party action)
  "Lets the player to move in PARTY, whose rules are in force, do ACTION, a pair (FROM TO), or NIL for the end of the turn. Returns the event; NIL if that cannot
be done."
  (let* ((*secret-chance* t)
         (event (play-action (party-record party) action)))
    (when event (note-move party))
    event))

(defun make-computer-move (party)
  "Lets the computer that is to move in PARTY, whose rules are in force, make a move. Returns the event; NIL if it still thinks."
  (let* ((*secret-chance* t)
         (event (let-computer-move (party-record party) (level-of (mover party)))))
    (when event (note-move party))
    event))

(defun level-of (seat)
  "Returns the level of the computer that plays in SEAT."
  (if (eq (seat-kind seat) :computer) (seat-level seat) *stand-in-level*))

(defun note-move (party)
  "Notes that a move was made in PARTY."
  (setf (party-moved party) (get-universal-time))
  (note-position party))

;;; As it was

(defun past-record (party number)
  "Returns the game of PARTY as it was after NUMBER moves, to be looked at; NIL if that is not remembered, or is how it stands."
  (let* ((record (party-record party))
         (behind (- (record-number record) number))
         (position (and (plusp behind) (assoc number (party-past party)))))
    (when position
      (destructuring-bind (number player board) position
        (make-record :id (record-id record) :rules (record-rules record) :start (record-start record) :number number
                     :events (nthcdr behind (record-events record))
                     :tree (list player board '((:past)))))))) ; a move that nobody can make: the game went on

;;; The clock

(defun time-left (party &optional (now (get-universal-time)))
  "Returns how many seconds the person to move in PARTY, whose rules are in force, has left NOW, less than 0 if the time is over; NIL if there is no clock."
  (and (party-clock party)
       (eq (party-stage party) :person)
       (- (+ (max (party-moved party) *shared-since*) (party-clock party)) now))) ; while the server was away nobody could move

(defun check-clock (party keys &optional (now (get-universal-time)))
  "Lets a computer take over if the person to move in PARTY, whose rules are in force, is late, and returns true. Only the others notice that: not the
one to move, known by KEYS, who comes late while nobody waits."
  (let ((left (time-left party now)))
    (when (and left (minusp left) (not (turn-p party keys)))
      (setf (seat-state (mover party)) :away)
      t)))

(defun come-back (party keys)
  "Lets the person of KEYS play on who was away in PARTY, with the whole time for a move. Returns true if there was one."
  (let ((players (seats-of party keys :away)))
    (dolist (player players players)
      (setf (seat-state (party-seat party player)) nil
            (party-moved party) (get-universal-time)))))

(defun resign (party keys)
  "Lets a computer play the rest of the game of PARTY for the person of KEYS. Returns true if there was one."
  (let ((players (append (seats-of party keys) (seats-of party keys :away))))
    (dolist (player players players)
      (setf (seat-state (party-seat party player)) :resigned))))

;;; Another game

(defun people-left (party)
  "Returns how many seats of PARTY people play in, who have not resigned."
  (count-if (lambda (seat) (and (seat-key seat) (not (eq (seat-state seat) :resigned)))) (party-seats party)))

(defun rematch-p (party keys)
  "True if the person of KEYS can begin another game in PARTY, whose rules are in force: anybody when it is over; before that who has not resigned, if so many
have that nobody is left to play against."
  (let ((resigned (seats-of party keys :resigned))
        (left (append (seats-of party keys) (seats-of party keys :away))))
    (and (party-started party)
         (if (over-p party)
             (or left resigned)
             (and (some (lambda (seat) (eq (seat-state seat) :resigned)) (party-seats party))
                  (<= (people-left party) 1)
                  (or left (and resigned (zerop (people-left party))))))
         t)))

(defun begin-rematch (party seed)
  "Begins another game in PARTY by the same rules but with SEED, in the same seats. Who is still away stays away; who had resigned plays again."
  (dolist (seat (party-seats party))
    (when (eq (seat-state seat) :resigned)
      (setf (seat-state seat) nil)))
  (setf (party-record party) (new-record (list* :seed seed (let ((rules (copy-list (record-rules (party-record party))))) (remf rules :seed) rules)))
        (party-past party) '()
        (party-moved party) (get-universal-time))
  (incf (party-games party))
  (note-position party))

;;; As a list, to be written and read

(defun seat-form (seat)
  "Returns SEAT as a list for SEAT-OF-FORM."
  (list (seat-kind seat) (seat-level seat) (seat-key seat) (seat-name seat) (seat-state seat)))

(defun seat-of-form (form)
  "Returns the seat of which SEAT-FORM made FORM."
  (destructuring-bind (kind level key name state) form
    (make-seat :kind kind :level level :key key :name name :state state)))

(defun party-form (party)
  "Returns PARTY as a list of lists, numbers, strings and keywords for PARTY-OF-FORM. Its past is not in it."
  (list :token (party-token party) :host (party-host party) :seats (mapcar #'seat-form (party-seats party)) :clock (party-clock party)
        :started (party-started party) :moved (party-moved party) :version (party-version party) :games (party-games party)
        :record (record-form (party-record party))))

(defun party-of-form (form)
  "Returns the party of which PARTY-FORM made FORM; NIL if it is one of another version of the game, or none."
  (handler-case
      (destructuring-bind (&key token host seats clock started moved version games record) form
        (let* ((record (record-of-form record))
               (party (and record
                           (make-party :token token :host host :seats (mapcar #'seat-of-form seats) :clock clock :started started :record record
                                       :moved moved :version version :games games))))
          (when party (note-position party))
          party))
    (error () nil)))
