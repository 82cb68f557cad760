;;; The stronger player and other native searches. Loaded by native.lisp.
;;;     (setf *ai-style* :strong)            ; HANDLE-COMPUTER searches for *AI-TIME* seconds
;;;     (analyze tree)                       ; prints its opinion of the moves of TREE
;;;     (solve board)                        ; the result of each move on BOARD, or of a tree, under best play
;;;     (count-tree board player depth)      ; the number of trees DEPTH moves below

(defparameter *ai-style* :book
  "The style of the computer's play. :BOOK: as the scripts do, *AI-LEVEL* moves deep. :STRONG: as well as it can within
*AI-TIME* seconds. With two players and no dice, it plays for mistakes of the opponent if the game looks lost. It
expects those of the book's computer, until the opponent plays a different turn, then those of a beginner. There are
three more values for dice or more than two players. :PARANOID expects all others to play against it, :BEST-REPLY only
the most harmful opponent to move, and :MAX-N each to play for itself.")
(defparameter *ai-time* 1
  "The number of seconds of real time that the computer searches for a move if *AI-STYLE* is not :BOOK, including the
time to make its table.")
(defparameter *ai-threads* 1 "The number of threads that search. With dice or more than two players only one does.")
(defparameter *ai-table-size* 64 "The size of the transposition table in megabytes, rounded down to a power of two.")

;;; Checking arguments

(defun check-argument (operation argument value type wanted)
  "Signals a WRONG-ARGUMENT of OPERATION unless VALUE, that of ARGUMENT, is of TYPE. WANTED, a sentence, says what it
should be."
  (unless (typep value type)
    (error 'wrong-argument :datum value :expected-type type
                            :operation operation :argument argument :value value :cause wanted)))

(defun check-player-settings (operation)
  "Signals a WRONG-ARGUMENT of OPERATION if one of the variables above has a wrong value."
  (check-argument operation '*ai-style* *ai-style* '(member :book :strong :paranoid :best-reply :max-n)
                  "It must be :BOOK, :STRONG, :PARANOID, :BEST-REPLY or :MAX-N.")
  (check-argument operation '*ai-time* *ai-time* '(real (0) 1000000) "It must be a number of seconds, more than 0.")
  (check-argument operation '*ai-threads* *ai-threads* '(integer 1 64) "It must be a number of threads, 1 to 64.")
  (check-argument operation '*ai-table-size* *ai-table-size* '(integer 1 65536)
                  "It must be a number of megabytes, 1 to 65536."))

(defun playable-board-p (board)
  "True if BOARD is a vector of *BOARD-HEXNUM* hexes (PLAYER DICE) of existing players, and of holes."
  (and (vectorp board)
       (= (length board) *board-hexnum*)
       (every (lambda (hex)
                (or (hole-p hex)
                    (and (consp hex)
                         (typep (first hex) `(integer 0 (,*num-players*)))
                         (consp (rest hex))
                         (typep (second hex) '(integer 0))
                         (null (cddr hex)))))
              board)))

(defun check-board-and-player (operation board player)
  "Signals a WRONG-ARGUMENT of OPERATION unless BOARD is a board of the current size and PLAYER is one of the players."
  (check-argument operation 'board board '(satisfies playable-board-p)
                  (format nil "It must be a vector of ~a hexes (PLAYER DICE), the players from 0 to ~a."
                          *board-hexnum* (1- *num-players*)))
  (check-argument operation 'player player `(integer 0 (,*num-players*))
                  (format nil "It must be a player from 0 to ~a." (1- *num-players*))))

(defparameter *largest-board* "takes boards of at most 16x16 hexes, 16 players and 8 dice on a hex, 1 at least"
  "The limits of the stronger player.")

(defun too-large (operation board)
  "Signals an ERROR: OPERATION does not support BOARD."
  (error "~a ~a: ~s is not one of these" operation *largest-board* board))

;;; Trees

(defun move-p (thing)
  "True if THING looks like a move of a game tree: an action, (FROM TO) or NIL, and one or two trees."
  (and (consp thing)
       (typep (list-length thing) '(integer 2 3))
       (let ((action (first thing)))
         (or (null action)
             (and (listp action)
                  (eql (list-length action) 2)
                  (every (lambda (pos) (typep pos `(integer 0 (,*board-hexnum*)))) action))))
       (every (lambda (subtree) (and (listp subtree) (eql (list-length subtree) 3))) (rest thing))))

(defun tree-p (thing)
  "True if THING looks like a game tree: (PLAYER BOARD MOVES)."
  (and (listp thing)
       (eql (list-length thing) 3)
       (typep (first thing) `(integer 0 (,*num-players*)))
       (playable-board-p (second thing))
       (typep (third thing) '(or list function))
       (or (functionp (third thing))
           (and (ignore-errors (list-length (third thing))) (every #'move-p (third thing))))))

;;; Analysis

(defun analysis (tree &key (seconds *ai-time*) rate-all nodes depth)
  "Returns the stronger player's findings about TREE within SECONDS, a property list; NIL if the board is too large.
RATE-ALL asks for the value of every move, not of the best one alone. NODES limits the positions searched, and DEPTH the
turns ahead, including the current one; or, with two players and no dice, the moves ahead.
  :BEST          the index of the move to play; NIL if there is none. It is the best move; or, with two players where
                 the game looks lost, the move after which the opponent's mistakes are likeliest (not with RATE-ALL)
  :CHANCE        the estimated chance to win with the best move
  :MOVES         for each move (ACTION CHANCE EXACT SOLVED): CHANCE is an upper bound unless EXACT, and the result of
                 the finished game if SOLVED
  :LINE          the actions that seem best for all players
  :DEPTH         the number of moves searched completely, and :SOLVED; or, with dice or more than two players, :TURNS
                 and the number of :ATTACKS in each
  :NODES         the number of positions searched in :MICROSECONDS
  (let ((*board-size* 2) (*board-hexnum* 4)) (getf (analysis (game-tree #((0 2) (1 1) (0 1) (1 1)) 0 0 t)) :chance)) => 1.0"
  (check-argument 'analysis 'tree tree '(satisfies tree-p)
                  "It must be a game tree (PLAYER BOARD MOVES) for the current settings.")
  (check-player-settings 'analysis)
  (check-argument 'analysis 'nodes nodes '(or null (integer 1 1000000000000)) "It must be a number of positions, 1 or more, or NIL.")
  (check-argument 'analysis 'depth depth '(or null (integer 1 1000)) "It must be a number of turns or moves, 1 or more, or NIL.")
  (destructuring-bind (player board spare-dice first-move) (position-of tree)
    (dice-of-doom:analyze-position board player spare-dice first-move *ai-style* (round (* seconds 1000000))
                                   *ai-threads* *ai-table-size* rate-all nodes depth)))

(defvar *reported-too-large* '() "The settings for which REPORT-TOO-LARGE has warned already.")

(defun report-too-large ()
  "Warns, once for each size of board, that the board is too large for the stronger player and the book's computer plays
instead."
  (let ((sizes (list *board-size* *num-players* *max-dice*)))
    (unless (member sizes *reported-too-large* :test #'equal)
      (push sizes *reported-too-large*)
      (warn "The stronger player ~a: on ~dx~:*~d hexes, with ~d players and ~d dice at most, the book's computer plays instead"
            *largest-board* *board-size* *num-players* *max-dice*))))

(defun strong-computer (tree)
  "Returns the tree after the best move of TREE that the stronger player finds within *AI-TIME* seconds.
  (let ((*board-size* 2) (*board-hexnum* 4)) (second (strong-computer (game-tree #((0 2) (1 1) (0 1) (1 1)) 0 0 t)))) => #((0 1) (0 1) (0 1) (1 1))"
  (let* ((found (analysis tree))
         (best (getf found :best)))
    (cond ((null best)
           (unless found
             (report-too-large))
           (let ((*ai-style* :book))
             (handle-computer tree)))
          (t (let ((move (nth best (moves-of tree))))
               (if (eq (getf (rules-in-use) :luck) :dice)
                   (funcall 'pick-chance-branch (second tree) move)
                   (second move)))))))

(defun action-text (action)
  "Returns ACTION in words, as the games print it."
  (if action
      (format nil "~{~a -> ~a~}" action)
      "end turn"))

(defun outcome-text (chance exact solved)
  "Describes CHANCE: as an outcome if SOLVED, otherwise as a percentage, an upper bound unless EXACT."
  (cond ((not solved) (format nil "~:[at most ~;~]~d %" exact (round (* 100 chance))))
        ((= chance 1) "won")
        ((= chance 0) "lost")
        (t "a tie")))

(defun analyze (tree)
  "Prints the stronger player's analysis of TREE after *AI-TIME* seconds: its depth, the best line, and the chance to
win with each move. Returns the moves as ANALYSIS does, each (ACTION CHANCE EXACT SOLVED).
  (let ((*board-size* 2) (*board-hexnum* 4)) (analyze (game-tree #((0 2) (1 1) (0 1) (1 1)) 0 0 t))) => (((0 1) 1.0 T T) ((0 3) 1.0 T T))"
  (check-argument 'analyze 'tree tree '(satisfies tree-p)
                  "It must be a game tree (PLAYER BOARD MOVES) for the current settings.")
  (destructuring-bind (&key depth solved turns attacks best chance line moves nodes microseconds)
      (or (analysis tree :rate-all t) (too-large 'analyze (second tree)))
    (cond ((null best) (format t "~&The game has ended.~%"))
          (t (format t "~&~a, ~:d positions in ~,2f s: ~a~%"
                     (if depth
                         (format nil "~d move~:p ahead" depth)
                         (format nil "~d turn~:p ahead, at most ~d attack~:p in each" turns attacks))
                     nodes
                     (/ microseconds 1000000)
                     (outcome-text chance t solved))
             (format t "~{~a~^, ~}~%" (mapcar #'action-text line))
             (loop for (action chance exact solved) in moves
                   do (format t "~12a  ~a~%" (action-text action) (outcome-text chance exact solved)))))
    moves))

(defun check-solvable ()
  "Signals an ERROR if games by the current rules cannot be solved."
  (destructuring-bind (&key attack luck reinforcement &allow-other-keys) (rules-in-use)
    (when (eq luck :dice)
      (error "SOLVE is for versions 1 to 3 of the game: where dice decide there is no outcome to be sure of"))
    (unless (and (eq attack :stronger) (eq reinforcement :taken))
      (error "SOLVE is for versions 1 to 3 of the game: it knows no other rules of attack and reinforcement")))
  (check-argument 'solve '*num-players* *num-players* '(eql 2) "The solver is for two players."))

(defun solvable-position (board player)
  "Returns the position to solve, a list as of POSITION-OF. BOARD is a board, on which PLAYER or player 0 begins a turn,
or a game tree."
  (cond ((vectorp board)
         (check-board-and-player 'solve board (or player 0))
         (list (or player 0) board 0 t))
        (t (check-argument 'solve 'board board '(satisfies tree-p)
                           (format nil "It must be a vector of ~a hexes (PLAYER DICE), the players from 0 to ~a, or a game tree (PLAYER BOARD MOVES)."
                                   *board-hexnum* (1- *num-players*)))
           (check-argument 'solve 'player (or player (first board)) `(eql ,(first board)) "In the tree another player is to move.")
           (position-of board))))

(defparameter *prover-file* (merge-pathnames "../solving/prover.lisp" (or *load-truename* *default-pathname-defaults*))
  "The file that SOLVE loads when it is called first.")

(defun load-prover ()
  "Loads the prover. Returns false if its module is not there, or must not be loaded."
  (or (fboundp 'prove-moves)
      (let ((*package* (symbol-package 'load-prover)))
        (ignore-errors (require "dice-of-doom-solving") (load *prover-file*)))))

(defun moves-by-search (position board time)
  "Returns a list of the least and the most value of each move of POSITION, a result of POSITION-OF. The stronger player
finds them within TIME seconds, or without a limit if TIME is NIL. Signals an ERROR about BOARD if that is too large."
  (destructuring-bind (player hexes spare-dice first-move) position
    (loop for (nil chance nil solved)
            in (getf (or (dice-of-doom:analyze-position hexes player spare-dice first-move :strong
                                                        (if time (max 1 (round (* time 1000000))) (expt 10 15))
                                                        *ai-threads* *ai-table-size* :results nil nil)
                         (too-large 'solve board))
                     :moves)
          collect (if solved (list (rational chance) (rational chance)) (list 0 1)))))

(defun actions-of (position)
  "Returns the actions that are possible in POSITION, a list as of POSITION-OF, without a tree, which can be too large."
  (destructuring-bind (player board spare-dice first-move) position
    (mapcar #'first (getf (dice-of-doom:analyze-position board player spare-dice first-move :strong 1 1 1 :results 1 1) :moves))))

(defun solve (board &key player time)
  "Prints the result of each move under best play, and returns for each a list (ACTION VALUE): 1 if it wins, 0 if it
loses, 1/2 if it ends in a tie. BOARD is a board, on which PLAYER, by default 0, begins a turn; or a game tree, whose
turn may be in progress. The second value is true. Without TIME the search runs until all moves are solved: on 4x4 hexes
mostly less than a second, on random boards of 5x5 seconds or hours. TIME limits it to TIME seconds. If they are not
enough the second value is NIL, and an unsolved move has a list (ACTION LOW HIGH): its value lies between LOW and HIGH.
Works for two players and attacks that always succeed. See solving/README.md.
  (let ((*board-size* 2) (*board-hexnum* 4)) (solve #((0 2) (1 1) (0 1) (1 1)))) => (((0 1) 1) ((0 3) 1))"
  (check-solvable)
  (check-player-settings 'solve)
  (check-argument 'solve 'time time '(or null (real (0) 1000000)) "It must be a number of seconds, more than 0, or NIL.")
  (let* ((position (solvable-position board player))
         (bounds (if (and (load-prover) (funcall 'provable-position-p (second position) (third position)))
                     (funcall 'prove-moves position time)
                     (moves-by-search position board time)))
         (actions (and bounds (actions-of position))))
    (loop for action in actions
          for (low high) in bounds
          do (format t "~&~12a  ~a~%" (action-text action)
                     (cond ((= low high) (outcome-text low t t))
                           ((= low 1/2) "not lost, not solved")
                           ((= high 1/2) "not won, not solved")
                           (t "not solved"))))
    (values (loop for action in actions
                  for (low high) in bounds
                  collect (if (= low high) (list action low) (list action low high)))
            (loop for (low high) in bounds always (= low high)))))

(defun count-tree (board player depth)
  "Returns the number of trees exactly DEPTH moves below the one where PLAYER begins a turn on BOARD. Where attacks can
fail, both outcomes count.
  (let ((*board-size* 2) (*board-hexnum* 4)) (count-tree #((0 2) (1 1) (0 1) (1 1)) 0 1)) => 2"
  (check-board-and-player 'count-tree board player)
  (check-argument 'count-tree 'depth depth '(integer 0 1000000) "It must be a number of moves.")
  (or (dice-of-doom:count-tree board player depth)
      (too-large 'count-tree board)))
