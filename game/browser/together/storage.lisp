;;; Parties are kept as sessions are, and whoever waits for them is told when something has happened.

(defun party-text (party)
  "Return PARTY as a text for PARTY-OF-TEXT."
  (with-standard-io-syntax
    (prin1-to-string (party-form party))))

(defun party-of-text (text)
  "Return the party of which PARTY-TEXT made TEXT; NIL if it cannot be restored."
  (handler-case (with-standard-io-syntax
                  (let ((*read-eval* nil))
                    (party-of-form (read-from-string text))))
    (error (condition)
      (format *error-output* "~&A game of several people cannot be restored: ~a~%" condition)
      nil)))

(defun find-party (token)
  "Return the party of TOKEN, a string; NIL if there is none, or no more."
  (shared-state token #'party-of-text))

(defun keep-party (party)
  "Save PARTY, with which something has happened, and tell whoever waits for that."
  (incf (party-version party))
  (save-shared-state (party-token party) (party-text party) party)
  (answer-held-requests (party-token party)))

(defun call-with-changes (party function)
  "Call FUNCTION, which may change PARTY and returns true if it did: then it is kept. If that fails, PARTY is what was kept of it last."
  (let ((done nil))
    (unwind-protect (let ((changed (funcall function)))
                      (when changed (keep-party party))
                      (setf done t)
                      changed)
      (unless done
        (forget-shared-state (party-token party))))))

(defmacro with-changes ((party) &body body)
  "Evaluate BODY, which may change PARTY and returns true if it did: then it is kept."
  `(call-with-changes ,party (lambda () ,@body)))

;;; Which seats a browser has

(defvar *seat-keys* '() "The seats that the browser has, the latest first: lists (TOKEN KEY) of a party and a seat of it.")
(define-session-variable *seat-keys*)
(defparameter *seat-keys-kept* 50 "How many of them are kept.")

(defun keys-of (token)
  "Return the keys that the browser has to the party of TOKEN."
  (loop for (party key) in *seat-keys*
        when (string= party token)
          collect key))

(defun keep-key (token key)
  "Let the browser have KEY to the party of TOKEN."
  (unless (member key (keys-of token) :test #'string=)
    (push (list token key) *seat-keys*)
    (setf *seat-keys* (subseq *seat-keys* 0 (min *seat-keys-kept* (length *seat-keys*))))))
