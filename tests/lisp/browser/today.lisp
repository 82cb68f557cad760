;;; game/browser/today.lisp: the board of the day.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(load "tests/lisp/support/store.lisp")            => t
(defvar *now* 46000)                                 => *now*
(defun today () *now*)                               => today
(defvar *page* nil)                                  => *page*
(defun ask (path &rest params)
  "Returns the status of the answer to PATH with PARAMS, and where it sends the browser. *PAGE* is its text."
  (destructuring-bind (status type page &optional headers)
      (multiple-value-list (answer path (loop for (name value) on params by #'cddr collect (cons name value)) '((host . "a.example"))))
    (declare (ignore type))
    (setf *page* page)
    (list status (cdr (assoc "Location" headers :test #'equal)))))   => ask
(defun seen (&rest texts) (and (every (lambda (text) (search text *page*)) texts) t))   => seen

;;; The rules of a day are those of the first page, but for the seed, which no form can name.
(loop for (name value) on (day-rules 46000) by #'cddr
      unless (or (member name '(:seed :day)) (equal value (getf (page-rules) name)))
        collect name)                                => nil
(let ((*request-method* "POST")) (ask "new" 'size "6" 'players "3" 'level "casual" 'seed (princ-to-string (getf (day-rules 46000) :seed))))   => (400 nil)
(list (equalp (record-start (unplayed-day-record 46000)) (record-start (unplayed-day-record 46000)))
      (equalp (record-start (unplayed-day-record 46000)) (record-start (unplayed-day-record 46001))))   => (t nil)

;;; Who only looks leaves nothing behind.
(list (ask "today") *day-record* (hash-table-count *file*))   => ((200 nil) nil 0)
(seen "The board of 2025-12-11" "/today/play?game=day.46000&amp;move=0&amp;from=" "<a href=\"/today\">")   => t
(seen "class=\"tools\"")                             => nil
(list (ask "today/nowhere") (ask "today/play/x") (ask "today/hint" 'game "day.46000" 'move "0") (ask "today/undo" 'game "day.46000" 'move "0"))
  => ((404 nil) (404 nil) (400 nil) (400 nil))
(ask "today/attack" 'game "day.46001" 'move "0" 'from "0" 'to "1")   => (409 nil)

;;; What was saved well-formed, but by another version of the program, does not make pages fail.
(defun fails-with-p (name value)
  "True if a page fails in a session whose saved variable NAME has VALUE."
  (let* ((*error-output* (make-broadcast-stream))
         (values (values-of-text (with-standard-io-syntax (prin1-to-string `((,name ,value)))))))
    (progv (mapcar #'car values) (mapcar #'cdr values)
      (handler-case (loop for (method path) in '(("GET" "") ("GET" "today") ("POST" "new") ("GET" "play") ("POST" "new") ("POST" "together/new"))
                          thereis (let ((*request-method* method)) (>= (first (ask path)) 500)))
        (error () t)))))                             => fails-with-p
(loop for name in '("*RECORD*" "*DAY-RECORD*" "*LEFT-GAMES*" "*SEAT-KEYS*" "*DAY-RESULTS*")
      append (loop for value in '(5 "x" x (1 2) (1 . 2) ((1 2)) ((1 . 2) . 3) (("a" . 1)) (("a")) #(1 2))
                   when (fails-with-p name value)
                     collect (list name value)))     => nil

;;; A game, to the end
(defun attack ()
  (destructuring-bind (from to) (first (remove nil (mapcar #'first (with-rules ((day-rules *now*)) (record-moves (day-record nil))))))
    (ask "today/attack" 'game (record-id (day-record nil)) 'move (princ-to-string (record-number (day-record nil)))
                        'from (princ-to-string from) 'to (princ-to-string to))))   => attack
(list (attack) (record-number *day-record*) *record*)   => ((303 "/today/play?game=day.46000") 1 nil)
(defun give-up ()
  "Lets the person concede the game of the day."
  (ask "today/concede" 'game (record-id *day-record*) 'move (princ-to-string (record-number *day-record*))))   => give-up
(list (give-up) *day-results* (day-table 46000))     => ((303 "/today/play?game=day.46000") ((46000)) ((nil . 1)))
(list (ask "today") (seen "not won (you)" "Dice of Doom 2025-12-11: not won" "http://a.example/today</textarea>"))   => ((200 nil) t)
;; Once over, it is over: another visitor's game counts beside it.
(list (attack) (ask "today/concede" 'game "day.46000" 'move "1") (day-table 46000))   => ((400 nil) (400 nil) ((nil . 1)))
(progn (setf *day-record* nil *day-results* '()) (attack) (setf (record-given *day-record*) 0) (with-rules ((day-rules 46000)) (note-day-result *day-record*)) (day-table 46000))
  => ((1 . 1) (nil . 1))
*day-results*                                        => ((46000 . 1))
(progn (with-rules ((day-rules 46000)) (note-day-result *day-record*)) (day-table 46000))   => ((1 . 1) (nil . 1))
;; The table outlives the server.
(progn (forget-shared-states) (day-table 46000))     => ((1 . 1) (nil . 1))

;;; The next day: another board; the old game can be finished until the new one is begun.
(list (setf *now* 46001) (ask "today") (seen "day.46001" "0 games were finished so far."))   => (46001 (200 nil) t)
(list (ask "today/play" 'game "day.46000") (seen "The board of 2025-12-11" "href=\"/today\">Today’s board"))   => ((200 nil) t)
(list (day-streak *day-results* 46001) (day-streak *day-results* 46002))   => (1 0)
(list (first (attack)) (record-id *day-record*))     => (303 "day.46001")

;;; The result as text: a line for each turn
(let* ((rules (list* :day 46000 '(:size 2 :players 2 :dice 5 :people 1 :level :kind :seed 1 :fair t)))
       (record (with-rules (rules) (begin-record "D" rules (board-array '((0 4) (1 1) (0 2) (1 3)))))))
  (with-rules (rules)
    (play-move record (find-action record '(0 1)) '(6 6 6 6) '(1))
    (play-move record (find-action record '(2 3)) '(1 1) '(6 6 6))
    (play-move record (find-action record nil) nil nil)
    (list (turn-lines record) (turns-taken record 0))))   => (("✅❌ 3") 1)
