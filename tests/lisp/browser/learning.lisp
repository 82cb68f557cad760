;;; game/computer/advice.lisp, browser/hints.lisp, replay.lisp, positions.lisp, picture.lisp, puzzles.lisp: hints, moves
;;; taken back, reviews, positions, puzzles.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/browser.lisp") t)   => t
(defvar *page* nil)                                  => *page*
(defun ask (path &rest params)
  "Returns the status of the answer to PATH with PARAMS, a property list, and where it sends the browser. *PAGE* is its
text."
  (destructuring-bind (status type page &optional headers)
      (multiple-value-list (answer path (loop for (name value) on params by #'cddr collect (cons name (princ-to-string value)))))
    (declare (ignore type))
    (setf *page* page)
    (list status (cdr (assoc "Location" headers :test #'equal)))))   => ask
(defun post (path &rest params) (let ((*request-method* "POST")) (apply #'ask path params)))   => post
(defun seen (&rest texts) (every (lambda (text) (and (search text *page*) t)) texts))   => seen
(defun now (&rest more) (list* 'game (record-id *record*) 'move (record-number *record*) more))   => now
(defun begin-with (hexes &rest rules)
  (let ((rules (append rules '(:size 2 :players 2 :dice 5 :level :book :seed 1))))
    (setf *record* (with-rules (rules) (begin-record "G" rules (board-array hexes))))
    t))                                              => begin-with
(defun answered (path &rest params)
  "Returns the answer to PATH once the engine has decided."
  (loop for answer = (apply #'ask path params)
        while (search "data-next=\"/hint" *page*)
        do (sleep 0.02)
        finally (return answer)))                    => answered

;;; Hints: the better of two attacks, shown on the board; nothing is done.
(begin-with '((0 4) (1 1) (1 5) (1 1)))              => t
(progn (ask "play") (seen "href=\"/hint?game=G&amp;move=0\"" "aria-label=\"Hint\""))   => t
(apply #'answered "hint" (now))                      => (200 nil)
(seen "Hint: Attack along the arrow: 4 dice against " "from hex 0. Chance to win the game: " "class=\"arrow c0 r0 won\"" "Attack with your 4 dice")   => t
(record-number *record*)                             => 0
;; An old page gets no hint, and there are none for other players' moves.
(list (ask "hint" 'game "G" 'move 7) (progn (begin-with '((0 1) (1 1) (1 5) (1 1))) (ask "hint" 'game "G" 'move 0)))   => ((409 nil) (400 nil))
(progn (begin-with '((0 4) (1 1) (1 5) (1 1)) :people 2) (list (first (apply #'ask "hint" (now))) (progn (ask "play") (seen "/hint?"))))   => (400 nil)

;;; Taken back: the board as it was before the person's last move; another name, so that pages of before are old ones.
(begin-with '((0 4) (1 1) (1 5) (1 1)))              => t
(list (first (apply #'ask "undo" (now))) (progn (ask "play") (seen "/undo?")))   => (400 nil)
(apply #'ask "attack" (now 'from 0 'to 1))           => (303 "/play")
(progn (ask "play") (seen "/undo?game=G&amp;move=1" "aria-label=\"Take back\""))   => t
(apply #'ask "undo" (now))                           => (303 "/play")
(list (record-number *record*) (record-undone *record*) (string= (record-id *record*) "G") (coerce (record-board *record*) 'list))
  => (0 1 nil ((0 4) (1 1) (1 5) (1 1)))
(list (first (ask "attack" 'game "G" 'move 0 'from 0 'to 1)) (record-number *record*))   => (409 0)
;; Undone turns outlive the server, and the game continues.
(record-undone (record-of-form (record-form *record*)))   => 1
(apply #'ask "attack" (now 'from 0 'to 1))           => (303 "/play")
(apply #'ask "pass" (now))                           => (303 "/play")
(first (apply #'ask "undo" (now)))                   => 400
;; Games between people have no undo.
(begin-with '((0 4) (1 4) (1 5) (1 1)) :people 2)    => t
(apply #'ask "attack" (now 'from 0 'to 1))           => (303 "/play")
(list (first (apply #'ask "undo" (now))) (progn (ask "play") (seen "/undo?")))   => (400 nil)
;; With a computer between, back to the move before.
(progn (begin-with '((0 4) (1 1) (1 1) (1 1) (0 3) (1 1) (1 1) (0 1) (1 4)) :size 3)
       (apply #'ask "attack" (now 'from 0 'to 1))
       (apply #'ask "pass" (now))
       (loop while (with-record (*record*) (eq (record-stage *record*) :computer)) do (apply #'ask "skip" (now)))
       (and (> (record-number *record*) 2) (apply #'ask "undo" (now))))   => (303 "/play")
(list (record-number *record*) (with-record (*record*) (record-stage *record*)))   => (1 :person)

;;; A review: the advantage of the best moves, and the effect of the dice.
(defparameter *over* (let* ((rules '(:size 4 :players 2 :dice 5 :people 1 :level :kind :seed 7 :fair t)) (record (new-record rules)))
                       (with-rules (rules)
                         (loop until (eq (record-stage record) :over) do (play-action record (record-action record (if (zerop (record-player record)) :kind :hard)))))
                       record))                      => *over*
(defparameter *moves* (with-record (*over*) (review-at-once *over*)))   => *moves*
(= (length *moves*) (record-number *over*))          => t
(loop for move in *moves* always (and (<= 0 (move-review-chance move) 1) (<= 0 (move-review-loss move) 1) (<= -1 (move-review-luck move) 1)
                                      (equal (move-review-mistake move) (mistake-mark (move-review-loss move)))))   => t
;; The attack that ends the game brings what was missing from a certain win.
(let ((last (car (last *moves*))))
  (with-record (*over*)
    (list (equal (record-winners *over*) (list (move-review-player last))) (= (+ (move-review-chance last) (move-review-luck last)) 1))))   => (t t)
;; So does the one that takes the share of the hexes that wins.
(let* ((rules '(:size 3 :players 2 :dice 4 :people 1 :level :kind :seed 3 :ending :share)) (record (new-record rules)))
  (with-rules (rules)
    (loop until (eq (record-stage record) :over) do (play-action record (record-action record :hard))))
  (let ((last (with-record (record) (car (last (review-at-once record))))))
    (= (+ (move-review-chance last) (move-review-luck last)) 1)))   => t
;; A beginner's moves lose more than a careful player's.
(flet ((mean (player) (let ((review (player-review *moves* player))) (/ (getf review :lost) (getf review :moves)))))
  (> (mean 0) (* 2 (mean 1))))                       => t
(let ((mistakes (remove nil *moves* :key #'move-review-mistake)))
  (list (plusp (length mistakes)) (loop for move in mistakes always (not (equal (move-review-action move) (first (move-review-line move)))))))   => (t t)
(mapcar #'mistake-mark '(0 0.01 0.05 0.2))           => (nil nil "?" "??")

;;; Its page: any move, with and without scripts; the analysis comes when the game is over.
(progn (setf *record* *over*) (ask "replay"))        => (200 nil)
(loop until (progn (ask "replay" 'at 3) (seen "class=\"skill\""))
      do (sleep 0.02)
      finally (return (seen "Move 3 of "
                            "class=\"moves\""
                            "href=\"/replay?at=4\""
                            "type=\"range\""
                            "aria-current=\"true\""
                            "/position?at=4.4.2.5.")))   => t
(list (seen "??") (seen "Chance to win with this move: "))   => (t t)
(list (ask "replay" 'at 0)
      (ask "replay" 'at (record-number *record*))
      (first (ask "replay" 'at (1+ (record-number *record*))))
      (first (ask "replay" 'at "x")))   => ((200 nil) (200 nil) 400 400)
(progn (ask "replay" 'at 2 'part "replay") (list (search "<div id=\"replay\"" *page*) (seen "<html")))   => (0 nil)
(begin-with '((0 4) (1 1) (1 5) (1 1)))              => t
(apply #'ask "attack" (now 'from 0 'to 1))           => (303 "/play")
(progn (ask "replay") (list (seen "When the game is over, the engine tells what each move was worth.") (seen "class=\"skill\"")))   => (t nil)

;;; A position by its address: a stranger sees it, and plays on.
(defparameter *address* (with-record (*record*) (position-text (record-tree *record*))))   => *address*
(setf *record* nil)                                  => nil
(list (ask "position" 'at *address*) (seen "Play on from here" "action=\"/continue\"" (format nil "value=\"~a\"" *address*)) *record*)   => ((200 nil) t nil)
(post "continue" 'at *address* 'level "kind")        => (303 "/play")
(list (with-record (*record*) (record-stage *record*)) (rule :level *record*) (record-number *record*))   => (:person :kind 0)
(progn (ask "play") (and (seen "End turn") (record-p (record-of-form (record-form *record*)))))   => t
(equalp (record-board *record*) (record-board (record-of-form (record-form *record*))))   => t
(list (first (ask "continue" 'at *address*)) (first (post "continue" 'at "4.2.2.5.0.t.AAAA" 'level "kind")) (first (post "continue" 'at *address* 'level "best"))
      (first (ask "position" 'at "<script>")) (first (ask "position")) (first (ask "board.svg" 'at "4")))   => (405 400 400 400 400 400)
(ask "board.svg" 'at *address*)                      => (200 nil)
(list (seen "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" "</svg>") (seen "class=") (seen "var(") (seen "viewbox"))   => (t nil nil nil)
(list (mixed "#ffffff" "#000" 0.5) (channels "#c23b0e"))   => ("#808080" (194 59 14))

;;; A game as text, sent by the form
(progn (begin-with '((0 4) (1 1) (1 5) (1 1))) (apply #'ask "attack" (now 'from 0 'to 1)))   => (303 "/play")
(defparameter *sent* (progn (ask "record.txt") *page*))   => *sent*
(setf *record* nil)                                  => nil
(list (post "import" 'text *sent*) (record-number *record*) (first (ask "import" 'text *sent*)))   => ((303 "/replay") 1 405)
(list (post "import" 'text "<b>") (seen "Line 1: A game begins with the line “Dice of Doom 1”.") (post "import" 'text (format nil "~a0: 9-9 <b>" *sent*))
      (seen "Line 1") (seen "<b>"))                  => ((400 nil) t (400 nil) t nil)
(record-number *record*)                             => 1

;;; Puzzles: each can be solved by its answer, and nothing else gets there. tests/lisp/browser/puzzles-v3.lisp proves
;;; the answers.
(defun solved-in (puzzle actions)
  "Returns how many moves lead from ACTIONS on to the end of PUZZLE by the answer; NIL if they do not."
  (with-puzzle (puzzle)
    (loop for stand = (puzzle-stand puzzle actions)
          for count from 0 to 40
          do (ecase (stand-state stand)
               (:solved (return count))
               (:failed (return nil))
               (:open (setf actions (append actions (list (first (first (first (stand-node stand)))))))))))   )
  => solved-in
(loop for puzzle in *puzzles* always (let ((moves (solved-in puzzle '()))) (and moves (> moves 1))))   => t
(apply #'<= (mapcar (lambda (puzzle) (getf puzzle :rating)) *puzzles*))   => t
(loop for number from 1 to (length *puzzles*) for puzzle in *puzzles*
      always (let ((bad (first (second (first (getf puzzle :nodes))))))
               (and (equal (ask "puzzle" 'n number) '(200 nil)) (seen "Win in two turns" "data-state=\"open\"")
                    (equal (ask "puzzle" 'n number 'path (path-of-actions (list bad))) '(200 nil)) (seen "Not that one" "Try again" "data-state=\"failed\"")
                    (equal (ask "puzzle" 'n number 'help 1) '(200 nil)) (seen "The move is: " "data-state=\"failed\""))))   => t
(list (first (ask "puzzle" 'n 0)) (first (ask "puzzle" 'n 999)) (first (ask "puzzle" 'n 1 'path "1-2_")) (first (ask "puzzle" 'n 1 'path "0-0")) (first (ask "puzzle" 'n 1 'from 999))
      (first (ask "puzzle" 'n 1 'path "<b>")) (first (ask "puzzles")) (first (ask "statistics")))   => (400 400 400 400 400 400 200 200)
(let* ((puzzle (first *puzzles*)) (from (first (find-if #'identity (with-puzzle (puzzle) (node-actions (first (getf puzzle :nodes))))))))
  (list (ask "puzzle" 'n 1 'from from) (seen "class=\"t p1" "aim sure" "Deselect") (seen "pill")))   => ((200 nil) t nil)

;;; Previews of links: their tags, and the card as SVG
(ask "position" 'at "4.2.2.5.0.t.DIIM")              => (200 nil)
(seen "<meta property=\"og:title\" content=\"Your move?\">")   => t
(list (ask "board.png" 'at "4") (ask "board.png") (ask "board.png" 'puzzle "99"))   => ((400 nil) (400 nil) (400 nil))
(let ((svg (with-rules ('(:size 2 :players 2 :dice 5)) (card-svg (board-array '((0 4) (1 1) (1 2) (0 1)))))))
  (list (search "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\"><rect width=\"1200\" height=\"630\"" svg)
        (loop for start = 0 then (1+ at) for at = (search "text-anchor=\"middle\"" svg :start2 start) while at count at)
        (every (lambda (char) (< (char-code char) 128)) svg)))   => (0 4 t)

;;; The decisive move is the one after which the chances differ most, by a mistake or by dice.
(flet ((reviewed (number loss luck) (make-move-review :number number :loss loss :luck luck)))
  (list (decisive-move (list (reviewed 0 0.1 0) (reviewed 1 0 -0.3) (reviewed 2 0.2 0.1))) (decisive-move (list (reviewed 0 0 0))) (decisive-move '())))   => (2 nil nil)
