;;; The pages: the first one with the form for a new game, the game itself, and what is said when a request makes no sense. They work
;;; without JavaScript; game.js replaces the part of the game by the next one instead of loading a page.

;;; HTML

(defun escaped (text)
  "Return TEXT such that HTML takes it for text.
  (escaped \"<b> & \\\"c\\\"\") => \"&lt;b&gt; &amp; &quot;c&quot;\""
  (with-output-to-string (out)
    (loop for char across (princ-to-string text)
          do (write-string (case char
                             (#\< "&lt;") (#\> "&gt;") (#\& "&amp;") (#\" "&quot;")
                             (t (string char)))
                           out))))

(defmacro void-tag (name &rest attributes)
  "(void-tag name attribute value ...): print the tag NAME, which has no inside and is not closed."
  `(print-tag ',name (list ,@(loop for (attribute value) on attributes by #'cddr collect `(cons ',attribute ,value))) nil))

(defun text-tag (name class text)
  "Print TEXT in a tag NAME of CLASS."
  (print-tag name (list (cons 'class class)) nil)
  (princ text)
  (print-tag name nil t))

(defun button-link (address text &rest attributes)
  "Print a link to ADDRESS that looks like a button and says TEXT. ATTRIBUTES is a property list of others."
  (print-tag 'a (list* (cons 'class "button") (cons 'href address)
                       (loop for (name value) on attributes by #'cddr collect (cons name value)))
             nil)
  (princ text)
  (print-tag 'a nil t))

(defun print-head (title next)
  "Print the head of a page with TITLE. Browsers without scripts go on to NEXT, if not NIL, after a second."
  (tag head ()
    (void-tag meta charset "utf-8")
    (void-tag meta name "viewport" content "width=device-width, initial-scale=1")
    (void-tag meta name "color-scheme" content "light dark")
    (tag title () (princ title))
    (void-tag link rel "stylesheet" href "/style.css")
    (void-tag link rel "icon" type "image/svg+xml" href "/icon.svg")
    (tag script (src "/game.js" defer ""))
    (when next
      (tag noscript ()
        (void-tag meta http-equiv "refresh" content (format nil "1;url=~a" next))))))

(defmacro page ((title &key next (rules "/#rules")) &body body)
  "Print a whole page with TITLE and what BODY prints; NEXT is the page after it, if not NIL, for browsers without scripts; RULES the
address of the rules."
  `(call-with-page ,title ,next ,rules (lambda () ,@body)))

(defun call-with-page (title next rules inside)
  "Print a whole page with TITLE, a link to RULES, and what the function INSIDE prints; NEXT as for PRINT-HEAD."
  (princ "<!doctype html>")
  (tag html (lang "en")
    (print-head title next)
    (tag body ()
      (princ (dice-definitions))
      (tag header (class "top")
        (tag a (class "brand" href "/")
          (draw-player-die 0)
          (text-tag 'span "" "Dice of Doom"))
        (tag nav (aria-label "Pages")
          (tag a (href rules) (princ "Rules"))
          (tag a (href "/#new-game") (princ "New game"))))
      (tag main ()
        (funcall inside)))))

;;; Addresses

(defun step-link (page record &rest parameters)
  "Return the address of PAGE for RECORD as it is now. PARAMETERS is a property list of others. An address of another game, or of a
moment that is past, does no harm."
  (format nil "/~a?game=~a&amp;move=~d~{&amp;~(~a~)=~a~}" page (record-id record) (record-number record) parameters))

;;; What happened

(defparameter *pips* '((4) (0 8) (0 4 8) (0 2 6 8) (0 2 4 6 8) (0 2 3 5 6 8))
  "Which of nine places, row by row, have a dot on a face of one, two, ... six.")

(defun draw-face (face)
  "Draw a die that shows FACE, seen from above."
  (tag svg (class "face" viewbox "0 0 36 36" aria-hidden "true" focusable "false")
    (tag rect (x 1 y 1 width 34 height 34 rx 7))
    (dolist (place (nth (1- face) *pips*))
      (multiple-value-bind (row column) (floor place 3)
        (tag circle (cx (+ 9 (* 9 column)) cy (+ 9 (* 9 row)) r 3.5))))))

(defun print-roll (player faces)
  "Show the FACES that PLAYER has rolled."
  (tag div (class (format nil "roll player-~d" player))
    (text-tag 'span "roller" (player-name player))
    (tag span (class "faces") (mapc #'draw-face faces))
    (text-tag 'strong "total" (sum faces))))

(defun print-last-event (record)
  "Say and show what happened last in RECORD."
  (let ((event (first (record-events record))))
    (tag section (class "last" aria-label "What happened last")
      (text-tag 'h2 "" "Last move")
      (cond ((null event) (text-tag 'p "quiet" "The dice are dealt."))
            (t (text-tag 'p "" (event-words event))
               (when (event-attack event)
                 (print-roll (event-player event) (event-attack event))
                 (print-roll (event-defender event) (event-defense event))))))))

(defparameter *log-length* 50 "How many of the latest moves a page tells.")

(defun print-log (record)
  "Print what happened in RECORD, the latest first."
  (when (record-events record)
    (tag section (class "log" aria-label "What happened before")
      (text-tag 'h2 "" "Latest moves")
      (tag ol (reversed "" tabindex 0 aria-label "Moves, the latest first" start (record-number record))
        (loop for event in (record-events record)
              repeat *log-length*
              do (text-tag 'li (format nil "player-~d" (event-player event)) (event-words event)))))))

;;; The players

(declaim (ftype function largest-cluster-size))     ; some versions of the game have it

(defun dice-coming (record player)
  "Return how many dice PLAYER of RECORD gets if the player's turn ends with the board as it is, as far as there is room for them, and
how many there are for the player; NIL, NIL if that cannot be told."
  (let* ((board (record-board record))
         (over (eq (record-stage record) :over))
         (pass (and (= player (record-player record)) (find-action record nil))))
    (flet ((placed-by (after) (- (dice-on after) (dice-on board))))
      (cond (over (values nil nil))
            ((dice-decide-p) (values (placed-by (add-new-dice board player 0)) (largest-cluster-size board player)))
            (pass (let ((placed (placed-by (second (second pass)))))
                    (values placed placed)))
            (t (values nil nil))))))

(defun coming-words (placed due)
  "Return what the table says of the DUE dice that come next, of which PLACED find room.
  (list (coming-words 3 3) (coming-words 1 4) (coming-words 0 4) (coming-words nil nil)) => (\"+3\" \"+1 of 4\" \"no room\" \"–\")"
  (cond ((null placed) "–")
        ((= placed due) (format nil "+~d" placed))
        ((zerop placed) "no room")
        (t (format nil "+~d of ~d" placed due))))

(defun print-player (record player)
  "Print a row on PLAYER of RECORD."
  (let* ((board (record-board record))
         (own (remove player board :key #'first :test #'/=))
         (moving (and (not (eq (record-stage record) :over)) (= player (record-player record)))))
    (tag tr (class (format nil "player-~d~:[~; moving~]~:[~; out~]" player moving (zerop (length own))))
      (tag th (scope "row")
        (draw-player-die player)
        (princ (player-name player))
        (when (zerop player) (text-tag 'span "letter" (format nil " (~a)" (player-letter player))))
        (when moving (text-tag 'span "unseen" (if (zerop player) " to move" " thinks"))))
      (text-tag 'td "" (length own))
      (text-tag 'td "" (dice-on own))
      (text-tag 'td "" (multiple-value-call #'coming-words (dice-coming record player))))))

(defun print-players (record)
  "Print a table of the players of RECORD."
  (tag section (class "players" aria-label "Players")
    (tag table ()
      (tag thead ()
        (tag tr ()
          (dolist (heading '("Player" "Hexes" "Dice" "New dice"))
            (tag th (scope "col") (princ heading)))))
      (tag tbody ()
        (dotimes (player (rule :players record))
          (print-player record player))))))

;;; The game

(defun game-choices (record selected)
  "Return the positions that the person can choose in RECORD, SELECTED, if not NIL, being chosen to attack from."
  (when (eq (record-stage record) :person)
    (append (remove-duplicates (remove nil (legal-tiles (record-tree record) selected)))
            (and selected (list selected)))))

(defun choice-link (record selected)
  "Return a function that returns for a position the address behind it and what that does; NIL if nothing is. Beside SELECTED, if not NIL,
and its targets these are the other hexes to attack from."
  (let ((targets (and selected (game-choices record selected)))
        (sources (game-choices record nil)))
    (lambda (pos)
      (cond ((eql pos selected) (values (step-link "play" record) "undo the choice"))
            ((member pos targets)
             (let ((chance (chance-percent (record-board record) selected pos)))
               (values (step-link "attack" record :from selected :to pos)
                       (format nil "attack it from hex ~d~@[, chance ~d percent~]" selected chance))))
            ((member pos sources)
             (values (step-link "play" record :from pos)
                     (if selected "attack from here instead" "attack from here")))))))

(defun print-board (record selected)
  "Draw the board of RECORD."
  (draw-board-picture (record-board record) selected (game-choices record selected) (choice-link record selected)
                      (unless selected (first (record-events record)))))

(defun print-attack-list (record)
  "Print all attacks that the person can make in RECORD, as links in words."
  (let ((board (record-board record))
        (actions (remove nil (mapcar #'first (record-moves record)))))
    (when actions
      (tag details (class "attacks")
        (tag summary () (format t "All attacks as a list (~d)" (length actions)))
        (tag ul ()
          (loop for (from to) in actions
                do (tag li ()
                     (tag a (href (step-link "attack" record :from from :to to) data-step "")
                       (format t "Hex ~d to ~d: ~d against ~d~@[, ~d %~]" from to
                               (second (aref board from)) (second (aref board to)) (chance-percent board from to))))))))))

(defun print-actions (record selected)
  "Print links for what can be done in RECORD beside choosing a hex."
  (tag div (class "actions")
    (ecase (record-stage record)
      (:person
       (when (find-action record nil)
         (button-link (step-link "pass" record) "End turn" 'data-step "" 'data-key "e"))
       (when selected
         (button-link (step-link "play" record) "Undo choice" 'data-step "" 'data-key "Escape")))
      (:computer
       (button-link (step-link "next" record) "Next move" 'data-step "" 'data-key "n")
       (button-link (step-link "skip" record) "Skip to my turn" 'data-step "" 'data-key "s"))
      (:over
       (button-link "/#new-game" "New game")
       (tag form (class "inline" method "post" action "/new")
         (print-hidden-rules (record-rules record))
         (tag button (type "submit") (princ "Same board again")))))))

(defun print-hidden-rules (rules)
  "Print RULES as fields of a form that are not seen."
  (loop for name in '(:size :players :level :seed)
        do (void-tag input type "hidden" name (string-downcase name) value (format nil "~(~a~)" (getf rules name)))))

(defun print-status (record selected notice)
  "Say whose turn it is in RECORD, what can be done, and NOTICE, if not NIL."
  (tag section (class (format nil "status player-~d" (status-player record)) aria-label "Turn")
    (when notice (text-tag 'p "notice" notice))
    (tag div (class "say")
      (text-tag 'h1 "" (stage-words record))
      (text-tag 'p "prompt" (prompt-words record selected)))
    (print-actions record selected)))

(defun status-player (record)
  "Return the player whose color the status has: the one to move, or the winner."
  (if (eq (record-stage record) :over)
      (first (winners (record-board record)))
      (record-player record)))

(defun print-game-part (record &key selected notice (next "next") fresh)
  "Print the part of a page that shows RECORD. SELECTED is the hex from which the person is about to attack, or NIL; NOTICE is said
first; NEXT is the page that brings the computer's next move; FRESH is true if the last event has not been shown before."
  (let ((stage (record-stage record))
        (event (first (record-events record))))
    (tag div (id "game" class (format nil "game ~(~a~)~:[~; fresh~]" stage fresh) data-stage (string-downcase stage)
              data-move (record-number record)
              data-next (if (eq stage :computer) (step-link next record) "")
              data-say (format nil "~@[~a ~]~@[~a ~]~a. ~a" notice (and event (not selected) (event-words event))
                               (stage-words record) (prompt-words record selected)))
      (print-status record selected notice)
      (print-board record selected)
      (tag div (class "side")
        (print-last-event record)
        (print-players record)
        (when (eq stage :person) (print-attack-list record))
        (print-log record)
        (print-rules-line record)))))

(defun print-rules-line (record)
  "Print by what rules RECORD is played."
  (tag p (class "quiet")
    (format t "~dx~:*~d hexes, ~d players, seed ~d, computer: ~(~a~). " (rule :size record) (rule :players record)
            (rule :seed record) (rule :level record))
    (tag a (href "/record.txt") (princ "Record of the game"))))

(defun print-game-page (record &rest arguments &key next &allow-other-keys)
  "Print the page of RECORD. ARGUMENTS are those of PRINT-GAME-PART."
  (page ((format nil "~a – Dice of Doom" (stage-words record))
         :next (and next (step-link next record)) :rules "#rules")
    (tag p (class "unseen announcer" role "status"))
    (apply #'print-game-part record arguments)
    (print-pace)
    (print-rules)))

(defun print-pace ()
  "Print a field for how fast the computer's moves follow each other, which the script shows."
  (tag p (class "pace" hidden "")
    (print-options "pace" "Computer’s pace"
                   '(("slow" . "Slow") ("normal" . "Normal") ("fast" . "Fast") ("hand" . "By hand"))
                   "normal")))

;;; The first page

(defun print-options (name label options chosen)
  "Print a field NAME of a form, with LABEL, that lets one of OPTIONS, a list of pairs (VALUE . TEXT), be chosen; at first CHOSEN."
  (tag label (for name) (princ label))
  (tag select (id name name name)
    (loop for (value . text) in options
          do (print-tag 'option (list* (cons 'value value) (when (equal value chosen) '((selected . "")))) nil)
             (princ text)
             (print-tag 'option nil t))))

(defun number-options (least greatest)
  "Return options for the numbers from LEAST to GREATEST."
  (loop for n from least to greatest collect (cons n n)))

(defun print-new-game-form (rules playing)
  "Print the form for a new game. It begins with RULES. PLAYING is true if a game is going on, which would be lost."
  (tag form (id "new-game" class "new-game" method "post" action "/new")
    (text-tag 'h2 "" "New game")
    (print-options "size" "Board"
                   (loop for n from (first *page-sizes*) to (second *page-sizes*)
                         collect (cons n (format nil "~dx~:*~d hexes" n)))
                   (getf rules :size))
    (print-options "players" "Players" (number-options 2 (length *die-colors*)) (getf rules :players))
    (print-options "level" "Computer"
                   (loop for (level . text) in *levels* collect (cons (string-downcase level) text))
                   (string-downcase (getf rules :level)))
    (tag label (for "seed") (princ "Seed"))
    (void-tag input id "seed" name "seed" type "number" min 0 max *greatest-seed* inputmode "numeric" placeholder "by chance"
              aria-describedby "seed-help")
    (tag p (id "seed-help" class "quiet") (princ "The same seed deals the same board, and the same luck."))
    (tag button (type "submit") (princ "Start"))
    (when playing (text-tag 'p "quiet" "It takes the place of your game."))))

(defun print-rules ()
  "Print how the game is played, in short."
  (tag section (id "rules" class "rules")
    (text-tag 'h2 "" "Rules")
    (tag ul ()
      (dolist (rule (rule-texts))
        (text-tag 'li "" rule)))
    (text-tag 'p "quiet" "Keys, once a hex or a button has the focus: arrows go from hex to hex, Enter chooses, Escape undoes the choice, E ends the turn, N is the computer’s next move, S skips to your turn.")))

(defun rule-texts ()
  "Return the rules of the version of the game that is loaded, a list of texts."
  `("Your hexes have the letter a. In each turn you attack once at least, and as often as you like."
    ,@(if (dice-decide-p)
          '("A hex with two dice or more can attack a neighbor of another player. Both roll all their dice."
            "If the attacker rolls more, all dice but one move over. If not, one is left behind and the rest is lost."
            "At the end of a turn you get a die for each hex of your largest connected land.")
          '("A hex attacks a neighbor of another player that has fewer dice, and always wins: all dice but one move over."
            "At the end of a turn you get a die less than you have taken in it."))
    ,(format nil "New dice go on your hexes from the top, one a hex, but none on a full one: a hex holds ~d dice." *max-dice*)
    "The game ends when a player begins a turn without an attack. Who holds most hexes wins."))

(defun print-welcome (record)
  "Greet the visitor with the board of the game RECORD and a link to it, or with a board as it is dealt."
  (tag section (class "welcome")
    (text-tag 'h1 "" "Dice of Doom")
    (text-tag 'p "lead" "Conquer the hexes, one roll at a time.")
    (when record
      (tag p ()
        (button-link "/play" (format nil "To your game: ~a, move ~d" (stage-words record) (record-number record)))))
    (tag div (class "sample" aria-hidden "true")
      (draw-board-picture (if record (record-board record) (deal 12)) nil '() (constantly nil) nil))))

(defun print-first-page (record)
  "Print the first page, with a link to the game RECORD if there is one."
  (let ((rules (if record (record-rules record) (default-rules))))
    (with-rules (rules)
      (page ("Dice of Doom" :rules "#rules")
        (tag div (class "first")
          (print-welcome record)
          (print-new-game-form rules (and record (not (eq (record-stage record) :over)))))
        (print-rules)))))

(defun print-message-page (title message)
  "Print a page that says MESSAGE under TITLE."
  (page (title)
    (tag section (class "message")
      (text-tag 'h1 "" title)
      (text-tag 'p "" (escaped message))
      (tag div (class "actions")
        (button-link "/play" "To the game")
        (button-link "/" "New game")))))
