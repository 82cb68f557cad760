;;; The pages: the frame of all pages, the page of the game, and messages about wrong requests. They work without
;;; JavaScript; with it, the script replaces the part of the page that shows the game instead of loading a new page.

;;; The frame

(defvar *without-server* nil
  "True if these pages come from the visitor's own browser: there is nobody else to play with. See ../offline/.")

(defun without-server-words ()
  "Returns a sentence about what is missing where there is no server."
  (say "Games with friends need a server, and these pages have none."))

(defvar *site* "http://localhost" "The beginning of the server's addresses in links to send.")

(defun print-card (title description query)
  "Prints what other programs show beside a link to the page: TITLE, DESCRIPTION, and the card for the parameters QUERY,
such as \"at=...\" for a position."
  (flet ((property (name content)
           (void-tag meta property (format nil "og:~a" name) content (escape-markup content))))
    (property "type" "website")
    (property "site_name" "Dice of Doom")
    (property "title" title)
    (property "description" description)
    (when (png-p)
      (property "image" (format nil "~a/board.png?~a" *site* query))
      (loop for name in '("width" "height")
            for size in *card-size*
            do (property (format nil "image:~a" name) (princ-to-string size)))
      (property "image:alt" (say "The board"))
      (void-tag meta name "twitter:card" content "summary_large_image"))))

(defun print-head (title next seconds sheet script card)
  "Prints the head of a page with TITLE. SHEET and SCRIPT are an additional style sheet and script, or NIL. CARD lists
the arguments of PRINT-CARD, or is NIL. Browsers without scripts continue to NEXT, unless that is NIL, after SECONDS."
  (tag head ()
    (void-tag meta charset "utf-8")
    (void-tag meta name "viewport" content "width=device-width, initial-scale=1")
    (void-tag meta name "color-scheme" content "light dark")
    (void-tag meta name "description" content (escape-markup (or (second card) (game-description))))
    (when card (apply #'print-card card))
    (loop for (scheme color) on *page-colors* by #'cddr
          do (void-tag meta name "theme-color" content color media (format nil "(prefers-color-scheme: ~(~a~))" scheme)))
    (tag title () (princ title))
    (void-tag link rel "stylesheet" href (asset-address "style.css"))
    (when sheet
      (void-tag link rel "stylesheet" href (asset-address sheet)))
    (void-tag link rel "icon" type "image/svg+xml" href (asset-address "icon.svg"))
    (void-tag link rel "manifest" href "/manifest.webmanifest")
    (tag script (type "module" src (asset-address (first *scripts*))))
    (dolist (name (rest *scripts*))
      (void-tag link rel "modulepreload" href (asset-address name)))
    (when script
      (tag script (type "module" src (asset-address script))))
    (when next
      (tag noscript ()
        (void-tag meta http-equiv "refresh" content (format nil "~d;url=~a" seconds next))))))

(defun game-description ()
  "Returns a sentence about what these pages are."
  (say "A game of dice and hexes, against computers: throw your dice, take their hexes."))

(defmacro page ((title &rest options &key next seconds plain settings sheet script card) &body body)
  "Prints a page with TITLE and the output of BODY. NEXT is the page that browsers without scripts load after SECONDS,
or NIL. A PLAIN page has no boards and marks. With SETTINGS it has fields for the settings of the script. SHEET and
SCRIPT are additional files. CARD has the arguments of PRINT-CARD, which describes the page for links to it."
  (declare (ignore next seconds plain settings sheet script card))
  `(call-with-page ,title (lambda () ,@body) ,@options))

(defun print-settings ()
  "Prints fields for the settings of the script, which makes them visible."
  (tag details (class "settings" hidden "")
    (text-tag 'summary nil (say "Settings"))
    (tag div (class "panel")
      (print-options "pace" (say "Computers’ pace")
                     (list (cons "slow" (say "Slow")) (cons "normal" (say "Normal")) (cons "fast" (say "Fast")) (cons "hand" (say "By hand")))
                     "normal")
      (print-switch "sound" (say "Sounds"))
      (print-switch "keys" (say "Letter keys (E ends the turn)"))
      (unless (own-game-p)
        (print-switch "notify" (say "Tell me when it is my turn"))
        (text-tag 'p "quiet" (say "As long as this page is open, even in the background. A closed page gets no messages."))))))

(defun print-switch (name label)
  "Prints a form field NAME with LABEL that is on or off."
  (tag label (class "switch" for name)
    (void-tag input type "checkbox" id name)
    (princ label)))

(defun print-top (settings)
  "Prints the header of all pages, with a field for settings if SETTINGS is true."
  (tag header (class "top")
    (tag a (class "brand" href "/")
      (void-tag img src (asset-address "icon.svg") alt "" width 26 height 26)
      (princ "Dice of Doom"))
    (tag nav (aria-label (say "Pages"))
      (when settings (print-settings))
      (tag a (class "wide" href "/puzzles") (princ (say "Puzzles")))
      (tag a (href "/rules") (princ (say "Rules")))
      (tag a (href "/") (princ (say "New game"))))))

(defun print-foot ()
  "Prints the footer of all pages: the languages and links to more pages."
  (tag footer (class "foot")
    (tag nav (aria-label (say "More"))
      (tag a (href "/today") (princ (say "Today’s board")))
      (unless *without-server*
        (tag a (href "/tables") (princ (together-text :somebody))))
      (tag a (href "/puzzles") (princ (say "Puzzles")))
      (tag a (href "/statistics") (princ (say "Statistics"))))
    (tag nav (aria-label (say "Language"))
      (dolist (language *languages*)
        (let ((code (string-downcase (language-code language))))
          (print-tag 'a (list* (cons 'href (format nil "/language?to=~a" code)) (cons 'lang code) (cons 'hreflang code)
                               (and (eq language *language*) '((aria-current . "true"))))
                     nil)
          (princ (language-name language))
          (print-tag 'a nil t))))))

(defun call-with-page (title inside &key next (seconds 1) plain settings sheet script card)
  "Prints a page with TITLE and the output of the function INSIDE; the other arguments are those of PAGE."
  (princ "<!doctype html>")
  (tag html (lang (string-downcase (language-code *language*)))
    (print-head title next seconds sheet script card)
    (tag body (data-trouble (say "The server does not answer. Trying again."))
      (unless plain (draw-definitions))
      (print-top settings)
      (tag main ()
        (funcall inside))
      (print-foot))))

;;; The game

(defun game-choices (record selected)
  "Returns the positions that the person can choose in RECORD. SELECTED is the hex chosen to attack from, or NIL."
  (when (eq (record-stage record) :person)
    (append (remove-duplicates (remove nil (legal-tiles (record-tree record) selected)))
            (and selected (list selected)))))

(defun choice-link (record selected)
  "Returns a function for LINK-FOR of DRAW-GAME-BOARD: the links to SELECTED, unless that is NIL, and its targets, and
to the other hexes that can attack."
  (let ((targets (and selected (game-choices record selected)))
        (sources (game-choices record nil)))
    (lambda (pos)
      (cond ((eql pos selected) (values (step-link "play" record) "sel" (say "undo the choice")))
            ((member pos targets)
             (let ((chance (attack-chance (record-board record) selected pos)))
               (values (step-link "attack" record :from selected :to pos) "aim"
                       (if chance (say "attack it, chance {chance}" :chance (escape-markup (chance-words chance))) (say "attack it")))))
            ((member pos sources)
             (values (step-link "play" record :from pos) "can"
                     (if selected (say "attack from here instead") (say "attack from here"))))))))

(defun shown-land (record)
  "Returns the largest land of the reader, or of the person to move, in RECORD; NIL if land does not count, or is of one
hex."
  (let ((player (or *you* (and (eq (record-stage record) :person) (record-player record)))))
    (when (and player (fboundp 'get-connected) (not (eq (record-stage record) :over)))
      (let ((land (largest-land (record-board record) player)))
        (and (rest land) land)))))

(defun print-board (record selected &optional advice)
  "Draws the board of RECORD, and ADVICE, an attack, unless that is NIL."
  (tag section (class "place" aria-label (say "Board"))
    (draw-game-board (record-board record) selected (choice-link record selected)
                     (and (not (eq (record-stage record) :over)) (first (record-events record)))
                     :name (say "The board") :advice advice :land (shown-land record))
    (print-zoom-buttons)))

(defun print-zoom-buttons ()
  "Prints the buttons to zoom the board, which the script shows where hexes are small."
  (tag div (class "zoomer")
    (loop for (way text label) in (list (list "in" "+" (say "Closer")) (list "out" "−" (say "Further away")))
          do (tag button (class "button" type "button" data-zoom way aria-label label) (princ text)))))

(defun stored-address (record)
  "Returns the address of RECORD, in which a move was made."
  (format nil "~aplay~@[?game=~a~]" *place* (and (rule :day record) (record-id record))))

(defun game-address (record)
  "Returns the address of RECORD with no hex chosen."
  (if (zerop (record-number record)) (step-link "play" record) (stored-address record)))

(defun people-out-p (record)
  "True if no person has a hex left in RECORD."
  (notany (lambda (hex) (person-p record (first hex))) (record-board record)))

(defun event-numbers (event)
  "Returns EVENT for the script, a JSON list of numbers: player, 1 if won, the action, the defender, both sides' dice,
and the hexes that got a die."
  (labels ((numbers (list) (format nil "[~{~d~^,~}]" list)))
    (format nil "[~d,~d,~a,~d,~a,~a,~a]"
            (event-player event) (if (event-won event) 1 0) (numbers (event-action event)) (or (event-defender event) 0)
            (numbers (event-attack event)) (numbers (event-defense event)) (numbers (event-gained event)))))

(defun game-attributes (record selected notice next)
  "Returns the attributes for the script of the part of a page that shows RECORD; the arguments are those of
PRINT-GAME-PART."
  (let ((stage (record-stage record))
        (event (first (record-events record))))
    (loop for (name value) on (list 'id "game" 'class (format nil "game ~(~a~)" stage) 'data-stage (string-downcase stage)
                                    'data-game (record-id record) 'data-move (record-number record) 'data-address (game-address record)
                                    'data-event (if event (event-numbers event) "")
                                    'data-begin (if (and event (event-action event)) (attempt-words event) "")
                                    'data-next (if next (step-link next record) "")
                                    'data-title (stage-words record)
                                    'data-out (if (people-out-p record) "yes" "")
                                    'data-mine (format nil "~{~d~^ ~}" (people record))
                                    'data-result (result-code record)
                                    'data-say (format nil "~@[~a ~]~@[~a ~]~a. ~a" (and notice (without-tags notice)) (and event (not selected) (event-words event))
                                                      (headline-words record selected) (prompt-words record selected)))
            by #'cddr
          collect (cons name value))))

(defun with-changed-attributes (changed attributes)
  "Returns the alist ATTRIBUTES with the values of CHANGED instead of its own, followed by the other entries of CHANGED.
  (with-changed-attributes '((b . 3) (c . 4)) '((a . 1) (b . 2))) => ((A . 1) (B . 3) (C . 4))"
  (append (loop for attribute in attributes
                collect (or (assoc (car attribute) changed) attribute))
          (remove-if (lambda (name) (assoc name attributes)) changed :key #'car)))

(defun print-game-part (record &key selected notice (next (and (eq (record-stage record) :computer) "next")) advice attributes more after news &allow-other-keys)
  "Prints the part of a page that shows RECORD. SELECTED is the hex from which the person is about to attack, or NIL.
NOTICE is printed first. NEXT is the page with the next automatic step, such as the computer's move, or NIL. ADVICE is
an attack to show, or NIL. ATTRIBUTES is an alist for the script. MORE, AFTER and NEWS are functions that print more,
beside the question what to do, at the end, and after the winner."
  (print-tag 'div (with-changed-attributes attributes (game-attributes record selected notice next)) nil)
  (cond ((eq (record-stage record) :over)
         (print-end record news))
        (t
         (print-players record)         ; first, since on phones it is above the board: so nothing moves while a page loads
         (print-board record selected advice)
         (print-turn-panel record selected notice more)
         (print-round record)))
  (when after (funcall after))
  (print-tag 'div nil t))

(defun result-code (record)
  "Returns the entry of RECORD, if it is over, in the browser's statistics: level, 1 for a win, else 0, and the
number of players; \"\" if it does not count."
  (if (and (eq (record-stage record) :over) (alone-p record) (zerop (record-undone record)) (not (rule :begun record)))
      (format nil "~(~a~) ~d ~d" (rule :level record) (if (person-won-p record) 1 0) *num-players*)
      ""))

(defun print-game-page (record &rest arguments &key next sheet card &allow-other-keys)
  "Prints the page of RECORD. ARGUMENTS are those of PRINT-GAME-PART."
  (page ((say "{title} – Dice of Doom" :title (stage-words record))
         :next (and next (step-link next record)) :settings t :sheet sheet :card card)
    (tag p (class "unseen announcer" role "status"))
    (apply #'print-game-part record arguments)))

;;; Messages

(defun print-message-page (title message)
  "Prints a page with TITLE and MESSAGE."
  (page (title :plain t)
    (tag section (class "message panel")
      (text-tag 'h1 nil title)
      (text-tag 'p nil (escape-markup message))
      (tag div (class "actions")
        (button-link "first" "/play" (say "To the game"))
        (button-link nil "/" (say "New game"))))))
