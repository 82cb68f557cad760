;;; game/native.lisp distinguishes a script's functions from others by identity, whenever they were defined.

(quietly (load "game/dice_of_doom_v2.lisp") (load "tests/lisp/support/native-questions.lisp")
       (load "tests/lisp/support/native-tree-questions.lisp") t)   => t
(defun again ()
  "Returns the second version as it is, without natives."
  (load "game/dice_of_doom_v2.lisp"))                => again
(defun dice-of (board player) (loop for (owner dice) across board when (= owner player) sum dice))   => dice-of
(defun small-board () (settings (chance-in 1 3) (chance-in 2 4) (chance-in 1 5)) (chance-board))   => small-board
(defun all-differences (n) (differences n 'small-board 'ask-ratings 'ask-alpha-beta 'ask-move 'ask-tree))   => all-differences
(defun ratings-of (board) (get-ratings (limit-tree-depth (game-tree board 0 0 t) 2) 0))   => ratings-of
(defparameter *board* '((0 1) (1 2) (0 2) (1 1) (0 3) (1 3) (0 3) (1 1) (0 2)))   => *board*
(defun rated () (settings 3 2 3) (ratings-of (board-array *board*)))   => rated

;;; The script's functions.
(progn (again) (rated))                              => (8 8 8 9 9 9)
(progn (defun score-board (board player) (dice-of board player)) (rated))   => (12 11 11 11 11 11)

;;; Before native.lisp as after it.
(progn (again) (load "game/native.lisp") (rated))    => (8 8 8 9 9 9)
(defun score-board (board player) (dice-of board player))   => score-board
(rated)                                              => (12 11 11 11 11 11)
(progn (again) (defun score-board (board player) (dice-of board player)) (load "game/native.lisp") (rated))   => (12 11 11 11 11 11)
(functions-in-state :changed)                        => (score-board)
(all-differences 60)                                 => nil
(native-status)
  => (prints "native: neighbors, board-attack, add-new-dice, winners, threatened, attacking-moves, game-tree, limit-tree-depth, get-ratings, rate-position, ab-get-ratings-max, ab-get-ratings-min, ab-rate-position, handle-computer
redefined: score-board
")
;;; Neither (native-off) nor (native-on) nor loading it again takes it away.
(progn (native-off) (native-on) (load "game/native.lisp") (rated))   => (12 11 11 11 11 11)

;;; Each function that natives know, wrapped before they come: it is called wherever the script calls it.
(defparameter *called* 0)                            => *called*
(defun wrap (name)
  (let ((old (fdefinition name)))
    (setf (fdefinition name) (lambda (&rest arguments) (incf *called*) (apply old arguments)))))   => wrap
(defun calls-of (questions)
  "True if the wrapped function was called in answering QUESTIONS about a board of 3x3."
  (setf *called* 0 *seed* 5 *level* 2)
  (settings 3 2 3)
  (let ((board (board-array *board*)))
    (dolist (question questions) (funcall question board)))
  (plusp *called*))                                  => calls-of
(defun calls-differ-p (name)
  "True if natives do not call NAME, wrapped before native.lisp was loaded, though the script does."
  (again)
  (wrap name)
  (load "game/native.lisp")
  (let* ((questions (list 'ask-ratings 'ask-alpha-beta 'ask-move 'ask-tree))
         (natively (calls-of questions))
         (by-script (progn (native-off) (calls-of questions))))
    (and by-script (not natively))))                 => calls-differ-p
(loop for (name) in (dice-of-doom:native-names *package*)
      when (and (fboundp name) (calls-differ-p name))
        collect name)                                => nil
(loop for (name) in (dice-of-doom:native-names *package*)
      when (fboundp name)
        append (progn (again) (wrap name) (load "game/native.lisp")
                      (when (differences 12 'small-board 'ask-ratings 'ask-alpha-beta 'ask-move 'ask-tree) (list name))))   => nil

;;; A function put back is the script's again.
(progn (again) (defparameter *old* #'score-board) (defun score-board (board player) (dice-of board player)) (load "game/native.lisp")
       (setf (fdefinition 'score-board) *old*) (native-state 'score-board))   => :script
(rated)                                              => (8 8 8 9 9 9)
(progn (native-on) (native-state 'score-board))      => :native
(progn (defparameter *native* #'score-board) (defun score-board (board player) (dice-of board player))
       (setf (fdefinition 'score-board) *native*) (native-state 'score-board))   => :native
;;; A definition that says the same is another one nevertheless.
(progn (again) (let ((old #'threatened)) (defun threatened (pos board) (funcall old pos board))) (load "game/native.lisp")
       (native-state 'threatened))                   => :changed

;;; Traced before or after, traced no more.
(defun trace-lines (name)
  "True if a trace of NAME shows calls while the computer rates the board."
  (plusp (length (with-output-to-string (*trace-output*) (rated)))))   => trace-lines
(progn (again) (trace score-board) (load "game/native.lisp") (trace-lines 'score-board))   => t
(progn (untrace score-board) (trace-lines 'score-board))   => nil
(native-state 'score-board)                          => :script
(rated)                                              => (8 8 8 9 9 9)
(progn (native-on) (trace score-board threatened) (trace-lines 'score-board))   => t
(progn (untrace) (trace-lines 'score-board))         => nil
(list (native-state 'score-board) (native-state 'threatened))   => (:native :native)
(progn (again) (load "game/native.lisp") (trace attack-p) (prog1 (trace-lines 'attack-p) (untrace attack-p)))   => t
(functions-in-state :changed)                        => nil

;;; After loading the script again its functions are recognised; redefined ones become the script's own again.
(progn (defun score-board (board player) (dice-of board player)) (again) (functions-in-state :changed :native))   => nil
(rated)                                              => (8 8 8 9 9 9)
(progn (native-on) (functions-in-state :changed :script))   => nil
(rated)                                              => (8 8 8 9 9 9)

;;; A game that nothing is known of, as one that a reader has typed in: its functions are the user's.
(progn (again) (setf *version* nil)
       (multiple-value-bind (answer seen)
           (let ((seen nil))
             (values (handler-bind ((warning (lambda (w) (setf seen (princ-to-string w)) (muffle-warning w))))
                       (load "game/native.lisp")
                       (functions-in-state :native :script :changed))
                     seen))
         (list answer (subseq seen 0 39))))          => (nil "The natives know no function of this ga")
(rated)                                              => (8 8 8 9 9 9)
(progn (setf *ai-time* 0.01) (integerp (getf (analysis (game-tree (board-array *board*) 0 0 t)) :best)))   => t
(defun score-board (board player) (dice-of board player))   => score-board
(rated)                                              => (12 11 11 11 11 11)
;;; Functions typed in can declare their rules.
(declare-version "typed in" :board :hexes :attack :stronger :luck :none :reinforcement :taken :trees :lazy :search :alpha-beta)   => "typed in"
(progn (native-on) (functions-in-state :native))
  => (neighbors board-attack add-new-dice winners attacking-moves game-tree limit-tree-depth get-ratings rate-position ab-get-ratings-max ab-get-ratings-min ab-rate-position handle-computer)
(rated)                                              => (12 11 11 11 11 11)
(all-differences 60)                                 => nil
