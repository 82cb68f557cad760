;;; Checks proof files: whether they show the result of a board under best play. Knows the book's second version of the
;;; game, which it loads into a package of its own, and nothing of the solver.
;;;     tessera game/solving/check.lisp FILE ...
;;;     (load "game/solving/checker.lisp") (dice-of-doom-checker:check-proof "board.proof")
;;;
;;; A proof shows that a player gets at least a value, whatever the opponent does. The checker walks through all
;;; positions that can arise: it makes all moves of the opponent, and of the player the one that the file names. At the
;;; end of each game the player must have the value. Each position is walked once, when it is first met, so the file has
;;; just one character for each position in which the player has a choice: the number of the move, counted from ! for 0.
;;; A file looks like this:
;;;     dice-of-doom proof 1
;;;     (:SIZE 2 :DICE 3 :BOARD ((0 2) (1 1) (0 1) (1 1)) :PLAYER 0)      player 0 begins a turn
;;;     (:CLAIM (0 1) :POSITIONS 3 :MOVES 1)                              player 0 gets at least 1, a win
;;;     !                                                                 lines of moves
;;;     end
;;; For a tie there are two claims, each with its moves: both players get at least 1/2.

(defpackage "DICE-OF-DOOM-CHECKER"
  (:use "COMMON-LISP")
  (:export "CHECK-PROOF" "INVALID-PROOF"))
(in-package "DICE-OF-DOOM-CHECKER")

(load (merge-pathnames "../dice_of_doom_v2.lisp" (or *load-truename* *default-pathname-defaults*)))

(define-condition invalid-proof (error)
  ((reason :initarg :reason :reader invalid-proof-reason))
  (:report (lambda (condition stream) (format stream "The proof is wrong: ~a" (invalid-proof-reason condition))))
  (:documentation "An ERROR: a file does not prove what it claims."))

(defun reject (reason &rest arguments)
  "Signals an INVALID-PROOF; REASON and ARGUMENTS are those of FORMAT."
  (error 'invalid-proof :reason (apply #'format nil reason arguments)))

;;; The file

(defun read-words (in &rest names)
  "Reads a line of the file IN, a property list. Returns the values of the properties NAMES; rejects a list with
others."
  (let* ((line (or (read-line in nil) (reject "the file ends too early")))
         (list (let ((*read-eval* nil)) (ignore-errors (read-from-string line)))))
    (if (and (consp list) (ignore-errors (evenp (length list))) (loop for (name) on list by #'cddr always (member name names)))
        (mapcar (lambda (name) (getf list name)) names)
        (reject "~s does not have just ~{~s~^, ~}" line names))))

(defun read-moves (in count)
  "Reads the lines of COUNT moves from IN and returns them as one string."
  (let ((moves (make-string-output-stream)))
    (loop with left = count
          while (plusp left)
          do (let ((line (or (read-line in nil) (reject "~d moves are missing" left))))
               (when (or (string= line "") (> (length line) left))
                 (reject "there are other moves than the ~d announced" count))
               (write-string line moves)
               (decf left (length line))))
    (get-output-stream-string moves)))

(defun valid-board-p (size dice board player)
  "True if BOARD, a list of hexes, is one of SIZE x SIZE hexes with up to DICE dice, and PLAYER is one of its players."
  (and (typep size '(integer 1 16)) (typep dice '(integer 1 100)) (member player '(0 1))
       (ignore-errors (eql (list-length board) (* size size)))
       (every (lambda (hex) (and (consp hex) (consp (rest hex)) (null (cddr hex)) (member (first hex) '(0 1)) (typep (second hex) '(integer 1 100)))) board)))

(defun valid-claim-p (claim positions moves)
  "True if these are a claim, and numbers of positions and moves."
  (and (consp claim) (consp (rest claim)) (null (cddr claim)) (member (first claim) '(0 1)) (member (second claim) '(1 1/2))
       (typep positions '(integer 1)) (typep moves '(integer 0))))

;;; The walk

(defun position-key (tree spare-dice first-move)
  "Returns a string that stands for the position of TREE."
  (destructuring-bind (player board moves) tree
    (declare (ignore moves))
    (let ((key (make-string (+ 2 (length board)))))
      (flet ((put (i n) (setf (char key i) (code-char (+ 33 n)))))
        (loop for (owner dice) across board
              for i from 2
              do (put i (+ owner (* 2 dice))))
        (put 0 (+ player (if first-move 2 0)))
        (put 1 spare-dice))
      key)))

(defun end-value (board player)
  "Returns the value for PLAYER of a game that ended with BOARD.
  (dice-of-doom-checker::end-value #((0 1) (1 1)) 1) => 1/2"
  (let ((winners (winners board)))
    (if (member player winners) (/ (length winners)) 0)))

(defun walk (tree player value moves)
  "Walks through the positions that arise from TREE, the beginning of a turn, if PLAYER makes MOVES. Returns their
number. Signals an INVALID-PROOF unless PLAYER gets at least VALUE in every game, with just these moves."
  (let ((met (make-hash-table :test 'equal)) (used 0))
    (labels ((next-move (choices)
               (unless (< used (length moves))
                 (reject "a move is missing: there are only ~d" used))
               (let ((number (- (char-code (char moves used)) (char-code #\!))))
                 (incf used)
                 (unless (< -1 number (length choices))
                   (reject "move number ~d is ~d, of ~d moves" used number (length choices)))
                 (nth number choices)))
             (make (tree spare-dice move)
               (destructuring-bind (action subtree) move
                 (if action
                     (visit subtree (+ spare-dice (second (aref (second tree) (second action)))) nil)
                     (visit subtree 0 t))))
             (visit (tree spare-dice first-move)
               (let ((key (position-key tree spare-dice first-move)))
                 (unless (gethash key met)
                   (setf (gethash key met) t)
                   (let ((choices (take-all (third tree))))
                     (cond ((null choices)
                            (unless (>= (end-value (second tree) player) value)
                              (reject "after ~d moves player ~d gets only ~d in the game that ends with ~a"
                                      used player (end-value (second tree) player) (second tree))))
                           ((and (= (first tree) player) (rest choices))
                            (make tree spare-dice (next-move choices)))
                           (t (dolist (move choices)
                                (make tree spare-dice move)))))))))
      (visit tree 0 t))
    (unless (= used (length moves))
      (reject "~d moves are left over" (- (length moves) used)))
    (hash-table-count met)))

;;; Whole files

(defun check-claims (in tree)
  "Checks the claims that follow in IN about TREE. Returns the least and the most value of the player to move."
  (let ((low 0) (high 1))
    (loop
      (destructuring-bind (claim positions moves) (read-words in :claim :positions :moves)
        (unless (valid-claim-p claim positions moves)
          (reject "~s, ~s positions, ~s moves is not a claim" claim positions moves))
        (destructuring-bind (player value) claim
          (let ((walked (walk tree player value (read-moves in moves))))
            (unless (= walked positions)
              (reject "~d positions arise, not ~d" walked positions)))
          (if (= player (first tree))
              (setf low (max low value))
              (setf high (min high (- 1 value)))))
        (cond ((eql (peek-char nil in nil) #\e)
               (unless (and (equal (read-line in nil) "end") (null (read-line in nil)))
                 (reject "the file does not end with a line \"end\""))
               (return (values low high)))
              ((null (peek-char nil in nil)) (reject "the file ends too early")))))))

(defun check-proof (path &key board player)
  "Checks the proof in the file PATH. Returns the least and the most value that it shows for the player who begins: 1, a
win; 1/2, a tie; 0, a loss; mostly these are the same. Further values are the board, as a list of hexes, and the player;
if BOARD, a list or vector, or PLAYER is given, the proof must be about that one. Signals an INVALID-PROOF if the file
does not prove what it claims."
  (with-open-file (in path)
    (unless (equal (read-line in nil) "dice-of-doom proof 1")
      (reject "the file is not a proof of this form"))
    (destructuring-bind (size dice hexes beginner) (read-words in :size :dice :board :player)
      (unless (valid-board-p size dice hexes beginner)
        (reject "there is no board of its size for two players"))
      (when (or (and board (not (equal (coerce board 'list) hexes))) (and player (/= player beginner)))
        (reject "it is about another board, or another player begins"))
      (let ((*board-size* size) (*board-hexnum* (* size size)) (*max-dice* dice) (*num-players* 2))
        (multiple-value-bind (low high) (check-claims in (game-tree (board-array hexes) beginner 0 t))
          (values low high hexes beginner))))))
