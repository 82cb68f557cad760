;;; A new game with friends: the form, its options, and a limit on the number of games.

(defparameter *clocks* '(30 120 600 86400 nil) "The seconds for a move that the form offers; NIL for no limit.")
(defparameter *greatest-name* 20 "The most characters of a person's name.")

(defparameter *party-burst* 20 "The number of games that a client can make at once.")
(defparameter *party-pace* 60 "The number of seconds until a client can make another one.")

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
  "Prints the form field for who plays PLAYER. CHOSEN, a keyword, is the initial value."
  (print-options (format nil "seat~d" player) (seat-label player) (seat-options) (string-downcase chosen)))

(defun clock-options ()
  "Returns options for the time for a move."
  (loop for clock in *clocks*
        collect (cons (or clock "none") (clock-words clock))))

(defun print-name-field ()
  "Prints a field for a person's name."
  (tag label (for "name") (princ (together-text :your-name)))
  (void-tag input id "name" name "name" type "text" maxlength *greatest-name* autocomplete "nickname" placeholder (together-text :name-hint)))

(defun print-party-form (rules)
  "Prints the form for a new game with friends, initially with RULES."
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
    (print-map-options rules)
    (print-options "dice" (say "Most dice on a hex") (apply #'number-options *page-dice*) (getf rules :dice))
    (when (fboundp 'hexes-to-win) (print-ending-options rules))
    (print-options "clock" (together-text :clock) (clock-options) 120)
    (text-tag 'p "quiet" (together-text :clock-help))
    (tag button (class "button first" type "submit") (princ (together-text :make)))))

(defun print-party-form-page ()
  "Prints the page with the form for a new game with friends."
  (let ((*num-players* (length *seats*))) ; the definitions include the marks of all
    (page ((together-title) :sheet "together.css")
      (tag section (class "party-form panel")
        (text-tag 'h1 nil (together-title))
        (text-tag 'p "lead" (together-lead))
        (tag p () (tag a (href "/tables") (princ (together-text :somebody))))
        (print-party-form (page-rules))))))

;;; The options of the form

(defun asked-seat (params player)
  "Returns who is to play PLAYER according to PARAMS: :ME, :FRIEND, :NOBODY, or the name of a level."
  (let* ((text (or (parameter (format nil "SEAT~d" player) params) "nobody"))
         (level (level-named text)))
    (cond (level (level-name level))
          ((find text '(:me :friend :nobody) :test #'string-equal))
          (t (refuse 400 "seat{n} must be me, friend, nobody or a level, not {value}." :n player :value (prin1-to-string text))))))

(defun asked-seats (params key name)
  "Returns the seats in PARAMS; those of the person who asks have KEY and NAME."
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
  "Returns the seconds for a move in PARAMS, NIL for no limit."
  (let ((text (or (parameter "CLOCK" params) "120")))
    (if (string-equal text "none")
        nil
        (or (find (number-in text 1 999999) (remove nil *clocks*))
            (refuse 400 "clock must be none or one of {values}, not {value}." :values (format nil "~{~d~^, ~}" (remove nil *clocks*)) :value (prin1-to-string text))))))

(defun asked-party-rules (params players)
  "Returns the rules in PARAMS for PLAYERS players."
  (let ((rules (default-rules)))
    (list :size (asked-size params)
          :players players
          :dice (if (parameter "DICE" params) (number-parameter "DICE" params (first *page-dice*) (second *page-dice*)) (getf rules :dice))
          :level nil :seed (getf rules :seed) :ending (asked-ending params players) :map (asked-map params)
          :fair (dice-decide-p))))

(defun unseen-p (char)
  "True if CHAR is invisible or changes the appearance of others. Such characters are removed from names."
  (let ((code (char-code char)))
    (or (< code 32) (<= 127 code 159) (<= #x200b code #x200f) (<= #x2028 code #x202e) (<= #x2060 code #x206f) (= code #xfeff) (= code #xad)
        (<= #xd800 code #xdfff) (<= #xfff0 code #xffff) (>= code #xe0000))))

(defun combining-p (char)
  "True if CHAR is drawn above or below the one before. A pile of these covers other lines."
  (let ((code (char-code char)))
    (loop for (first last) in '((#x300 #x36f) (#x483 #x489) (#x1ab0 #x1aff) (#x1dc0 #x1dff) (#x20d0 #x20ff) (#xfe20 #xfe2f))
          thereis (<= first code last))))

(defun without-piles (text)
  "Returns TEXT with at most two characters in a row that are drawn above or below another.
  (length (without-piles (format nil \"a~a\" (make-string 9 :initial-element (code-char #x301))))) => 3"
  (let ((pile 0))
    (remove-if (lambda (char)
                 (setf pile (if (combining-p char) (1+ pile) 0))
                 (> pile 2))
               text)))

(defun asked-name (params)
  "Returns the name in PARAMS on one line of at most *GREATEST-NAME* characters; NIL if there is none.
  (list (asked-name '((name . \"  Ada   L. \"))) (asked-name '((name . \" \")))) => (\"Ada L.\" NIL)"
  (let* ((words (remove "" (parts (without-piles (remove-if #'unseen-p (or (parameter "NAME" params) ""))) #\space) :test #'string=))
         (name (format nil "~{~a~^ ~}" words))
         (short (string-right-trim " " (subseq name 0 (min *greatest-name* (length name))))))
    (if (string= short "") nil short)))

(defparameter *range-burst* 60 "The number of games that all clients of a range of addresses can make at once.")
(defparameter *range-pace* 20 "The number of seconds until a client of such a range can make another one.")

(defun client-range (client)
  "Returns the range of addresses of CLIENT: 24 bits of an IPv4 address, 48 bits of an IPv6 address; \"\" for this
machine.
  (list (client-range \"192.0.2.7\") (client-range \"2001:db8:1:2::\") (client-range \"\")) => (\"192.0.2\" \"2001:db8:1\" \"\")"
  (let* ((separator (if (find #\: client) #\: #\.))
         (parts (parts client separator)))
    (format nil (if (char= separator #\:) "~{~a~^:~}" "~{~a~^.~}") (subseq parts 0 (min 3 (length parts))))))

(defun count-new-party ()
  "Records that *CLIENT* makes a game. Signals a BAD-REQUEST if it, or its range of addresses, has made too many."
  (let* ((now (get-universal-time))
         (range (client-range *client*))
         (own (count-client *client* "party" *party-burst* *party-pace* now))
         (wait (if (plusp own) own (count-client range "party" *range-burst* *range-pace* now))))
    (when (plusp wait)
      (error 'bad-request :status 429 :text (together-text :too-many wait) :headers (list (cons "Retry-After" (princ-to-string wait)))))))

(defun answer-new-party (params)
  "Makes the game in PARAMS, the fields of the form, and redirects the browser to it."
  (let* ((key (webserver:make-token))
         (token (webserver:make-token))
         (seats (asked-seats params key (asked-name params)))
         (rules (asked-party-rules params (length seats)))
         (party (handler-case (begin-party token key seats (asked-clock params) rules)
                  (invalid-setting (problem) (refuse-text 400 (princ-to-string problem))))))
    (check-session-room)
    (count-new-party)
    (with-changes (party) t)
    (keep-key token key)
    (if (some #'seat-key seats)
        (go-to-seat token key)
        (go-to (party-address token)))))
