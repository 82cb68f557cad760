;;; Phrases of the pages of games with friends.

(defun together-title ()
  "Returns the title of the page with the form for a game with friends."
  (say "Play with friends"))
(defun together-lead ()
  "Returns the introduction of that page."
  (say "Choose who sits where. You get a link to send; whoever opens it can take a free seat."))
(defun with-friends-words ()
  "Returns the label of links to that page."
  (say "With friends"))

(defun seat-option-words (option)
  "Returns the name of OPTION of a seat in the form: :ME, :FRIEND, :NOBODY, or a level of computers."
  (case option
    (:me (say "Me"))
    (:friend (say "A friend"))
    (:nobody (say "Nobody"))
    (t (say "Computer: {level}" :level (say (level-title (level-named option)))))))

(defun clock-words (seconds)
  "Returns a phrase for the time for a move, SECONDS or NIL.
  (list (clock-words 30) (clock-words 120) (clock-words 86400) (clock-words nil)) => (\"30 seconds\" \"2 minutes\" \"1 day\" \"as long as you like\")"
  (cond ((null seconds) (say "as long as you like"))
        ((< seconds 60) (say-count seconds "{count} second" "{count} seconds"))
        ((< seconds 3600) (say-count (round seconds 60) "{count} minute" "{count} minutes"))
        ((< seconds 86400) (say-count (round seconds 3600) "{count} hour" "{count} hours"))
        (t (say-count (round seconds 86400) "{count} day" "{count} days"))))

(defun time-words (seconds)
  "Returns SECONDS as a clock shows them.
  (list (time-words 102) (time-words 7) (time-words 3725) (time-words -3)) => (\"1:42\" \"0:07\" \"1:02:05\" \"0:00\")"
  (multiple-value-bind (minutes seconds) (floor (max 0 seconds) 60)
    (multiple-value-bind (hours minutes) (floor minutes 60)
      (format nil "~[~:;~:*~d:~]~v,'0d:~2,'0d" hours (if (plusp hours) 2 1) minutes seconds))))

(defparameter *together-texts*
  '(:seats "Seats"
    :seat "Seat {a}"
    :more-seats "More players"
    :your-name "Your name"
    :name-hint "as you like"
    :clock "Time for a move"
    :clock-help "Whoever takes longer loses the turn, and the second time in a row a computer plays until that person comes back."
    :make "Make the game"
    :invited "You are invited"
    :invites "{a} invites you"
    :card-join "Dice of Doom: {a}. Take a seat, without an account."
    :card-watch "Dice of Doom: {a}. Watch the game."
    :invited-lead "Take a seat at this board: {a}."
    :join "Take a seat"
    :watch "Watch"
    :watch-help "The game appears here when it begins."
    :link "The link to send"
    :link-help "Whoever has it can take a free seat, or watch."
    :watch-link "The link to this game, for those who want to watch"
    :own-link "Your seat’s own link"
    :own-link-help "Play on with another device, or when this browser has forgotten you. Keep it to yourself: whoever has it plays for you."
    :links "Links"
    :copy "Copy"
    :share "Share"
    :start "Start now"
    :start-help "Computers take the seats that are free."
    :wait-help "The game starts when all seats are taken, or when the one who made it says so."
    :somebody "Play somebody"
    :somebody-lead "You get a seat with others who are here. Computers take the seats that are free after {a} seconds. A move has {b} seconds."
    :finding "Looking for players"
    :computers-come "Computers take the free seats in"
    :to-watch "Tables to watch"
    :none-to-watch "Nobody plays at an open table now."
    :banned "You cannot play at open tables for now."
    :table "At the table"
    :free "free"
    :you "you"
    :here "here"
    :not-here "not here"
    :away "away, a computer plays"
    :resigned "resigned, a computer plays"
    :computer "computer, {a}"
    :watching "You are watching."
    :for-a-move "for this move"
    :skip "Skip"
    :resign "Resign"
    :resign-help "A computer plays the rest of the game for you."
    :resign-button "Yes, I resign"
    :come-back "Play on"
    :you-were-away "You were away: a computer plays for you."
    :you-were-late "You were late: your turn was ended. The next time a computer plays for you."
    :rematch "Rematch"
    :accept-rematch "Accept the rematch"
    :you-offer "You have offered a rematch: it begins when the others accept."
    :offers "A rematch is offered by {a}."
    :new-party "Another table"
    :not-your-turn "It is not your turn: {a} is to move. Nothing was done."
    :only-watching "You are watching this game: nothing was done."
    :old-page "That page was out of date: nothing was changed. This is the current state of the game."
    :no-party "There is no such game, or it has expired."
    :form-only "Please use the button on the game’s page."
    :too-many "Too many games were made from your address. Please wait for {a} seconds."
    :nobody-plays "At least one seat must be yours or a friend’s."
    :seats-in-all "A game has {a} to {b} players: choose who sits in the seats."
    :host-only "Only the one who made the game can start it."
    :no-free-seat "All seats are taken: you can watch."
    :own-seat "Play here as {a}"
    :no-cookies "The seat is yours, but this browser has not kept the cookie by which it is known. Allow cookies for this site, then play on here; or open this link in another browser."
    :own-seat-lead "This link is a seat of a game: whoever opens it can play on from there.")
  "Texts of the pages by name, with placeholders {a} and {b}.")

(defun together-text (name &rest arguments)
  "Returns the text that *TOGETHER-TEXTS* has for the keyword NAME, with ARGUMENTS in its placeholders."
  (say (or (getf *together-texts* name) (error "There is no text ~s." name)) :a (first arguments) :b (second arguments)))

(defun waiting-words (free)
  "Returns a sentence about FREE seats that wait for people.
  (list (waiting-words 1) (waiting-words 3)) => (\"Waiting for a friend\" \"Waiting for 3 friends\")"
  (say-count free "Waiting for a friend" "Waiting for {count} friends"))

(defun table-words (rules)
  "Returns a phrase about the board of a game by RULES.
  (table-words '(:size 6 :players 3)) => \"3 players on 36 hexes\""
  (say "{players} players on {hexes} hexes" :players (getf rules :players) :hexes (hexes-of-rules rules)))
