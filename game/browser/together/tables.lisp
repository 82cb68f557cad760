;;; Open tables: a stranger to play with. Whoever asks for one gets a free seat at a table that waits, or a new table;
;;; after some seconds computers take the seats that are left. A page lists the tables that can be watched. Only tables
;;; made here are listed.

(defparameter *patience* 20 "The seconds after which computers take the free seats of an open table.")
(defparameter *table-clock* 30 "The seconds for a move at open tables.")
(defparameter *tables-kept* 200 "The most open tables that are kept in the list.")
(defparameter *tables-shown* 20 "The most tables that the page lists.")

(defparameter *list-age* 5 "The seconds for which the lists show a table as it was.")
(defparameter *ban-time* (* 24 60 60) "The seconds for which a client is banned.")

(defparameter *tables-token* (make-string 48 :initial-element #\f) "The token of the list of open tables, a shared state.")

(defun open-tables ()
  "Returns the tokens of the open tables, the latest first."
  (shared-state *tables-token* #'strings-of-text))

(defun strings-of-text (text)
  "Returns the list of strings that was printed as TEXT."
  (with-standard-io-syntax
    (let ((*read-eval* nil)) (read-from-string text))))

(defun keep-open-tables (tokens)
  "Makes TOKENS the list of open tables, as far as it is not too long."
  (let ((kept (subseq tokens 0 (min *tables-kept* (length tokens)))))
    (save-shared-state *tables-token* (with-standard-io-syntax (prin1-to-string kept)) kept)))

(defun open-parties ()
  "Returns the open tables, the latest first."
  (loop for token in (open-tables)
        for party = (find-party token *list-age*)
        when party
          collect party))

(defun waiting-p (party)
  "True if somebody can take a seat at the open table PARTY."
  (and (not (party-started party)) (plusp (free-seats party))
       (some #'here-p (party-seats party))))

(defun running-p (party)
  "True if PARTY can be watched: its game goes on and somebody is there."
  (with-party-rules (party)
    (and (party-started party) (not (over-p party)) (some #'here-p (party-seats party)))))

(defun fill-left (party)
  "Returns the seconds until computers take the free seats of PARTY, an open table that waits; NIL for others."
  (and (party-open party)
       (not (party-started party))
       (- (+ (party-open party) *patience*) (get-universal-time))))

(defun fill-table (party)
  "Starts the game of PARTY with computers in the free seats if it is an open table that has waited long
enough. Returns true."
  (let ((left (fill-left party)))
    (when (and left (not (plusp left)))
      (start-party party)
      t)))

(defun ban-name (client)
  "Returns the name of the time until which CLIENT is banned."
  (format nil "ban ~a" client))

(defun check-banned ()
  "Signals a BAD-REQUEST if *CLIENT* is banned."
  (when (< (get-universal-time) (webserver:stored-time (ban-name *client*)))
    (refuse-text 403 (together-text :banned))))

;;; Requests

(defun begin-table (key name)
  "Makes an open table where the person with KEY and NAME has the first seat. Returns it."
  (count-new-party)
  (let* ((rules (page-rules))
         (token (webserver:make-token))
         (seats (list* (make-seat :kind :person :key key :name name)
                       (loop repeat (1- (getf rules :players)) collect (make-seat :kind :person))))
         (party (begin-party token nil seats *table-clock* (list* :level nil :people nil rules))))
    (setf (party-open party) (get-universal-time))
    (note-presence key *client*)
    (keep-open-tables (cons token (open-tables)))
    party))

(defun answer-find-table (params)
  "Gives the reader a seat at an open table, by PARAMS of the form."
  (check-banned)
  (check-session-room)
  (let* ((waiting (remove-if-not #'waiting-p (open-parties)))
         (own (find-if #'keys-of waiting :key #'party-token)))
    (if own
        (go-to (party-address (party-token own) "play"))
        (let* ((key (webserver:make-token))
               (name (asked-name params))
               (party (or (first (last waiting)) (begin-table key name))))
          (with-changes (party)
            (unless (member key (party-seats party) :key #'seat-key :test #'equal)
              (take-seat party key name))
            t)
          (keep-key (party-token party) key)
          (go-to-seat (party-token party) key)))))

(defun print-table-line (party)
  "Prints a line with a link to watch the open table PARTY."
  (let ((*place* (party-address (party-token party))))
    (with-party-rules (party)
      (tag li ()
        (tag a (href *place*)
          (text-tag 'b nil (say-list (party-names party)))
          (text-tag 'small nil (say-count (1+ (floor (count nil (record-events (party-record party)) :key #'event-action) *num-players*))
                                          "round {count}" "round {count}")))))))

(defun print-tables-page ()
  "Prints the page by which visitors find somebody to play with, or a game to watch."
  (let* ((parties (open-parties))
         (running (remove-if-not #'running-p parties)))
    (page ((together-text :somebody) :sheet "together.css")
      (tag section (class "party-form panel")
        (text-tag 'h1 nil (together-text :somebody))
        (text-tag 'p "lead" (together-text :somebody-lead *patience* *table-clock*))
        (let ((waiting (count-if #'waiting-p parties)))
          (when (plusp waiting)
            (text-tag 'p nil (say-count waiting "{count} table waits for a player." "{count} tables wait for players."))))
        (tag form (class "join" method "post" action "/tables")
          (print-name-field)
          (tag button (class "button first" type "submit") (princ (together-text :somebody))))
        (text-tag 'h2 nil (together-text :to-watch))
        (if running
            (tag ul (class "tables")
              (loop for party in running
                    repeat *tables-shown*
                    do (print-table-line party)))
            (text-tag 'p "quiet" (together-text :none-to-watch)))
        (tag div (class "actions")
          (button-link nil "/together" (with-friends-words)))))))

(defun answer-tables (params)
  "Shows the page of open tables, or finds the reader a seat."
  (if (string= *request-method* "POST")
      (answer-find-table params)
      (html-answer () (print-tables-page))))

;;; The operator's page: what the server holds; closing tables, banning clients. The token is sent with each form, and
;;; nothing on the page can be done without it.

(defun operator-p (params)
  "True if PARAMS contain the operator's token."
  (and (string= *request-method* "POST")
       (operator-token-p (parameter "TOKEN" params))))

(defun print-operator-button (token action text &rest fields)
  "Prints a button with TEXT that posts ACTION, TOKEN and FIELDS, a property list."
  (tag form (class "inline" method "post" action "/operator")
    (loop for (name value) on (list* "token" token "do" action fields) by #'cddr
          do (void-tag input type "hidden" name name value (escape-markup value)))
    (tag button (class "button" type "submit") (princ text))))

(defun print-operator-page (token)
  "Prints the operator's page, with the form for the token if TOKEN is NIL."
  (page ("Operator" :plain t :sheet "together.css")
    (tag section (class "party-form panel")
      (text-tag 'h1 nil "Operator")
      (if token
          (progn
            (tag ul ()
              (loop for (what count) in (list (list "sessions kept" (webserver:count-sessions)) (list "shared states in memory" (hash-table-count *shared-states*))
                                              (list "requests held" (held-count)) (list "open tables listed" (length (open-tables)))
                                              (list "games of today" (reduce #'+ (day-table (today)) :key #'cdr)))
                    do (text-tag 'li nil (format nil "~a: ~d" what count))))
            (dolist (party (open-parties))
              (text-tag 'h2 nil (format nil "~{~a~^, ~}" (let ((*names* *names*)) (party-names party))))
              (tag div (class "actions")
                (button-link nil (party-address (party-token party)) "Watch")
                (print-operator-button token "close" "Close" "table" (party-token party))
                (loop for seat in (party-seats party)
                      when (and (seat-client seat) (string/= (seat-client seat) ""))
                        do (print-operator-button token "ban" (format nil "Ban ~a" (escape-markup (or (seat-name seat) "nameless")))
                                                  "client" (seat-client seat))))))
          (tag form (class "join" method "post" action "/operator")
            (tag label (for "token") (princ "Token"))
            (void-tag input id "token" name "token" type "password" autocomplete "off")
            (tag button (class "button first" type "submit") (princ "Open")))))))

(defun close-table (party)
  "Ends the game of PARTY: everybody has resigned, and nobody can begin another one."
  (start-party party)
  (setf (record-given (party-record party)) 0)
  (dolist (seat (party-seats party))
    (setf (seat-kind seat) :computer
          (seat-level seat) *stand-in-level*
          (seat-key seat) nil)))

(defun answer-operator (params)
  "Shows the operator's page, and does what PARAMS ask for if they have the token."
  (cond ((null *operator-token*) (refuse 404 "There is no page {page}." :page "operator"))
        ((operator-p params)
         (let ((action (parameter "DO" params))
               (party (find-party (parameter "TABLE" params))))
           (cond ((and (equal action "close") party)
                  (keep-open-tables (remove (party-token party) (open-tables) :test #'string=))
                  (with-changes (party) (close-table party) t))
                 ((and (equal action "ban") (parameter "CLIENT" params))
                  (let ((name (ban-name (parameter "CLIENT" params))))
                    (webserver:replace-time name (webserver:stored-time name) (+ (get-universal-time) *ban-time*))))))
         (html-answer () (print-operator-page *operator-token*)))
        (t (html-answer ((if (string= *request-method* "POST") 403 200)) (print-operator-page nil)))))
