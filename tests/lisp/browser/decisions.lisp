;;; game/browser/decisions.lisp: positions with one best move.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(load "tests/lisp/support/store.lisp")            => t
(defvar *page* nil)                                  => *page*
(defun ask (path &rest params)
  (destructuring-bind (status type page &optional headers)
      (multiple-value-list (answer path (loop for (name value) on params by #'cddr collect (cons name (princ-to-string value)))))
    (declare (ignore type headers))
    (setf *page* page)
    status))                                         => ask
(defun seen (&rest texts) (and (every (lambda (text) (search text *page*)) texts) t))   => seen

;;; The set: each has a position in which exactly its moves can be made, one of them clearly best, another the blunder.
(loop for place in *decisions*
      for number from 1
      unless (let ((record (position-record (position-of-text (getf place :at)))) (moves (getf place :moves)))
               (with-record (record)
                 (and (null (set-exclusive-or (mapcar #'first moves) (mapcar #'first (record-moves record)) :test #'equal))
                      (apply #'>= (mapcar #'second moves))
                      (< (second (second moves)) (second (first moves)))
                      (equal (first (getf place :line)) (first (first moves)))
                      (< (second (assoc (getf place :blunder) moves :test #'equal)) (second (first moves))))))
        collect number)                              => nil

;;; Choosing: the best move, the blunder and its punishment, moves that are none
(defparameter *one* (first *decisions*))           => *one*
(defun choose (action)
  (if action (ask "decision" 'n 1 'from (first action) 'to (second action)) (ask "decision" 'n 1 'to "end")))   => choose
(list (ask "decision" 'n 1) (seen "Your move?" "One move is the best. Which one?" "data-state=\"open\""))   => (200 t)
(list (choose (first (first (getf *one* :moves)))) (seen "data-state=\"solved\"" "No other move is as good." "The next best move:"))   => (200 t)
(list (choose (getf *one* :blunder)) (seen "data-state=\"failed\"" "There is a better move" "The best move:" "The best line:"))   => (200 t)
(seen (let ((*you* 0)) (with-rules ((record-rules (position-record (position-of-text (getf *one* :at)))))
        (destructuring-bind (player action) (getf *one* :answer) (format nil "~a answers: ~a." (player-name player) (action-sentence action))))))   => t
(list (ask "decision" 'n 1 'from 0 'to 35) (ask "decision" 'n 0) (ask "decision" 'n 999) (ask "decision" 'n 1 'from 99) (ask "decision" 'day 999999999) (ask "decision" 'move 3))
  => (400 400 400 400 400 404)

;;; That of the day is another one each day.
(let ((count (length *decisions*)))
  (= count (length (remove-duplicates (loop for day from 46000 repeat count collect (decision-number (asked-decision (list (cons 'day (princ-to-string day)))))))) ))   => t
(list (ask "decision") (seen "Puzzle of the day" (format nil "data-day=\"~d\"" (today))))   => (200 t)

;;; One's own blunders: those of the review of the finished game
(defparameter *over*
  (let* ((rules '(:size 4 :players 2 :dice 5 :people 1 :level :kind :seed 5 :fair t)) (record (new-record rules)))
    (with-rules (rules)
      (loop until (eq (record-stage record) :over)
            do (play-action record (if (zerop (record-player record)) (first (first (last (record-moves record)))) (record-action record :hard)))))
    record))                                         => *over*
(record-p (setf *record* *over*))                     => t
(with-rules ((record-rules *over*))
  (loop repeat 100000 until (nth-value 1 (advance-game-review *over*)) do (sleep 0.01))
  (nth-value 1 (advance-game-review *over*)))        => t
(defparameter *slip*
  (with-rules ((record-rules *over*))
    (find "??" (review-moves (game-review *over*)) :key #'move-review-mistake :test #'equal)))   => *slip*
(list (ask "decision" 'move (move-review-number *slip*)) (seen "From your last game." "data-day=\"\""))   => (200 t)
(list (ask "replay" 'at (1+ (move-review-number *slip*)))
      (seen (format nil "href=\"/decision?move=~d\">Find a better move" (move-review-number *slip*))))   => (200 t)
