;;; Answers to requests, and the game that the session keeps: what all that answers is written with.

;;; Answers: status, content type, body, and an alist of further headers, strings, are returned as values.

(defparameter *html* "text/html; charset=utf-8")

(defmacro html-answer ((&optional (status 200) headers) &body body)
  "Returns an answer of STATUS and HEADERS: the page that BODY prints."
  `(values ,status *html* (with-output-to-string (*standard-output*) ,@body) ,headers))

(defun go-to (address)
  "Returns an answer that sends the browser on to ADDRESS, so that to load the next page again does nothing again."
  (values 303 "text/plain; charset=utf-8" (say "See {address}" :address address) (list (cons "Location" address))))

(defun game-answer (record params status &rest arguments)
  "Returns an answer of STATUS that shows RECORD: the part of the page alone if PARAMS say so. ARGUMENTS are those of PRINT-GAME-PART."
  (html-answer (status)
    (apply (if (parameter "PART" params) #'print-game-part #'print-game-page) record arguments)))

;;; The game that is being played

(defvar *record* nil "The game that is being played, or NIL.")
(define-session-variable *record*
  :save (lambda (record) (and record (record-form record)))
  :restore (lambda (form)
             (and form
                  (or (record-of-form form)
                      (error "It is a game of another version, or none.")))))

(defvar *left-games* '() "The names of the games that the browser has begun and left, the latest first: they are not begun again.")
(define-session-variable *left-games*)
(defparameter *names-kept* 50 "How many of them are kept.")

(defun keep-record (record)
  "Lets RECORD, in which a move was made, be the game that is being played."
  (unless (eq record *record*)
    (when *record*
      (push (record-id *record*) *left-games*)
      (setf *left-games* (subseq *left-games* 0 (min *names-kept* (length *left-games*)))))
    (setf *record* record)))
