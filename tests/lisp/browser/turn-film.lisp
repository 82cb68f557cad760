;;; game/browser/turn_film.lisp: the decisive turn of a game as an animated picture.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(defun played (rules)
  "Returns a game by RULES that the computers have played to its end."
  (let ((record (new-record rules)))
    (with-rules ((record-rules record))
      (loop until (eq (record-stage record) :over) do (play-action record (record-action record :steady))))
    record))                                         => played
(defparameter *rules* '(:size 4 :players 3 :dice 5 :people 1 :level :steady :seed 5 :fair t :ending :share))   => *rules*
(defparameter *record* (played *rules*))             => *record*
(defmacro in-rules (&body body) `(with-rules ((record-rules *record*)) ,@body))   => in-rules

;;; Turns and their events: all together they are the game.
(in-rules
  (let ((turns (1+ (turn-number-at *record* (record-number *record*)))))
    (list (equal (loop for turn below turns append (events-of-turn *record* turn)) (reverse (record-events *record*)))
          (loop for turn below turns
                always (multiple-value-bind (events before) (events-of-turn *record* turn)
                         (or (null events)
                             (and (= turn (turn-number-at *record* before))
                                  (equalp (second (nth turn (turns *record*))) (record-board (record-before *record* before))))))))))   => (t t)
;;; The decisive turn is the winner's, and the winner's chances grow most after it.
(in-rules
  (let ((turn (decisive-turn *record*)))
    (member (event-player (first (events-of-turn *record* turn))) (record-winners *record*)) t))   => t
(in-rules
  (let ((known '(((0 . 0.3) (3 . 0.4) (6 . 0.9) (9 . 1)) nil nil)))
    (flet ((decisive () (let ((old #'chances))
                          (unwind-protect (progn (setf (fdefinition 'chances) (constantly (list (first known) (first known) (first known)))) (decisive-turn *record*))
                            (setf (fdefinition 'chances) old)))))
      (list (decisive) (progn (setf known '(((0 . 1) (3 . 1)))) (decisive))))))   => (3 nil)
;;; The plan: boards in order, within the film, the last one stays.
(loop for count in '(1 2 5 40)
      always (multiple-value-bind (seconds moments shown) (film-plan (make-list count))
               (and (<= seconds 20.001) (= count (length moments) (length shown))
                    (apply #'< 0 (append moments '(1000)))
                    (loop for (from to) in shown for moment in moments always (< from moment to))
                    (= 1000 (second (first (last shown)))))))   => t
;;; What is at a place is there from the beginning to the end, one thing at a time, and last what the turn leaves.
(in-rules
  (let* ((events (events-of-turn *record* 0))
         (boards (loop with now = (record-start *record*) for event in events collect (setf now (board-after now event)) into later
                       finally (return (cons (record-start *record*) later))))
         (moments (nth-value 1 (film-plan events))))
    (loop for pos below *board-hexnum*
          for versions = (versions-of pos boards moments)
          always (and (zerop (second (first versions))) (= 1000 (third (first (last versions))))
                      (equal (first (first (last versions))) (aref (first (last boards)) pos))
                      (loop for ((hex nil to) (next from)) on versions while next always (and (= to from) (not (equal hex next))))))))   => t

;;; The file
(defparameter *page* nil)                            => *page*
(defun ask (path &rest params)
  (destructuring-bind (status type page &optional headers) (multiple-value-list (answer path (loop for (name value) on params by #'cddr collect (cons name value))))
    (setf *page* page)
    (list status type (and (search "unsafe-inline" (or (cdr (assoc "Content-Security-Policy" headers :test #'equal)) "")) t))))   => ask
(progn (keep-record *record*) t)                     => t
(ask "turn.svg" 'turn "0")                           => (200 "image/svg+xml" t)
(defun holds (&rest texts) (loop for text in texts collect (and (search text *page*) t)))   => holds
(holds "prefers-reduced-motion:no-preference" "@keyframes" "<title>The decisive turn: You</title>" "<script" "http://www.w3.org/2000/svg")   => (t t t nil t)
;; Each class has its animation, and the other way round.
(flet ((all (before)
         (sort (remove-duplicates (loop for at = (search before *page*) then (search before *page* :start2 (1+ at)) while at
                                        collect (let ((start (+ at (length before))))
                                                  (subseq *page* start (position-if-not (lambda (char) (or (digit-char-p char) (char= char #\-))) *page* :start start))))
                                  :test #'string=)
               #'string<)))
  (list (equal (all "class=\"v k") (all "@keyframes k")) (equal (all "@keyframes k") (all "animation-name:k"))))   => (t t)
(list (first (ask "turn.svg" 'turn "9999")) (first (ask "turn.svg" 'turn "x")) (first (ask "turn.svg")))   => (400 400 400)
(first (ask "play"))                                 => 200
(holds "/turn.svg?turn=" "data-share-file=" "download=\"dice-of-doom-turn.svg\"")   => (t t t)
;;; On maps with eight players, too; not before the end.
(let ((record (played '(:size 8 :players 8 :dice 5 :people 1 :level :steady :seed 5 :fair t :ending :share :map :islands))))
  (with-rules ((record-rules record))
    (let ((film (turn-film record (decisive-turn record))))
      (list (and (search "id=\"w7\"" film) t) (< (length film) 400000)))))   => (t t)
(progn (keep-record (new-record *rules*)) (first (ask "turn.svg" 'turn "0")))   => 400
