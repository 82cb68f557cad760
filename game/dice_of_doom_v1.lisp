;;; Dice of Doom, first version, after chapter 15 of the book: two players on a board of hexes, the whole game as an
;;; eager tree.
;;;     (play-vs-human (game-tree (gen-board) 0 0 t))
;;;     (play-vs-computer (game-tree (gen-board) 0 0 t))
;;;
;;; A board is a vector of hexes, row by row; a hex is (PLAYER DICE). A tree is (PLAYER BOARD MOVES), a move is (ACTION
;;; TREE), an action is (FROM TO), or NIL for the end of the turn.

(dolist (name '("common/settings.lisp" "common/asking.lisp" "common/versions.lisp" #+tessera "common/pictures.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

;;; Settings

(defparameter *num-players* 2 "The number of players, who are numbered from 0.")
(defparameter *max-dice* 3 "The most dice that reinforcements bring a hex to.")
(defparameter *board-size* 2 "The number of hexes in a row, and of rows.")
(defparameter *board-hexnum* (* *board-size* *board-size*) "The number of hexes of the board.")

(defun check-settings ()
  "Signals an INVALID-SETTING if one of the variables above has a wrong value."
  (check-setting (typep *num-players* '(integer 2 26)) '*num-players* *num-players* "a number of players, from 2 to 26")
  (check-setting (typep *max-dice* '(integer 1)) '*max-dice* *max-dice* "a number of dice, 1 or more")
  (check-setting (typep *board-size* '(integer 1)) '*board-size* *board-size* "the length of a row, 1 or more")
  (check-setting (eql *board-hexnum* (* *board-size* *board-size*)) '*board-hexnum* *board-hexnum*
                 "~d, the square of *BOARD-SIZE*" (* *board-size* *board-size*)))

(defun hex-p (thing)
  "True if THING is a hex: (PLAYER DICE)."
  (and (consp thing)
       (consp (rest thing))
       (null (cddr thing))
       (typep (first thing) 'unsigned-byte)
       (typep (second thing) 'unsigned-byte)
       (< (first thing) *num-players*)))

(defun check-board (board)
  "Signals an INVALID-SETTING if one of the variables above has a wrong value or BOARD does not match them."
  (check-settings)
  (check-setting (and (vectorp board) (= (length board) *board-hexnum*))
                 "The board" board "an array of ~d hexes, as many as *BOARD-HEXNUM* says" *board-hexnum*)
  (check-setting (every #'hex-p board)
                 "The board" board "made of hexes (PLAYER DICE), the players below the ~d that *NUM-PLAYERS* says" *num-players*))

;;; The board

(defun board-array (lst)
  "Returns the board that holds the hexes of the list LST, *BOARD-HEXNUM* of them.
  (let ((*board-size* 2) (*board-hexnum* 4)) (board-array '((0 3) (0 3) (1 3) (1 1)))) => #((0 3) (0 3) (1 3) (1 1))"
  (check-settings)
  (check-setting (and (listp lst) (= (length lst) *board-hexnum*))
                 "The list of hexes" lst "~d hexes long, as *BOARD-HEXNUM* says" *board-hexnum*)
  (make-array *board-hexnum* :initial-contents lst))

(defun gen-board ()
  "Returns a board with a random owner and random dice for each hex.
  (= (length (gen-board)) *board-hexnum*) => T"
  (check-settings)
  (flet ((random-hex ()
           (list (random *num-players*) (1+ (random *max-dice*)))))
    (board-array (loop repeat *board-hexnum* collect (random-hex)))))

(defun player-letter (n)
  "Returns the character that stands for player N: a for 0, b for 1, and so on.
  (player-letter 1) => #\\b"
  (code-char (+ n (char-code #\a))))

(defun draw-board (board)
  "Prints BOARD, each row further to the left than the one above it, so that neighbors touch as hexes do.
  (draw-board (gen-board))"
  (check-board board)
  (dotimes (row *board-size*)
    (fresh-line)
    (dotimes (i (- *board-size* row))
      (write-string "  "))
    (dotimes (column *board-size*)
      (destructuring-bind (owner dice) (aref board (+ column (* row *board-size*)))
        (format t "~a-~a " (player-letter owner) dice)))))

;;; The rules: everything that can happen, as a tree

(defun game-tree (board player spare-dice first-move)
  "Returns the tree of all games in which PLAYER is to move on BOARD and has taken SPARE-DICE dice in this turn.
FIRST-MOVE is true at the beginning of a turn."
  (if first-move
      (check-board board)
      (check-settings))
  (let ((attacks (attacking-moves board player spare-dice)))
    (list player board (add-passing-move board player spare-dice first-move attacks))))

(defun add-passing-move (board player spare-dice first-move moves)
  "Returns MOVES with the end of the turn before them; at the FIRST-MOVE of a turn, which must not be its end, MOVES."
  (if first-move
      moves
      (let ((reinforced (add-new-dice board player (1- spare-dice)))
            (next-player (mod (1+ player) *num-players*)))
        (acons nil (list (game-tree reinforced next-player 0 t)) moves))))

(defun attacking-moves (board cur-player spare-dice)
  "Returns a move for each attack that CUR-PLAYER, who has taken SPARE-DICE dice in this turn, can make on BOARD."
  (labels ((player (pos) (first (aref board pos)))
           (dice (pos) (second (aref board pos)))
           (target-p (src dst)
             (and (/= (player dst) cur-player)
                  (> (dice src) (dice dst))))
           (attack (src dst)
             (list (list src dst)
                   (game-tree (board-attack board cur-player src dst (dice src))
                              cur-player
                              (+ spare-dice (dice dst))
                              nil))))
    (loop for src below *board-hexnum*
          when (= (player src) cur-player)
            nconc (loop for dst in (neighbors src)
                        when (target-p src dst)
                          collect (attack src dst)))))

(defun neighbors (pos)
  "Returns the positions of the hexes that touch the one at POS: first above and below, then on the left, then on the
right."
  (let* ((up (- pos *board-size*))
         (down (+ pos *board-size*))
         (column (mod pos *board-size*))
         (left (when (plusp column)
                 (list (1- up) (1- pos))))
         (right (when (< column (1- *board-size*))
                  (list (1+ pos) (1+ down)))))
    (remove-if-not (lambda (p) (< -1 p *board-hexnum*))
                   (list* up down (append left right)))))

(defun board-attack (board player src dst dice)
  "Returns BOARD after an attack of PLAYER from SRC, where DICE dice stand, on DST: all but one of them move there.
  (board-attack #((0 3) (0 3) (1 3) (1 1)) 0 1 3 3) => #((0 3) (0 1) (1 3) (0 2))"
  (let ((after (copy-seq board)))
    (setf (aref after src) (list player 1)
          (aref after dst) (list player (1- dice)))
    after))

(defun add-new-dice (board player spare-dice)
  "Returns BOARD with SPARE-DICE more dice for PLAYER: one on each hex of the player that has room, beginning with the
first."
  (check-settings)
  (labels ((f (lst n)
             (if (or (null lst) (zerop n))
                 lst
                 (destructuring-bind ((cur-player cur-dice) . others) lst
                   (if (and (= cur-player player) (< cur-dice *max-dice*))
                       (acons cur-player (list (1+ cur-dice)) (f others (1- n)))
                       (cons (first lst) (f others n)))))))
    (board-array (f (coerce board 'list) spare-dice))))

;;; Games between people

(defun play-vs-human (tree)
  "Plays the game TREE to its end between two people.
  (play-vs-human (game-tree (gen-board) 0 0 t))"
  (print-info tree)
  (if (third tree)
      (let ((next (handle-human tree)))
        (when next (play-vs-human next)))
      (announce-winner (second tree))))

(defun print-info (tree)
  "Prints whose turn it is in TREE, and the board."
  (destructuring-bind (player board moves) tree
    (declare (ignore moves))
    (fresh-line)
    (format t "current player = ~a" (player-letter player))
    (draw-board board)))

(defun print-moves (moves)
  "Prints the question for a move, and MOVES, numbered from 1."
  (format t "~&choose your move:")
  (loop for (action) in moves
        for n from 1
        do (format t "~&~d. ~:[end turn~;~:*~{~a -> ~a~}~]" n action))
  (fresh-line)
  (finish-output))

(defun chosen-move (answer moves)
  "Returns the move of MOVES whose number is the string ANSWER; NIL if there is none."
  (numbered-move answer moves))

(defun handle-human (tree)
  "Asks the player to choose one of the moves of TREE and returns the tree after it; NIL at the end of the input."
  (second (choose-move (third tree))))

(defun winners (board)
  "Returns the list of the players with the most hexes on BOARD.
  (winners #((0 1) (1 1) (1 2) (1 1))) => (1)"
  (let* ((tally (map 'list #'first board))
         (players (remove-duplicates tally))
         (best (loop for player in players maximize (count player tally))))
    (remove best players :test #'/= :key (lambda (player) (count player tally)))))

(defun announce-winner (board)
  "Prints who has won a game that ended with BOARD.
  (let ((*board-size* 2) (*board-hexnum* 4)) (announce-winner #((0 1) (1 1) (1 1) (1 1))))"
  (check-board board)
  (let ((letters (mapcar #'player-letter (winners board))))
    (fresh-line)
    (if (rest letters)
        (format t "The game is a tie between ~a" letters)
        (format t "The winner is ~a" (first letters)))))

;;; The computer: what is good for the opponent is bad for the computer

(defun rate-position (tree player)
  "Returns the value of TREE for PLAYER under best play: 1 for a win, 0 for a loss, 1/2 for a tie of two."
  (destructuring-bind (mover board moves) tree
    (if moves
        (reduce (if (= mover player) #'max #'min) (get-ratings tree player))
        (let ((w (winners board)))
          (if (member player w) (/ (length w)) 0)))))

(defun get-ratings (tree player)
  "Returns the list of the values of the moves of TREE for PLAYER.
  (let ((*board-size* 2) (*board-hexnum* 4)) (get-ratings (game-tree #((1 3) (0 1) (1 3) (0 2)) 1 0 t) 1)) => (1 1 1)"
  (loop for (nil subtree) in (third tree)
        collect (rate-position subtree player)))

(defun handle-computer (tree)
  "Returns the tree after the move of TREE that is best for the player to move, the first one of equals."
  (check-board (second tree))
  (check-setting (third tree) "The tree" tree "one in which a move is left: this game has ended")
  (let* ((ratings (get-ratings tree (first tree)))
         (best (reduce #'max ratings)))
    (second (nth (position best ratings) (third tree)))))

(defun play-vs-computer (tree)
  "Plays the game TREE to its end between a person, player 0, and the computer.
  (play-vs-computer (game-tree (gen-board) 0 0 t))"
  (print-info tree)
  (cond ((null (third tree)) (announce-winner (second tree)))
        ((plusp (first tree)) (play-vs-computer (handle-computer tree)))
        (t (let ((next (handle-human tree)))
             (when next (play-vs-computer next))))))

;;; Faster: on a board of 3x3 many sequences of moves lead to the same position, so the expensive functions remember
;;; their results. They forget them when one of the variables above changes.

(defparameter *board-size* 3)
(defparameter *board-hexnum* (* *board-size* *board-size*))

(defun current-rules ()
  "Returns the list of the variables that the functions below depend on besides their arguments."
  (list *num-players* *max-dice* *board-size* *board-hexnum*))

(defun make-memory (test)
  "Returns a function without arguments that always returns the same hash table of TEST, emptied if the rules have
changed. The function signals an INVALID-SETTING if the rules are wrong."
  (let ((table (make-hash-table :test test))
        (rules (current-rules)))
    (lambda ()
      (let ((now (current-rules)))
        (unless (equal now rules)
          (check-settings)
          (clrhash table)
          (setf rules now)))
      table)))

(defun recall (key table compute)
  "Returns the value in TABLE for KEY. If there is none, calls COMPUTE and stores the result."
  (multiple-value-bind (value known) (gethash key table)
    (if known
        value
        (setf (gethash key table) (funcall compute)))))

(let ((old-neighbors (symbol-function 'neighbors))
      (memory (make-memory 'eql)))
  (defun neighbors (pos)
    "Returns the positions of the hexes that touch the one at POS, computed once for each board size.
  (let ((*board-size* 2) (*board-hexnum* 4)) (neighbors 2)) => (0 3)"
    (recall pos (funcall memory) (lambda () (funcall old-neighbors pos)))))

;;; Boards with equal contents are the same position, hence EQUALP.
(let ((old-game-tree (symbol-function 'game-tree))
      (memory (make-memory 'equalp)))
  (defun game-tree (&rest rest)
    "Returns the tree for REST, the arguments board, player, spare dice and first move. Equal positions share it.
  (let ((*board-size* 2) (*board-hexnum* 4)) (first (third (game-tree #((0 1) (1 1) (0 2) (1 1)) 0 0 t)))) => ((2 3) (0 #((0 1) (1 1) (0 1) (0 1)) ((NIL (1 #((0 1) (1 1) (0 1) (0 1)) NIL)))))"
    (recall rest (funcall memory) (lambda () (apply old-game-tree rest)))))

;;; Comparing trees is expensive, hence EQL, and a table for each player.
(let ((old-rate-position (symbol-function 'rate-position))
      (memory (make-memory 'eql)))
  (defun rate-position (tree player)
    "Returns the value of TREE for PLAYER, computed once for each tree.
  (let ((*board-size* 2) (*board-hexnum* 4)) (rate-position (game-tree #((0 1) (1 1) (1 1) (1 1)) 0 0 t) 1)) => 1"
    (let ((ratings (recall player (funcall memory) #'make-hash-table)))
      (recall tree ratings (lambda () (funcall old-rate-position tree player))))))

(defun add-new-dice (board player spare-dice)
  "Returns BOARD with SPARE-DICE dice more for PLAYER, as before; every call of F is a tail call.
  (let ((*board-size* 2) (*board-hexnum* 4)) (add-new-dice #((0 1) (1 3) (0 2) (1 1)) 0 2)) => #((0 2) (1 3) (0 3) (1 1))"
  (check-settings)
  (labels ((f (lst n acc)
             (if (or (null lst) (zerop n))
                 (revappend acc lst)
                 (destructuring-bind ((cur-player cur-dice) . others) lst
                   (if (and (= cur-player player) (< cur-dice *max-dice*))
                       (f others (1- n) (acons cur-player (list (1+ cur-dice)) acc))
                       (f others n (cons (first lst) acc)))))))
    (board-array (f (coerce board 'list) spare-dice '()))))

;;; Declares the rules for native.lisp.

(declare-version 1)
