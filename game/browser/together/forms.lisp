;;; A new game with friends: the form, what it asks for, and the limit of how many one makes.

(defparameter *clocks* '(30 120 600 86400 nil) "How many seconds each has for a move, as the form offers it; NIL for any.")
(defparameter *greatest-name* 20 "How many characters a person's name has at most.")

(defvar *party-makers* (make-hash-table :test 'equal) "When the games that each client has made count no more, in universal time.")
(defparameter *party-burst* 20 "How many games a client can make at once.")
(defparameter *party-pace* 60 "How many seconds have to pass for each further one.")

;;; The form

(defun seat-options ()
  "Returns options for who sits in a seat."
  (loop for option in (append '(:me :friend) (mapcar #'level-name *levels*) '(:nobody))
        collect (cons (string-downcase option) (seat-option-words option))))

(defun seat-label (player)
  "Returns the label of the seat of PLAYER: its mark and its name."
  (with-output-to-string (*standard-output*)
    (draw-mark player)
    (princ (together-text :seat (1+ player)))))

(defun print-seat-field (player chosen)
  "Prints the field of the form that says who plays PLAYER, at first CHOSEN, a keyword."
  (print-options (format nil "seat~d" player) (seat-label player) (seat-options) (string-downcase chosen)))

(defun clock-options ()
  "Returns options for the time that each has for a move."
  (loop for clock in *clocks*
        collect (cons (or clock "none") (clock-words clock))))

(defun print-name-field ()
  "Prints a field for a person's name."
  (tag label (for "name") (princ (together-text :your-name)))
  (void-tag input id "name" name "name" type "text" maxlength *greatest-name* autocomplete "nickname" placeholder (together-text :name-hint)))

(defun print-party-form (rules)
  "Prints the form for a new game with friends, which begins with RULES."
  (tag form (class "new-game" method "post" action "/together")
    (print-name-field)
    (loop for chosen in (list :me :friend (if (dice-decide-p) :steady :nobody) :nobody)
          for player from 0
          do (print-seat-field player chosen))
    (tag details (class "options others")
      (text-tag 'summary nil (together-text :more-seats))
      (tag div (class "new-game")
        (loop for player from 4 below (second *page-players*)
              do (print-seat-field player :nobody))))
    (print-options "size" (say "Board")
                   (loop for n from (first *page-sizes*) to (second *page-sizes*)
                         collect (cons n (say "{n}x{n} hexes" :n n)))
                   (getf rules :size))
    (print-options "dice" (say "Most dice on a hex") (apply #'number-options *page-dice*) (getf rules :dice))
    (print-options "clock" (together-text :clock) (clock-options) 120)
    (text-tag 'p "quiet" (together-text :clock-help))
    (tag button (class "button first" type "submit") (princ (together-text :make)))))

(defun print-party-form-page ()
  "Prints the page with the form for a new game with friends."
  (let ((*num-players* (length *seats*))) ; all of them have their marks
    (page ((together-title) :sheet "together.css")
      (tag section (class "party-form panel")
        (text-tag 'h1 nil (together-title))
        (text-tag 'p "lead" (together-lead))
        (print-party-form (page-rules))))))

;;; What it asks for

(defun asked-seat (params player)
  "Returns who is to play PLAYER by PARAMS: :ME, :FRIEND, :NOBODY, or the name of a level."
  (let* ((text (or (parameter (format nil "SEAT~d" player) params) "nobody"))
         (level (level-named text)))
    (cond (level (level-name level))
          ((find text '(:me :friend :nobody) :test #'string-equal))
          (t (refuse 400 "seat{n} must be me, friend, nobody or a level, not {value}." :n player :value (prin1-to-string text))))))

(defun asked-seats (params key name)
  "Returns the seats that PARAMS ask for; those of the one who asks have KEY and NAME."
  (let ((asked (remove :nobody (loop for player below (second *page-players*) collect (asked-seat params player)))))
    (unless (<= (first *page-players*) (length asked) (second *page-players*))
      (refuse-text 400 (apply #'together-text :seats-in-all *page-players*)))
    (unless (intersection asked '(:me :friend))
      (refuse-text 400 (together-text :nobody-plays)))
    (loop for option in asked
          collect (case option
                    (:me (make-seat :kind :person :key key :name name))
                    (:friend (make-seat :kind :person))
                    (t (make-seat :kind :computer :level option))))))

(defun asked-clock (params)
  "Returns how many seconds each has for a move by PARAMS, NIL for any."
  (let ((text (or (parameter "CLOCK" params) "120")))
    (if (string-equal text "none")
        nil
        (or (find (number-in text 1 999999) (remove nil *clocks*))
            (refuse 400 "clock must be none or one of {values}, not {value}." :values (format nil "~{~d~^, ~}" (remove nil *clocks*)) :value (prin1-to-string text))))))

(defun asked-party-rules (params players)
  "Returns the rules for so many PLAYERS that PARAMS ask for."
  (let ((rules (default-rules)))
    (list :size (number-parameter "SIZE" params (first *page-sizes*) (second *page-sizes*))
          :players players
          :dice (if (parameter "DICE" params) (number-parameter "DICE" params (first *page-dice*) (second *page-dice*)) (getf rules :dice))
          :level nil :seed (getf rules :seed) :fair (dice-decide-p))))

(defun unseen-p (char)
  "True if CHAR shows nothing, or changes how others show: no part of a name."
  (let ((code (char-code char)))
    (or (< code 32) (<= 127 code 159) (<= #x200b code #x200f) (<= #x2028 code #x202e) (<= #x2060 code #x206f) (= code #xfeff) (= code #xad)
        (<= #xd800 code #xdfff) (<= #xfff0 code #xffff) (>= code #xe0000))))

(defun asked-name (params)
  "Returns the name that PARAMS tell, in one line of at most *GREATEST-NAME* characters; NIL if they tell none.
  (list (asked-name '((name . \"  Ada   L. \"))) (asked-name '((name . \" \")))) => (\"Ada L.\" NIL)"
  (let* ((words (remove "" (parts (remove-if #'unseen-p (or (parameter "NAME" params) "")) #\space) :test #'string=))
         (name (format nil "~{~a~^ ~}" words))
         (short (string-right-trim " " (subseq name 0 (min *greatest-name* (length name))))))
    (if (string= short "") nil short)))

(defun count-new-party ()
  "Notes that *CLIENT* makes a game. Signals a BAD-REQUEST if it has made too many."
  (let ((wait (count-client *client* *party-makers* *party-burst* *party-pace* (get-universal-time))))
    (when (plusp wait)
      (error 'bad-request :status 429 :text (together-text :too-many wait) :headers (list (cons "Retry-After" (princ-to-string wait)))))))

(defun answer-new-party (params)
  "Makes the game that PARAMS, of the form, ask for, and send the browser to it."
  (let* ((key (webserver:make-token))
         (token (webserver:make-token))
         (seats (asked-seats params key (asked-name params)))
         (rules (asked-party-rules params (length seats)))
         (party (handler-case (begin-party token key seats (asked-clock params) rules)
                  (senseless-setting (problem) (refuse-text 400 (princ-to-string problem))))))
    (check-session-room)
    (count-new-party)
    (with-changes (party) t)
    (keep-key token key)
    (if (some #'seat-key seats)
        (go-to-seat token key)
        (go-to (party-address token)))))
