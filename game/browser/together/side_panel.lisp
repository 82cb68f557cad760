;;; The panel beside the board of a game with friends: who sits where, the clock, links to send, and buttons. Printed to
;;; *STANDARD-OUTPUT*.

(defvar *party* nil "The party that the page shows.")
(defvar *keys* '() "The keys to it that the browser has.")
(defvar *was* nil "True if the page shows an earlier state of the game.")

(defun party-address (token &optional (page ""))
  "Returns the address of PAGE of the party of TOKEN.
  (party-address \"1f\" \"join\") => \"/together/1f/join\""
  (format nil "/together/~a~:[/~a~;~]" token (string= page "") page))

(defun seat-address (token key)
  "Returns the own link of the seat with KEY in the party of TOKEN.
  (seat-address \"1f\" \"2e\") => \"/together/1f/seat/2e\""
  (party-address token (format nil "seat/~a" key)))

(defun my-seats ()
  "Returns the players that the reader plays or played, except those whom a computer plays for the rest of the game."
  (append (seats-of *party* *keys*) (seats-of *party* *keys* :away)))

(defun seat-title (seat player)
  "Returns the name of the person or computer in SEAT, that of PLAYER, as HTML."
  (escape-markup (or (seat-name seat) (say (nth player *names*)))))

(defun party-names (party)
  "Returns the names of the players of PARTY as HTML."
  (loop for seat in (party-seats party)
        for player from 0
        collect (seat-title seat player)))

;;; Buttons

(defun print-post-button (page text &optional (class "button"))
  "Prints a button of CLASS with TEXT that posts to PAGE of the party."
  (tag form (class "inline" method "post" action (party-address (party-token *party*) page))
    (tag button (class class type "submit") (princ text))))

(defun i-offer-p ()
  "True if the reader has offered a rematch."
  (loop for seat in (party-seats *party*)
        thereis (and (seat-offers seat) (member (seat-key seat) *keys* :test #'equal))))

(defun offering-names ()
  "Returns the names of the others who have offered a rematch, as HTML."
  (loop for seat in (party-seats *party*)
        for name in *names*
        when (and (seat-offers seat) (not (member (seat-key seat) *keys* :test #'equal)))
          collect name))

(defun offer-words ()
  "Returns a sentence about the rematch that is offered; NIL if there is none."
  (cond ((i-offer-p) (together-text :you-offer))
        ((offering-names) (together-text :offers (say-list (offering-names))))))

(defun print-together-actions (record)
  "Prints what the reader can do in RECORD, the game of *PARTY*, while it is not the reader's turn."
  (cond (*was*
         (button-link "first" (format nil "~aplay" *place*) (together-text :skip) 'data-step "" 'data-key "s"))
        (t
         (when (seats-of *party* *keys* :away)
           (print-post-button "back" (together-text :come-back) "button first"))
         (when (and (rematch-p *party* *keys*) (not (i-offer-p)))
           (print-post-button "rematch" (together-text (if (offering-names) :accept-rematch :rematch)) "button first"))
         (case (party-stage *party*)
           (:over (button-link nil (format nil "~areplay" *place*) (say "Analysis"))
                  (button-link nil "/together" (together-text :new-party)))
           (:computer
            (button-link nil (step-link "next" record) (say "Next move") 'data-step "" 'data-key "n")
            (button-link nil (step-link "skip" record) (together-text :skip) 'data-step "" 'data-key "s"))))))

;;; The clock

(defun print-clock ()
  "Prints the time left for the person to move, which the script counts down."
  (let ((left (and (not *was*) (move-time-left *party*))))
    (when left
      (tag p (class "clock")
        (tag b (data-left left) (princ (time-words left)))
        (format t " ~a" (together-text :for-a-move))))))

;;; Links to send

(defun print-copy-buttons (id)
  "Prints buttons to copy and to share the text of the field ID, which the script shows."
  (tag button (class "button copy" type "button" data-copy id) (princ (together-text :copy)))
  (tag button (class "button share" type "button" data-share id hidden "") (princ (together-text :share))))

(defun print-link-field (id label help address)
  "Prints a field ID with LABEL, and HELP unless that is NIL, that shows ADDRESS on this site, with a button to copy
it."
  (tag div (class "link")
    (tag label (for id) (princ label))
    (void-tag input id id type "text" readonly "" value (format nil "~a~a" (escape-markup *site*) address))
    (print-copy-buttons id)
    (when help (text-tag 'p "quiet" help))))

(defun print-invitation-link ()
  "Prints the link to the party."
  (if (party-started *party*)
      (print-link-field "link" (together-text :watch-link) nil (party-address (party-token *party*)))
      (print-link-field "link" (together-text :link) (together-text :link-help) (party-address (party-token *party*)))))

(defun print-own-link ()
  "Prints the link by which the reader can play on another device."
  (print-link-field "own-link" (together-text :own-link) (together-text :own-link-help) (seat-address (party-token *party*) (first *keys*))))

;;; Who sits where

(defun seat-words (seat player)
  "Returns a phrase about who plays in SEAT, that of PLAYER."
  (cond ((free-seat-p seat) (together-text :free))
        ((eq (seat-kind seat) :computer) (together-text :computer (say (level-title (level-named (seat-level seat))))))
        ((eq (seat-state seat) :resigned) (together-text :resigned))
        ((eq (seat-state seat) :away) (together-text :away))
        ((member player (my-seats)) (together-text :you))
        ((here-p seat) (together-text :here))
        (t (together-text :not-here))))

(defun print-seats ()
  "Prints who sits where."
  (tag ol (class "seats")
    (loop for seat in (party-seats *party*)
          for player from 0
          do (tag li (class (format nil "~a~:[~; free~]" (seat-class player) (free-seat-p seat)))
               (draw-mark player)
               (text-tag 'span "name" (nth player *names*))
               (text-tag 'small nil (seat-words seat player))))))

(defun print-table ()
  "Prints the panel about the people: their seats, links, and how to resign."
  (tag section (class "table panel" aria-label (together-text :table))
    (text-tag 'h2 nil (together-text :table))
    (print-seats)
    (unless (my-seats)
      (text-tag 'p "quiet" (together-text :watching)))
    (tag details (class "options links")
      (text-tag 'summary nil (together-text :links))
      (print-invitation-link)
      (when (my-seats) (print-own-link)))
    (when (and (my-seats) (not (eq (party-stage *party*) :over)))
      (tag details (class "options")
        (text-tag 'summary nil (together-text :resign))
        (text-tag 'p "quiet" (together-text :resign-help))
        (print-post-button "resign" (together-text :resign-button))))))
