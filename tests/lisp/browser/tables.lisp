;;; game/browser/together/tables.lisp: open tables, and the operator's page.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(load "tests/lisp/support/store.lisp")            => t
(defvar *page* nil)                                  => *page*
(defvar *browsers* (make-hash-table))                => *browsers*
(defun asks (browser method path &rest params)
  "Returns the status of the answer to BROWSER, and the table where it is sent. *PAGE* is its text."
  (let ((*seat-keys* (gethash browser *browsers*))
        (*request-method* method))
    (destructuring-bind (status type page &optional headers)
        (multiple-value-list (answer path (loop for (name value) on params by #'cddr collect (cons name value)) '((host . "a.example"))))
      (declare (ignore type))
      (setf (gethash browser *browsers*) *seat-keys* *page* page)
      (let ((address (cdr (assoc "Location" headers :test #'equal))))
        (if address (list status (parse-integer address :start 10 :end 58 :radix 16)) status)))))   => asks
(defun shows (&rest texts) (and (every (lambda (text) (search text *page*)) texts) t))   => shows
(defun party (number) (find-party (format nil "~(~48,'0x~)" number)))   => party
(defun later (party seconds) (decf (party-open party) seconds))   => later

;;; The first one gets a table of its own, the next one a seat there, and asking again leads back to the same table.
(list (asks :ada "GET" "tables") (shows "Play somebody" "Nobody plays at an open table now."))   => (200 t)
(asks :ada "POST" "tables" 'name "Ada")              => (303 2)
(list (asks :ada "POST" "tables" 'name "Ada") (asks :eve "GET" "tables") (shows "1 table waits for a player."))   => ((303 2) 200 t)
(asks :bob "POST" "tables" 'name "Bob")              => (303 2)
(list (free-seats (party 2)) (mapcar #'seat-name (party-seats (party 2))) (party-started (party 2)))   => (1 ("Ada" "Bob" nil) nil)
(let ((*place* "/"))
  (list (asks :ada "GET" "together/000000000000000000000000000000000000000000000002/play") (shows "Looking for players" "Computers take the free seats in" "data-left=")
        (shows "The link to send") (fill-table (party 2))))   => (200 t nil nil)

;;; After 20 seconds computers take the free seats; then others can watch.
(and (later (party 2) 21) t)                         => t
(list (asks :ada "GET" "together/000000000000000000000000000000000000000000000002/play") (party-started (party 2)) (mapcar #'seat-kind (party-seats (party 2))))
  => (200 t (:person :person :computer))
(list (asks :eve "GET" "tables") (shows "/together/000000000000000000000000000000000000000000000002" "Ada, Bob and Deuce" "round 1") (shows "waits for a player"))   => (200 t nil)
(asks :eve "POST" "tables")                          => (303 5)
;; Tables of friends are not listed, nor those where nobody is.
(asks :cyd "POST" "together" 'seat0 "me" 'seat1 "kind" 'size "3")   => (303 7)
(progn (clrhash *presences*) (list (asks :dan "GET" "tables") (shows "Nobody plays at an open table now.")))   => (200 t)
(and (party-open (party-of-text (party-text (party 2)))) t)   => t

;;; Limits: by client and by range of addresses
(let ((*range-burst* 3) (*party-burst* 2))
  (loop for client in '("198.51.100.1" "198.51.100.1" "198.51.100.1" "198.51.100.2" "198.51.100.3" "203.0.113.1")
        collect (let ((*client* client))
                  (keep-open-tables '())
                  (let ((answer (asks (gensym) "POST" "tables"))) (if (consp answer) (first answer) answer)))))
  => (303 303 429 303 429 303)

;;; The operator
(list (asks :op "GET" "operator") (let ((*operator-token* "0123456789abcdef")) (list (asks :op "GET" "operator") (shows "type=\"password\"") (shows "sessions kept"))))
  => (404 (200 t nil))
(defun operates (&rest params) (let ((*operator-token* "0123456789abcdef")) (apply #'asks :op "POST" "operator" params)))   => operates
(list (operates 'token "0123456789abcdeg") (shows "sessions kept") (operates) (operates 'token "0123456789abcdef") (shows "sessions kept: 7" "Close"))   => (403 nil 403 200 t)
(let ((*operator-token* "short")) (asks :op "POST" "operator" 'token "short"))   => 403
(let ((*operator-token* "0123456789abcdef")) (asks :op "GET" "operator" 'token "0123456789abcdef" 'do "close"))   => 200
(list (operates 'token "0123456789abcdef" 'do "close" 'table "000000000000000000000000000000000000000000000005")
      (with-party-rules ((party 5)) (party-stage (party 5))) (member "000000000000000000000000000000000000000000000005" (open-tables) :test #'equal))   => (200 :over nil)
(list (operates 'token "0123456789abcdef" 'do "ban" 'client "203.0.113.9")
      (let ((*client* "203.0.113.9")) (asks :fay "POST" "tables"))
      (shows "You cannot play at open tables for now.")
      (let ((*client* "203.0.113.8")) (first (asks :fay "POST" "tables"))))   => (200 403 t 303)
