;;; Sessions: each browser has its own values of the variables that are declared here, and they outlive the server.
;;;     (define-session-variable *score*)
;;;     (define-session-variable *game* :save #'moves-made :restore #'game-after)
;;; While the server of webserver.lisp calls its handler, such variables are bound to what the browser's session holds; what the
;;; handler sets them to is saved before the page is sent. If the handler fails, nothing is.

(defpackage "WEBSERVER"
  (:use)
  (:export "START-LISTENING" "STOP-LISTENING" "NEXT-REQUEST" "ANSWER" "SERVE-WHILE-WAITING" "OPEN-SESSIONS" "CLOSE-SESSIONS"
           "USE-SESSION" "LOAD-SESSION" "SAVE-SESSION" "COUNT-SESSIONS" "STORE-NAME" "MAKE-TOKEN"
           "COOKIES"))

;;; They are C++: the module that a server loads when it starts defines them.
#+tessera
(declaim (ftype function webserver:start-listening webserver:stop-listening webserver:next-request webserver:answer
                webserver:serve-while-waiting webserver:open-sessions webserver:close-sessions webserver:use-session
                webserver:load-session webserver:save-session webserver:count-sessions webserver:store-name webserver:make-token
                webserver:cookies))

(load (merge-pathnames "shared_states.lisp" (or *load-truename* *default-pathname-defaults*)))

(defvar *session-variables* '() "A list (NAME SAVE RESTORE) for each session variable: see DEFINE-SESSION-VARIABLE.")
(defparameter *session-lifetime* (* 30 24 60 60) "How many seconds a session is kept after its last use, or up to a tenth longer.")
(defparameter *session-limit* 100000 "How many sessions are kept; beyond, those that were not used for longest are forgotten.")
(defparameter *session-cache-size* 1000 "How many sessions are kept in memory as they are; the others are restored when they come back.")

(defun add-session-variable (name save restore)
  "Declares the variable NAME: see DEFINE-SESSION-VARIABLE. Returns NAME."
  (let ((known (assoc name *session-variables*)))
    (if known
        (setf (rest known) (list save restore))
        (setf *session-variables* (append *session-variables* (list (list name save restore)))))
    name))

(defmacro define-session-variable (name &key (save '#'identity) (restore '#'identity))
  "Lets each session have its own value of the special variable NAME; a new one begins with the variable's value outside of all
sessions. SAVE is called with a value and returns an object that PRIN1 writes so that READ can read it; RESTORE makes a value of
that again."
  `(add-session-variable ',name ,save ,restore))

(defstruct session
  "A browser's session."
  token                         ; a string; NIL as long as there is nothing to keep
  (values '())                  ; an alist: the session variables' values
  (kept '())                    ; a list (NAME FORM VALUE) for each that could not be restored from the saved FORM: it is VALUE instead
  (saved "")                    ; what was saved of them last, a string
  (cookie-time 0)               ; when the browser was given its cookie, in universal time
  (used 0))                     ; when it was used last, by *SESSION-CLOCK*

;;; The states as strings

(defvar *session* nil "The session of the request that is being answered.")

(defun session-text (values &optional kept)
  "Returns the alist VALUES of session variables as a string. Of the variables in KEPT, a list (NAME FORM VALUE), that still have that
value, it has the form: what could not be restored now may be another day, or by another program."
  (with-standard-io-syntax
    (prin1-to-string (loop for (name . value) in values
                           for lost = (assoc name kept)
                           collect (list (symbol-name name)
                                         (if (and lost (eq value (third lost)))
                                             (second lost)
                                             (funcall (second (assoc name *session-variables*)) value)))))))

(defun restored-value (name saved)
  "Returns what the session variable NAME is, of which SAVED, a list (NAME FORM), was saved, or NIL if nothing was; and true if
that cannot be restored."
  (handler-case
      (if saved
          (funcall (third (assoc name *session-variables*)) (second saved))
          (symbol-value name))
    (error (condition)
      (format *error-output* "~&The value of ~a in a session cannot be restored: ~a~%" name condition)
      (values (symbol-value name) t))))

(defun values-of-text (text)
  "Returns the alist of session variables that SESSION-TEXT made TEXT of, and the list KEPT that it takes. Variables that were not saved,
or cannot be restored, have the value that they have outside of sessions."
  (let ((saved (handler-case (with-standard-io-syntax
                               (let ((*read-eval* nil))
                                 (read-from-string text)))
                 (error (condition)
                   (format *error-output* "~&A session cannot be read: ~a~%" condition)
                   '()))))
    (loop for (name) in *session-variables*
          for entry = (assoc (symbol-name name) saved :test #'string=)
          for (value lost) = (multiple-value-list (restored-value name entry))
          collect (cons name value) into values
          when lost
            collect (list name (second entry) value) into kept
          finally (return (values values kept)))))

(defun restored-session (token text)
  "Returns the session of TOKEN of which TEXT was saved."
  (multiple-value-bind (values kept) (values-of-text text)
    (make-session :token token :values values :kept kept :saved (session-text values kept))))

(defun fresh-session ()
  "Returns a session that nothing has happened in."
  (let ((values (loop for (name) in *session-variables*
                      collect (cons name (symbol-value name)))))
    (make-session :values values :saved (session-text values))))

;;; Finding them

(defvar *session-cache* (make-hash-table :test 'equal) "The sessions that are in memory, by their tokens.")
(defvar *session-clock* 0 "Counts the uses of sessions.")

(defun forget-idle-sessions ()
  "Drops the half of the sessions in memory that was not used for longest. They stay in the file."
  (let ((sessions (sort (loop for session being the hash-values of *session-cache* collect session)
                        #'< :key #'session-used)))
    (loop for session in sessions
          repeat (floor (length sessions) 2)
          do (remhash (session-token session) *session-cache*))))

(defun remember-session (session)
  "Keeps SESSION in memory."
  (when (>= (hash-table-count *session-cache*) *session-cache-size*)
    (forget-idle-sessions))
  (setf (gethash (session-token session) *session-cache*) session))

(defun session-token-p (text)
  "True if TEXT can be the token of a session."
  (and text (= (length text) 48) (every #'alphanumericp text)))

(defun known-session (token)
  "Returns the session of TOKEN, a string, from memory or from the file, which notes the use; NIL if there is none, or no more."
  (cond ((not (webserver:use-session token))
         (remhash token *session-cache*)
         nil)
        ((gethash token *session-cache*))
        (t (remember-session (restored-session token (webserver:load-session token))))))

(defun find-session (tokens)
  "Returns the session of the first of the list TOKENS that has one; a fresh one, with another token, if none has. A browser can send a
cookie of that name that another program of the host has set beside the server's own."
  (let ((session (or (loop for token in tokens
                             thereis (and (session-token-p token) (known-session token)))
                     (fresh-session))))
    (setf (session-used session) (incf *session-clock*))
    session))

;;; Limits: a session is kept for whoever sends no cookie and does something that has to be kept, so that has a limit.

(defparameter *session-burst* 60 "How many sessions a client can begin at once.")
(defparameter *session-pace* 10 "How many seconds have to pass for each further one.")
(defvar *client* "" "Who sends the request: an address of the network; \"\" for this machine, which has no limit.")
(defvar *clients* (make-hash-table :test 'equal) "When the sessions that each client has begun count no more, in universal time.")

(define-condition too-many-sessions (error)
  ((wait :initarg :wait :reader sessions-wait))
  (:report (lambda (condition stream)
             (format stream "Too many sessions were begun from your address. Please wait for ~d seconds." (sessions-wait condition))))
  (:documentation "A client has begun too many sessions; WAIT is in how many seconds it can begin another one."))

(defun forget-clients (clients now)
  "Drops those of CLIENTS, a table, of which nothing counts any more NOW."
  (loop for client in (loop for client being the hash-keys of clients using (hash-value until)
                            when (<= until now)
                              collect client)
        do (remhash client clients)))

(defun client-wait (client clients burst pace now)
  "Returns for how many seconds CLIENT has to wait until it can do again what it can do BURST times at once, and then each PACE seconds; 0 if it can do it
NOW. CLIENTS is a table of when it counts no more what they have done. As a second value, when it counts no more if it does it now."
  (let ((until (+ pace (max now (gethash client clients 0)))))
    (values (if (string= client "") 0 (max 0 (- until now (* burst pace))))
            until)))

(defun count-client (client clients burst pace now)
  "Notes in CLIENTS that CLIENT does NOW what CLIENT-WAIT tells of. Returns 0; or notes nothing, and returns for how many seconds it has to wait."
  (multiple-value-bind (wait until) (client-wait client clients burst pace now)
    (when (and (zerop wait) (string/= client ""))
      (when (> (hash-table-count clients) 10000)
        (forget-clients clients now))
      (setf (gethash client clients) until))
    wait))

(defun count-new-session (client &optional (now (get-universal-time)))
  "Notes that CLIENT begins a session NOW. Signals a TOO-MANY-SESSIONS if it has begun too many.
  (let ((*clients* (make-hash-table :test 'equal)) (*session-burst* 1)) (count-new-session \"192.0.2.7\" 100)) => 0"
  (let ((wait (count-client client *clients* *session-burst* *session-pace* now)))
    (when (plusp wait)
      (error 'too-many-sessions :wait wait))
    wait))

(defun check-session-room (&optional (now (get-universal-time)))
  "Signals a TOO-MANY-SESSIONS if the request would begin a session, and *CLIENT* has begun too many: for what must not be done in vain."
  (when (and *session* (null (session-token *session*)))
    (let ((wait (client-wait *client* *clients* *session-burst* *session-pace* now)))
      (when (plusp wait)
        (error 'too-many-sessions :wait wait)))))

(defun keep-session (session values)
  "Takes the alist VALUES into SESSION, and saves it if that changes it."
  (let ((text (session-text values (session-kept session)))
        (new (null (session-token session))))
    (unless (string= text (session-saved session))
      (when new
        (count-new-session *client*))
      (let ((token (or (session-token session) (webserver:make-token))))
        (webserver:save-session token text)
        (setf (session-token session) token
              (session-saved session) text)
        (when new
          (remember-session session))))
    (setf (session-values session) values)))

(defparameter *cookie-renewal* (* 24 60 60)
  "After how many seconds a browser is given its cookie again, so that it lasts longer; a tenth of *SESSION-LIFETIME* if that is less.")

(defun cookie-renewal ()
  "Returns after how many seconds a browser is given its cookie again.
  (let ((*session-lifetime* 600)) (cookie-renewal)) => 60"
  (min *cookie-renewal* (floor *session-lifetime* 10)))

(defvar *cookie-name* "session" "What the browsers' cookies are called: otherwise for each service, as a host's cookies are the same for all its ports.")
(defvar *secure* nil "True if the request came over HTTPS, to a proxy.")

(defun cookie-name ()
  "Returns the name of the cookie that the browser that sends the request has. Over HTTPS it has the prefix that lets nobody else sets it.
  (let ((*cookie-name* \"session-8080\") (*secure* t)) (cookie-name)) => \"__Host-session-8080\""
  (format nil "~:[~;__Host-~]~a" *secure* *cookie-name*))

(defun due-cookie (session)
  "Returns the value of the Set-Cookie header that gives a browser SESSION; NIL if there is nothing to keep, or it has the cookie."
  (let ((now (get-universal-time)))
    (when (and (session-token session)
               (> (- now (session-cookie-time session)) (cookie-renewal)))
      (setf (session-cookie-time session) now)
      (session-cookie session))))

(defun session-cookie (session)
  "Returns the text of the cookie of SESSION. The browser keeps it a tenth longer than *SESSION-LIFETIME*, since the last use can come
a while after it was given.
  (let ((*cookie-name* \"session-8080\")) (subseq (session-cookie (make-session :token \"1f\")) 0 23)) => \"session-8080=1f; Path=/;\""
  (format nil "~a=~a; Path=/; Max-Age=~d; ~:[~;Secure; ~]HttpOnly; SameSite=Lax" (cookie-name) (session-token session)
          (floor (* 11 *session-lifetime*) 10) *secure*))

(defun call-in-session (tokens function)
  "Calls FUNCTION while the session variables have the values of the session that one of TOKENS, a list of strings, has, and saves what they
are afterwards. Returns what FUNCTION does, and as a second value that of a Set-Cookie header if one is due, or else NIL. Signals a
TOO-MANY-SESSIONS, and saves nothing, if it would be a new session and *CLIENT* has begun too many."
  (let* ((session (find-session tokens))
         (*session* session)
         (names (mapcar #'first (session-values session)))
         (kept nil))
    (unwind-protect
         (progv names (mapcar #'rest (session-values session))
           (let ((result (funcall function)))
             (keep-session session (loop for name in names collect (cons name (symbol-value name))))
             (setf kept t)
             (values result (due-cookie session))))
      (unless kept                      ; what was changed within the values counts as little
        (remhash (session-token session) *session-cache*)))))

(defun open-sessions (file port)
  "Keeps the sessions in FILE, a pathname designator, or in memory if it is NIL, for a server at PORT. Their cookies have a name that goes with the
file, or with the port: so neither another server nor any other program of this host takes them for its own."
  (clrhash *session-cache*)
  (clrhash *clients*)
  (forget-shared-states)
  (webserver:open-sessions (and file (namestring (merge-pathnames file))) *session-lifetime* *session-limit*)
  (setf *cookie-name* (format nil "session-~a" (if file (webserver:store-name) port))))
