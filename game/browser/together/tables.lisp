;;; Open tables: a stranger to play with. Whoever asks for one gets a free seat at a table that waits, or a new table;
;;; after some seconds computers take the seats that are left. A page lists the tables that can be watched. Only tables
;;; made here are listed; the list is in memory, so a killed server forgets it, but not the games.

(defparameter *patience* 20 "The seconds after which computers take the free seats of an open table.")
(defparameter *table-clock* 30 "The seconds for a move at open tables.")
(defparameter *tables-kept* 200 "The most open tables that are kept in the list.")
(defparameter *tables-shown* 20 "The most tables that the page lists.")

(defvar *open-tables* '() "The tokens of the open tables, the latest first.")
(defvar *banned* (make-hash-table :test 'equal)
  "A table from clients to the universal times until which they are kept from open tables.")
(defparameter *ban-time* (* 24 60 60) "The seconds for which a client is banned.")

(defun open-parties ()
  "Returns the open tables, the latest first."
  (remove nil (mapcar #'find-party *open-tables*)))

(defun waiting-p (party)
  "True if somebody can take a seat at the open table PARTY."
  (and (not (party-started party)) (plusp (free-seats party))
       (some #'here-p (party-seats party))))

(defun running-p (party)
  "True if PARTY can be watched: its game goes on and somebody is there."
  (with-party-rules (party)
    (and (party-started party) (not (over-p party)) (some #'here-p (party-seats party)))))

(defun fill-left (party &optional (now (get-universal-time)))
  "Returns the seconds until computers take the free seats of PARTY, an open table that waits; NIL for others."
  (and (party-open party)
       (not (party-started party))
       (- (+ (party-open party) *patience*) now)))

(defun fill-table (party)
  "Starts the game of PARTY with computers in the free seats if it is an open table that has waited long
enough. Returns true."
  (let ((left (fill-left party)))
    (when (and left (not (plusp left)))
      (start-party party)
      t)))

(defun check-banned ()
  "Signals a BAD-REQUEST if *CLIENT* is banned."
  (when (< (get-universal-time) (gethash *client* *banned* 0))
    (refuse-text 403 (together-text :banned))))

;;; Requests

(defun begin-table (key name)
  "Makes an open table where the person with KEY and NAME has the first seat. Returns it."
  (count-new-party)
  (let* ((rules (page-rules))
         (token (webserver:make-token))
         (seats (list* (make-seat :kind :person :key key :name name :seen (get-universal-time))
                       (loop repeat (1- (getf rules :players)) collect (make-seat :kind :person))))
         (party (begin-party token nil seats *table-clock* (list* :level nil :people nil rules))))
    (setf (party-open party) (get-universal-time))
    (push token *open-tables*)
    (setf *open-tables* (subseq *open-tables* 0 (min *tables-kept* (length *open-tables*))))
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

(defvar *operator-token* (progn (require "ext") (funcall (find-symbol "GETENV" "EXT") "OPERATOR_TOKEN"))
  "The word that opens the operator's page, a string; NIL if there is none. The environment sets it, since others can
read the command line of a process.")
(defparameter *least-token* 16 "The fewest characters of an operator's token.")

(defun operator-p (params)
  "True if PARAMS contain the operator's token."
  (and (string= *request-method* "POST") *operator-token* (>= (length *operator-token*) *least-token*)
       (equal (parameter "TOKEN" params) *operator-token*)))

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
                                              (list "requests held" (length *held-requests*)) (list "open tables listed" (length *open-tables*))
                                              (list "banned clients" (hash-table-count *banned*))
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
                  (setf *open-tables* (remove (party-token party) *open-tables* :test #'string=))
                  (with-changes (party) (close-table party) t))
                 ((and (equal action "ban") (parameter "CLIENT" params))
                  (setf (gethash (parameter "CLIENT" params) *banned*) (+ (get-universal-time) *ban-time*)))))
         (html-answer () (print-operator-page *operator-token*)))
        (t (html-answer ((if (string= *request-method* "POST") 403 200)) (print-operator-page nil)))))
