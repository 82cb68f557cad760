;;; The pages of games with friends: the lobby, before all seats are taken, and the game. Printed to *STANDARD-OUTPUT*.
;;; The script replaces the element #game, as in other games.

(defun call-with-party (party keys function)
  "Calls FUNCTION with the pages set to show PARTY to a browser that has KEYS."
  (let* ((*party* party)
         (*keys* keys)
         (*place* (format nil "~a/" (party-address (party-token party))))
         (*names* (party-names party))
         (*people-here* (if (party-started party) (seats-of party keys) '()))
         (mine (my-seats))
         (*you* (and mine (null (rest mine)) (first mine)))
         (*print-other-actions* 'print-together-actions))
    (with-party-rules (party)
      (funcall function))))

(defmacro with-party ((party keys) &body body)
  "Evaluates BODY with the pages set to show PARTY to a browser that has KEYS."
  `(call-with-party ,party ,keys (lambda () ,@body)))

(defun wait-address ()
  "Returns the address whose request is held until something happens in the party."
  (format nil "~alive?seen=~d" *place* (party-version *party*)))

(defun page-after ()
  "Returns the address that browsers without scripts load next, and after how many seconds; NIL if it is the reader's
turn."
  (let ((again (format nil "~aplay" *place*)))
    (ecase (party-stage *party*)
      (:waiting (and (or *keys* *only-watching*) (values (lobby-address *only-watching*) 3)))
      (:person (and (not (turn-p *party* *keys*)) (values again 4)))
      (:computer (values (step-link "skip" (party-record *party*)) 1))
      (:over (values again 10)))))

;;; The game

(defun out-p (record)
  "True if the reader plays but has no hex left in RECORD."
  (let ((mine (my-seats)))
    (and mine (notany (lambda (hex) (member (first hex) mine)) (record-board record)))))

(defun live-attributes (record)
  "Returns the attributes by which the script follows RECORD, the game of the party or an earlier state of it."
  (let ((turn (and (not *was*) (turn-p *party* *keys*))))
    (list (cons 'class (format nil "game together ~(~a~)" (if *was* :computer (record-stage record))))
          (cons 'data-home (format nil "~aplay" *place*))
          (cons 'data-address (format nil "~aplay" *place*))
          (cons 'data-title (format nil "~:[~;● ~]~a" turn (stage-words record)))
          (cons 'data-out (if (out-p record) "yes" ""))
          (cons 'data-mine (format nil "~{~d~^ ~}" (my-seats)))
          (cons 'data-behind (- (record-number (party-record *party*)) (record-number record)))
          (cons 'data-live (if (or *was* (eq (party-stage *party*) :computer)) "" (wait-address)))
          (cons 'data-after (step-link "next" record)))))

(defun going-on-p ()
  "True if the next event is already there or comes from a computer, so that the page need not wait for people."
  (or *was* (eq (party-stage *party*) :computer)))

(defun shown-notice (notice)
  "Returns NOTICE, or, if that is NIL, what has to be announced."
  (or notice
      (and (seats-of *party* *keys* :away) (together-text :you-were-away))
      (and (some (lambda (player) (plusp (seat-late (party-seat *party* player)))) (my-seats)) (together-text :you-were-late))
      (offer-words)))

(defun print-party-part (record &key selected notice)
  "Prints the part of the page that shows RECORD, the game of the party or an earlier state. SELECTED and NOTICE are as
for PRINT-GAME-PART."
  (print-game-part record :selected selected :notice (shown-notice notice) :next (and (going-on-p) "next")
                          :news (lambda () (when (shown-notice notice) (text-tag 'p "notice" (shown-notice notice))))
                          :attributes (live-attributes record) :more 'print-clock :after 'print-table))

(defun print-party-game-page (record &rest arguments)
  "Prints the page of RECORD, the game of the party. ARGUMENTS are those of PRINT-PARTY-PART."
  (multiple-value-bind (next seconds) (page-after)
    (page ((say "{title} – Dice of Doom" :title (cdr (assoc 'data-title (live-attributes record))))
           :next next :seconds seconds :settings t :sheet "together.css" :card (party-card))
      (tag p (class "unseen announcer" role "status"))
      (apply #'print-party-part record arguments))))

;;; The lobby

(defvar *only-watching* nil "True if the reader of the lobby wants to watch only.")

(defun host-name ()
  "Returns the name of the host of the party as HTML; NIL if the host has none."
  (let ((seat (find (party-host *party*) (party-seats *party*) :key #'seat-key :test #'equal)))
    (and seat (seat-name seat) (escape-markup (seat-name seat)))))

(defun invitation-words ()
  "Returns the headline of an invitation to the party."
  (let ((host (host-name)))
    (if host (together-text :invites host) (together-text :invited))))

(defun lobby-headline ()
  "Returns the headline of the lobby."
  (cond ((party-open *party*) (together-text :finding))
        ((or *keys* *only-watching*) (waiting-words (free-seats *party*)))
        (t (invitation-words))))

(defun lobby-address (&optional only-watching)
  "Returns the address of the lobby, for those who want to watch if ONLY-WATCHING."
  (format nil "~aplay~:[~;?watch=1~]" *place* only-watching))

(defun party-card ()
  "Returns the arguments of PRINT-CARD, which describes the party for links to it."
  (let ((record (party-record *party*)))
    (list (if (party-started *party*) (stage-words record) (invitation-words))
          (together-text (if (party-started *party*) :card-watch :card-join) (table-words (record-rules record)))
          (card-query record))))

(defun print-join-form ()
  "Prints the form to take a seat."
  (tag form (class "join" method "post" action (party-address (party-token *party*) "join"))
    (print-name-field)
    (tag button (class "button first" type "submit") (princ (together-text :join)))
    (button-link nil (lobby-address t) (together-text :watch))))

(defun print-filling ()
  "Prints when computers take the free seats of the open table, which the script counts down."
  (let ((left (max 0 (fill-left *party*))))
    (tag p (class "clock")
      (princ (together-text :computers-come))
      (princ " ")
      (tag b (data-left left) (princ (time-words left))))))

(defun print-lobby-actions ()
  "Prints what the reader can do in the lobby."
  (when (party-open *party*) (print-filling))
  (cond ((and *keys* (party-open *party*)))
        (*only-watching*
         (text-tag 'p "quiet" (together-text :watch-help))
         (button-link nil (lobby-address) (together-text :join)))
        ((null *keys*) (print-join-form))
        (t
         (print-invitation-link)
         (cond ((host-p *party* *keys*)
                (tag div (class "actions")
                  (print-post-button "start" (together-text :start) "button first"))
                (text-tag 'p "quiet" (together-text :start-help)))
               (t
                (text-tag 'p "quiet" (together-text :wait-help)))))))

(defun print-lobby-part (&optional notice)
  "Prints the part of the page that shows the lobby of the party, with NOTICE first, unless that is NIL."
  (let ((record (party-record *party*))
        (title (lobby-headline)))
    (tag div (id "game" class "first-page lobby" data-stage "waiting" data-game (party-token *party*) data-move 0 data-next "" data-event "" data-out ""
              data-home (format nil "~aplay" *place*) data-address (if *only-watching* (lobby-address t) (party-address (party-token *party*))) data-title title
              data-live (wait-address) data-after (lobby-address *only-watching*) data-say (format nil "~@[~a ~]~a." notice title))
      (tag section (class "invitation")
        (when notice (text-tag 'p "notice" notice))
        (text-tag 'h1 nil title)
        (text-tag 'p "lead prompt" (if (or *keys* *only-watching*) (table-words (record-rules record)) (together-text :invited-lead (table-words (record-rules record)))))
        (print-lobby-actions)
        (print-seats))
      (tag section (class "place" aria-label (say "Board"))
        (draw-game-board (record-board record) nil (constantly nil) nil))
      (unless *keys* (print-steps)))))

(defun print-lobby-page (&optional notice)
  "Prints the lobby of the party; NOTICE as for PRINT-LOBBY-PART."
  (multiple-value-bind (next seconds) (page-after)
    (page ((say "{title} – Dice of Doom" :title (lobby-headline)) :next next :seconds (or seconds 3) :settings t :sheet "together.css" :card (party-card))
      (tag p (class "unseen announcer" role "status"))
      (print-lobby-part notice))))

(defun print-own-seat-page (party player key taken)
  "Prints the page behind the own link of PLAYER of PARTY, whose key is KEY. TAKEN is true if the browser has just taken
the seat but does not send the cookie."
  (page ((together-title) :sheet "together.css")
    (tag section (class "message panel")
      (text-tag 'h1 nil (together-text :own-seat (nth player *names*)))
      (text-tag 'p (and taken "notice") (together-text (if taken :no-cookies :own-seat-lead)))
      (when taken
        (print-link-field "own-link" (together-text :own-link) nil (seat-address (party-token party) key)))
      (tag form (class "actions" method "post" action (party-address (party-token party) "seat"))
        (void-tag input type "hidden" name "key" value key)
        (tag button (class "button first" type "submit") (princ (together-text :own-seat (nth player *names*))))))))
