;;; Sessions: each browser has its own values of the variables that are declared here. The values outlive the server.
;;;     (define-session-variable *score*)
;;;     (define-session-variable *game* :save #'moves-made :restore #'game-after)
;;; While webserver.lisp calls its handler, the variables are bound to the values of the browser's session. What the
;;; handler sets them to is saved before the page is sent. If the handler fails, nothing is saved.

(defpackage "WEBSERVER"
  (:use)
  (:export "START-LISTENING" "STOP-LISTENING" "NEXT-REQUEST" "ANSWER" "AWAIT-TERMINATION" "DRAIN" "SERVE-WHILE-WAITING" "START-INTERPRETERS"
           "CONNECTION-ROOM" "COUNT-EVENT" "COUNTS" "OPEN-SESSIONS" "CLOSE-SESSIONS"
           "LOAD-SESSION" "SAVE-SESSIONS" "SESSION-MESSAGES" "STORED-TIME" "REPLACE-TIME" "SESSIONS-SINCE" "SESSIONS-READY"
           "COUNT-SESSIONS" "STORE-NAME" "MAKE-TOKEN" "COOKIES"))

;;; These functions are in C++; the module "webserver", which SERVE loads, defines them.
#+tessera
(declaim (ftype function webserver:start-listening webserver:stop-listening webserver:next-request webserver:answer
                webserver:await-termination webserver:drain webserver:serve-while-waiting webserver:start-interpreters webserver:connection-room
                webserver:count-event webserver:counts webserver:open-sessions webserver:close-sessions webserver:load-session
                webserver:save-sessions webserver:session-messages webserver:stored-time webserver:replace-time
                webserver:sessions-since webserver:sessions-ready webserver:count-sessions webserver:store-name webserver:make-token
                webserver:cookies))

(dolist (name '("saving.lisp" "shared_states.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defvar *session-variables* '()
  "A list (NAME SAVE RESTORE VALID VERSION) for each session variable: see DEFINE-SESSION-VARIABLE.")
(defparameter *session-lifetime* (* 30 24 60 60)
  "The seconds that a session is kept after its last use, or up to a tenth longer.")
(defparameter *session-limit* 100000 "The most sessions kept; those not used for longest are forgotten first.")
(defparameter *session-cache-size* 1000 "The most sessions kept in memory; others are restored from the file.")

(defun add-session-variable (name save restore valid version)
  "Declares the variable NAME: see DEFINE-SESSION-VARIABLE. Returns NAME."
  (let ((known (assoc name *session-variables*)))
    (if known
        (setf (rest known) (list save restore valid version))
        (setf *session-variables* (append *session-variables* (list (list name save restore valid version)))))
    name))

(defmacro define-session-variable (name &key (save '#'identity) (restore '#'identity) (valid '(constantly t)) version)
  "Gives each session its own value of the special variable NAME. In a new session it is the variable's value outside of
sessions. SAVE is called with a value and returns an object that PRIN1 can write and READ can read; RESTORE makes the
value from that object, or signals an ERROR. A value for which VALID returns false cannot be restored, either: a session
may have been saved by another version of the program.

A request that changes nothing need not be saved. VERSION is a function of a value that returns another object, in the
sense of EQL, whenever the saved form changes: #'IDENTITY if values are replaced and never modified. Without it, values
other than symbols, numbers and characters are compared as text."
  `(add-session-variable ',name ,save ,restore ,valid ,version))

(defun list-of-p (valid object)
  "True if OBJECT is a proper list of elements for which the function VALID returns true.
  (list (list-of-p #'stringp '(\"a\" \"b\")) (list-of-p #'stringp '(\"a\" . \"b\"))) => (t nil)"
  (and (listp object)
       (ignore-errors (list-length object))
       (every valid object)))

(defstruct session
  "A browser's session."
  token                         ; a string; NIL while there is nothing to save
  (values '())                  ; an alist from session variables to values
  (kept '())                    ; a list (NAME FORM VALUE) for each variable that has VALUE because the saved FORM could not be restored
  (saved "")                    ; the text saved last
  (revision 0)                  ; its revision in the store
  (versions :none)              ; the versions of the values saved last: see VALUE-VERSIONS
  (cookie-time 0)               ; when the cookie was sent last, in universal time
  (used 0))                     ; the value of *SESSION-CLOCK* at the last use

;;; Sessions as text

(defvar *session* nil "The session of the current request.")

(defun session-text (values &optional kept)
  "Returns the alist VALUES of session variables as text. A variable that is in KEPT, a list (NAME FORM VALUE), and
still has VALUE is saved as FORM: another program, or another day, may be able to restore it."
  (with-standard-io-syntax
    (prin1-to-string (loop for (name . value) in values
                           for lost = (assoc name kept)
                           collect (list (symbol-name name)
                                         (if (and lost (eq value (third lost)))
                                             (second lost)
                                             (funcall (second (assoc name *session-variables*)) value)))))))

(defun restored-value (name saved)
  "Returns the value of the session variable NAME that was saved as SAVED, a list (NAME FORM), or the value outside of
sessions if SAVED is NIL. If it cannot be restored, returns the value outside of sessions, and true as second value."
  (handler-case
      (if saved
          (destructuring-bind (restore valid version) (cddr (assoc name *session-variables*))
            (declare (ignore version))
            (let ((value (funcall restore (second saved))))
              (if (funcall valid value)
                  value
                  (error "it has a value of another type"))))
          (symbol-value name))
    (error (condition)
      (format *error-output* "~&The value of ~a in a session cannot be restored: ~a~%" name condition)
      (values (symbol-value name) t))))

(defun saved-entries (text)
  "Returns the list of lists (NAME FORM) that SESSION-TEXT saved as TEXT. Signals an ERROR if it is not one.
  (saved-entries \"((\\\"*N*\\\" 7))\") => ((\"*N*\" 7))"
  (let ((saved (with-standard-io-syntax
                 (let ((*read-eval* nil))
                   (read-from-string text)))))
    (unless (and (listp saved)
                 (ignore-errors (list-length saved))
                 (loop for entry in saved
                       always (and (consp entry) (stringp (first entry)) (consp (rest entry)) (null (cddr entry)))))
      (error "its text is not a list of variables with values"))
    saved))

(defun values-of-text (text)
  "Returns the alist of session variables saved as TEXT by SESSION-TEXT, and the list KEPT that SESSION-TEXT takes.
Variables that were not saved or cannot be restored have their value outside of sessions: all of them if TEXT is
damaged."
  (let ((saved (handler-case (saved-entries text)
                 (error (condition)
                   (format *error-output* "~&A session is damaged and begins anew: ~a~%" condition)
                   '()))))
    (loop for (name) in *session-variables*
          for entry = (assoc (symbol-name name) saved :test #'string=)
          for (value lost) = (multiple-value-list (restored-value name entry))
          collect (cons name value) into values
          when lost
            collect (list name (second entry) value) into kept
          finally (return (values values kept)))))

(defun restored-session (token text revision)
  "Returns the session of TOKEN that was saved as TEXT with REVISION."
  (multiple-value-bind (values kept) (values-of-text text)
    (make-session :token token :values values :kept kept :saved (session-text values kept) :revision revision)))

(defun fresh-session ()
  "Returns a new session."
  (let ((values (loop for (name) in *session-variables*
                      collect (cons name (symbol-value name)))))
    (make-session :values values :saved (session-text values))))

;;; Finding a request's session

(defvar *session-cache* (make-hash-table :test 'equal) "The sessions in memory, by token.")
(defvar *session-clock* 0 "The number of uses of sessions.")

(defun forget-idle-sessions ()
  "Drops from memory the half of the sessions that was not used for longest. They stay in the file."
  (let ((sessions (sort (loop for session being the hash-values of *session-cache* collect session)
                        #'< :key #'session-used)))
    (loop for session in sessions
          repeat (floor (length sessions) 2)
          do (remhash (session-token session) *session-cache*))))

(defun remember-session (session)
  "Puts SESSION into the cache."
  (when (>= (hash-table-count *session-cache*) *session-cache-size*)
    (forget-idle-sessions))
  (setf (gethash (session-token session) *session-cache*) session))

(defun session-token-p (text)
  "True if TEXT can be the token of a session."
  (and text (= (length text) 48) (every #'alphanumericp text)))

(defun known-session (token)
  "Returns the session of TOKEN, a string, from memory or from the store, which records the use; NIL if there is none or
it has expired."
  (let ((session (gethash token *session-cache*)))
    (destructuring-bind (&optional revision text) (webserver:load-session token (if session (session-revision session) 0))
      (cond ((null revision)
             (remhash token *session-cache*)
             nil)
            (text (remember-session (restored-session token text revision)))
            (t session)))))

(defun find-session (tokens)
  "Returns the session of the first of the list TOKENS that has one; a new session, with another token, if none has. A
browser can send several cookies of that name: other programs of this host can set them too."
  (let ((session (or (loop for token in tokens
                             thereis (and (session-token-p token) (known-session token)))
                     (fresh-session))))
    (setf (session-used session) (incf *session-clock*))
    session))

;;; Limits on new sessions: a client that sends no cookie begins a session with each request that saves something.

(defparameter *session-burst* 60 "The number of sessions that a client can begin at once.")
(defparameter *session-pace* 10 "The number of seconds until a client can begin another one.")
(defvar *client* ""
  "The client that sends the request: a network address, or \"\" for this machine, which has no limit.")
(define-condition too-many-sessions (error)
  ((wait :initarg :wait :reader sessions-wait))
  (:report (lambda (condition stream)
             (format stream "Too many sessions were begun from your address. Please wait for ~d seconds." (sessions-wait condition))))
  (:documentation "A client has begun too many sessions; WAIT is in how many seconds it can begin another one."))

(defun client-wait (client action burst pace now)
  "Returns two values: the number of seconds until CLIENT may do ACTION, a word, again, 0 if it may NOW; and the time
from which its actions no longer count, 0 if none does. A client may act BURST times at once, and then once in PACE
seconds."
  (let ((known (if (string= client "") 0 (webserver:stored-time (format nil "~a ~a" action client)))))
    (values (max 0 (- (+ pace (max now known)) now (* burst pace)))
            known)))

(defun count-client (client action burst pace now)
  "Records that CLIENT does ACTION, a word, NOW, and returns 0. If the client has to wait, returns the number of
seconds: see CLIENT-WAIT. The client \"\" never waits.
  (count-client \"\" \"session\" 1 60 4000000000) => 0"
  (if (string= client "")
      0
      (loop
        (multiple-value-bind (wait known) (client-wait client action burst pace now)
          (when (or (plusp wait)
                    (webserver:replace-time (format nil "~a ~a" action client) known (+ pace (max now known))))
            (return wait))))))           ; otherwise another process has counted the client meanwhile

(defun count-new-session (client)
  "Records that CLIENT begins a session. Signals a TOO-MANY-SESSIONS if it has begun too many.
  (count-new-session \"\") => 0"
  (let ((wait (count-client client "session" *session-burst* *session-pace* (get-universal-time))))
    (when (plusp wait)
      (error 'too-many-sessions :wait wait))
    wait))

(defun check-session-room ()
  "Signals a TOO-MANY-SESSIONS if the current request would begin a session and *CLIENT* has begun too many. Called
before work that would otherwise be done in vain."
  (when (and *session* (null (session-token *session*)))
    (let ((wait (client-wait *client* "session" *session-burst* *session-pace* (get-universal-time))))
      (when (plusp wait)
        (error 'too-many-sessions :wait wait)))))

(defun value-versions (values)
  "Returns a list of the values and versions in the alist VALUES of session variables; :NONE if one has no version.
  (value-versions '()) => NIL"
  (loop for (name . value) in values
        for version = (fifth (assoc name *session-variables*))
        unless (or version (symbolp value) (numberp value) (characterp value))
          return :none
        collect value
        when version
          collect (funcall version value)))

(defun unchanged-p (versions session)
  "True if VERSIONS, the versions of values of SESSION, say that it is saved as it is."
  (let ((saved (session-versions session)))
    (and (listp versions)
         (listp saved)
         (= (length versions) (length saved))
         (every #'eql versions saved))))

(defun keep-session (session values)
  "Puts the alist VALUES into SESSION, and saves the session if that changes it, with all else that the request has
changed."
  (let ((versions (value-versions values)))
    (unless (unchanged-p versions session)
      (save-session session values))
    (save-changes)
    (setf (session-versions session) versions
          (session-values session) values)))

(defun save-session (session values)
  "Saves SESSION with the alist VALUES if its text changes."
  (let ((text (session-text values (session-kept session)))
        (new (null (session-token session))))
    (unless (string= text (session-saved session))
      (when new
        (count-new-session *client*))
      (let ((token (or (session-token session) (webserver:make-token))))
        (save-change token text (session-revision session)
                     (lambda (revision)
                       (when revision
                         (setf (session-token session) token
                               (session-saved session) text
                               (session-revision session) revision)
                         (when new
                           (remember-session session)))))))))

(defparameter *cookie-renewal* (* 24 60 60)
  "The number of seconds after which a cookie is sent again, so that it lasts longer; a tenth of *SESSION-LIFETIME* if
that is less.")

(defun cookie-renewal ()
  "Returns the number of seconds after which a browser's cookie is renewed.
  (let ((*session-lifetime* 600)) (cookie-renewal)) => 60"
  (min *cookie-renewal* (floor *session-lifetime* 10)))

(defvar *cookie-name* "session"
  "The name of the browsers' cookies. It differs from service to service, since a host's cookies are sent to all its
ports.")
(defvar *secure* nil "True if the request reached a proxy over HTTPS.")

(defun cookie-name ()
  "Returns the name of the current browser's cookie. Over HTTPS it has the prefix __Host-, which keeps others from
setting it.
  (let ((*cookie-name* \"session-8080\") (*secure* t)) (cookie-name)) => \"__Host-session-8080\""
  (format nil "~:[~;__Host-~]~a" *secure* *cookie-name*))

(defun due-cookie (session)
  "Returns the value of the Set-Cookie header for SESSION; NIL if there is nothing to save, or the browser's cookie is
recent."
  (let ((now (get-universal-time)))
    (when (and (session-token session)
               (> (- now (session-cookie-time session)) (cookie-renewal)))
      (setf (session-cookie-time session) now)
      (session-cookie session))))

(defun session-cookie (session)
  "Returns the text of the cookie of SESSION. The browser keeps it a tenth longer than *SESSION-LIFETIME*, since the
session may be used again after the cookie was sent.
  (let ((*cookie-name* \"session-8080\")) (subseq (session-cookie (make-session :token \"1f\")) 0 23)) => \"session-8080=1f; Path=/;\""
  (format nil "~a=~a; Path=/; Max-Age=~d; ~:[~;Secure; ~]HttpOnly; SameSite=Lax" (cookie-name) (session-token session)
          (floor (* 11 *session-lifetime*) 10) *secure*))

(defun call-in-session (tokens function)
  "Calls FUNCTION with the session variables bound to the values of the session of one of TOKENS, a list of strings, and
saves the values afterwards. Returns what FUNCTION returns, and the value of a Set-Cookie header, or NIL if none is due.
If this would be a new session and *CLIENT* has begun too many, signals a TOO-MANY-SESSIONS and saves nothing; if
another process has changed something meanwhile, signals a STALE-STATE and saves nothing, either."
  (let* ((session (find-session tokens))
         (*session* session)
         (*request-began* (get-internal-real-time)) (*changes* '()) (*untold* '())
         (names (mapcar #'first (session-values session)))
         (kept nil))
    (unwind-protect
         (progv names (mapcar #'rest (session-values session))
           (let ((result (funcall function)))
             (keep-session session (loop for name in names collect (cons name (symbol-value name))))
             (setf kept t)
             (values result (due-cookie session))))
      (unless kept                      ; the values may have been modified: they are read again
        (drop-changes)
        (remhash (session-token session) *session-cache*)))))

(defun database-address-p (file)
  "True if FILE is the address of a database.
  (list (database-address-p \"postgresql:///games\") (database-address-p \"games.db\")) => (T NIL)"
  (and (stringp file) (search "://" file) t))

(defun open-sessions (file port)
  "Keeps the sessions in FILE, a pathname designator or the address of a database, or in memory if it is NIL, for a
server at PORT. The name of the cookies depends on the store or the port, so that other servers and programs of this
host do not take the cookies for theirs."
  (clrhash *session-cache*)
  (forget-shared-states)
  (webserver:open-sessions (if (or (null file) (database-address-p file)) file (namestring (merge-pathnames file))) *session-lifetime* *session-limit*)
  (setf *cookie-name* (format nil "session-~a" (if file (webserver:store-name) port))))
