;;; The guessing game in a browser: you think of a number, and the program finds it. The program reads like one for a
;;; prompt: it asks, waits, and goes on with the answer. WAIT-FOR-FORM captures a continuation, so the server can answer
;;; other visitors meanwhile. A visitor who goes back and answers an earlier page again, or in a second window, resumes
;;; from that page: each page keeps its continuation, which can be called more than once.
;;;     tessera examples/continuations/guessing_game.lisp [PORT]      then open http://localhost:8080/

(require "svg")
(load (merge-pathnames "../../game/webserver.lisp" (or *load-truename* *default-pathname-defaults*)))

;;; Suspended conversations: the continuation of each page, under a key that nobody can guess and that the form
;;; contains.

(defvar *most-waiting* 10000
  "The maximum number of pages that can be answered. If there are more, the oldest ones are forgotten.")
(defvar *waiting* (make-hash-table :test 'equal) "Continuations by key.")
(defvar *keys* (make-array *most-waiting* :initial-element nil) "The keys of *WAITING*, a ring buffer.")
(defvar *next-key* 0 "The index in *KEYS* of the next key, which replaces the oldest.")

(defun keep (continuation)
  "Stores CONTINUATION. Returns its key."
  (let ((key (webserver:make-token)))
    (remhash (shiftf (aref *keys* *next-key*) key) *waiting*)
    (setf *next-key* (mod (1+ *next-key*) *most-waiting*)
          (gethash key *waiting*) continuation)
    key))

(defun wait-for-form (write-page)
  "Sends the page that the function WRITE-PAGE prints, which is called with the key for its form, and waits until the
form is sent. Returns the form's fields, an alist."
  (suspend-to-prompt 'visit (lambda (continuation)
                              (funcall write-page (keep continuation)))))

;;; Pages. Forms use GET, so that the browser does not ask before it goes back or reloads.

(defun write-page (text form)
  "Prints a page with the string TEXT and FORM, a string of HTML."
  (format t "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\"><title>A number</title>~%")
  (format t "<h1>Think of a number</h1>~%<p>~a</p>~%~a~%</html>~%" (svg:escape-markup text) form))

(defun form (key fields)
  "Returns the form that is answered under KEY, with FIELDS in it, a string."
  (format nil "<form action=\"/answer\"><input type=hidden name=key value=\"~a\">~a</form>" key fields))

(defun ask-for-line (question)
  "Asks the visitor QUESTION until there is an answer. Returns it, a string without blanks at its ends."
  (let* ((fields (wait-for-form (lambda (key)
                                  (write-page question (form key "<input name=line maxlength=50 autofocus> <button>Go on</button>")))))
         (line (string-trim " " (or (cdr (assoc 'line fields)) ""))))
    (if (string= line "")
        (ask-for-line question)
        (subseq line 0 (min 50 (length line))))))

(defun ask (question &rest answers)
  "Asks the visitor QUESTION until one of ANSWERS, strings, comes. Returns it."
  (let* ((buttons (format nil "~{<button name=answer value=\"~a\">~:*~a</button>~^ ~}" answers))
         (fields (wait-for-form (lambda (key) (write-page question (form key buttons)))))
         (answer (cdr (assoc 'answer fields))))
    (if (member answer answers :test #'equal)
        answer
        (apply #'ask question answers))))

;;; The game in direct style. It assigns no variable, so an earlier page that is answered again finds the state it had.

(defun guess (small big tries)
  "Finds the number, which is from SMALL to BIG, by asking; TRIES were made before. Returns the number of tries; NIL if
the answers contradict."
  (when (<= small big)
    (let* ((number (floor (+ small big) 2))
           (answer (ask (format nil "Is it ~d?" number) "smaller" "bigger" "yes")))
      (cond ((string= answer "smaller") (guess small (1- number) (1+ tries)))
            ((string= answer "bigger") (guess (1+ number) big (1+ tries)))
            (t (1+ tries))))))

(defun visit ()
  "Plays with a visitor for as long as they like."
  (let ((name (ask-for-line "Keep it to yourself: it is from 1 to 100. What is your name?")))
    (loop
      (let ((tries (guess 1 100 0)))
        (ask (if tries
                 (format nil "So I have it, ~a, after ~r ~:*question~p." name tries)
                 (format nil "No number is left, ~a. Did you forget yours?" name))
             "Play again")))))

;;; From requests to continuations.

(defun guessing-game (path headers fields)
  "Returns the request handler, which begins or resumes a conversation."
  (declare (ignore headers))
  (let ((continuation (gethash (cdr (assoc 'key fields)) *waiting*)))
    (cond ((string= path "")
           (call-with-prompt 'visit #'visit))
          ((string/= path "answer")
           (setf *response-status* 404)
           (write-page "There is no such page." "<p><a href=\"/\">To the game</a>"))
          (continuation
           (call-with-prompt 'visit (lambda () (funcall continuation fields))))
          (t
           (setf *response-status* 410)
           (write-page "This page is too old to be answered, or was never asked." "<p><a href=\"/\">Begin again</a>")))))

(serve #'guessing-game :port (parse-integer (or (first tessera:*arguments*) "8080")))
