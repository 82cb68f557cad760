;;; Shared states: what several sessions share, such as a game that people play together. A state has a token that
;;; nobody can guess and is kept in the file of the sessions, with the same lifetime.
;;;     (save-shared-state token text object)   ; saves TEXT, from which OBJECT can be restored
;;;     (shared-state token #'restored)         ; OBJECT, or the result of RESTORED for the text; NIL if there is none
;;; Loaded by sessions.lisp.

(defvar *shared-states* (make-hash-table :test 'equal) "The shared states in memory: lists (OBJECT TIME) by token.")
(defvar *shared-since* 0 "The universal time at which the file was opened.")
(defparameter *shared-states-kept* 1000 "The most shared states kept in memory; others are restored from the file.")

(defun forget-shared-states ()
  "Drops all shared states from memory: another file is opened."
  (clrhash *shared-states*)
  (setf *shared-since* (get-universal-time)))

(defun shared-state-key (token)
  "Returns the key of TOKEN in the file. It contains a hyphen, so that no cookie of a session can name it.
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
                            collect (cons (second state) token))
                      #'< :key #'car)))
    (loop for (nil . token) in states
          repeat (floor (length states) 2)
          do (remhash token *shared-states*))))

(defun remember-shared-state (token object)
  "Puts OBJECT into memory as the state of TOKEN. Returns OBJECT."
  (when (>= (hash-table-count *shared-states*) *shared-states-kept*)
    (forget-idle-states))
  (setf (gethash token *shared-states*) (list object (get-internal-real-time)))
  object)

(defun forget-shared-state (token)
  "Drops the state of TOKEN from memory, so that it is restored as it was saved last."
  (remhash token *shared-states*))

(defun shared-state (token restore)
  "Returns the state of TOKEN, a string or NIL: from memory, or the result of the function RESTORE for the saved text.
Returns NIL if there is none, if it has expired, or if it cannot be restored. Records the use."
  (when (and (shared-token-p token)
             (or (webserver:use-session (shared-state-key token))
                 (forget-shared-state token)))
    (let ((known (gethash token *shared-states*)))
      (cond (known
             (setf (second known) (get-internal-real-time))
             (first known))
            (t
             (let ((object (funcall restore (webserver:load-session (shared-state-key token)))))
               (and object (remember-shared-state token object))))))))

(defun save-shared-state (token text object)
  "Saves TEXT as the state of TOKEN; OBJECT is the same state in memory."
  (webserver:save-session (shared-state-key token) text)
  (remember-shared-state token object))
