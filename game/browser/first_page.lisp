;;; The first page: a board to begin on at once and the options of a new game; and the page of the rules.

(defun print-options (name label options chosen)
  "Prints a form field NAME with LABEL to choose one of OPTIONS, a list of pairs (VALUE . TEXT). CHOSEN is the initial
value."
  (tag label (for name) (princ label))
  (tag select (id name name name)
    (loop for (value . text) in options
          do (print-tag 'option (list* (cons 'value value) (when (equal value chosen) '((selected . "")))) nil)
             (princ text)
             (print-tag 'option nil t))))

(defun number-options (least greatest)
  "Returns options for the numbers from LEAST to GREATEST."
  (loop for n from least to greatest collect (cons n n)))

(defun print-new-game-form (rules playing)
  "Prints the form for a new game, initially with RULES. PLAYING is true if a game is in progress, which would be lost."
  (tag form (id "new-game" class "new-game" method "post" action "/new")
    (print-options "size" (say "Board")
                   (loop for n from (first *page-sizes*) to (second *page-sizes*)
                         collect (cons n (say "{n}x{n} hexes" :n n)))
                   (getf rules :size))
    (print-map-options rules)
    (print-options "players" (say "Players") (apply #'number-options *page-players*) (getf rules :players))
    (print-options "people" (say "People here") (number-options 1 (second *page-players*)) (or (getf rules :people) 1))
    (print-level-options (getf rules :level))
    (print-options "dice" (say "Most dice on a hex") (apply #'number-options *page-dice*) (getf rules :dice))
    (when (fboundp 'hexes-to-win) (print-ending-options rules))
    (tag label (for "seed") (princ (say "Seed")))
    (void-tag input id "seed" name "seed" type "number" min 0 max *greatest-seed* inputmode "numeric" placeholder (say "by chance")
              aria-describedby "seed-help")
    (tag p (id "seed-help" class "quiet") (princ (say "The same seed deals the same board, and the same luck.")))
    (tag button (class "button first" type "submit") (princ (say "Start")))
    (when playing (text-tag 'p "quiet" (say "It replaces your game.")))))

(defun print-map-options (rules)
  "Prints a field for the map, initially as in RULES, if the loaded version of the game has maps."
  (when (holes-allowed-p)
    (print-options "map" (say "Map")
                   (acons "none" (say "None: all hexes of the board")
                          (loop for map in *maps*
                                collect (cons (string-downcase (map-name map))
                                              (if (map-rows map) (map-words map) (say "Islands, different each time")))))
                   (string-downcase (or (getf rules :map) "none")))
    (text-tag 'p "quiet" (say "Maps have their own size, islands that of the board."))))

(defun map-words (map)
  "Returns the title of the named MAP and its number of hexes."
  (say "{map}, {n} hexes" :map (say (map-title map)) :n (count #\# (apply #'concatenate 'string (map-rows map)))))

(defun print-level-options (chosen)
  "Prints a field for the level of the computers, initially CHOSEN."
  (print-options "level" (say "Computers")
                 (loop for level in *levels*
                       collect (cons (string-downcase (level-name level))
                                     (say "{title}: {text}" :title (say (level-title level)) :text (say (level-text level)))))
                 (string-downcase chosen)))

(defun print-ending-options (rules)
  "Prints a field for who wins, initially as in RULES."
  (print-options "ending" (say "Who wins")
                 (list (cons "usual" (say "Usual: three quarters; with two players as in the book"))
                       (cons "share" (say "Whoever holds three quarters of the hexes"))
                       (cons "book" (say "As in the book: most hexes at the first turn without an attack")))
                 (cond ((eq (getf rules :ending) (ending-for (getf rules :players))) "usual")
                       ((getf rules :ending) "share")
                       (t "book"))))

(defun winning-words ()
  "Returns a sentence about who wins by the rules in force."
  (if *winning-hexes*
      (say "Hold {n} of the {hexes} hexes, and you win." :n *winning-hexes* :hexes (land-hexes))
      (say "When somebody begins a turn without an attack, whoever holds the most hexes wins.")))

(defun best-source (record)
  "Returns the position of the hex with the person's likeliest attack in RECORD."
  (let ((board (record-board record)))
    (first (first (sort (remove nil (mapcar #'first (record-moves record))) #'>
                        :key (lambda (action) (or (attack-chance board (first action) (second action)) 1)))))))

(defun print-opening-board (record)
  "Draws the board of RECORD, an unplayed game. The best hex to begin from glows and is a link into the game."
  (let ((start (best-source record)))
    (draw-game-board (record-board record) nil
                     (lambda (pos)
                       (and (eql pos start)
                            (values (step-link "play" record :from pos) "can start" (say "begin here"))))
                     nil
                     :name (say "A new game") :above (lambda () (draw-pill "last" start (say "Start"))))))

(defun opponents-phrase (rules)
  "Returns a phrase about the opponents and the board of a game by RULES.
  (opponents-phrase '(:size 5 :players 4)) => \"Against three computers on 25 hexes.\""
  (let ((count (1- (getf rules :players))))
    (say-count count "Against {n} computer on {hexes} hexes." "Against {n} computers on {hexes} hexes."
               :n (if (eq (language-code *language*) :en) (format nil "~r" count) count) :hexes (hexes-of-rules rules))))

(defun print-invitation (record opening)
  "Prints what the game is, with links to OPENING, an unplayed game, or to RECORD, a game in progress or NIL."
  (tag section (class "invitation")
    (text-tag 'h1 nil "Dice of Doom")
    (text-tag 'p "lead" (say "Throw your dice against your neighbors and take their hexes, one by one."))
    (text-tag 'p "goal" (winning-words))
    (tag div (class "actions")
      (when record
        (button-link "first" "/play" (say "Back to your game {small}" :small (format nil "<small>~a</small>" (stage-words record)))))
      (tag button (class (if record "button" "button first") type "submit" form "new-game" name "shown" value (rule :seed opening))
        (princ (if record (say "New game") (say "Play"))))
      (unless *without-server*
        (button-link nil "/together" (with-friends-words)))
      (button-link nil "/today" (say "Today’s board")))
    (unless record
      (tag p (class "quiet")
        (princ (say "{opponents} Or just click your glowing hex." :opponents (opponents-phrase (record-rules opening))))
        (princ " ")
        (if *without-server*
            (princ (without-server-words))
            (tag a (href "/tables") (princ (together-text :somebody))))))
    (tag details (class "options")
      (text-tag 'summary nil (say "Options"))
      (print-new-game-form (record-rules (or record opening)) (not (null record)))
      (print-import-form (not (null record))))))

(defun draw-piece (player dice x &optional mark ring)
  "Draws a hex of PLAYER with DICE dice at X in a picture of the rules; with MARK, a list (CLASS TEXT) or NIL, at its
foot, and with a ring if RING is true."
  (tag g (class (format nil "piece ~a~:[~; aim~]" (seat-class player) ring) transform (format nil "translate(~d 0)" x))
    (draw-tile player dice)
    (when mark (draw-pill (first mark) 0 (second mark)))))

(defun print-steps ()
  "Prints the steps of a turn as three pictures."
  (tag ol (class "steps")
    (flet ((turn-step (title text draw)
             (tag li ()
               (tag svg (class "picture" viewbox "-208 -92 416 200" aria-hidden "true")
                 (funcall draw))
               (tag div ()
                 (text-tag 'b nil title)
                 (text-tag 'span nil text)))))
      (turn-step (say "Pick a hex of yours") (if (dice-decide-p) (say "with two dice or more. You must attack once in each turn.")
                                                 (say "with more dice than a neighbor has. You must attack once in each turn."))
                 (lambda () (draw-piece 0 3 0 nil t)))
      (turn-step (say "Attack a neighbor")
                 (if (dice-decide-p) (say "Both throw all their dice. More wins; a tie defends.") (say "All dice but one move over."))
                 (lambda ()
                   (draw-piece 0 3 -100)
                   (draw-piece 1 2 100 (and (dice-decide-p) (list "good" (chance-words (true-odds 3 2)))) t)))
      (turn-step (say "End your turn")
                 (if (dice-decide-p) (say "One new die for each hex of your largest land.") (say "One new die less than you took."))
                 (lambda () (draw-piece 0 4 0 '("last" "+1")))))))

(defun print-first-page (record)
  "Prints the first page, with a link to the game RECORD if there is one in progress."
  (let* ((opening (fresh-record (page-rules)))
         (playing (and record (not (with-rules ((record-rules record)) (eq (record-stage record) :over))) record)))
    (with-rules ((record-rules (or playing opening)))
      (page ("Dice of Doom" :card (list "Dice of Doom" (game-description) (day-card-query (today))))
        (tag div (class "first-page")
          (print-invitation playing opening)
          (tag section (class "place" aria-label (say "Board"))
            (if playing
                (draw-game-board (record-board playing) nil (choice-link playing nil) nil :name (say "Your game"))
                (print-opening-board opening)))
          (print-steps))))))

;;; The rules

(defun rule-texts ()
  "Returns the rules of the loaded version of the game, a list of texts."
  `(,(say "In each turn you attack at least once, and as often as you like.")
    ,@(if (dice-decide-p)
          (list (say "A hex with two dice or more can attack a neighbor of another player. Both roll all their dice.")
                (say "If the attacker rolls more, all dice but one move over. If not, one is left behind and the rest is lost.")
                (say "At the end of a turn you get a die for each hex of your largest connected land."))
          (list (say "A hex attacks a neighbor of another player that has fewer dice, and always wins: all dice but one move over.")
                (say "At the end of a turn you get one die less than you took in it.")))
    ,(say "New dice go on your hexes from the top, one a hex, but none on a full one: a hex holds {n} dice." :n *max-dice*)
    ,@(when (fboundp 'hexes-to-win)
        (list (say "With three players or more: whoever has no hex is out, whoever cannot attack passes, and whoever holds three quarters of the hexes wins at once.")
              (say "With two players, or as in the book, the game ends when a player begins a turn without an attack. Whoever holds the most hexes wins.")))
    ,@(when (holes-allowed-p)
        (list (say "On a map there is sea between the hexes. Nobody crosses it: only hexes that touch are neighbors. The land is in one piece.")))
    ,@(unless (fboundp 'hexes-to-win)
        (list (say "The game ends when a player begins a turn without an attack. Whoever holds the most hexes wins.")))))

(defun print-rules-page ()
  "Prints the page of the rules."
  (page ((say "Rules – Dice of Doom"))
    (tag article (class "rules panel")
      (text-tag 'h1 nil (say "Rules"))
      (print-steps)
      (tag ul ()
        (dolist (rule (rule-texts))
          (text-tag 'li nil rule)))
      (text-tag 'h2 nil (say "Keys"))
      (text-tag 'p nil (say "Arrows, Home, End, Page up and Page down go to the neighbors of a hex, Enter chooses, Escape undoes the choice, E ends the turn, H gives a hint, U takes a move back, N is the computer’s next move, S skips to your turn, A plays again, + and - bring the board closer and back."))
      (tag div (class "actions")
        (button-link "first" "/play" (say "To the game"))))))
