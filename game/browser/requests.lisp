;;; Requests of the pages: checks them and answers.

;;; New games

(defun answer-new (params)
  "Shows the game that PARAMS, the fields of a form, describe. It is stored with its first move."
  (unless (string= *request-method* "POST")
    (error 'bad-request :status 405 :text (say "A new game begins with the form on the first page.") :headers '(("Allow" . "POST"))))
  (go-to (format nil "/play?game=~a" (record-id (fresh-record (asked-rules params))))))

(defun begun-record (params)
  "Returns the game in PARAMS: the current one, or an unplayed one. Returns NIL if there is none."
  (let ((name (parameter "GAME" params)))
    (or (and name
             (not (and *record* (equal name (record-id *record*))))
             (member (parameter "MOVE" params) '(nil "0") :test #'equal)
             (not (member name *left-games* :test #'equal))
             (unplayed-record name))
        *record*)))

;;; The game

(defun current-p (record params)
  "True if PARAMS come from a link of RECORD in its current state."
  (and (equal (parameter "GAME" params) (record-id record))
       (equal (parameter "MOVE" params) (princ-to-string (record-number record)))))

(defun hex-parameter (name params)
  "Returns the position in the parameter NAME. Signals a BAD-REQUEST if it is not on the board."
  (number-parameter name params 0 (1- *board-hexnum*)))

(defun answer-play (record params)
  "Shows RECORD, with the hex chosen to attack from in PARAMS, if any."
  (let ((from (and (parameter "FROM" params) (hex-parameter "FROM" params))))
    (unless (member from (cons nil (game-choices record nil)))
      (refuse 400 "From hex {hex} you cannot attack now." :hex from))
    (game-answer record params 200 :selected from)))

(defun after-step (record params)
  "Redirects to RECORD after a step, so that reloading the page does not repeat the step."
  (when (rule :day record) (note-day-result record))
  (cond ((null (parameter "PART" params)) (go-to (stored-address record)))
        ((and (eq (rule :level record) :strong) (eq (record-stage record) :computer) (null (rule :day record)))
         (thinking-answer record params))
        (t (game-answer record params 200))))

(let ((pages (make-hash-table :test 'equal)))
  (defun thinking-answer (record params)
    "Returns the answer of GAME-ANSWER while the strong player may be thinking about its move in RECORD. The page is
made once, since scripts ask for it until the player has decided."
    (let ((state (list record (record-number record) (record-undone record) *language*)) ; two browsers can play a game of the same name
          (known (gethash (record-id record) pages)))
      (unless (and known (every #'eql state (first known)))
        (when (> (hash-table-count pages) 200)
          (clrhash pages))
        (setf known (list state (nth-value 2 (game-answer record params 200)))
              (gethash (record-id record) pages) known))
      (values 200 *html* (second known)))))

(defun answer-attack (record params)
  "Makes the person's attack in PARAMS."
  (let ((action (list (hex-parameter "FROM" params) (hex-parameter "TO" params))))
    (unless (and (eq (record-stage record) :person) (play-action record action))
      (refuse 400 "You cannot attack hex {to} from hex {from} now." :to (second action) :from (first action)))
    (after-step record params)))

(defun answer-pass (record params)
  "Ends the person's turn."
  (unless (and (eq (record-stage record) :person) (play-action record nil))
    (refuse 400 "You cannot end your turn now: attack first."))
  (after-step record params))

(defun answer-next (record params)
  "Makes the computer's move."
  (unless (eq (record-stage record) :computer)
    (refuse 400 "It is not the computer's turn."))
  (let-computer-move record)
  (after-step record params))

(defun answer-skip (record params)
  "Makes the computers' moves, decided at once, until it is the person's turn, or there are *SKIPPED-MOVES*, or
*SKIPPING-TIME* is over; the page then goes on by itself, with a script at once."
  (unless (eq (record-stage record) :computer)
    (refuse 400 "It is not the computer's turn."))
  (let ((*round-time* 0))
    (hasten record)
    (loop with end = (and (parameter "PART" params) (+ (get-internal-real-time) (* *skipping-time* internal-time-units-per-second)))
          repeat *skipped-moves*
          while (and (eq (record-stage record) :computer) (let-computer-move record))
          until (and end (> (get-internal-real-time) end))))
  (if (eq (record-stage record) :computer)
      (game-answer record params 200 :next "skip")
      (after-step record params)))

(defun answer-game (record params answer stepping)
  "Returns the result of the function ANSWER for RECORD and PARAMS. If STEPPING, PARAMS must come from a link of RECORD
in its current state; otherwise RECORD is shown unchanged, with a notice if somebody clicked."
  (with-record (record)
    (multiple-value-prog1
        (cond ((or (current-p record params) (not stepping))
               (let ((kept *record*))
                 (multiple-value-prog1 (funcall answer record params)
                   (when (and (plusp (record-number record)) (eq kept *record*)) ; otherwise the answer has replaced the game
                     (keep-record record)))))
              ((equal (parameter "BY" params) "script") ; nobody clicked: the game went on in another window
               (game-answer record params 200))
              (t
               (game-answer record params 409 :notice (say "That page was out of date: nothing was changed. This is the current state of the game."))))
      (unless (eq answer 'answer-skip)  ; which goes on without thinking
        (begin-thinking record))
      (when (eq (record-stage record) :person) ; who may take long, or never come back
        (forget-moves record)))))

;;; Finding the page

(defparameter *game-pages*
  '(("play" answer-play nil) ("attack" answer-attack t) ("pass" answer-pass t) ("next" answer-next t) ("skip" answer-skip t)
    ("hint" answer-hint t) ("undo" answer-undo t) ("concede" answer-concede t) ("accept" answer-accept t)
    ("turn.svg" answer-turn-film nil) ("record.txt" answer-record nil) ("replay" answer-replay nil))
  "The pages of a game: path, function, and whether it changes the game.")

(defparameter *other-pages*
  '(("new" answer-new) ("continue" answer-continue) ("import" answer-import) ("position" answer-position) ("board.svg" answer-picture) ("board.png" answer-card)
    ("puzzles" answer-puzzles) ("puzzle" answer-puzzle) ("decision" answer-decision) ("statistics" answer-statistics)
    ("manifest.webmanifest" answer-manifest) ("icon.png" answer-icon) ("offline" answer-offline)
    ("tables" answer-tables) ("operator" answer-operator))
  "The pages that do not need a game: path and function.")

(defun answer-page (path params)
  "Returns the answer to a request for PATH with PARAMS."
  (let ((asset (find-asset path))
        (other (assoc path *other-pages* :test #'equal))
        (game-page (assoc path *game-pages* :test #'equal)))
    (cond ((member path '("" "index.html") :test #'equal) (html-answer () (print-first-page *record*)))
          (asset (values 200 (first asset) (second asset)))
          ((equal path "rules") (html-answer () (print-rules-page)))
          ((and *without-server* (member (first (parts path #\/)) '("together" "tables" "operator") :test #'equal))
           (refuse 404 "Games with friends need a server, and these pages have none."))
          (other (funcall (second other) params))
          ((equal (first (parts path #\/)) "together") (answer-together path params))
          ((equal (first (parts path #\/)) "today") (answer-today path params))
          ((null game-page) (refuse 404 "There is no page {page}." :page path))
          (t (let ((record (begun-record params)))
               (if (null record)
                   (go-to "/")
                   (destructuring-bind (answer stepping) (rest game-page)
                     (answer-game record params answer (or stepping (parameter "FROM" params))))))))))

;;; The server's name in the request; and the origin: another site must not make the visitor's browser move.

(defun authority (address)
  "Returns the part of ADDRESS, a string, between // and the next slash: the host, perhaps with a port; NIL if there is
none.
  (authority \"https://dice.example:8080/play?a\") => \"dice.example:8080\""
  (let* ((start (search "//" address))
         (end (and start (position #\/ address :start (+ start 2)))))
    (and start (subseq address (+ start 2) end))))

(defun site-of (header)
  "Returns the beginning of the site's addresses, before the path, for the browser that sent HEADER, an alist.
  (site-of '((host . \"dice.example:8080\"))) => \"http://dice.example:8080\""
  (flet ((said (name) (cdr (assoc name header :test #'string=))))
    (format nil "http~:[~;s~]://~a" *secure* (or (said "X-FORWARDED-HOST") (said "HOST") "localhost"))))

(defun foreign-p (header)
  "True if HEADER, an alist, says that a page of another site, or of another program of this host, sent the request.
Browsers say so in Sec-Fetch-Site, but only over HTTPS or to this machine; otherwise Origin or Referer tell, if present.
The server's own name is the Host header of the request; a proxy that changes it passes on the original in
X-Forwarded-Host."
  (flet ((said (name) (cdr (assoc name header :test #'string=))))
    (let ((site (said "SEC-FETCH-SITE"))
          (source (or (said "ORIGIN") (said "REFERER"))))
      (cond (site (not (member site '("same-origin" "none") :test #'string=)))
            (source (notany (lambda (own) (and own (equalp own (authority source))))
                            (list (said "HOST") (said "X-FORWARDED-HOST"))))
            (t nil)))))

(defun check-origin (path header)
  "Signals a BAD-REQUEST if HEADER, an alist, says that another site requested PATH and PATH changes a game."
  (when (and (or (string= *request-method* "POST")
                 (third (assoc (first (last (parts path #\/))) *game-pages* :test #'equal)))
             (foreign-p header))
    (refuse 403 "Another site tried to change your game: nothing was changed.")))

(defun answer (path params &optional header)
  "Returns the answer to a request for PATH, without leading slash, with the alists PARAMS and HEADER: status, content
type, body, and an alist of further headers.
  (answer \"nowhere\" '()) => 404"
  (let ((*language* (wanted-language header))
        (*site* (site-of header)))
    (handler-case (if (equal path "language")
                      (answer-language params header)
                      (progn (check-origin path header)
                             (answer-page path params)))
      (bad-request (problem)
        (html-answer ((bad-request-status problem) (bad-request-headers problem))
          (print-message-page (if (= (bad-request-status problem) 404) (say "No such page") (say "That cannot be done"))
                              (princ-to-string problem)))))))

(defparameter *content-policy*
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
  "The policy that says what browsers may load for the pages, except the book's: only the server's own files.")

(defun send-answer (status type body &optional headers)
  "Passes an answer of ANSWER to the server."
  (setf *response-status* status
        (response-header "Content-Type") type
        (response-header "Content-Security-Policy") *content-policy*)
  (loop for (name . value) in headers
        do (setf (response-header name) value))
  (if (stringp body)
      (write-string body)
      (setf *response-body* body)))

(defun play-request-handler (path header params)
  "Prints the page for PATH and PARAMS, for SERVE: one of these pages, or the book's at game.html."
  (if (equal path "game.html")
      (dod-request-handler path header params)
      (multiple-value-call #'send-answer (answer path params header)))
  (multiple-value-bind (asset of-version) (find-asset path)
    (when asset
      (setf (response-header "Cache-Control") (if of-version "max-age=31536000, immutable" "max-age=600")))
    (when of-version
      (setf (response-header "Content-Security-Policy") nil)))) ; the page's own holds for its styles and scripts
