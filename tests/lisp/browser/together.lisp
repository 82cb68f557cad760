;;; game/browser/together/, game/web/shared_states.lisp, held_requests.lisp: games that people play together.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(defvar *answers* '())                               => *answers*
(load "tests/lisp/support/store.lisp")            => t
(progn (setf (symbol-function 'webserver:answer)
             (lambda (number status headers body)
               (push (list number status (cdr (assoc "Retry-After" headers :test #'equal)) body) *answers*)
               t))
       t)                                            => t
(defun kill () "The server is killed and started: what it has in memory is lost." (forget-shared-states) (forget-held-requests) t)   => kill

;;; Simulated browsers: each has its own *SEAT-KEYS*.
(defvar *page* nil)                                  => *page*
(defvar *headers* nil)                               => *headers*
(defvar *browsers* (make-hash-table))                => *browsers*
(defun asks (browser method path &rest params)
  "Returns the status of the answer to BROWSER, and where it is sent. *PAGE* is its text."
  (let ((*seat-keys* (gethash browser *browsers*))
        (*request-method* method))
    (destructuring-bind (status type page &optional headers)
        (multiple-value-list (answer path (loop for (name value) on params by #'cddr collect (cons name value)) '((host . "a.example"))))
      (declare (ignore type))
      (setf (gethash browser *browsers*) *seat-keys* *page* page *headers* headers)
      (let ((address (cdr (assoc "Location" headers :test #'equal))))
        (cond ((null address) status)
              ((search "/seat/" address) (list status "seat"))
              (t (list status (subseq address (1+ (position #\/ address :from-end t))))))))))   => asks
(defun shows (&rest texts) (and (every (lambda (text) (search text *page*)) texts) t))   => shows
(defvar *token* nil)                                 => *token*
(defun makes (browser &rest fields)
  "Makes BROWSER make a game of 3x3 hexes with FIELDS. *TOKEN* is its name in addresses."
  (let ((answer (apply #'asks browser "POST" "together" (append fields (list 'size "3" 'dice "4"))))
        (address (cdr (assoc "Location" *headers* :test #'equal))))
    (setf *token* (and address (subseq address 10 58)))
    (if (consp answer) (first answer) answer)))   => makes
(defun visits (browser page &rest params) (apply #'asks browser "GET" (format nil "together/~a~@[/~a~]" *token* page) params))   => visits
(defun posts (browser page &rest params) (apply #'asks browser "POST" (format nil "together/~a/~a" *token* page) params))   => posts
(defun party () (find-party *token*))                => party
(defun now-of ()
  (with-party-rules ((party))
    (list (party-stage (party)) (record-player (party-record (party))) (record-number (party-record (party))))))
  => now-of
(defun link (&rest more) (list* 'game (record-id (party-record (party))) 'move (princ-to-string (record-number (party-record (party)))) more))   => link
(defun attack ()
  "Returns the parameters of the first attack that can be made."
  (destructuring-bind (from to) (with-party-rules ((party)) (find-if #'identity (mapcar #'first (record-moves (party-record (party))))))
    (link 'from (princ-to-string from) 'to (princ-to-string to))))   => attack
(defun tries (browser) "The answer to an attack of BROWSER." (apply #'visits browser "attack" (attack)))   => tries
(defun passes (browser) (apply #'visits browser "pass" (link)))   => passes

;;; Dice and computer players cannot be foreseen.
(let ((boards (loop repeat 8
                    collect (let ((party (begin-party "t" "k" (list (make-seat :kind :person :key "k") (make-seat :kind :computer :level :kind)) nil
                                                      '(:size 3 :players 2 :dice 4 :level nil :seed 5 :fair t))))
                              (with-party-rules (party)
                                (make-party-move party (find-if #'identity (mapcar #'first (record-moves (party-record party)))))
                                (let ((event (first (record-events (party-record party))))) (list (event-attack event) (event-defense event))))))))
  (< 1 (length (remove-duplicates boards :test #'equal))))   => t
;; From here on they can.
(progn (setf (symbol-function 'chance-of-move) (lambda (record stream) (tessera:seed-random-state (+ 1 stream (record-number record))))
             *chance* (tessera:seed-random-state 11))
       t)                                            => t

;;; The form
(asks :ada "GET" "together")                         => 200
(shows "Play with friends" "name=\"seat0\"" "name=\"seat7\"" "name=\"clock\"" "href=\"#m7\"" "together.css")   => t
(loop for fields in '((seat0 "me") (seat0 "nobody" seat1 "me") (seat0 "kind" seat1 "steady") (seat0 "me" seat1 "somebody") (seat0 "me" seat1 "")
                      (seat0 "me" seat1 "friend" clock "7") (seat0 "me" seat1 "friend" clock "-1") (seat0 "me" seat1 "friend" clock "")
                      (seat0 "me" seat1 "friend" size "99") (seat0 "me" seat1 "friend" dice "1"))
      unless (eql 400 (apply #'makes :ada fields))
        collect fields)                              => nil
(hash-table-count *file*)                            => 0
(mapcar (lambda (name) (asked-name (list (cons 'name name))))
        (list "Ada" "  Ada   Lovelace " "" " " "12345678901234567890123" (format nil "a~cb~c" (code-char 10) (code-char #x202e)) (string (code-char #xe9))))
  => ("Ada" "Ada Lovelace" nil nil "12345678901234567890" "ab" "é")
(length (without-piles (format nil "a~a" (make-string 9 :initial-element (code-char #x301)))))   => 3
;; Each client can make a limited number; then it has to wait.
(let ((*client* "192.0.2.1") (*party-burst* 2))
  (loop repeat 3 collect (makes :eve 'seat0 "me" 'seat1 "friend")))   => (303 303 429)
(and (assoc "Retry-After" *headers* :test #'equal) t)   => t
(let ((*client* "192.0.2.1") (*session* (make-session)) (*session-burst* 0) (before (hash-table-count *file*)))
  (handler-case (makes :eve 'seat0 "me" 'seat1 "friend") (too-many-sessions () (- (hash-table-count *file*) before))))   => 0

;;; An invitation: a visitor with the link can take the next free seat; looking at the page changes nothing.
(makes :ada 'name "Ada" 'seat0 "me" 'seat1 "friend" 'seat2 "kind" 'seat3 "friend" 'clock "120")   => 303
(visits :ada nil)                                    => 200
(shows "Waiting for 2 friends" (format nil "value=\"http://a.example/together/~a\"" *token*) "Start now" ">you<" "computer, Kind")   => t
(now-of)                                             => (:waiting 0 0)
(loop for browser in '(:bob :bob :eve) collect (visits browser nil))   => (200 200 200)
(list (shows "Ada invites you" "Take a seat" "Ada") (shows "Start now") (shows "/seat/") (free-seats (party)))   => (t nil nil 2)
(list (posts :eve "start") (posts :eve "rematch") (posts :eve "resign") (now-of))   => (403 403 (303 "play") (:waiting 0 0))
(loop for page in '("attack" "pass") collect (apply #'visits :ada page (link 'from "0" 'to "1")))   => (403 403)
(posts :bob "join" 'name "<Bob>")                    => (303 "seat")
;; A browser that has kept its seat continues there. Another one can get the seat back by the seat's own link.
(defun key-of (player) (seat-key (party-seat (party) player)))   => key-of
(list (visits :bob (format nil "seat/~a" (key-of 1)) 'taken "1") (visits :bob (format nil "seat/~a" (key-of 1))) (shows "cookie"))   => ((303 "play") 200 nil)
(list (visits :bare (format nil "seat/~a" (key-of 1)) 'taken "1")
      (shows "this browser has not kept the cookie" (key-of 1) "Play here as &lt;Bob&gt;"))   => (200 t)
(list (visits :bare "play")
      (shows "Waiting for")
      (posts :bare "seat" 'key (key-of 1))
      (visits :bare "play")
      (shows "Waiting for a friend"))   => (200 nil (303 "seat") 200 t)
(list (visits :bob "play") (shows "Waiting for a friend" "&lt;Bob&gt;") (shows "Start now") (free-seats (party)))   => (200 t nil 1)
(list (posts :bob "join" 'name "Bob again") (free-seats (party)))   => ((303 "play") 1)
(loop for page in '("join" "start" "resign" "back" "rematch") collect (visits :bob page))   => (405 405 405 405 405)
(list (kill) (free-seats (party)) (posts :cyd "join") (now-of))   => (t 1 (303 "seat") (:person 0 0))
;; A seat more than there are
(list (posts :dan "join") (shows "All seats are taken") (length (remove nil (mapcar #'seat-key (party-seats (party))))))   => (409 t 3)
(let ((seats (mapcar #'seat-key (party-seats (party)))))
  (list (length (remove-duplicates (remove nil seats) :test #'equal)) (third seats)))   => (3 nil)

;;; The game: each player sees it from the own seat, and only the current player can move.
(loop for browser in '(:ada :bob :eve)
      collect (list (visits browser "play") (shows "<title>● Your turn") (shows "<title>Ada’s turn") (shows "Pick a hex of yours") (shows "http-equiv=\"refresh\"")))
  => ((200 t nil t nil) (200 nil t nil t) (200 nil t nil t))
(list (visits :eve "play") (shows "You are watching.") (shows "Resign") (shows "/seat/"))   => (200 t nil nil)
(list (visits :bob "play") (shows "You are watching.") (shows "Resign") (shows "/seat/"))   => (200 nil t t)
(defun untouched (browser page &rest params)
  "Returns the status of the answer, if the game is what it was before."
  (let ((before (list (prin1-to-string (party-form (party))) (gethash (shared-state-key *token*) *file*))))
    (prog1 (apply #'visits browser page params)
      (unless (equal before (list (prin1-to-string (party-form (party))) (gethash (shared-state-key *token*) *file*)))
        (error "~a ~s touched the game." page params)))))   => untouched
(loop for browser in '(:bob :cyd :eve)
      collect (list (apply #'untouched browser "attack" (attack)) (apply #'untouched browser "pass" (link)) (shows "to move. Nothing was done.") (shows "watching")))
  => ((403 403 t nil) (403 403 t nil) (403 403 nil t))
(apply #'untouched :ada "pass" (link))               => 400
(loop for value in '("999" "" "-1" "nil" "1.0" "#.(quit)" "<b>")
      collect (list (apply #'untouched :ada "attack" (link 'from value 'to "1")) (apply #'untouched :ada "play" (link 'from value))))
  => ((400 400) (400 400) (400 400) (400 400) (400 400) (400 400) (400 400))
(defparameter *first* (attack))                      => *first*
(list (tries :ada) (now-of))                       => ((303 "play") (:person 0 1))
(list (apply #'untouched :ada "attack" *first*)
      (shows "That page was out of date")
      (apply #'untouched :ada "attack" 'part "game" 'by "script" *first*)
      (shows "That page was out of date"))
  => (409 t 200 nil)
(list (kill) (now-of) (passes :bob) (passes :ada) (now-of))   => (t (:person 0 1) 403 (303 "play") (:person 1 2))
(list (visits :bob "play") (shows "<title>● Your turn" "Ada got") (visits :ada "play") (shows "<title>&lt;Bob&gt;’s turn" "You got"))   => (200 t 200 t)
(list (tries :ada) (tries :bob) (passes :bob) (now-of))   => (403 (303 "play") (303 "play") (:computer 2 4))

;;; Computers move when a browser asks for the next state; all browsers see every move in order.
(defun asks-next (browser after)
  (visits browser
          "next"
          'game
          (record-id (party-record (party)))
          'move
          (princ-to-string after)
          'part
          "game"
          'by
          "script"))   => asks-next
(list (asks-next :eve 4) (now-of) (shows "data-move=\"5\""))   => (200 (:computer 2 5) t)
(loop for after from 0 below 5
      collect (list (asks-next :cyd after) (shows (format nil "data-move=\"~d\"" (1+ after)) "data-next=\"/together/") (shows "class=\"t p0 c0 r0 can\"")))
  => ((200 t nil) (200 t nil) (200 t nil) (200 t nil) (200 t nil))
(list (now-of) (asks-next :cyd 1) (shows "Skip" "data-live=\"\"") (asks-next :cyd 77) (shows "data-move=\"5\""))   => ((:computer 2 5) 200 t 200 t)
(list (kill) (asks-next :cyd 1) (shows "data-move=\"2\""))   => (t 200 t)
(list (apply #'visits :eve "skip" (link))
      (second (now-of))
      (apply #'visits :cyd "skip" (link))
      (first (now-of))
      (second (now-of)))   => ((303 "play") 2 (303 "play") :person 3)

;;; The clock: late players count as absent if others notice, and can return. While the server is down nobody is late.
(defvar *up-since* (get-universal-time))             => *up-since*
(defun shared-since () *up-since*)                   => shared-since
(defun later (seconds) (decf (party-moved (party)) seconds) (setf *up-since* (- (shared-since) seconds)) (with-party-rules ((party)) (move-time-left (party))))   => later
(plusp (later 110))                                  => t
(list (visits :ada "play") (first (now-of)))         => (200 :person)
(list (minusp (later 20)) (visits :cyd "play") (first (now-of)))   => (t 200 :person)
(setf (seat-late (party-seat (party) 3)) 1)          => 1
(list (visits :ada "play") (subseq (now-of) 0 2) (shows "away, a computer plays"))   => (200 (:computer 3) t)
(list (visits :cyd "play") (shows "You were away: a computer plays for you." "Play on"))   => (200 t)
(list (tries :cyd) (posts :ada "back") (subseq (now-of) 0 2))   => (403 (303 "play") (:computer 3))
(list (posts :cyd "back") (subseq (now-of) 0 2) (visits :cyd "play") (shows "Your turn"))   => ((303 "play") (:person 3) 200 t)
(list (tries :cyd) (minusp (later 200)) (progn (keep-party (party)) (setf *up-since* (get-universal-time)) (kill)) (visits :ada "play") (first (now-of)))   => ((303 "play") t t 200 :person)

;; The first time a late person only loses the turn, after the attack that it needs; a move in time makes up for it.
(let* ((party (begin-party "t" "ada" (list (make-seat :kind :person :key "ada") (make-seat :kind :person :key "bob")) 30
                           '(:size 4 :players 2 :dice 5 :seed 3 :fair t)))
       (*up-since* 0))
  (flet ((late () (decf (party-moved party) 40) (check-clock party '("eve")) (list (party-stage party) (record-player (party-record party)) (mapcar #'seat-late (party-seats party)) (mapcar #'seat-state (party-seats party)))))
    (with-party-rules (party)
      (list (check-clock party '("eve")) (late) (plusp (record-number (party-record party))) (late) (late)
            (mapcar #'seat-late (party-seats (party-of-form (party-form party))))
            (progn (come-back party '("ada")) (note-in-time party) (mapcar #'seat-late (party-seats party)))))))
  => (nil (:person 1 (1 0) (nil nil)) t (:person 0 (1 1) (nil nil)) (:computer 0 (2 1) (:away nil)) (2 1) (0 1))

;;; Another device: the own link takes the seat there, by its button.
(defparameter *place* "/")                           => *place*
(list (visits :tablet (format nil "seat/~a" (key-of 3))) (shows "Play here as Trey" (key-of 3)) (gethash :tablet *browsers*))   => (200 t nil)
(list (visits :tablet "seat/1f")
      (visits :tablet "seat/")
      (visits :tablet "seat")
      (visits :tablet "play/x")
      (visits :tablet "seat/1/2"))   => (404 404 404 404 404)
(list (posts :tablet "seat" 'key "nil") (posts :tablet "seat" 'key (key-of 3)) (visits :tablet "play") (shows "● Your turn"))   => (404 (303 "seat") 200 t)
(passes :tablet)                                     => (303 "play")

;;; A resigning player leaves the seat to a computer; the other seats are unchanged.
(list (second (now-of)) (posts :ada "resign") (first (now-of)))   => (0 (303 "play") :computer)
(list (visits :ada "play")
      (shows "resigned, a computer plays" "You are watching.")
      (posts :ada "back")
      (first (now-of))
      (tries :ada))   => (200 t (303 "play") :computer 403)
(list (posts :bob "resign") (visits :bob "play") (shows "Rematch") (visits :cyd "play") (shows "Rematch"))   => ((303 "play") 200 nil 200 t)

;;; Another game: the same link, and the next seat begins.
(let ((before (record-id (party-record (party)))))
  (list (posts :eve "rematch") (posts :bob "rematch") (string= before (record-id (party-record (party))))
        (posts :cyd "rematch") (string= before (record-id (party-record (party)))) (now-of) (party-games (party))))   => (403 403 t (303 "play") nil (:person 0 0) 2)
(list (tries :ada) (tries :bob) (posts :ada "rematch") (now-of))   => (403 (303 "play") (303 "play") (:person 0 1))

;;; A game that was played to the end can be restored.
(list (makes :ada 'seat0 "me" 'seat1 "kind") (loop repeat 400 until (eq (first (now-of)) :over)
                                                   do (cond ((eq (first (now-of)) :computer) (apply #'visits :ada "skip" (link)))
                                                            (t (if (eql 400 (passes :ada)) (tries :ada))))
                                                   finally (return (first (now-of)))))   => (303 :over)
(list (visits :ada "play") (shows "Rematch" "Luck") (shows "action=\"/new\""))   => (200 t nil)
(let ((before (gethash (shared-state-key *token*) *file*)))
  (list (kill) (string= before (party-text (party)))))   => (t t)
(list (posts :ada "rematch") (now-of))               => ((303 "play") (:computer 0 0))

;;; Links: only the complete token of a party works; a session's token does not.
(let ((token *token*))
  (loop for wrong in (list (subseq token 1) (concatenate 'string (subseq token 1) "A") (substitute #\g #\0 token) "" "nil"
                           (format nil "shared-~a" token) (make-string 48 :initial-element #\0))
        collect (let ((*token* wrong)) (visits :eve nil))))   => (404 404 404 404 404 404 404)
(list (session-token-p (shared-state-key *token*)) (length *token*))   => (nil 48)
(list (with-output-to-string (*error-output*)
        (setf (gethash (shared-state-key *token*) *file*) "#.(quit)")
        (kill)
        (visits :ada "play"))
      (let ((*error-output* (make-broadcast-stream))) (visits :ada "play")))
  => ("A game of several people cannot be restored: READ-FROM-STRING: #. is not allowed: *READ-EVAL* is NIL (line 1, column 1)
" 404)

;;; Requests that wait
(makes :ada 'seat0 "me" 'seat1 "friend" 'clock "30")   => 303
(defun waits (browser number &optional (client ""))
  (let ((*request-number* number) (*client* client))
    (visits browser "live" 'seen (princ-to-string (party-version (party))))))   => waits
(list (visits :ada "live" 'seen "0") *page* (visits :ada "live") *page*)   => (200 "changed" 200 "changed")
(list (visits :ada "live" 'seen (princ-to-string (party-version (party)))) (cdr (assoc "Retry-After" *headers* :test #'equal)))   => (204 "4")
(list (waits :ada 1)
      (waits :eve 2)
      (held-p 2)
      (setf *answers* '())
      (posts :bob "join")
      (sort (mapcar #'first *answers*) #'<)
      (mapcar #'second *answers*)
      (held-count))
  => (200 200 t nil (303 "seat") (1 2) (200 200) 0)
;; They are released in time, when there are too many, and no client has too many.
(list (waits :ada 3)
      (setf *answers* '())
      (release-held-requests)
      *answers*
      (progn (release-held-requests (+ (get-internal-real-time) (* 21 internal-time-units-per-second))) *answers*))
  => (200 nil nil nil ((3 204 nil "")))
(let ((*held-limit* 2) (*answers* '()))
  (list (waits :ada 4) (waits :ada 5) (waits :ada 6) *answers* (held-count)))   => (200 200 200 ((4 204 "4" "")) 2)
(let ((*held-client-limit* 1) (*answers* '()))
  (forget-held-requests)
  (list (waits :eve 7 "192.0.2.1") (waits :eve 8 "192.0.2.1") (waits :eve 9 "192.0.2.2") *answers* (held-count)))   => (200 204 200 nil 2)
;; Those of other games wait on.
(let ((*answers* '()))
  (list (makes :ada 'seat0 "me" 'seat1 "friend") (posts :bob "join") *answers* (held-count)))   => (303 (303 "seat") nil 2)

;;; Another site cannot make moves.
(let ((*seat-keys* (gethash :ada *browsers*)))
  (loop for (path method) in '(("attack" "GET") ("pass" "GET") ("next" "GET") ("skip" "GET") ("join" "POST") ("resign" "POST") ("play" "GET") ("" "GET"))
        collect (let ((*request-method* method)) (values (answer (format nil "together/~a/~a" *token* path) '() '((sec-fetch-site . "cross-site")))))))
  => (403 403 403 403 403 403 200 404)
(let ((*request-method* "POST")) (values (answer "together" '() '((#:sec-fetch-site . "cross-site")))))   => 403

;;; --- the last one who has not resigned wins

(let* ((party (begin-party "t" "ada" (list (make-seat :kind :person :key "ada") (make-seat :kind :person :key "bob")) nil
                           '(:size 3 :players 2 :dice 5 :seed 3))))
  (with-party-rules (party)
    (list (party-stage party)
          (progn (resign party '("ada")) (party-stage party))
          (record-winners (party-record party))
          (rematch-p party '("bob"))
          (record-given (party-record (party-of-form (party-form party))))
          (progn (begin-rematch party 4) (party-stage party)))))   => (:person :over (1) t 1 :person)
;;; A rematch begins when everybody wants it who is asked.
(defun rematch-after (clock seen resigned &rest offers)
  "Returns the numbers of games after each of OFFERS, keys, in a game with CLOCK that has ended. Bob was seen SEEN
seconds ago."
  (let* ((now (get-universal-time))
         (party (begin-party "t" "ada" (list (make-seat :kind :person :key "ada") (make-seat :kind :person :key "bob")) clock
                             '(:size 3 :players 2 :dice 5 :seed 3))))
    (note-presence "ada")
    (setf (gethash "bob" *presences*) (list (- now seen) ""))
    (with-party-rules (party)
      (setf (record-given (party-record party)) 0
            (seat-state (second (party-seats party))) resigned)
      (loop for key in offers
            collect (progn (offer-rematch party (list key) 4) (party-games party))))))   => rematch-after
(list (rematch-after 30 0 nil "ada" "ada" "bob") (rematch-after nil 1000 nil "ada" "bob") (rematch-after 86400 1000 nil "bob" "ada")
      (rematch-after 30 1000 nil "ada") (rematch-after 30 0 :away "ada") (rematch-after 30 0 :resigned "ada" "bob") (rematch-after nil 1000 :resigned "ada"))
  => ((1 1 2) (1 2) (1 2) (2) (2) (1 2) (2))
;;; A computer is an opponent, too.
(let* ((party (begin-party "t" "ada" (list (make-seat :kind :person :key "ada") (make-seat :kind :person :key "bob")
                                           (make-seat :kind :computer :level :casual))
                           nil '(:size 4 :players 3 :dice 5 :seed 3 :ending :share :fair t))))
  (with-party-rules (party)
    (list (progn (resign party '("ada")) (party-stage party))
          (progn (resign party '("bob")) (party-stage party))
          (record-winners (party-record party)))))   => (:computer :over (2))
;;; The strongest computer thinks from the response with the move before on.
(list (makes :ada 'seat0 "me" 'seat1 "strong")
      (loop repeat 50
            until (eq (first (now-of)) :computer)
            do (passes :ada)
               (when (eq (first (now-of)) :person) (tries :ada))
            finally (return (first (now-of))))
      (analysis-job-p (record-job (party-record (party)))))   => (303 :computer t)
