;;; Trilobite, after the posts of the second seed: pieces fall into columns, and the first player with *WIN-LEN* in a
;;; row wins. The tree of all games is lazy; the computer searches part of it.
;;;     (play-vs-computer (game-tree (new-board) *ai-player* -1))
;;;     (play-vs-human (game-tree (new-board) *ai-player* -1))
;;;     (play-computers (game-tree (new-board) *ai-player* -1))
;;;
;;; A board is a vector of places, row by row, the lowest row last: 0 is an empty place, 1 and 2 are the players'
;;; pieces. A move is the index of the place where the piece lands; -1 stands for no move.

(dolist (name '("common/settings.lisp" "common/asking.lisp" "lazy.lisp" #+tessera "common/pictures.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defparameter *board-width* 8 "The number of columns of the board.")
(defparameter *board-height* 7 "The number of rows of the board.")
(defparameter *win-len* 4 "The number of pieces in a row that wins.")
(defparameter *ai-player* 1 "The player whom the computer plays.")
(defparameter *ai-level* 4 "The number of moves that the computer looks ahead.")

(defstruct (game-node (:type list))
  "A tree: the PLAYER to move, the BOARD, whether the player has lost, and the lazy list of the moves, each (MOVE
TREE)."
  player board failp moves)

(defun check-settings ()
  "Signals an INVALID-SETTING if one of the variables above has a wrong value."
  (flet ((check (name type wanted)
           (check-setting (typep (symbol-value name) type) name (symbol-value name) wanted)))
    (check '*board-width* '(integer 1 26) "a number of columns, from 1 to 26")
    (check '*board-height* '(integer 1) "a number of rows, 1 or more")
    (check '*win-len* '(integer 1) "a number of pieces, 1 or more")
    (check '*ai-player* '(integer 1 2) "a player, 1 or 2")
    (check '*ai-level* '(integer 1) "a number of moves, 1 or more")))

(defun place-p (thing)
  "True if THING is a valid content of a place: 0 or a player."
  (member thing '(0 1 2)))

(defun check-board (board)
  "Signals an INVALID-SETTING if one of the variables above has a wrong value or BOARD does not match them."
  (check-settings)
  (let ((places (* *board-width* *board-height*)))
    (check-setting (and (vectorp board) (= (length board) places))
                   "The board" board "a vector of ~d places, *BOARD-WIDTH* times *BOARD-HEIGHT*" places)
    (check-setting (every #'place-p board)
                   "The board" board "made of the numbers 0, 1 and 2")))

;;; The board

(defun change-player (player)
  "Returns the opponent of PLAYER."
  (- 3 player))

(defun new-board ()
  "Returns an empty board."
  (check-settings)
  (make-array (* *board-width* *board-height*) :initial-element 0))

(defun board-add-move (board move player)
  "Returns BOARD with a piece of PLAYER at MOVE."
  (let ((after (copy-seq board)))
    (setf (aref after move) player)
    after))

(defun lowest-place (board column)
  "Returns the index of the lowest empty place of COLUMN on BOARD; NIL if it is full."
  (loop for place from (+ column (* *board-width* (1- *board-height*))) downto 0 by *board-width*
        when (zerop (aref board place))
          return place))

(defun possible-moves (board)
  "Returns the places where a piece can land on BOARD, from left to right."
  (loop for column below *board-width*
        for place = (lowest-place board column)
        when place
          collect place))

(defun count-pieces (board move player dx dy)
  "Returns the number of consecutive pieces of PLAYER on BOARD from MOVE in the direction DX, DY, not counting MOVE."
  (multiple-value-bind (row column) (floor move *board-width*)
    (loop for x = (+ column dx) then (+ x dx)
          for y = (+ row dy) then (+ y dy)
          while (and (< -1 x *board-width*)
                     (< -1 y *board-height*)
                     (= player (aref board (+ x (* y *board-width*)))))
          count t)))

(defun test-for-win (board move player)
  "True if PLAYER, who has a piece at MOVE of BOARD, has *WIN-LEN* of them in a row through it."
  (loop for (dx dy) in '((1 0) (0 1) (1 1) (1 -1))
          thereis (>= (+ 1
                         (count-pieces board move player dx dy)
                         (count-pieces board move player (- dx) (- dy)))
                      *win-len*)))

;;; The tree

(defun game-tree (board player move)
  "Returns the lazy tree of all games in which PLAYER is to move on BOARD and MOVE was the last move, or -1 if there was
none."
  (when (eql move -1)
    (check-board board))
  (let ((fail (and (/= move -1)
                   (test-for-win board move (change-player player)))))
    (flet ((branch (move)
             (list move (game-tree (board-add-move board move player) (change-player player) move))))
      (make-game-node :player player
                      :board board
                      :failp fail
                      :moves (if fail
                                 (lazy-nil)
                                 (lazy-mapcar #'branch (make-lazy (possible-moves board))))))))

;;; Showing the game

(defun column-letter (move)
  "Returns the letter of the column in which the place MOVE is."
  (code-char (+ (char-code #\a) (mod move *board-width*))))

(defun player-sign (player)
  "Returns the character that shows a piece of PLAYER, or an empty place for 0."
  (char ".XO" player))

(defun draw-board (board)
  "Prints BOARD, row by row, and the letters of the columns below."
  (check-board board)
  (dotimes (row *board-height*)
    (format t "~&~{ ~a~}~%"
            (loop for column below *board-width*
                  collect (player-sign (aref board (+ column (* row *board-width*)))))))
  (format t "~{ ~a~}~%" (loop for column below *board-width* collect (column-letter column))))

(defun print-info (tree)
  "Prints whose turn it is in TREE, and the board."
  (format t "~&current player = ~a~%" (player-sign (game-node-player tree)))
  (draw-board (game-node-board tree)))

(defun announce-winner (tree)
  "Prints who has won in TREE, the end of a game."
  (if (game-node-failp tree)
      (format t "~&The winner is ~a~%" (player-sign (change-player (game-node-player tree))))
      (format t "~&The game is a tie~%")))

;;; Games between people

(defun print-moves (moves)
  "Prints the question for a move, and MOVES by the letters of their columns, numbered from 1."
  (format t "~&choose your move:")
  (loop for (move) in moves
        for n from 1
        do (format t "~&~d. ~a" n (column-letter move)))
  (fresh-line)
  (finish-output))

(defun chosen-move (answer moves)
  "Returns the move of MOVES whose number or column letter is the string ANSWER; NIL if there is none."
  (or (numbered-move answer moves)
      (find answer moves
            :test #'string-equal
            :key (lambda (move) (string (column-letter (first move)))))))

(defun handle-human (tree)
  "Asks the player to choose one of the moves of TREE and returns the tree after it; NIL at the end of the input."
  (second (choose-move (take-all (game-node-moves tree)) ", or a column")))

;;; The computer. The value of a tree for the player to move is that of the best move; the value of a move is the
;;; negated value of the tree after it for the opponent.

(defparameter *win-score* 1000000
  "The value of a won game. Each move saved adds one, so that an earlier win is better.")

(defun lines ()
  "Returns the list of all winning rows: each a list of *WIN-LEN* places."
  (loop for (dx dy) in '((1 0) (0 1) (1 1) (1 -1))
        append (loop for place below (* *board-width* *board-height*)
                     for line = (line-from place dx dy)
                     when line
                       collect line)))

(defun line-from (place dx dy)
  "Returns the list of *WIN-LEN* places from PLACE in the direction DX, DY; NIL if they leave the board."
  (multiple-value-bind (row column) (floor place *board-width*)
    (when (and (<= 0 (+ column (* dx (1- *win-len*))) (1- *board-width*))
               (<= 0 (+ row (* dy (1- *win-len*))) (1- *board-height*)))
      (loop for i below *win-len*
            collect (+ place (* i (+ dx (* dy *board-width*))))))))

(let ((known-lines '())
      (known-size nil))
  (defun current-lines ()
    "Returns the result of LINES, computed once for each size of the board."
    (let ((size (list *board-width* *board-height* *win-len*)))
      (unless (equal size known-size)
        (setf known-lines (lines)
              known-size size))
      known-lines)))

(defun score-line (board line player)
  "Returns the value of LINE for PLAYER on BOARD: high if it has many pieces, all of one player."
  (let ((mine 0) (others 0))
    (declare (fixnum mine others))
    (dolist (place line)
      (let ((piece (aref board place)))
        (cond ((eql piece 0))
              ((eql piece player) (incf mine))
              (t (incf others)))))
    (cond ((zerop others) (* mine mine mine))
          ((zerop mine) (- (* others others others)))
          (t 0))))

(defun score-board (board player)
  "Returns the score of BOARD for PLAYER."
  (loop for line in (current-lines)
        sum (score-line board line player)))

(defun rate-position (tree depth upper-limit lower-limit)
  "Returns the value of TREE for its player, searched DEPTH moves deep, if it lies between the limits; otherwise a
bound."
  (let ((player (game-node-player tree))
        (board (game-node-board tree)))
    (cond ((game-node-failp tree) (- (+ *win-score* depth)))
          ((lazy-null (game-node-moves tree)) 0)
          ((zerop depth) (score-board board player))
          (t (reduce #'max (get-ratings tree depth upper-limit lower-limit))))))

(defun get-ratings (tree depth upper-limit lower-limit)
  "Returns the values of the moves of TREE for its player, up to the first one that reaches UPPER-LIMIT: the opponent
will avoid it."
  (let ((ratings '()))
    (do ((moves (game-node-moves tree) (lazy-cdr moves)))
        ((lazy-null moves))
      (let ((x (- (rate-position (second (lazy-car moves)) (1- depth) (- lower-limit) (- upper-limit)))))
        (push x ratings)
        (when (>= x upper-limit)
          (return))
        (setf lower-limit (max x lower-limit))))
    (nreverse ratings)))

(defun handle-computer (tree)
  "Returns the tree after the move of TREE that is best for its player, the first one of equals."
  (check-board (game-node-board tree))
  (let ((ratings (get-ratings tree *ai-level* most-positive-fixnum (- most-positive-fixnum))))
    (second (lazy-nth (position (reduce #'max ratings) ratings)
                      (game-node-moves tree)))))

;;; Games

(defun play-on (tree next-tree)
  "Plays from TREE to the end. NEXT-TREE returns the tree after the move made, or NIL, which ends the game at once."
  (print-info tree)
  (if (lazy-null (game-node-moves tree))
      (announce-winner tree)
      (let ((next (funcall next-tree tree)))
        (when next
          (play-on next next-tree)))))

(defun play-vs-human (tree)
  "Plays the game TREE to its end between two people."
  (play-on tree 'handle-human))

(defun play-vs-computer (tree)
  "Plays the game TREE to its end between a person and the computer, who is player *AI-PLAYER*."
  (play-on tree (lambda (tree)
                  (if (eql (game-node-player tree) *ai-player*)
                      (handle-computer tree)
                      (handle-human tree)))))

(defun play-computers (tree)
  "Plays the game TREE to its end between computers."
  (play-on tree 'handle-computer))
