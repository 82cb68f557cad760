;;; The pages: what frames each of them, the game, and what is said when a request makes no sense. They work without JavaScript; with it,
;;; the part of the game is replaced by the next one instead of loading a page.

;;; The frame

(defun print-head (title next seconds sheet)
  "Print the head of a page with TITLE, which has the style sheet SHEET besides if that is not NIL. Browsers without scripts go on to NEXT, if not NIL,
after SECONDS."
  (tag head ()
    (void-tag meta charset "utf-8")
    (void-tag meta name "viewport" content "width=device-width, initial-scale=1")
    (void-tag meta name "color-scheme" content "light dark")
    (void-tag meta name "description" content "A game of dice and hexes, against computers: throw your dice, take their hexes.")
    (loop for (scheme color) on *page-colors* by #'cddr
          do (void-tag meta name "theme-color" content color media (format nil "(prefers-color-scheme: ~(~a~))" scheme)))
    (tag title () (princ title))
    (void-tag link rel "stylesheet" href (asset-address "style.css"))
    (when sheet
      (void-tag link rel "stylesheet" href (asset-address sheet)))
    (void-tag link rel "icon" type "image/svg+xml" href (asset-address "icon.svg"))
    (tag script (type "module" src (asset-address (first *scripts*))))
    (dolist (name (rest *scripts*))
      (void-tag link rel "modulepreload" href (asset-address name)))
    (when next
      (tag noscript ()
        (void-tag meta http-equiv "refresh" content (format nil "~d;url=~a" seconds next))))))

(defmacro page ((title &rest options &key next seconds plain settings sheet) &body body)
  "Print a whole page with TITLE and what BODY prints; NEXT is the page after it, if not NIL, for browsers without scripts, after SECONDS. A PLAIN one has
no boards and marks; one with SETTINGS has fields for what the script does; SHEET is a style sheet that it has besides."
  (declare (ignore next seconds plain settings sheet))
  `(call-with-page ,title (lambda () ,@body) ,@options))

(defun print-settings ()
  "Print fields for what the script does, which shows them."
  (tag details (class "settings" hidden "")
    (text-tag 'summary nil "Settings")
    (tag div (class "panel")
      (print-options "pace" "Computers’ pace"
                     '(("slow" . "Slow") ("normal" . "Normal") ("fast" . "Fast") ("hand" . "By hand"))
                     "normal")
      (print-switch "sound" "Sounds")
      (print-switch "keys" "Letter keys (E ends the turn)"))))

(defun print-switch (name label)
  "Print a field NAME, with LABEL, that is on or off."
  (tag label (class "switch" for name)
    (void-tag input type "checkbox" id name)
    (princ label)))

(defun print-top (settings)
  "Print the head that all pages share, with a field for SETTINGS if that is true."
  (tag header (class "top")
    (tag a (class "brand" href "/")
      (void-tag img src (asset-address "icon.svg") alt "" width 26 height 26)
      (princ "Dice of Doom"))
    (tag nav (aria-label "Pages")
      (when settings (print-settings))
      (tag a (href "/rules") (princ "Rules"))
      (tag a (href "/") (princ "New game")))))

(defun call-with-page (title inside &key next (seconds 1) plain settings sheet)
  "Print a whole page with TITLE and what the function INSIDE prints; the others are as for PAGE."
  (princ "<!doctype html>")
  (tag html (lang "en")
    (print-head title next seconds sheet)
    (tag body ()
      (unless plain (draw-definitions))
      (print-top settings)
      (tag main ()
        (funcall inside)))))

;;; The game

(defun game-choices (record selected)
  "Return the positions that the person can choose in RECORD, SELECTED, if not NIL, being chosen to attack from."
  (when (eq (record-stage record) :person)
    (append (remove-duplicates (remove nil (legal-tiles (record-tree record) selected)))
            (and selected (list selected)))))

(defun choice-link (record selected)
  "Return a function that returns for a position the address behind it, for what it can be chosen and what that does, as DRAW-GAME-BOARD wants
it; NIL if nothing is. Beside SELECTED, if not NIL, and its targets these are the other hexes to attack from."
  (let ((targets (and selected (game-choices record selected)))
        (sources (game-choices record nil)))
    (lambda (pos)
      (cond ((eql pos selected) (values (step-link "play" record) "sel" "undo the choice"))
            ((member pos targets)
             (let ((chance (attack-chance (record-board record) selected pos)))
               (values (step-link "attack" record :from selected :to pos) "aim"
                       (format nil "attack it~@[, chance ~a~]" (and chance (escaped (chance-words chance)))))))
            ((member pos sources)
             (values (step-link "play" record :from pos) "can"
                     (if selected "attack from here instead" "attack from here")))))))

(defun print-board (record selected)
  "Draw the board of RECORD."
  (tag section (class "place" aria-label "Board")
    (draw-game-board (record-board record) selected (choice-link record selected)
                     (and (not (eq (record-stage record) :over)) (first (record-events record))))
    (print-zoom-buttons)))

(defun print-zoom-buttons ()
  "Print the buttons that bring the board closer, which the script shows where hexes are small."
  (tag div (class "zoomer")
    (loop for (way text label) in '(("in" "+" "Closer") ("out" "−" "Further away"))
          do (tag button (class "button" type "button" data-zoom way aria-label label) (princ text)))))

(defun game-address (record)
  "Return the address of RECORD, with no hex chosen."
  (if (zerop (record-number record)) (step-link "play" record) (format nil "~aplay" *place*)))

(defun people-out-p (record)
  "True if no person holds a hex in RECORD any more."
  (notany (lambda (hex) (person-p record (first hex))) (record-board record)))

(defun event-numbers (event)
  "Return EVENT for the script, a list of numbers as JSON: player, 1 if won, what the action was, the defender, both sides' dice, the hexes that
got one."
  (labels ((numbers (list) (format nil "[~{~d~^,~}]" list)))
    (format nil "[~d,~d,~a,~d,~a,~a,~a]"
            (event-player event) (if (event-won event) 1 0) (numbers (event-action event)) (or (event-defender event) 0)
            (numbers (event-attack event)) (numbers (event-defense event)) (numbers (event-gained event)))))

(defun game-attributes (record selected notice next)
  "Return the attributes of the part of a page that shows RECORD, for the script; the arguments are those of PRINT-GAME-PART."
  (let ((stage (record-stage record))
        (event (first (record-events record))))
    (loop for (name value) on (list 'id "game" 'class (format nil "game ~(~a~)" stage) 'data-stage (string-downcase stage)
                                    'data-game (record-id record) 'data-move (record-number record) 'data-address (game-address record)
                                    'data-event (if event (event-numbers event) "")
                                    'data-begin (if (and event (event-action event)) (attempt-words event) "")
                                    'data-next (if (and next (eq stage :computer)) (step-link next record) "")
                                    'data-title (stage-words record)
                                    'data-out (if (people-out-p record) "yes" "")
                                    'data-say (format nil "~@[~a ~]~@[~a ~]~a. ~a" notice (and event (not selected) (event-words event))
                                                      (headline-words record selected) (prompt-words record selected)))
            by #'cddr
          collect (cons name value))))

(defun with-changed-attributes (changed attributes)
  "Return the alist ATTRIBUTES with the values of CHANGED, and then what that has besides.
  (with-changed-attributes '((b . 3) (c . 4)) '((a . 1) (b . 2))) => ((A . 1) (B . 3) (C . 4))"
  (append (loop for attribute in attributes
                collect (or (assoc (car attribute) changed) attribute))
          (remove-if (lambda (name) (assoc name attributes)) changed :key #'car)))

(defun print-game-part (record &key selected notice (next "next") attributes more after)
  "Print the part of a page that shows RECORD. SELECTED is the hex from which the person is about to attack, or NIL; NOTICE is said
first; NEXT is the page that brings the computer's next move, NIL if none does. The alist ATTRIBUTES is for the script, MORE and AFTER are functions that print
more, beside the question what to do, and at the end."
  (print-tag 'div (with-changed-attributes attributes (game-attributes record selected notice next)) nil)
  (cond ((eq (record-stage record) :over)
         (print-end record))
        (t
         (print-players record)         ; first, since it stands above the board on a phone: then nothing moves while a page comes in
         (print-board record selected)
         (print-act record selected notice more)
         (print-round record)))
  (when after (funcall after))
  (print-tag 'div nil t))

(defun print-game-page (record &rest arguments &key next &allow-other-keys)
  "Print the page of RECORD. ARGUMENTS are those of PRINT-GAME-PART."
  (page ((format nil "~a – Dice of Doom" (stage-words record))
         :next (and next (step-link next record)) :settings t)
    (tag p (class "unseen announcer" role "status"))
    (apply #'print-game-part record arguments)))

;;; What cannot be done

(defun print-message-page (title message)
  "Print a page that says MESSAGE under TITLE."
  (page (title :plain t)
    (tag section (class "message panel")
      (text-tag 'h1 nil title)
      (text-tag 'p nil (escaped message))
      (tag div (class "actions")
        (button-link "first" "/play" "To the game")
        (button-link nil "/" "New game")))))
