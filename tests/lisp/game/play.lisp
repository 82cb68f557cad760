;;; game/play.lisp: PLAY at the prompt, and its parts; tests/transcripts/play-*.txt show it as a player sees it.

;;; The harness has interned another symbol TAG.
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/play.lisp") t)   => t
(defparameter *rules* '(:seed 12 :size 3 :players 3))   => *rules*
(defparameter *g* (apply #'begin-game *rules*))         => *g*
(defmacro in-game (&body body) `(with-game (*g*) ,@body))   => in-game
(defun typed (lines &rest arguments)
  "Returns what PLAY with ARGUMENTS prints when LINES, a list of strings, are typed."
  (with-input-from-string (*standard-input* (format nil "~{~a~%~}" lines))
    (with-output-to-string (*standard-output*)
      (apply #'play arguments))))                       => typed
(defun says-p (words text) (and (search words text) t))   => says-p

;;; A game has the rules that were asked for; the settings stay as they are.
(in-game (list *board-size* *num-players* *max-dice*))  => (3 3 5)
(list *board-size* *num-players* *max-dice*)            => (5 4 5)
(equalp (record-start *g*) (record-start (apply #'begin-game *rules*)))   => t
(in-game (mover *g*))                                   => 0
(in-game (actions *g*))                                 => ((0 3) (0 1) (0 4) (2 5) (2 1))
(let ((game (begin-game :size 2 :players 2 :dice 3 :board '((0 3) (1 1) (1 1) (1 2)))))
  (coerce (record-start game) 'list))                   => ((0 3) (1 1) (1 1) (1 2))

;;; Wrong rules
;;; Maps: holes are left out, hexes keep their positions; the game can be saved.
(let ((game (begin-game :map :atoll :seed 5 :players 3)))
  (list (rule :size game) (with-game (game) (list (game-title game) (length *holes*)))
        (equalp (record-board game) (record-board (game-of-form (game-form game))))
        (search "2 " (with-output-to-string (*standard-output*) (with-game (game) (show-game game))))))
  => (7 ("Dice of Doom on the map atoll with 30 hexes, 3 players, dice decide, 23 hexes win. Game 5." 19) t 30)
(let ((game (begin-game :size 2 :players 2 :dice 3 :board '((0 3) (26 0) (1 1) (1 2)))))
  (with-game (game) (list *holes* (actions game))))  => ((1) ((0 2) (0 3)))
(list (rule :size (begin-game :map :islands)) (rule :size (begin-game :map :islands :size 6)))   => (7 6)
(begin-game :map :nowhere)                           => (error invalid-setting "MAP cannot be :NOWHERE: it must be one of islands")
(begin-game :map 5)                                  => (error invalid-setting "MAP cannot be 5: it must be one of islands")
(begin-game :size 2 :players 2 :board '((26 0) (26 0) (26 0) (26 0)))   => (error invalid-setting "2 hexes at least, one for each player")
(begin-game :size 3 :players 2 :board '((0 2) (0 2) (26 0) (26 0) (26 0) (26 0) (26 0) (1 2) (1 2)))   => (error invalid-setting "in one piece")
(begin-game :map :atoll :size 5)                     => (error invalid-setting "7, on this map")
(begin-game :map :atoll :board '((0 1)))             => (error invalid-setting "NIL, as there is a board")
(begin-game :size 0)                                    => (error invalid-setting "*BOARD-SIZE*")
(begin-game :players 27)                                => (error invalid-setting "*NUM-PLAYERS*")
(begin-game :dice 'many)                                => (error invalid-setting "*MAX-DICE*")
(begin-game :seed -1)                                   => (error invalid-setting "SEED")
(begin-game :size 2 :board '((0 1)))                    => (error invalid-setting "The list of hexes")
(begin-game :size 2 :players 2 :board '((0 1) (1 1) (2 1) (1 1)))   => (error invalid-setting "The board")
(begin-game :colour :blue)                              => (error program-error "COLOUR")
(play :against :stranger)                               => (error invalid-setting ":STRONG")
(play :against 0)                                       => (error invalid-setting "0")

;;; Typed moves
(in-game (read-action '("0" "->" "3") (actions *g*)))   => (values (0 3) t)
(in-game (read-action '("0" "3") (actions *g*)))        => (values (0 3) t)
(in-game (nth-value 1 (read-action '("3" "0") (actions *g*))))   => nil
(in-game (nth-value 1 (read-action '("end") (actions *g*))))     => nil
(in-game (why-no-action *g* '("3" "0")))                => "Hex 3 is not yours."
(in-game (why-no-action *g* '("0" "8")))                => "Hexes 0 and 8 do not touch."
(in-game (why-no-action *g* '("0" "9")))                => "Hexes have the positions 0 to 8."
(in-game (why-no-action *g* '("pass")))                 => "A turn cannot end before its first attack."
(in-game (why-no-action *g* '("sing")))                 => nil
(words-of "  12 -> 13.  ")                              => ("12" "->" "13")
(first (abbreviated-command "he"))                      => "help"
(abbreviated-command "l")                               => nil
(abbreviated-command "helpless")                        => nil

;;; In words
(in-game (action-words *g* '(0 3)))                     => "0 -> 3 (5:5, 46%)"
(in-game (action-words *g* nil))                        => "end turn"
(in-game (happened-words *g* (do-action *g* '(0 3)) '(0)))   => "you: 0 -> 3, rolled 17 to 10"
(in-game (standing-words *g*))                          => "a: 3 hexes 7 dice, b: 2 hexes 6 dice, c: 4 hexes 8 dice"
(who 2 '(0 1 2))                                        => "player c"
(let ((*num-players* 2)) (who 1 '(0)))                  => "computer"
(opponent-words 3)                                      => "the computer, 3 moves ahead"

;;; Colours only where asked for, or at a terminal
(in-color-of 0 "a-~d" 3)                                => "a-3"
(let ((*colors* t)) (string= (in-color-of 0 "a-~d" 3) (format nil "~c[1;34ma-3~:*~c[0m" #\Escape)))   => t

;;; Back, and forth
(moves-made *g*)                                        => 1
(in-game (actions (game-before *g* 0)))                 => ((0 3) (0 1) (0 4) (2 5) (2 1))
(moves-made *g*)                                        => 1
(loop with text = (typed '("1" "undo" "redo" "quit") :seed 12 :size 3 :players 3)
      for start = 0 then (1+ found)
      for found = (search "0 -> 3, rolled 17 to 10" text :start2 start)
      while found count t)                              => 2
(says-p "no move to take back" (typed '("undo" "quit") :seed 12))   => t

;;; The end of the input, and going on afterwards
(progn (typed '("1") :seed 12 :size 3 :players 3) (moves-made *game*))   => 1
(progn (typed '("1") :game *game*) (< 1 (moves-made *game*)))   => t

;;; Files
(defparameter *file* (format nil "/tmp/tessera-play-test-~36r.game" (random (expt 36 8) (make-random-state t))))   => *file*
(progn (save-form *file* (game-form *g*)) (moves-made (game-of-form (saved-form *file*))))   => 1
(progn (save-form *file* (game-form *g*)) t)            => t
(says-p "rolled 17 to 10" (typed (list "1" (format nil "save ~a" *file*) "quit") :seed 12 :size 3 :players 3))   => t
(progn (typed (list (format nil "load ~a" *file*) "quit")) (moves-made *game*))   => 1
(saved-form (concatenate 'string *file* ".no"))         => nil
(game-of-form '(:game :trilobite))                      => nil
(game-of-form '(:game :dice-of-doom :id 3))             => (error error "The version cannot be NIL")
(let ((form (game-form *g*)))
  (setf (getf form :start) (cons '(0 3000) (rest (getf form :start))))
  (save-form *file* form)
  (says-p "can be played here: Hex 0 cannot be (0 3000): it must be" (typed (list (format nil "load ~a" *file*) "quit"))))   => t
(progn (with-open-file (out *file* :direction :output :if-exists :supersede) (write-string "(:tessera-game . #.(quit))" out)) t)   => t
(saved-form *file*)                                     => nil
(save-form *file* (game-form *g*))                      => (error error "holds no game")
(progn (delete-file *file*) t)                          => t
(save-form "/nowhere/at/all.game" (game-form *g*))      => (error file-error)
(says-p "nowhere" (typed '("save /nowhere/at/all.game" "quit")))   => t

;;; The strong player's analysis is printed and returned
(let ((*ai-time* 0.05)) (says-p "Hint: " (typed '("hint" "quit") :seed 12 :size 3 :players 2)))   => t
(let* ((*num-players* 2) (*ai-time* 0.05) (*board-size* 2) (*board-hexnum* 4) moves)
  (list (plusp (length (with-output-to-string (*standard-output*)
                         (setf moves (analyze (game-tree (board-array '((0 3) (1 1) (1 1) (0 1))) 0 0 t))))))
        (mapcar #'first moves)))                        => (t ((0 2) (0 1)))

;;; The value of a game, move by move
(says-p "luck" (typed '("1" "judge" "quit") :seed 12 :size 3 :players 3))   => t
(let ((text (typed '("1" "undo" "judge" "quit") :seed 12 :size 3 :players 2)))
  (list (says-p "0 moves, 0 ?, 0 ??, 0.0% lost a move, luck +0%" text) (says-p "better" text)))   => (t nil)
