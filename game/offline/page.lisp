;;; The web game without a server: the functions that worker.js calls. Loaded by the engine in the browser after a
;;; version of the game and browser.lisp.

(load (merge-pathnames "webserver.lisp" *load-truename*))

(setf *without-server* t
      *server-handler* 'play-request-handler
      *server-package* *package*
      *review-window* 4)                ; no threads: each request for a review waits for as many searches

(open-sessions nil "page")

(defun object-of-text (text)
  "Returns the object that the string TEXT describes; nothing in it is evaluated."
  (with-standard-io-syntax
    (let ((*read-eval* nil))
      (read-from-string text))))

(defun restore-states (text)
  "Restores the saved states in TEXT, an alist from tokens to texts. Returns their number."
  (loop for (token . state) in (object-of-text text)
        do (setf (gethash token *states*) state))
  (hash-table-count *states*))

(defun changed-states ()
  "Returns the states saved since the last call, a list of lists (TOKEN TEXT)."
  (prog1 (loop for token in *changed*
               collect (list token (gethash token *states*)))
    (setf *changed* '())))

(defun respond (text)
  "Answers the request in TEXT, a list (METHOD PATH HEADERS PARAMETERS) as SERVE would. Returns a list of strings and
lists of strings: the status, the headers as lists of two, the body, and the states to store.
  (first (respond \"(\\\"GET\\\" \\\"rules\\\" () ())\")) => \"200\""
  (destructuring-bind (method path headers parameters) (object-of-text text)
    (answer-request 1 method path headers parameters "")
    (destructuring-bind (status headers body) *answered*
      (list (princ-to-string status)
            (loop for (name . value) in headers collect (list name value))
            body
            (changed-states)))))
