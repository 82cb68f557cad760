;;; Saving: what a request changes is saved as a whole at its end, or not at all if another process has changed any of
;;; it since it was read; the request is then answered anew. Loaded by sessions.lisp.
;;;     (save-change key text revision #'saved)  ; SAVED is called with the new revision, or NIL
;;;     (tell "changed" token)                   ; calls the listener of "changed" here and in the other processes
;;; Outside of requests both happen at once.

(defvar *request-began* nil
  "The internal time when the current request began, whose changes are saved at its end; NIL outside of requests.")
(defvar *changes* '() "The changes to be saved: lists (KEY TEXT REVISION SAVED).")
(defvar *untold* '() "The messages to be sent with them, the latest first: lists of strings without blanks.")
(defvar *listeners* '() "An alist from the first words of messages to functions of the other words.")

(define-condition stale-state (error) ()
  (:report "Another process has changed what was to be saved.")
  (:documentation "Something that is to be saved was changed by another process since it was read."))

(defun drop-changes ()
  "Drops the changes: what they have changed is dropped from memory, so that it is read again."
  (loop for (nil nil nil saved) in (shiftf *changes* '())
        do (funcall saved nil))
  (setf *untold* '()))

(defun save-changes ()
  "Saves the changes and sends the messages. If that fails, drops the changes. Signals a STALE-STATE if another process
has changed one of the states."
  (when (or *changes* *untold*)
    (let ((messages (reverse *untold*))
          (revision nil))
      (unwind-protect
           (setf revision (webserver:save-sessions (loop for (key text before) in *changes* collect (list key text before))
                                                   (if messages (format nil "~{~{~a~^ ~}~^~%~}" messages) "")))
        (unless revision
          (drop-changes)))
      (unless revision
        (error 'stale-state))
      (setf *untold* '())
      (loop for (nil nil nil saved) in (shiftf *changes* '())
            do (funcall saved revision))
      (mapc #'hear messages))))

(defun save-change (key text revision saved)
  "Saves TEXT for KEY, whose state was read with REVISION, 0 if there was none. The function SAVED is called with the
new revision, or with NIL if TEXT was not saved."
  (let ((earlier (assoc key *changes* :test #'string=)))
    (if earlier
        (setf (second earlier) text)
        (push (list key text revision saved) *changes*))
    (unless *request-began*
      (save-changes))))

(defun unsaved-p (key)
  "True if the current request has changed the state of KEY."
  (and (assoc key *changes* :test #'string=) t))

(defun tell (&rest words)
  "Sends the message WORDS, strings without blanks, to all processes with this store, when the changes are saved."
  (push words *untold*)
  (unless *request-began*
    (save-changes)))

(defun hear (words)
  "Calls the listener for the message WORDS, a list of strings."
  (let ((listener (cdr (assoc (first words) *listeners* :test #'string=))))
    (when listener
      (apply listener (rest words)))))

(defun add-listener (word function)
  "Makes FUNCTION, or its name, the listener for messages that begin with WORD: it is called with their other words."
  (setf *listeners* (acons word function (remove word *listeners* :key #'car :test #'string=))))

(defun message-words (line)
  "Returns the words of LINE, which are separated by single blanks.
  (message-words \"changed 1f\") => (\"changed\" \"1f\")"
  (loop for start = 0 then (1+ end)
        for end = (position #\space line :start start)
        collect (subseq line start end)
        while end))

(defun hear-messages ()
  "Calls the listeners for the messages of other processes. \"reconnected\" is one if some may be lost."
  (dolist (line (webserver:session-messages))
    (hear (message-words line))))
