;;; Shared states: what several sessions share, such as a game that people play together. A state has a token that
;;; nobody can guess and is kept in the store of the sessions, with the same lifetime.
;;;     (save-shared-state token text object)   ; saves TEXT, from which OBJECT can be restored
;;;     (shared-state token #'restored)         ; OBJECT, or the result of RESTORED for the text; NIL if there is none
;;; Loaded by sessions.lisp.

(defvar *shared-states* (make-hash-table :test 'equal) "The shared states in memory, by token.")
(defparameter *shared-states-kept* 1000 "The most shared states kept in memory; others are restored from the store.")

(defstruct shared
  "A shared state in memory: its OBJECT, NIL if it could not be restored; its REVISION in the store, 0 if it is new; and
the internal time when it was last CHECKED that the revision is the latest."
  object (revision 0) (checked (get-internal-real-time)))

(defun forget-shared-states ()
  "Drops all shared states from memory: another store is opened."
  (clrhash *shared-states*))

(defun shared-since ()
  "Returns the universal time since when some process has used the store without a break."
  (+ (webserver:sessions-since) 2208988800)) ; seconds between the beginnings of 1900 and 1970

(defun shared-state-key (token)
  "Returns the key of TOKEN in the store. It contains a hyphen, so that no cookie of a session can name it.
  (shared-state-key \"1f\") => \"shared-1f\""
  (concatenate 'string "shared-" token))

(defun shared-token-p (text)
  "True if TEXT can be the token of a shared state: as long as a session's, in hexadecimal digits.
  (list (shared-token-p \"1f\") (shared-token-p nil)) => (NIL NIL)"
  (and text
       (= (length text) 48)
       (every (lambda (char) (find char "0123456789abcdef")) text)))

(defun forget-idle-states ()
  "Drops from memory the half of the shared states that was not used for longest."
  (let ((states (sort (loop for token being the hash-keys of *shared-states* using (hash-value state)
                            collect (cons (shared-checked state) token))
                      #'< :key #'car)))
    (loop for (nil . token) in states
          repeat (floor (length states) 2)
          do (remhash token *shared-states*))))

(defun remember-shared-state (token object revision)
  "Puts OBJECT into memory as the state of TOKEN with REVISION. Returns OBJECT."
  (when (>= (hash-table-count *shared-states*) *shared-states-kept*)
    (forget-idle-states))
  (setf (gethash token *shared-states*) (make-shared :object object :revision revision))
  object)

(defun forget-shared-state (token)
  "Drops the state of TOKEN from memory, so that it is restored as it was saved last."
  (remhash token *shared-states*)
  nil)

(defun recent-p (state age)
  "True if STATE, a SHARED, was checked within the last AGE seconds, or by the current request, which sees each state as
it was first."
  (or (and *request-began* (>= (shared-checked state) *request-began*))
      (< (- (get-internal-real-time) (shared-checked state)) (* age internal-time-units-per-second))))

(defun shared-state (token restore &optional (age 0))
  "Returns the state of TOKEN, a string or NIL: from memory, or the result of the function RESTORE for the saved text.
Returns NIL if there is none, if it has expired, or if it cannot be restored. Records the use. With AGE, a state that
was the latest so many seconds ago is good enough."
  (when (shared-token-p token)
    (let* ((known (gethash token *shared-states*))
           (object (and known (shared-object known))))
      (if (and object (or (recent-p known age) (unsaved-p (shared-state-key token))))
          object
          (destructuring-bind (&optional revision text)
              (webserver:load-session (shared-state-key token) (if object (shared-revision known) 0))
            (cond ((null revision) (forget-shared-state token))
                  (text (remember-shared-state token (funcall restore text) revision))
                  (t
                   (setf (shared-checked known) (get-internal-real-time))
                   object)))))))

(defun save-shared-state (token text object)
  "Saves TEXT as the state of TOKEN; OBJECT is the same state in memory."
  (let* ((known (gethash token *shared-states*))
         (revision (if known (shared-revision known) 0)))
    (remember-shared-state token object revision)
    (save-change (shared-state-key token) text revision
                 (lambda (revision)
                   (if revision
                       (remember-shared-state token object revision)
                       (forget-shared-state token))))))
