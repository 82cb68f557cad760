;;; The first page: what the game is, a board to begin on at once, and the options of a new game; and the page of the rules.

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
  (tag form (id "new-game" class "new-game panel" method "post" action "/new")
    (text-tag 'h2 nil "New game")
    (print-options "size" "Board"
                   (loop for n from (first *page-sizes*) to (second *page-sizes*)
                         collect (cons n (format nil "~dx~:*~d hexes" n)))
                   (getf rules :size))
    (print-options "players" "Players" (apply #'number-options *page-players*) (getf rules :players))
    (print-options "people" "People here" (number-options 1 (second *page-players*)) (or (getf rules :people) 1))
    (print-options "level" "Computers"
                   (loop for level in *levels*
                         collect (cons (string-downcase (level-name level)) (format nil "~a: ~a" (level-title level) (level-text level))))
                   (string-downcase (getf rules :level)))
    (print-options "dice" "Most dice on a hex" (apply #'number-options *page-dice*) (getf rules :dice))
    (tag label (for "seed") (princ "Seed"))
    (void-tag input id "seed" name "seed" type "number" min 0 max *greatest-seed* inputmode "numeric" placeholder "by chance"
              aria-describedby "seed-help")
    (tag p (id "seed-help" class "quiet") (princ "The same seed deals the same board, and the same luck."))
    (tag button (class "button first" type "submit") (princ "Start"))
    (when playing (text-tag 'p "quiet" "It takes the place of your game."))))

(defun print-welcome (record)
  "Greet the visitor with the board of the game RECORD and a link to it, or with a board as it is dealt."
  (tag section (class "welcome")
    (text-tag 'h1 nil "Dice of Doom")
    (text-tag 'p "lead" "Throw your dice against your neighbours and take their hexes, one by one.")
    (when record
      (tag p ()
        (button-link "first" "/play" (format nil "To your game: ~a, move ~d" (stage-words record) (record-number record)))))
    (tag div (class "sample" aria-hidden "true")
      (draw-game-board (if record (record-board record) (deal 12)) nil (constantly nil) nil))))

(defun print-first-page (record)
  "Print the first page, with a link to the game RECORD if there is one."
  (let ((rules (if record (record-rules record) (page-rules))))
    (with-rules (rules)
      (page ("Dice of Doom")
        (tag div (class "first-page")
          (print-welcome record)
          (print-new-game-form rules (and record (not (eq (record-stage record) :over)))))))))

;;; The rules

(defun rule-texts ()
  "Return the rules of the version of the game that is loaded, a list of texts."
  `("In each turn you attack once at least, and as often as you like."
    ,@(if (dice-decide-p)
          '("A hex with two dice or more can attack a neighbor of another player. Both roll all their dice."
            "If the attacker rolls more, all dice but one move over. If not, one is left behind and the rest is lost."
            "At the end of a turn you get a die for each hex of your largest connected land.")
          '("A hex attacks a neighbor of another player that has fewer dice, and always wins: all dice but one move over."
            "At the end of a turn you get a die less than you have taken in it."))
    ,(format nil "New dice go on your hexes from the top, one a hex, but none on a full one: a hex holds ~d dice." *max-dice*)
    "The game ends when a player begins a turn without an attack. Who holds most hexes wins."))

(defun print-rules-page ()
  "Print how the game is played, in short."
  (page ("Rules – Dice of Doom")
    (tag article (class "rules panel")
      (text-tag 'h1 nil "Rules")
      (tag ul ()
        (dolist (rule (rule-texts))
          (text-tag 'li nil rule)))
      (text-tag 'h2 nil "Keys")
      (text-tag 'p nil "Arrows go from hex to hex, Enter chooses, Escape undoes the choice, E ends the turn, N is the computer’s next move, S skips to your turn, A plays again, + and - bring the board closer and back.")
      (tag div (class "actions")
        (button-link "first" "/play" "To the game")))))
