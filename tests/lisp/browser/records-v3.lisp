;;; game/browser/ over the third version: no dice are rolled.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v3.lisp") (load "game/browser.lisp") t)   => t
(defparameter *rules* '(:size 2 :players 2 :dice 3 :level :book :seed 5))   => *rules*
(defparameter *record* (with-rules (*rules*) (begin-record "G" *rules* (board-array '((0 3) (1 1) (1 2) (1 1))))))   => *record*
(event-words (with-rules (*rules*) (play-action *record* '(0 1))))   => "You took hex 1 from hex 0."
(list (event-attack (first (record-events *record*))) (event-won (first (record-events *record*))))   => (nil t)
(record-form *record*)
  => (:id "G" :version 3 :rules (:size 2 :players 2 :dice 3 :level :book :seed 5) :start ((0 3) (1 1) (1 2) (1 1)) :moves (((0 1) nil nil)))
(equal (record-form (record-of-form (record-form *record*))) (record-form *record*))   => t
(with-rules (*rules*) (list (dice-coming *record* 0) (dice-coming *record* 1)))   => (0 nil)
(event-words (make-event :player 1))                 => "Ace ended the turn and got no dice."
(with-rules (*rules*) (attack-chance (record-board *record*) 1 3))   => nil

;;; A person and the computer play to the end through the pages; every level.
(defun page-of (path &rest params)
  "Returns the values of ANSWER, with PARAMS, a property list, and what a link of the game as it is now carries."
  (multiple-value-list
   (answer path (append (loop for (name value) on params by #'cddr collect (cons name (princ-to-string value)))
                        (and *record* (list (cons 'game (record-id *record*)) (cons 'move (princ-to-string (record-number *record*)))))))))   => page-of
(defun play-pages (level seed)
  "Plays a game at LEVEL by asking for pages, the person taking the first attack or else ending the turn. Return the
last page."
  (let ((*request-method* "POST") (*thinking-time* 0.01))
    (page-of "new" 'size 3 'players 2 'level level 'seed seed)
    (with-rules ((record-rules *record*))
      (loop repeat 100000
            for action = (find-if #'identity (mapcar #'first (record-moves *record*)))
            do (ecase (record-stage *record*)
                 (:over (return (page-of "play")))
                 (:computer (page-of "next") (sleep 0.002))
                 (:person (if action
                              (page-of "attack" 'from (first action) 'to (second action))
                              (page-of "pass"))))))))   => play-pages
(loop for level in '("gentle" "book" "strong")
      collect (let ((page (play-pages level 3)))
                (list (first page) (and (search "data-stage=\"over\"" (third page)) t) (and (search "Same board" (third page)) t))))
  => ((200 t t) (200 t t) (200 t t))

;;; Puzzles with dice are for the fourth version.
(values (answer "decision" '()))                     => 404
