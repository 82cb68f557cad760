;;; Trilobite, after the posts of the second seed: pieces fall into columns, and who has *WIN-LEN* in a row has won. The
;;; tree of all games is lazy; the computer looks at as much of it as it has time for.
;;;     (play-vs-computer (game-tree (new-board) *ai-player* -1))
;;;     (play-vs-human (game-tree (new-board) *ai-player* -1))
;;;     (play-computers (game-tree (new-board) *ai-player* -1))
;;;
;;; A board is a vector of places, row by row, the lowest row last: 0 is an empty place, 1 and 2 are the players' pieces. A
;;; move is the index of the place where the piece comes to lie; -1 stands for no move.

(dolist (name '("common/settings.lisp" "common/asking.lisp" "lazy.lisp"))
  (load (merge-pathnames name (or *load-truename* *default-pathname-defaults*))))

(defparameter *board-width* 8 "How many columns the board has.")
(defparameter *board-height* 7 "How many rows the board has.")
(defparameter *win-len* 4 "How many pieces in a row win.")
(defparameter *ai-player* 1 "The player whom the computer plays.")
(defparameter *ai-level* 4 "How many moves the computer looks ahead.")

(defstruct (game-node (:type list))
  "A tree: the PLAYER to move, the BOARD, whether the player has lost, and the lazy list of the moves, each (MOVE TREE)."
  player board failp moves)

(defun check-settings ()
  "Signals a SENSELESS-SETTING if one of the variables above makes no sense."
  (flet ((check (name type wanted)
           (check-setting (typep (symbol-value name) type) name (symbol-value name) wanted)))
    (check '*board-width* '(integer 1 26) "a number of columns, from 1 to 26")
    (check '*board-height* '(integer 1) "a number of rows, 1 or more")
    (check '*win-len* '(integer 1) "a number of pieces, 1 or more")
    (check '*ai-player* '(integer 1 2) "a player, 1 or 2")
    (check '*ai-level* '(integer 1) "a number of moves, 1 or more")))

(defun place-p (thing)
  "True if THING is what a board has at a place: 0, or a player."
  (member thing '(0 1 2)))

(defun check-board (board)
  "Signals a SENSELESS-SETTING if one of the variables above makes no sense, or BOARD is none for them."
  (check-settings)
  (let ((places (* *board-width* *board-height*)))
    (check-setting (and (vectorp board) (= (length board) places))
                   "The board" board "a vector of ~d places, *BOARD-WIDTH* times *BOARD-HEIGHT*" places)
    (check-setting (every #'place-p board)
                   "The board" board "made of the numbers 0, 1 and 2")))

;;; The board

(defun change-player (player)
  "Returns the other player than PLAYER."
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
  "Returns the list of the places where a piece can come to lie on BOARD, from the left to the right."
  (loop for column below *board-width*
        for place = (lowest-place board column)
        when place
          collect place))

(defun count-pieces (board move player dx dy)
  "Returns how many pieces of PLAYER lie on BOARD in a row from MOVE on, in the direction DX, DY; MOVE does not count."
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
  "Returns the lazy tree of all that can follow when PLAYER is to move on BOARD and MOVE was made last, -1 if none was."
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

;;; Showing it

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
  "Prints who has won in TREE, which is the end of a game."
  (if (game-node-failp tree)
      (format t "~&The winner is ~a~%" (player-sign (change-player (game-node-player tree))))
      (format t "~&The game is a tie~%")))

;;; People

(defun print-moves (moves)
  "Prints the question for a move, and MOVES by the letters of their columns, numbered from 1."
  (format t "~&choose your move:")
  (loop for (move) in moves
        for n from 1
        do (format t "~&~d. ~a" n (column-letter move)))
  (fresh-line)
  (finish-output))

(defun chosen-move (answer moves)
  "Returns the one of MOVES that the text ANSWER names by its number or by the letter of its column; NIL if it names none."
  (or (numbered-move answer moves)
      (find answer moves
            :test #'string-equal
            :key (lambda (move) (string (column-letter (first move)))))))

(defun handle-human (tree)
  "Asks the player to choose one of the moves of TREE and returns the tree behind it; NIL where the input ends."
  (second (choose-move (take-all (game-node-moves tree)) ", or a column")))

;;; The computer. A tree is worth to the player who is to move in it what the best move leads to, and a move to a tree is
;;; worth the opposite of what that is worth to the opponent.

(defparameter *win-score* 1000000 "What a won game is worth. Sooner is better: each move that is not needed adds one.")

(defun lines ()
  "Returns the list of all rows of *WIN-LEN* places in which a player can win, each a list of places."
  (loop for (dx dy) in '((1 0) (0 1) (1 1) (1 -1))
        append (loop for place below (* *board-width* *board-height*)
                     for line = (line-from place dx dy)
                     when line
                       collect line)))

(defun line-from (place dx dy)
  "Returns the list of *WIN-LEN* places from PLACE on in the direction DX, DY; NIL if they are not all on the board."
  (multiple-value-bind (row column) (floor place *board-width*)
    (when (and (<= 0 (+ column (* dx (1- *win-len*))) (1- *board-width*))
               (<= 0 (+ row (* dy (1- *win-len*))) (1- *board-height*)))
      (loop for i below *win-len*
            collect (+ place (* i (+ dx (* dy *board-width*))))))))

(let ((known-lines '())
      (known-size nil))
  (defun current-lines ()
    "Return what LINES returns, computed once for each size of the board."
    (let ((size (list *board-width* *board-height* *win-len*)))
      (unless (equal size known-size)
        (setf known-lines (lines)
              known-size size))
      known-lines)))

(defun score-line (board line player)
  "Returns what the places of LINE are worth to PLAYER on BOARD: much if the pieces there are many and all of one player."
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
  "Returns how good BOARD looks for PLAYER."
  (loop for line in (current-lines)
        sum (score-line board line player)))

(defun rate-position (tree depth upper-limit lower-limit)
  "Returns what TREE is worth to its player, looking DEPTH moves ahead, as far as that lies between the limits."
  (let ((player (game-node-player tree))
        (board (game-node-board tree)))
    (cond ((game-node-failp tree) (- (+ *win-score* depth)))
          ((lazy-null (game-node-moves tree)) 0)
          ((zerop depth) (score-board board player))
          (t (reduce #'max (get-ratings tree depth upper-limit lower-limit))))))

(defun get-ratings (tree depth upper-limit lower-limit)
  "Returns the list of what the moves of TREE are worth to its player, up to the first one that reaches UPPER-LIMIT: the
opponent will not let it come so far."
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
  "Returns the tree behind the move of TREE that looks best for its player, the first one if several do."
  (check-board (game-node-board tree))
  (let ((ratings (get-ratings tree *ai-level* most-positive-fixnum (- most-positive-fixnum))))
    (second (lazy-nth (position (reduce #'max ratings) ratings)
                      (game-node-moves tree)))))

;;; Games

(defun play-on (tree next-tree)
  "Plays from TREE to the end: NEXT-TREE returns the tree behind the move that is made, or NIL, which ends the game at once."
  (print-info tree)
  (if (lazy-null (game-node-moves tree))
      (announce-winner tree)
      (let ((next (funcall next-tree tree)))
        (when next
          (play-on next next-tree)))))

(defun play-vs-human (tree)
  "Lets two people play the game TREE to its end."
  (play-on tree 'handle-human))

(defun play-vs-computer (tree)
  "Lets a person play the game TREE to its end against the computer, who is player *AI-PLAYER*."
  (play-on tree (lambda (tree)
                  (if (eql (game-node-player tree) *ai-player*)
                      (handle-computer tree)
                      (handle-human tree)))))

(defun play-computers (tree)
  "Lets the computer play the game TREE to its end against itself."
  (play-on tree 'handle-computer))
