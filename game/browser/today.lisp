;;; The board of the day: the same board, dice and computers for everybody from midnight to midnight (UTC), one try for
;;; each browser, a result to paste as text, and an anonymous table of all results. The seed lies beyond those of other
;;; games, so nobody can practise on the board.

(defparameter *day-length* (* 24 60 60) "The seconds of a day.")
(defparameter *days-kept* 400 "The most results of days that a browser's session keeps.")

(defun today ()
  "Returns the number of the current day, from 1900 on."
  (floor (get-universal-time) *day-length*))

(defun day-text (day)
  "Returns the date of DAY.
  (day-text 46352) => \"2026-11-28\""
  (multiple-value-bind (second minute hour date month year) (decode-universal-time (* day *day-length*) 0)
    (declare (ignore second minute hour))
    (format nil "~d-~2,'0d-~2,'0d" year month date)))

(defun day-rules (day)
  "Returns the rules of the game of DAY."
  (list* :day day :seed (+ *greatest-seed* 1 day) (loop for (name value) on (page-rules) by #'cddr
                                                        unless (eq name :seed) collect name and collect value)))

(let ((known '()))
  (defun unplayed-day-record (day)
    "Returns the game of DAY before its first move. The board of the latest day is dealt once."
    (let ((rules (day-rules day))
          (name (format nil "day.~d" day)))
      (unless (eql (first known) day)
        (setf known (list day (record-start (new-record rules name)))))
      (with-rules (rules)
        (begin-record name rules (second known))))))

(defun day-card-query (day)
  "Returns the parameters of the card of the board of DAY."
  (with-rules ((day-rules day))
    (card-query (unplayed-day-record day))))

;;; The browser's game and results

(defvar *day-record* nil "The browser's latest game of a day, or NIL.")
(define-session-variable *day-record* :save 'saved-record :restore 'restored-record :version 'record-version)

(defvar *day-results* '()
  "The browser's results, the latest first: pairs of a day and the number of turns in which the game was won, or NIL.")
(define-session-variable *day-results* :version 'identity
  :valid (lambda (results)
           (list-of-p (lambda (result) (typep result '(cons (integer 0) (or null (integer 0))))) results)))

(defun today-open-p ()
  "True if the browser has not finished today's game."
  (not (assoc (today) *day-results*)))

(defun day-record (params)
  "Returns the game of the day in PARAMS: the browser's own, or today's."
  (if (and *day-record*
           (or (equal (parameter "GAME" params) (record-id *day-record*))
               (eql (rule :day *day-record*) (today))))
      *day-record*
      (unplayed-day-record (today))))

(defun turns-taken (record player)
  "Returns the number of turns of PLAYER in RECORD, with the one in which the game ended."
  (let ((own (remove player (record-events record) :key #'event-player :test #'/=)))
    (+ (count nil own :key #'event-action)
       (if (and own (event-action (first own))) 1 0))))

(defun day-result (record)
  "Returns the number of turns in which the person has won RECORD, which is over; NIL if somebody else has."
  (and (person-won-p record) (turns-taken record 0)))

(defun day-streak (results day)
  "Returns the number of days in a row, up to DAY or the day before, that were won by RESULTS, as in *DAY-RESULTS*.
  (list (day-streak '((9 . 5) (8 . 7) (6 . 4)) 10) (day-streak '((9)) 9)) => (2 0)"
  (let ((day (if (assoc day results) day (1- day))))
    (loop while (cdr (assoc (- day streak) results))
          count t into streak
          finally (return streak))))

;;; The table of a day: a shared state, an alist from results to the number of games

(defun day-token (day)
  "Returns the token of the table of DAY."
  (format nil "~(~48,'0x~)" day))

(defun day-table (day)
  "Returns the table of DAY."
  (shared-state (day-token day)
                (lambda (text)
                  (with-standard-io-syntax
                    (let ((*read-eval* nil)) (read-from-string text))))))

(defun count-day-result (day result)
  "Adds RESULT to the table of DAY."
  (let* ((table (day-table day))
         (more (acons result (1+ (or (cdr (assoc result table)) 0)) (remove result table :key #'car))))
    (save-shared-state (day-token day)
                       (with-standard-io-syntax (prin1-to-string more))
                       more)))

(defun note-day-result (record)
  "Counts RECORD, a game of a day, if it is over and was not counted."
  (let ((day (rule :day record)))
    (when (and (eq (record-stage record) :over) (not (assoc day *day-results*)))
      (let ((result (day-result record)))
        (push (cons day result) *day-results*)
        (setf *day-results* (subseq *day-results* 0 (min *days-kept* (length *day-results*))))
        (count-day-result day result)))))

;;; The result as text

(defun day-result-words (record)
  "Returns the result of RECORD, which is over, in words."
  (let ((result (day-result record)))
    (if result
        (say-count result "won in {count} turn" "won in {count} turns")
        (say "not won"))))

(defun turn-lines (record)
  "Returns a line for each turn of the person in RECORD: a sign for each attack, and the hexes held at the end of the
turn."
  (let ((board (record-start record)) (signs '()) (lines '()))
    (flet ((end-line ()
             (push (format nil "~{~a~} ~d" (reverse signs) (count 0 board :key #'first)) lines)
             (setf signs '())))
      (dolist (event (reverse (record-events record)))
        (setf board (board-after board event))
        (when (zerop (event-player event))
          (if (event-action event)
              (push (if (event-won event) "✅" "❌") signs)
              (end-line))))
      (when signs (end-line)))
    (reverse lines)))

(defun day-result-text (record)
  "Returns the result of RECORD, which is over, to be pasted."
  (format nil "Dice of Doom ~a: ~a~%~{~a~%~}~a/today" (day-text (rule :day record)) (day-result-words record) (turn-lines record) *site*))

;;; The panel beside the board

(defun day-lead ()
  "Returns sentences about what a board of a day is."
  (say "Everybody gets the same board and the same dice, and one try. The next board comes at midnight, UTC."))

(defun print-day-result (record)
  "Prints the result of RECORD, which is over, as text to paste."
  (tag div (class "link")
    (tag label (for "result") (princ (say "Your result, to paste")))
    (tag textarea (id "result" readonly "" rows (min 12 (+ 3 (length (turn-lines record)))) spellcheck "false")
      (princ (escape-markup (day-result-text record))))
    (print-copy-buttons "result")
    (text-tag 'p "quiet" (say "A line for each of your turns: attacks won and lost, and your hexes at its end."))))

(defun print-day-table (table own)
  "Prints TABLE, that of a day, which is not empty; the line of OWN, the reader's result, is marked."
  (let ((lines (sort (copy-list table) #'< :key (lambda (line) (or (car line) 1000))))
        (most (reduce #'max table :key #'cdr)))
    (tag table (class "day")
      (tag thead ()
        (tag tr ()
          (dolist (title (list (say "Turns to win") (say "Games")))
            (tag th (scope "col") (princ title)))))
      (tag tbody ()
        (loop for (result . count) in lines
              do (tag tr ()
                   (tag th (scope "row")
                     (princ (or result (say "not won")))
                     (when (and own (eql result (cdr own)))
                       (format t " ~a" (say "(you)"))))
                   (tag td ()
                     (tag svg (class "bar" viewbox "0 0 100 20" preserveAspectRatio "none" aria-hidden "true")
                       (tag rect (class "p0" x 0 y 3 width (round (* 100 count) most) height 14)))
                     (text-tag 'b nil count))))))))

(defun print-day-panel (record)
  "Prints the panel about the day of RECORD: what it is, the reader's result, and the table."
  (let* ((day (rule :day record))
         (over (eq (record-stage record) :over))
         (table (day-table day))
         (games (reduce #'+ table :key #'cdr))
         (streak (day-streak *day-results* day)))
    (tag section (class "table panel" aria-label (say "The board of the day"))
      (text-tag 'h2 nil (say "The board of {date}" :date (day-text day)))
      (text-tag 'p "quiet" (day-lead))
      (when (> streak 1)
        (text-tag 'p nil (say "You have won {n} days in a row." :n streak)))
      (when over (print-day-result record))
      (cond (*without-server*)          ; nobody else's results are known
            ((and table over) (print-day-table table (assoc day *day-results*)))
            (t (text-tag 'p nil (say-count games "{count} game was finished so far." "{count} games were finished so far."))))
      (when (and over (/= day (today)))
        (tag div (class "actions")
          (button-link nil "/today" (say "Today’s board")))))))

(defun day-arguments (record)
  "Returns further arguments of PRINT-GAME-PAGE for RECORD if it is a game of a day."
  (and (rule :day record)
       (list :sheet "together.css"
             :card (list (say "The board of {date}" :date (day-text (rule :day record))) (day-lead) (day-card-query (rule :day record)))
             (if (eq (record-stage record) :over) :news :after) (lambda () (print-day-panel record))
             :attributes (list (cons 'class (format nil "game together ~(~a~)" (record-stage record)))
                               (cons 'data-home (stored-address record))))))

(defun print-day-actions (record)
  "Prints what the person can do in RECORD, a game of a day, while a computer is to move, or after the end."
  (cond ((eq (record-stage record) :over)
         (button-link "first" "/today/replay" (say "Analysis"))
         (button-link nil "/" (say "New game")))
        (t (print-other-actions record))))

;;; Requests

(defun answer-today (path params)
  "Returns the answer to a request for PATH, \"today\" or a page of the game of the day below it, with PARAMS."
  (destructuring-bind (&optional (page "play") &rest more) (rest (parts path #\/))
    (let ((known (assoc page *game-pages* :test #'equal))
          (*place* "/today/")
          (*print-other-actions* 'print-day-actions))
      (when (or more (null known))
        (refuse 404 "There is no page {page}." :page path))
      (destructuring-bind (answer stepping) (rest known)
        (let ((record (day-record params))
              (*record* *day-record*)
              (*left-games* '()))
          (multiple-value-prog1
              (answer-game record params answer (or stepping (parameter "FROM" params)))
            (setf *day-record* *record*)))))))
