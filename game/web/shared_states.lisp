;;; What several sessions share, a game that they play together perhaps: it has a token that nobody can guess, and is kept in the file of the sessions,
;;; as they are.
;;;     (save-shared-state token text object)   ; TEXT is what OBJECT is restored from; for good when this returns
;;;     (shared-state token #'restored)         ; OBJECT, or what RESTORED makes of the text; NIL if there is none
;;; Loaded by sessions.lisp.

(defvar *shared-states* (make-hash-table :test 'equal) "What is shared and in memory, by its tokens: lists (OBJECT TIME).")
(defvar *shared-since* 0 "Since when the file is open, in universal time.")
(defparameter *shared-states-kept* 1000 "How many of them are in memory at most; the others are restored when they come back.")

(defun forget-shared-states ()
  "Drops what is shared from memory, since another file comes."
  (clrhash *shared-states*)
  (setf *shared-since* (get-universal-time)))

(defun shared-state-key (token)
  "Returns what TOKEN is called in the file. No cookie can name that: those of sessions have no such sign.
  (shared-state-key \"1f\") => \"shared-1f\""
  (concatenate 'string "shared-" token))

(defun shared-token-p (text)
  "True if TEXT can be the token of what is shared: as long as a session's, in digits of hexadecimal.
  (list (shared-token-p \"1f\") (shared-token-p nil)) => (NIL NIL)"
  (and text
       (= (length text) 48)
       (every (lambda (char) (find char "0123456789abcdef")) text)))

(defun forget-idle-states ()
  "Drops the half of what is shared that was not used for longest from memory."
  (let ((states (sort (loop for token being the hash-keys of *shared-states* using (hash-value state)
                            collect (cons (second state) token))
                      #'< :key #'car)))
    (loop for (nil . token) in states
          repeat (floor (length states) 2)
          do (remhash token *shared-states*))))

(defun remember-shared-state (token object)
  "Lets OBJECT be what TOKEN stands for in memory. Returns it."
  (when (>= (hash-table-count *shared-states*) *shared-states-kept*)
    (forget-idle-states))
  (setf (gethash token *shared-states*) (list object (get-internal-real-time)))
  object)

(defun forget-shared-state (token)
  "Drops what TOKEN stands for from memory: it is restored as it was saved last."
  (remhash token *shared-states*))

(defun shared-state (token restore)
  "Returns what TOKEN, a string or NIL, stands for: from memory, or what the function RESTORE makes of the text that was saved; NIL if there is none, or no
more, or it cannot be restored. Notes the use."
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
  "Saves TEXT for TOKEN, which stands for OBJECT."
  (webserver:save-session (shared-state-key token) text)
  (remember-shared-state token object))
