;;; Stores parties, as shared states. Requests that wait for a party are answered when it changes, in all processes with
;;; the store.

(defun party-text (party)
  "Returns PARTY as text for PARTY-OF-TEXT."
  (with-standard-io-syntax
    (prin1-to-string (party-form party (make-printed-record :record (party-record party))))))

(defun party-of-text (text)
  "Returns the party for TEXT, a result of PARTY-TEXT; NIL if it cannot be restored."
  (handler-case (with-standard-io-syntax
                  (let ((*read-eval* nil))
                    (party-of-form (read-from-string text))))
    (error (condition)
      (format *error-output* "~&A game of several people cannot be restored: ~a~%" condition)
      nil)))

(defun find-party (token &optional (age 0))
  "Returns the party of TOKEN, a string, at most AGE seconds old; NIL if there is none, or it has expired."
  (let ((party (shared-state token #'party-of-text age)))
    (and (party-p party) party)))       ; tables of the day have tokens, too

(defun keep-party (party)
  "Saves PARTY, which has changed, and answers the held requests that wait for the change."
  (incf (party-version party))
  (save-shared-state (party-token party) (party-text party) party)
  (tell "changed" (party-token party)))

(add-listener "changed" 'answer-held-requests)
(add-listener "seen" 'note-presence)

(defun note-seen (party keys)
  "Records that the people with KEYS in PARTY are here, and tells other processes now and then."
  (dolist (seat (party-seats party))
    (when (member (seat-key seat) keys :test #'equal)
      (let ((before (seat-seen seat)))
        (note-presence (seat-key seat) *client*)
        (when (> (- (seat-seen seat) before) (floor *presence* 3))
          (tell "seen" (seat-key seat) *client*))))))

(defun call-with-changes (party function)
  "Calls FUNCTION, which may change PARTY and returns true if it did; PARTY is then saved. If FUNCTION fails, PARTY is
dropped from memory, so that it is restored as it was saved last."
  (let ((done nil))
    (unwind-protect (let ((changed (funcall function)))
                      (when changed (keep-party party))
                      (setf done t)
                      changed)
      (unless done
        (forget-shared-state (party-token party))))))

(defmacro with-changes ((party) &body body)
  "Evaluates BODY, which may change PARTY and returns true if it did; PARTY is then saved."
  `(call-with-changes ,party (lambda () ,@body)))

;;; The seats of a browser

(defvar *seat-keys* '() "The seats of the browser, the latest first: lists (TOKEN KEY) of a party and a seat in it.")
(define-session-variable *seat-keys* :version 'identity
  :valid (lambda (seats) (list-of-p (lambda (seat) (and (list-of-p #'stringp seat) (= (length seat) 2))) seats)))
(defparameter *seat-keys-kept* 50 "The most seats of a browser that are kept.")

(defun keys-of (token)
  "Returns the keys that the browser has for the party of TOKEN."
  (loop for (party key) in *seat-keys*
        when (string= party token)
          collect key))

(defun keep-key (token key)
  "Adds KEY for the party of TOKEN to the browser's seats."
  (unless (member key (keys-of token) :test #'string=)
    (push (list token key) *seat-keys*)
    (setf *seat-keys* (subseq *seat-keys* 0 (min *seat-keys-kept* (length *seat-keys*))))))
