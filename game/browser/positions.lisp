;;; Links to positions: the address contains the position, so it never expires; whoever opens it sees the board and can
;;; play on from there. Also games as text, sent and received.

(defun record-mark ()
  "Returns a name for a game that is stored from the beginning, as its name does not contain its first position."
  (format nil "~36r" (random (expt 36 12) *chance*)))

(defun card-query (record)
  "Returns the parameters for the addresses of the current position of RECORD, whose rules are in force, and of the card
that shows it."
  (format nil "at=~a" (position-text (record-tree record))))

(defun position-address (record)
  "Returns the address of the current position of RECORD, whose rules are in force."
  (format nil "/position?~a" (card-query record)))

(defun asked-position (params)
  "Returns the position in PARAMS and its text. Signals a BAD-REQUEST if there is none."
  (let ((text (or (parameter "AT" params) (refuse 400 "The address of a position contains “at=” and the position."))))
    (handler-case (values (position-of-text text) text)
      (bad-notation (problem) (refuse-text 400 (princ-to-string problem))))))

(defun position-record (position &key (level :steady) (seed 0))
  "Returns a game against LEVEL that begins in POSITION, a result of POSITION-OF-TEXT. The player to move becomes the
first player, the person. Signals a BAD-REQUEST if it cannot be played."
  (destructuring-bind (&key size players dice ending holes player spare board) position
    (let ((rules (append (list :size size :players players :dice dice :people 1 :level level :seed seed :begun t)
                         (and ending (list :ending ending))
                         (and holes (list :holes holes))
                         (and spare (list :spare spare)))))
      (with-rules (rules)
        (begin-record (record-mark) rules
                      (board-array (loop for hex in board
                                         collect (if (hole-p hex)
                                                     hex
                                                     (list (mod (- (first hex) player) players) (second hex))))))))))

(defun answer-position (params)
  "Shows the position in PARAMS, and offers to play on."
  (multiple-value-bind (position text) (asked-position params)
    (let ((record (position-record position)))
      (html-answer ()
        (with-record (record)
          (print-position-page record text))))))

(defun print-position-page (record text)
  "Prints the page of the position TEXT, where RECORD begins."
  (page ((say "A position – Dice of Doom") :sheet "study.css"
         :card (list (if (eq (record-stage record) :over) (outcome-words (record-winners record)) (say "Your move?"))
                     (say "Somebody has sent you this position. Play on from here: you are the one to move.") (format nil "at=~a" text)))
    (tag div (class "study")
      (tag section (class "place" aria-label (say "Board"))
        (draw-game-board (record-board record) nil (constantly nil) nil))
      (tag section (class "panel study-side" aria-label (say "A position"))
        (text-tag 'h1 nil (if (eq (record-stage record) :over) (outcome-words (record-winners record)) (say "Your move?")))
        (text-tag 'p "quiet" (say "Somebody has sent you this position. Play on from here: you are the one to move."))
        (print-players record)
        (unless (eq (record-stage record) :over)
          (print-play-on-form text))
        (tag div (class "actions")
          (button-link nil (format nil "/board.svg?at=~a" text) (say "Picture (SVG)") 'download "")
          (button-link nil "/" (say "New game")))))))

(defun print-play-on-form (text)
  "Prints the form that begins a game in the position TEXT."
  (tag form (class "play-on" method "post" action "/continue")
    (void-tag input type "hidden" name "at" value text)
    (print-level-options :steady)
    (tag button (class "button first" type "submit") (princ (say "Play on from here")))
    (when *record*
      (text-tag 'p "quiet" (say "It replaces your game.")))))

(defun answer-continue (params)
  "Begins a game in the position in PARAMS, the fields of a form."
  (unless (string= *request-method* "POST")
    (error 'bad-request :status 405 :text (say "A game begins with a form.") :headers '(("Allow" . "POST"))))
  (let ((record (position-record (asked-position params) :level (asked-level params) :seed (asked-seed params))))
    (with-record (record)
      (when (eq (record-stage record) :over)
        (refuse 400 "Nobody can move there: the game is over.")))
    (keep-record record)
    (go-to "/play")))

;;; Games as text

(defun answer-record (record params)
  "Sends RECORD as text for RECORD-OF-TEXT."
  (declare (ignore params))
  (values 200 "text/plain; charset=utf-8" (record-text record)))

(defun answer-import (params)
  "Takes the game in the text in PARAMS, the fields of a form."
  (unless (string= *request-method* "POST")
    (error 'bad-request :status 405 :text (say "A game begins with a form.") :headers '(("Allow" . "POST"))))
  (let ((record (handler-case (record-of-text (or (parameter "TEXT" params) ""))
                  (bad-notation (problem) (refuse-text 400 (princ-to-string problem))))))
    (keep-record record)
    (go-to (if (plusp (record-number record)) "/replay" "/play"))))

(defun print-import-form (playing)
  "Prints the form that takes a game as text. PLAYING is true if a game is in progress, which would be lost."
  (tag form (class "import" method "post" action "/import")
    (tag label (for "text") (princ (say "Or go on with a game: paste what “Game as text” showed.")))
    (tag textarea (id "text" name "text" rows 4 required "" spellcheck "false"))
    (tag button (class "button" type "submit") (princ (say "Load")))
    (when playing (text-tag 'p "quiet" (say "It replaces your game.")))))

;;; The picture of a board

(defparameter *card-burst* 20 "The number of cards that a client can ask for at once.")
(defparameter *card-pace* 5 "The number of seconds until a client can ask for another one.")

(defun asked-card (params)
  "Returns the card of the puzzle or the position in PARAMS."
  (if (parameter "PUZZLE" params)
      (let ((puzzle (nth (1- (number-parameter "PUZZLE" params 1 (length *puzzles*))) *puzzles*)))
        (with-puzzle (puzzle)
          (card (board-array (getf puzzle :board)))))
      (let ((record (position-record (asked-position params))))
        (with-record (record)
          (card (record-board record))))))

(defun answer-card (params)
  "Sends the card in PARAMS, for previews of links."
  (let ((wait (count-client *client* "card" *card-burst* *card-pace* (get-universal-time))))
    (when (plusp wait)
      (error 'bad-request :status 429 :text (say "Too many pictures: please wait.") :headers (list (cons "Retry-After" (princ-to-string wait)))))
    (values 200 "image/png" (asked-card params) '(("Cache-Control" . "max-age=86400")))))

(defun answer-picture (params)
  "Sends the picture of the position in PARAMS as a file."
  (let ((record (position-record (asked-position params))))
    (with-record (record)
      (values 200 "image/svg+xml" (board-picture (record-board record))
              '(("Content-Disposition" . "attachment; filename=\"dice-of-doom.svg\""))))))
