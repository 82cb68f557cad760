;;; game/offline/: the pages without a server. The worker passes requests on as text.

(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp")
       (load "game/offline/page.lisp") t)            => t

(defun answer-to (method path &key (cookie "") (site "same-origin") (parameters '()))
  "Returns the answer to a request: status, headers, body and states."
  (respond (format nil "(~s ~s ~s ~s)" method path
                   (list (cons "Host" "dice.example") (cons "X-Forwarded-Host" "dice.example/game") (cons "Sec-Fetch-Site" site)
                         (cons "Cookie" cookie))
                   parameters)))                      => answer-to
(defun header-of (name answer) (second (assoc name (second answer) :test #'equal)))  => header-of

;;; A page; what is not stored before a move
(first (answer-to "GET" "rules"))                     => "200"
(header-of "Content-Type" (answer-to "GET" ""))       => "text/html; charset=utf-8"
(fourth (answer-to "GET" ""))                         => nil
(first (answer-to "GET" "nowhere"))                   => "404"

;;; A move is stored, and found again by the cookie alone
(defparameter *name* "4.2.5.1.book.12.a")             => *name*
(defun parameters-of (move &rest more)
  (append (list (cons "game" *name*) (cons "move" (princ-to-string move))) more))   => parameters-of
(defparameter *attack*
  (let ((record (unplayed-record *name*)))
    (with-record (record) (first (first (record-moves record))))))   => *attack*
(defparameter *after*
  (answer-to "GET" "attack" :parameters (parameters-of 0 (cons "from" (princ-to-string (first *attack*)))
                                                         (cons "to" (princ-to-string (second *attack*))))))  => *after*
(first *after*)                                       => "303"
(header-of "Location" *after*)                        => "/play"
(defparameter *cookie* (subseq (header-of "Set-Cookie" *after*) 0 (position #\; (header-of "Set-Cookie" *after*))))  => *cookie*
(length (fourth *after*))                             => 1
(progn (clrhash *states*) (clrhash *session-cache*)
       (restore-states (prin1-to-string (loop for (token text) in (fourth *after*) collect (cons token text)))))  => 1
(and (search "data-move=\"1\"" (third (answer-to "GET" "play" :cookie *cookie*))) t)   => t
(header-of "Location" (answer-to "GET" "play"))       => "/"

;;; Other sites change nothing
(first (answer-to "GET" "pass" :cookie *cookie* :site "cross-site" :parameters (parameters-of 1)))  => "403"

;;; There is nobody else
(mapcar (lambda (path) (first (answer-to "GET" path))) '("together" "together/1f/play" "tables" "operator"))  => ("404" "404" "404" "404")
(search "href=\"/together" (third (answer-to "GET" "")))  => nil
(search "href=\"/tables" (third (answer-to "GET" "rules")))  => nil

;;; Text is data
(first (answer-to "GET" "play" :parameters '(("game" . "#.(error \"evaluated\") \" \\"))))  => "303"
