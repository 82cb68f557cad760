;;; The examples in the docstrings of the games: lines "  FORM => VALUE", or "  FORM" where the value is chance's or a
;;; person plays.

(defun lines-of (text) (with-input-from-string (in text) (loop for line = (read-line in nil) while line collect line))) => lines-of
(defun examples-of (name)
  "Returns the examples in the docstring of the function NAME: a list (FORM), or (FORM VALUE), for each."
  (loop for line in (lines-of (or (documentation name 'function) ""))
        when (eql 0 (search "  (" line))
          collect (with-input-from-string (in line)
                    (let ((form (read in)) (arrow (read in nil)))
                      (if arrow (list form (read in)) (list form))))))   => examples-of
(defun failing (name)
  "Returns the examples of NAME that do not come out, with what they give."
  (loop for (form . value) in (examples-of name)
        for given = (and value (let ((*standard-output* (make-broadcast-stream))) (eval form)))
        unless (equalp value (and value (list given)))
          collect (list form given)))                    => failing
(defmacro told (&rest names)
  "Returns two lists: those of NAMES without an example, and the examples that fail."
  `(values (remove-if #'examples-of ',names) (mapcan #'failing ',names)))   => told

;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") t)   => t
(told roll-faces get-connected largest-cluster-size)     => (values nil nil)
(quietly (load "game/dice_of_doom_v1.lisp") t)             => t
(told board-array gen-board player-letter draw-board neighbors board-attack add-new-dice game-tree winners announce-winner rate-position
      get-ratings play-vs-human play-vs-computer)        => (values nil nil)
(quietly (load "game/dice_of_doom_v2.lisp") t)             => t
(told attacking-moves limit-tree-depth threatened score-board get-ratings rate-position play-computers) => (values nil nil)
(quietly (load "game/native.lisp") t)                      => t
(told analysis strong-computer analyze solve count-tree) => (values nil nil)
(quietly (load "game/play.lisp") t)                        => t
(told play)                                              => (values nil nil)
;; The web server's module, where it was built: its names are read when it is there.
(defun told-of (&rest names)
  (let ((names (mapcar (lambda (name) (find-symbol name "WEBSERVER")) names)))
    (values (remove-if #'examples-of names) (mapcan #'failing names))))   => told-of
(or (null (ignore-errors (require "webserver")))
    (equal '(nil nil)
           (multiple-value-list
            (told-of "START-LISTENING" "AWAIT-TERMINATION" "DRAIN" "STOP-LISTENING" "NEXT-REQUEST" "ANSWER" "SERVE-WHILE-WAITING"
                     "OPEN-SESSIONS" "SAVE-SESSIONS" "LOAD-SESSION" "SESSION-MESSAGES" "STORED-TIME" "REPLACE-TIME" "SESSIONS-SINCE"
                     "SESSIONS-READY" "COUNT-SESSIONS" "STORE-NAME" "CLOSE-SESSIONS" "MAKE-TOKEN" "COOKIES")))) => t
;; The test finds an example that fails.
(progn (defun wrong-example () "Returns 1.
  (wrong-example) => 2" 1) (failing 'wrong-example))     => (((wrong-example) 1))
(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") (load "game/solving/prover.lisp") (load "game/solving/tables.lisp") t)   => t
(told position-numbers prove-result tabulate-results tabulated-result solve)   => (values nil nil)
(progn (load "game/dice_of_doom_v4.lisp") (load "game/native.lisp") (load "game/solving/prover.lisp") (load "game/solving/chances.lisp") t)   => t
(told compute-chances position-chance)                     => (values nil nil)
(progn (load "game/solving/checker.lisp") t)               => t
(told dice-of-doom-checker::end-value)                     => (values nil nil)
