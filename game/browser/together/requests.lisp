;;; Requests of games with friends: checks who may do what, and answers.

(defparameter *hold-time* 20
  "The number of seconds for which a browser's question whether something has happened is held.")

;;; Answers

(defun party-answer (params status &key selected notice (record (party-record *party*)))
  "Returns an answer with STATUS that shows RECORD, the game of the party, or the lobby; only the part of the page if
PARAMS ask for it."
  (let ((part (parameter "PART" params)))
    (html-answer (status)
      (cond ((not (party-started *party*)) (if part (print-lobby-part notice) (print-lobby-page notice)))
            (part (print-party-part record :selected selected :notice notice))
            (t (print-party-game-page record :selected selected :notice notice))))))

(defun go-to-party ()
  "Returns an answer that redirects to the party."
  (go-to (party-address (party-token *party*) "play")))

(defun go-to-seat (token key)
  "Returns an answer that redirects the browser to the party of TOKEN by the link of the seat with KEY, which the
browser has just got. So a browser without cookies learns that link."
  (go-to (format nil "~a?taken=1" (seat-address token key))))

(defun after-party-step (params)
  "Redirects to the party after a step, so that reloading the page does not repeat the step."
  (if (parameter "PART" params)
      (party-answer params 200)
      (go-to-party)))

;;; Pages to look at

(defun answer-party-play (params)
  "Shows the party, with the hex chosen to attack from in PARAMS, if any."
  (let ((from (and (parameter "FROM" params) (hex-parameter "FROM" params)))
        (record (party-record *party*))
        (*only-watching* (and (parameter "WATCH" params) (null *keys*))))
    (cond ((null from) (party-answer params 200))
          ((not (current-p record params)) (stale-answer params))
          ((member from (game-choices record nil)) (party-answer params 200 :selected from))
          (t (refuse 400 "From hex {hex} you cannot attack now." :hex from)))))

(defun answer-party-record (params)
  "Shows the game of the party as a list."
  (answer-record (party-record *party*) params))

(defun answer-party-replay (params)
  "Shows the game of the party move by move."
  (answer-replay (party-record *party*) params))

(defun answer-party-turn-film (params)
  "Sends the film of a turn of the party's game."
  (answer-turn-film (party-record *party*) params))

(defun stale-answer (params)
  "Returns the answer to a request from an old page: the party in its current state, with a notice if somebody clicked."
  (if (equal (parameter "BY" params) "script")
      (party-answer params 200)
      (party-answer params 409 :notice (together-text :old-page))))

;;; Moves

(defun not-your-turn ()
  "Returns a sentence that it is not the reader's turn."
  (if (my-seats)
      (together-text :not-your-turn (player-name (record-player (party-record *party*))))
      (together-text :only-watching)))

(defun answer-party-move (params action)
  "Makes the move that the function ACTION returns, (FROM TO) or NIL, if PARAMS come from the current page of the person
to move."
  (let ((record (party-record *party*)))
    (cond ((not (current-p record params)) (stale-answer params))
          ((not (turn-p *party* *keys*)) (party-answer params 403 :notice (not-your-turn)))
          (t
           (let ((action (funcall action)))
             (note-in-time *party*)
             (unless (with-changes (*party*) (make-party-move *party* action))
               (if action
                   (refuse 400 "You cannot attack hex {to} from hex {from} now." :to (second action) :from (first action))
                   (refuse 400 "You cannot end your turn now: attack first.")))
             (after-party-step params))))))

(defun answer-party-attack (params)
  "Makes the attack in PARAMS."
  (answer-party-move params (lambda () (list (hex-parameter "FROM" params) (hex-parameter "TO" params)))))

(defun answer-party-pass (params)
  "Ends the turn of the person to move."
  (answer-party-move params (constantly nil)))

(defun computer-moves (most)
  "Makes computers' moves in the party, at most MOST, until a person is to move or a computer has to think. Returns true
if one has moved."
  (with-changes (*party*)
    (when (> most 1) (hasten (party-record *party*)))
    (loop repeat most
          while (and (eq (party-stage *party*) :computer) (make-computer-move *party*))
          count t into moves
          finally (return (plusp moves)))))

(defun answer-party-next (params)
  "Shows the state of the game one move after the page that PARAMS come from. If nobody has made that move, a computer
makes it."
  (let* ((record (party-record *party*))
         (seen (and (equal (parameter "GAME" params) (record-id record)) (number-in (parameter "MOVE" params) 0 (record-number record)))))
    (when (and (eql seen (record-number record)) (eq (party-stage *party*) :computer))
      (computer-moves 1))
    (let ((past (and seen (past-record *party* (1+ seen)))))
      (cond ((not (parameter "PART" params)) (go-to-party))
            (past (let ((*was* t) (*people-here* '())) (party-answer params 200 :record past)))
            (t (party-answer params 200))))))

(defun answer-party-skip (params)
  "Shows the party after computers have moved until a person is to move."
  (when (my-seats)
    (computer-moves *skipped-moves*))
  (after-party-step params))

;;; Waiting

(defun answer-party-live (params)
  "Answers when something has happened in the party since the version in PARAMS: at once if it has, or if the request
cannot be held; Retry-After then tells when to ask again."
  (let ((left (or (move-time-left *party*) (fill-left *party*))))
    (cond ((not (equal (parameter "SEEN" params) (princ-to-string (party-version *party*))))
           (values 200 "text/plain; charset=utf-8" "changed"))
          ((hold-request (party-token *party*) (if left (min *hold-time* (1+ (max 0 left))) *hold-time*))
           (values 200 "text/plain; charset=utf-8" ""))
          (t
           (values 204 "text/plain; charset=utf-8" "" (list (cons "Retry-After" (princ-to-string *held-pause*))))))))

;;; Seats

(defun answer-party-join (params)
  "Gives the reader a free seat."
  (cond (*keys* (go-to-party))
        ((or (party-started *party*) (zerop (free-seats *party*)))
         (party-answer params 409 :notice (together-text :no-free-seat)))
        (t
         (check-banned)
         (check-session-room)
         (let ((key (webserver:make-token)))
           (with-changes (*party*) (take-seat *party* key (asked-name params)))
           (keep-key (party-token *party*) key)
           (go-to-seat (party-token *party*) key)))))

(defun answer-party-start (params)
  "Starts the game with those who are there."
  (cond ((not (host-p *party* *keys*)) (party-answer params 403 :notice (together-text :host-only)))
        (t
         (with-changes (*party*)
           (unless (party-started *party*) (start-party *party*) t))
         (go-to-party))))

(defun answer-party-resign (params)
  "Makes a computer play the rest of the game for the reader."
  (declare (ignore params))
  (when (party-started *party*)
    (with-changes (*party*) (resign *party* *keys*)))
  (go-to-party))

(defun answer-party-back (params)
  "Makes the reader play again after having been away."
  (declare (ignore params))
  (with-changes (*party*) (come-back *party* *keys*))
  (go-to-party))

(defun answer-party-rematch (params)
  "Offers another game, or begins it if the others have offered one."
  (if (rematch-p *party* *keys*)
      (with-changes (*party*) (offer-rematch *party* *keys* (random (1+ *greatest-seed*) *chance*)))
      (when (null (my-seats))
        (return-from answer-party-rematch (party-answer params 403 :notice (together-text :only-watching)))))
  (go-to-party))

(defun answer-own-seat (key taken)
  "Shows the page behind the own link of the seat with KEY, or takes the seat if a form asks for it. TAKEN is true if
the browser has just taken it; if it sends the cookie, it is redirected to the game."
  (let ((player (position key (party-seats *party*) :key #'seat-key :test #'equal)))
    (cond ((null player) (refuse-text 404 (together-text :no-party)))
          ((string= *request-method* "POST")
           (check-session-room)
           (keep-key (party-token *party*) key)
           (go-to-seat (party-token *party*) key))
          ((and taken (member key *keys* :test #'string=)) (go-to-party))
          (t (html-answer () (print-own-seat-page *party* player key taken))))))

;;; Finding the page

(defparameter *party-pages*
  '(("play" answer-party-play) ("attack" answer-party-attack) ("pass" answer-party-pass) ("next" answer-party-next) ("skip" answer-party-skip)
    ("live" answer-party-live) ("record.txt" answer-party-record) ("replay" answer-party-replay) ("turn.svg" answer-party-turn-film)
    ("join" answer-party-join :form) ("start" answer-party-start :form) ("resign" answer-party-resign :form) ("back" answer-party-back :form)
    ("rematch" answer-party-rematch :form))
  "The pages of a party: path, function, and :FORM if a form posts to it.")

(defun check-form (path)
  "Signals a BAD-REQUEST if PATH, which a form posts to, is requested otherwise."
  (unless (string= *request-method* "POST")
    (error 'bad-request :status 405 :text (format nil "~a: ~a" path (together-text :form-only)) :headers '(("Allow" . "POST")))))

(defun answer-party-page (party keys page key params)
  "Returns the answer to a request with PARAMS for PAGE of PARTY. KEYS are the browser's, KEY is one in the address."
  (note-seen party keys)
  (with-party (party keys)
    (with-changes (party) (or (fill-table party) (check-clock party keys)))
    (let ((known (assoc page *party-pages* :test #'equal)))
      (cond ((equal page "seat") (answer-own-seat (or key (parameter "KEY" params) "") (parameter "TAKEN" params)))
            ((or (null known) key) (refuse 404 "There is no page {page}." :page page))
            (t (when (third known) (check-form page))
               (multiple-value-prog1 (funcall (second known) params)
                 (when (eq (party-stage party) :computer)
                   (begin-thinking (party-record party) (level-of (seat-to-move party))))))))))

(defun answer-together (path params)
  "Returns the answer to a request for PATH, \"together\" or a path below \"together/\", with PARAMS."
  (destructuring-bind (token &optional (page "play") key &rest more) (or (rest (parts path #\/)) '(nil))
    (cond ((and (null token) (string= *request-method* "POST")) (answer-new-party params))
          ((null token) (html-answer () (print-party-form-page)))
          (t
           (let ((party (and (null more) (find-party token))))
             (unless party
               (refuse-text 404 (together-text :no-party)))
             (answer-party-page party (keys-of token) page key params))))))
