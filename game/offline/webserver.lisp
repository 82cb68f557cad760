;;; The package WEBSERVER where there is no server: the same functions as the module "webserver" in C++, for requests
;;; that worker.js passes on, one at a time. Saved states are in memory; the worker stores those that each answer lists.

(defvar *states* (make-hash-table :test 'equal) "The saved states: texts by token.")
(defvar *changed* '() "The tokens of the states saved since the last answer.")
(defvar *answered* nil "The answer to the current request: a list (STATUS HEADERS BODY).")
(defvar *chance-of-tokens* (make-random-state t) "The source of new tokens.")

(defun webserver:open-sessions (file lifetime most)
  "Returns true: the states are in memory. The arguments of servers do not matter here."
  (declare (ignore file lifetime most))
  t)

(defun webserver:close-sessions ()
  "Does nothing, and returns NIL: the states stay."
  nil)

(defun webserver:load-session (token revision)
  "Returns a list (1 TEXT) with the text saved for TOKEN, NIL in its place if REVISION is 1, which all texts have, since
nobody else saves; NIL if nothing was saved."
  (let ((text (gethash token *states*)))
    (and text (list 1 (if (eql revision 1) nil text)))))

(defun webserver:save-sessions (changes message)
  "Saves CHANGES, lists (TOKEN TEXT REVISION). Returns 1, the new revision. MESSAGE is for other servers: there are
none."
  (declare (ignore message))
  (loop for (token text) in changes
        do (pushnew token *changed* :test #'string=)
           (setf (gethash token *states*) text))
  1)

(defun webserver:session-messages ()
  "Returns NIL: there are no other servers."
  '())

(defun webserver:sessions-since ()
  "Returns 0: nothing expires."
  0)

(defun webserver:sessions-ready ()
  "Returns true."
  t)

(defun webserver:stored-time (name)
  "Returns 0: visitors have no limits here."
  (declare (ignore name))
  0)

(defun webserver:replace-time (name from to)
  "Does nothing, and returns true: visitors have no limits here."
  (declare (ignore name from to))
  t)

(defun webserver:count-sessions ()
  "Returns the number of saved states."
  (hash-table-count *states*))

(defun webserver:store-name ()
  "Returns an empty string: the states are not in a file."
  "")

(defun webserver:make-token ()
  "Returns a new token of 48 hexadecimal digits."
  (format nil "~(~48,'0x~)" (random (expt 16 48) *chance-of-tokens*)))

(defun webserver:cookies (header name)
  "Returns a list of the value of the cookie NAME in HEADER, the value of a Cookie header; NIL if it has none.
  (webserver:cookies \"a=1; b=2\" \"b\") => (\"2\")"
  (let ((value (cookie-value name (list (cons "COOKIE" header)))))
    (and value (list value))))

(defun webserver:start-listening (host port hosts)
  "Returns PORT: requests come from the worker."
  (declare (ignore host hosts))
  port)

(defun webserver:stop-listening ()
  "Returns NIL: there is no server to stop."
  nil)

(defun webserver:await-termination ()
  "Returns NIL: the browser ends the worker."
  nil)

(defun webserver:drain ()
  "Returns NIL: there are no connections."
  nil)

(defun webserver:next-request (milliseconds)
  "Returns :STOPPED: RESPOND answers requests."
  (declare (ignore milliseconds))
  :stopped)

(defun webserver:serve-while-waiting (function)
  "Does nothing, and returns NIL: RESPOND answers requests."
  (declare (ignore function))
  nil)

(defun webserver:answer (number status headers body)
  "Keeps the answer to the current request for RESPOND. Returns true."
  (declare (ignore number))
  (setf *answered* (list status headers body))
  t)
