;;; Impossible settings and boards, in every version of the games: each is reported by its name, from wherever it
;;; matters.

(defmacro blamed (bindings &body calls)
  "Returns the setting that each of CALLS, evaluated with BINDINGS in force, signals an INVALID-SETTING about; another
outcome as it is."
  `(let ((*standard-output* (make-broadcast-stream)) ,@bindings)
     (list ,@(loop for call in calls
                   collect `(handler-case ,call
                              (invalid-setting (c) (setting-name c))
                              (error (c) (princ-to-string c)))))))   => blamed

;;; The first version
(quietly (load "game/dice_of_doom_v1.lisp") t)         => t
(setf *board-size* 2 *board-hexnum* 4)               => 4
(defparameter *hexes* '((0 3) (0 3) (1 3) (1 1)))    => *hexes*
(defparameter *board* (board-array *hexes*))         => *board*
(defparameter *tree* (game-tree *board* 0 0 t))      => *tree*
(defmacro blamed-everywhere (&rest bindings)
  `(remove-duplicates
    (blamed ,bindings
      (gen-board) (board-array *hexes*) (draw-board *board*) (neighbors 0) (add-new-dice *board* 0 1)
      (game-tree *board* 0 0 t) (game-tree *board* 0 1 nil) (handle-computer *tree*) (announce-winner *board*)
      (play-vs-human *tree*) (play-vs-computer *tree*))))   => blamed-everywhere
(blamed-everywhere (*board-size* 0))                 => (*board-size*)
(blamed-everywhere (*board-size* -1))                => (*board-size*)
(blamed-everywhere (*board-size* "x"))               => (*board-size*)
(blamed-everywhere (*board-size* 2.0))               => (*board-size*)
(blamed-everywhere (*board-size* 3))                 => (*board-hexnum*)
(blamed-everywhere (*board-hexnum* -4))              => (*board-hexnum*)
(blamed-everywhere (*num-players* 0))                => (*num-players*)
(blamed-everywhere (*num-players* 27))               => (*num-players*)
(blamed-everywhere (*max-dice* 0))                   => (*max-dice*)
(blamed-everywhere (*max-dice* 'many))               => (*max-dice*)
(blamed ((*board* #((0 1) (1 1) (0 2)))) (draw-board *board*) (game-tree *board* 0 0 t) (announce-winner *board*))
  => ("The board" "The board" "The board")
(blamed ((*board* #((0 1) (1 1) (0 2) nil))) (draw-board *board*) (game-tree *board* 0 0 t) (announce-winner *board*))
  => ("The board" "The board" "The board")
(blamed ((*board* #((0 1) (1 1) (0 2) (2 1)))) (draw-board *board*) (game-tree *board* 0 0 t) (announce-winner *board*))
  => ("The board" "The board" "The board")
(blamed ((*board* #((0 1) (1 1) (0 2) (1 . 1)))) (draw-board *board*))   => ("The board")
(blamed () (game-tree nil 0 0 t) (draw-board '((0 1))) (board-array '((0 1))) (board-array 5))
  => ("The board" "The board" "The list of hexes" "The list of hexes")
(let ((*board-size* "x")) (gen-board))
  => (error invalid-setting "*BOARD-SIZE* cannot be \"x\": it must be the length of a row, 1 or more")
(let ((*board-size* 3)) (gen-board))
  => (error invalid-setting "*BOARD-HEXNUM* cannot be 4: it must be 9, the square of *BOARD-SIZE*")
(game-tree "abcd" 0 0 t)                             => (error invalid-setting "made of hexes (PLAYER DICE), the players below the 2 that *NUM-PLAYERS* says")
(game-tree #((0 1)) 0 0 t)                           => (error invalid-setting "it must be an array of 4 hexes")
(second (handle-computer *tree*))                    => #((0 1) (0 3) (1 3) (0 2))

;;; The second
(quietly (load "game/dice_of_doom_v2.lisp") t)         => t
(setf *board-size* 2 *board-hexnum* 4)               => 4
(progn (setf *tree* (game-tree *board* 0 0 t)) t)    => t
(blamed-everywhere (*board-size* 0))                 => (*board-size*)
(blamed-everywhere (*board-size* -1))                => (*board-size*)
(blamed-everywhere (*board-size* "x"))               => (*board-size*)
(blamed-everywhere (*board-size* 4))                 => (*board-hexnum*)
(blamed-everywhere (*num-players* 0))                => (*num-players*)
(blamed-everywhere (*max-dice* 0))                   => (*max-dice*)
(blamed ((*ai-level* -1)) (handle-computer *tree*) (play-computers *tree*))   => (*ai-level* *ai-level*)
(blamed ((*ai-level* 0)) (handle-computer *tree*) (play-computers *tree*))    => (*ai-level* *ai-level*)
(blamed ((*ai-level* "4")) (handle-computer *tree*) (play-computers *tree*))  => (*ai-level* *ai-level*)
(blamed ((*board-size* 0)) (play-computers *tree*))  => (*board-size*)

;;; The third, and its pages
(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v3.lisp") t)   => t
(setf *board-size* 2 *board-hexnum* 4)               => 4
(blamed-everywhere (*board-size* 0))                 => (*board-size*)
(defmacro blamed-by-pages (&rest bindings)
  `(remove-duplicates
    (blamed ,bindings
      (let ((*cur-game-tree* nil)) (dod-request-handler "game.html" nil nil))
      (let ((*cur-game-tree* *tree*)) (dod-request-handler "game.html" nil '((chosen . "NIL"))))
      (draw-board-svg *board* nil nil)
      (draw-dod-page *tree* nil))))                  => blamed-by-pages
(blamed-by-pages (*board-size* 0))                   => (*board-size*)
(blamed-by-pages (*board-size* "x"))                 => (*board-size*)
(blamed-by-pages (*board-size* 3))                   => (*board-hexnum*)
(blamed-by-pages (*num-players* 0))                  => (*num-players*)
(blamed-by-pages (*num-players* 6))                  => (*die-colors*)
(blamed-by-pages (*die-colors* "red"))               => (*die-colors*)
(blamed-by-pages (*die-colors* '((255 0 0) green)))  => (*die-colors*)
(blamed-by-pages (*die-colors* '((255 0 0) (0 0 999))))   => (*die-colors*)
(blamed-by-pages (*die-colors* '((255 0 0) (0 0 . 9))))   => (*die-colors*)
(blamed-by-pages (*max-dice* 0))                     => (*max-dice*)
(blamed-by-pages (*board-scale* "x"))                => (*board-scale*)
(blamed-by-pages (*dot-size* nil))                   => (*dot-size*)
(blamed ((*ai-level* -1) (*cur-game-tree* (game-tree *board* 1 0 t))) (web-handle-computer))   => (*ai-level*)

;;; The fourth
(quietly (load "game/dice_of_doom_v4.lisp") t)         => t
(setf *board-size* 2 *board-hexnum* 4)               => 4
(progn (setf *tree* (game-tree *board* 0 0 t)) t)    => t
(blamed-everywhere (*board-size* 0))                 => (*board-size*)
(blamed-everywhere (*board-size* "x"))               => (*board-size*)
(blamed-everywhere (*board-size* 5))                 => (*board-hexnum*)
(blamed-everywhere (*num-players* 0))                => (*num-players*)
(blamed-everywhere (*max-dice* 0))                   => (*max-dice*)
(blamed-by-pages (*board-size* -1))                  => (*board-size*)
(blamed-by-pages (*num-players* 6))                  => (*die-colors*)
(let ((*num-players* 6)) (draw-board-svg *board* nil nil))   => (error invalid-setting "one for each of the 6 players")
(blamed ((*ai-level* -1)) (handle-computer *tree*) (play-computers *tree*))   => (*ai-level* *ai-level*)

;;; Trilobite
(quietly (load "game/trilobite.lisp") t)               => t
(setf *board* (new-board) *tree* (game-tree *board* *ai-player* -1) *ai-level* 1)   => 1
(defmacro blamed-by-trilobite (&rest bindings)
  `(remove-duplicates
    (blamed ,bindings
      (new-board) (game-tree *board* 1 -1) (draw-board *board*) (handle-computer *tree*)
      (play-vs-human *tree*) (play-vs-computer *tree*) (play-computers *tree*))))   => blamed-by-trilobite
(blamed-by-trilobite (*board-width* 0))              => (*board-width*)
(blamed-by-trilobite (*board-width* "x"))            => (*board-width*)
(blamed-by-trilobite (*board-width* 100))            => (*board-width*)
(blamed-by-trilobite (*board-height* -1))            => (*board-height*)
(blamed-by-trilobite (*win-len* 0))                  => (*win-len*)
(blamed-by-trilobite (*ai-player* 3))                => (*ai-player*)
(blamed-by-trilobite (*ai-level* -1))                => (*ai-level*)
(blamed ((*board-width* 7)) (draw-board *board*) (game-tree *board* 1 -1) (handle-computer *tree*) (play-computers *tree*))
  => ("The board" "The board" "The board" "The board")
(blamed () (draw-board "x") (game-tree (make-array 56 :initial-element nil) 1 -1))   => ("The board" "The board")
