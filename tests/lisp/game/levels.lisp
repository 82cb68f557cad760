;;; game/computer/levels.lisp: the computer's levels, and how they choose.

(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/play.lisp") t)   => t
(mapcar #'level-name *levels*)                       => (:kind :careless :casual :steady :keen :sharp :hard :strong :gentle :book)
(list (level-title (level-named "KEEN")) (level-title (level-named :book)) (level-named "nobody") (level-named nil))   => ("Keen" "The book’s" nil nil)
;; The better a move seems the likelier it is; without noise it is the best.
(defparameter *moves* '((nil 0.5 t nil) ((0 1) 0.6 t nil) ((2 3) 0.1 t nil)))   => *moves*
(defun chosen (noise)
  (let ((*random-state* (tessera:seed-random-state 1)) (counts (list 0 0 0)))
    (loop repeat 1000 do (incf (nth (position (noisy-choice *moves* noise) *moves*) counts)))
    counts))                                         => chosen
(chosen 0.0)                                         => (0 1000 0)
(chosen 0.001)                                       => (0 1000 0)
;; A tenth of a win apart at a noise of a tenth: e times as often; four tenths more: e to the fourth.
(destructuring-bind (second best worst) (chosen 0.1)
  (list (< 2.3 (/ best second) 3.2) (< 0 worst 25)))   => (t t)
(every (lambda (count) (< 250 count 420)) (chosen 10))   => t
(let ((*random-state* (tessera:seed-random-state 1)))
  (loop repeat 100 collect (chosen-by-chance '(0 3 0)) into all finally (return (remove-duplicates all))))   => (1)
;; The weakest end a turn early: as often as they rest, wherever the turn may be ended. The others never do without
;; looking, and draw nothing for that.
(defun rests (level tree)
  (let ((*random-state* (tessera:seed-random-state 1)))
    (loop repeat 1000 count (rests-p tree (level-named level)))))   => rests
(defparameter *in-a-turn* '(0 nil ((nil) ((0 1)))))  => *in-a-turn*
(list (< 350 (rests :kind *in-a-turn*) 450)
      (< 60 (rests :careless *in-a-turn*) 140)
      (rests :casual *in-a-turn*)
      (rests :kind '(0 nil (((0 1))))))   => (t t 0 0)
;; All levels make moves that there are, on boards of all sizes.
(defun level-plays-p (level rules)
  (with-rules (rules)
    (let ((record (new-record rules)))
      (loop repeat 6
            while (first-move-of (record-tree record))
            always (play-action record (record-action record level))))))   => level-plays-p
(let ((*ai-time* 0.01))
  (loop for rules in '((:size 2 :players 2 :dice 5 :seed 3) (:size 5 :players 4 :dice 5 :seed 3 :fair t) (:size 9 :players 8 :dice 8 :seed 3 :fair t))
        always (loop for level in *levels* always (level-plays-p (level-name level) rules))
        always (level-plays-p 2 rules)))             => t
;; Beyond the boards of the stronger player the book's plays, with a warning.
(let ((told '()) (*ai-level* 1))
  (handler-bind ((warning (lambda (w) (push (subseq (princ-to-string w) 0 47) told) (muffle-warning w))))
    (list (level-plays-p :steady '(:size 17 :players 2 :dice 5 :seed 1)) told)))   => (t ("The stronger player takes boards of at most 16x"))
;; The weakest loses most games against the strongest but one.
(defun wins-of (one other games)
  (with-rules ('(:size 5 :players 2 :dice 5))
    (loop for seed from 1 to games
          for order = (if (evenp seed) (list one other) (list other one))
          for record = (new-record (list :size 5 :players 2 :dice 5 :seed seed :fair t))
          do (loop while (and (first-move-of (record-tree record)) (< (record-number record) 400))
                   do (play-action record (record-action record (nth (record-player record) order))))
          count (equal (winners (record-board record)) (list (position one order))))))   => wins-of
(> (wins-of :hard :kind 10) 7)                       => t
;; Analyses within limits: nodes, and turns ahead.
(defparameter *tree* (with-rules ('(:size 5 :players 2 :dice 5)) (game-tree (deal 1 t) 0 0 t)))   => *tree*
(with-rules ('(:size 5 :players 2 :dice 5))
  (let ((short (analysis *tree* :nodes 50)) (turn (analysis *tree* :nodes 3000 :depth 1 :rate-all t)))
    (list (<= (getf short :nodes) 200) (getf turn :turns) (every #'third (getf turn :moves)))))   => (t 1 t)
(with-rules ('(:size 5 :players 2 :dice 5))
  (mapcar (lambda (arguments) (handler-case (apply #'analysis *tree* arguments) (wrong-argument (c) (wrong-argument-name c))))
          '((:nodes 0) (:nodes 1.5) (:depth 0) (:depth t))))   => (nodes nodes depth depth)
;; Without dice: the first version's whole trees, and those of the second.
(quietly (load "game/dice_of_doom_v2.lisp") (load "game/play.lisp") t)   => t
(let ((*ai-time* 0.01)) (loop for level in *levels* always (level-plays-p (level-name level) '(:size 4 :players 2 :dice 3 :seed 3))))   => t
(quietly (load "game/dice_of_doom_v1.lisp") (load "game/play.lisp") t)   => t
(let ((*ai-time* 0.01))
  (loop for level in (remove :gentle (mapcar #'level-name *levels*))
        always (level-plays-p level '(:size 2 :players 2 :dice 3 :seed 3))))   => t
