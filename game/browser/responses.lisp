;;; Responses to requests, and the session's game.

;;; A response consists of the values status, content type, body, and an alist of further headers, strings.

(defparameter *html* "text/html; charset=utf-8")

(defmacro html-answer ((&optional (status 200) headers) &body body)
  "Returns an answer with STATUS and HEADERS, the page that BODY prints."
  `(values ,status *html* (with-output-to-string (*standard-output*) ,@body) ,headers))

(defun go-to (address)
  "Returns an answer that redirects the browser to ADDRESS, so that reloading the next page does not repeat the step."
  (values 303 "text/plain; charset=utf-8" (say "See {address}" :address address) (list (cons "Location" address))))

(defun game-answer (record params status &rest arguments)
  "Returns an answer with STATUS that shows RECORD, only the part of the page that shows the game if PARAMS ask for it.
ARGUMENTS are those of PRINT-GAME-PART."
  (html-answer (status)
    (apply (if (parameter "PART" params) #'print-game-part #'print-game-page) record (append arguments (day-arguments record)))))

;;; The current game

(defvar *record* nil "The current game, or NIL.")

(defun saved-record (record)
  "Returns the form in which a session keeps RECORD, or NIL if that is NIL."
  (and record (make-printed-record :record record)))

(defun restored-record (form)
  "Returns the game of FORM, a result of SAVED-RECORD. Signals an ERROR if it cannot be restored."
  (and form (record-of-form form)))

(defun record-version (record)
  "Returns a number that changes when RECORD, or NIL, changes.
  (record-version nil) => 0"
  (cond ((null record) 0)
        ((record-given record) (- -1 (record-number record)))
        (t (record-number record))))

(define-session-variable *record* :save 'saved-record :restore 'restored-record :version 'record-version)

(defvar *left-games* '()
  "The names of the games that the browser has left, the latest first: they are not begun again.")
(define-session-variable *left-games* :valid (lambda (names) (list-of-p #'stringp names)) :version 'identity)
(defparameter *names-kept* 50 "The most names of left games that are kept.")

(defun keep-record (record)
  "Makes RECORD, in which a move was made, the current game."
  (unless (eq record *record*)
    (when *record*
      (push (record-id *record*) *left-games*)
      (setf *left-games* (subseq *left-games* 0 (min *names-kept* (length *left-games*)))))
    (setf *record* record)))
