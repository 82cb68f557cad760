;;; The part of PLAY for trilobite, by the same names as play/dice_of_doom.lisp. A game consists of its settings and the
;;; moves so far.

(defstruct (drop-game (:constructor make-drop-game (width height length tree moves)))
  "A game of trilobite: the WIDTH and HEIGHT of the board, the LENGTH of a row that wins, the TREE that was reached, and
the MOVES made, the latest first."
  width height length tree moves)

;;; Opponents

(defun levels-p ()
  "True if the computer looks some moves ahead, and not to the end of the game."
  t)

(defun opponents ()
  "Returns the list of the opponents: the computer at three levels, or other people at this prompt."
  '(:gentle :book :strong :person))

(defun opponent-level (opponent)
  "Returns the number of moves that OPPONENT looks ahead."
  (case opponent (:gentle 1) (:book *ai-level*) (:strong 7) (t opponent)))

(defun opponent-words (opponent)
  "Returns OPPONENT in words."
  (if (eq opponent :person)
      "another person"
      (format nil "the computer, ~d move~:p ahead" (opponent-level opponent))))

;;; Beginning, and going back

(defmacro with-game ((game) &body body)
  "Evaluates BODY under the settings of GAME."
  (let ((g (gensym "GAME")))
    `(let* ((,g ,game)
            (*board-width* (drop-game-width ,g))
            (*board-height* (drop-game-height ,g))
            (*win-len* (drop-game-length ,g)))
       ,@body)))

(defparameter *settings* '(:width :height :length) "The rules of a new game that PLAY takes as arguments.")

(defun begin-game (&key (width *board-width*) (height *board-height*) (length *win-len*))
  "Returns a new game on WIDTH columns and HEIGHT rows, in which LENGTH pieces in a row win. Signals an INVALID-SETTING
if these are wrong."
  (let ((game (make-drop-game width height length nil '())))
    (with-game (game)
      (check-settings)
      (setf (drop-game-tree game) (game-tree (new-board) 1 -1)))
    game))

(defun game-form (game)
  "Returns GAME as a property list that can be written to a file."
  (list :game :trilobite :width (drop-game-width game) :height (drop-game-height game) :length (drop-game-length game)
        :moves (reverse (drop-game-moves game))))

(defun game-of-form (form)
  "Returns the game that FORM, made by GAME-FORM, describes; NIL if FORM is not a game of trilobite."
  (ignore-errors
    (destructuring-bind (&key game width height length moves) form
      (when (eq game :trilobite)
        (let ((game (begin-game :width width :height height :length length)))
          (with-game (game)
            (loop for move in moves
                  always (and (member move (actions game))
                              (do-action game move))
                  finally (return game))))))))

(defun moves-made (game)
  "Returns the number of moves made in GAME."
  (length (drop-game-moves game)))

(defun game-before (game number)
  "Returns GAME as it was after NUMBER moves."
  (let ((form (game-form game)))
    (setf (getf form :moves) (subseq (getf form :moves) 0 number))
    (game-of-form form)))

(defun mover (game)
  "Returns the player to move in GAME, 0 or 1; NIL if it is over."
  (and (actions game)
       (1- (game-node-player (drop-game-tree game)))))

(defun actions (game)
  "Returns the list of the moves that can be made in GAME: places, from the left to the right."
  (mapcar #'first (take-all (game-node-moves (drop-game-tree game)))))

(defun do-action (game action)
  "Makes the move ACTION, one of ACTIONS, in GAME, and returns the event: (PLAYER ACTION)."
  (let ((player (1- (game-node-player (drop-game-tree game)))))
    (setf (drop-game-tree game)
          (second (lazy-find-if (lambda (move) (eql (first move) action)) (game-node-moves (drop-game-tree game)))))
    (push action (drop-game-moves game))
    (list player action)))

;;; Showing it

(defun game-title (game)
  "Returns the game and its settings in words."
  (format nil "Trilobite on ~d columns and ~d rows: ~d in a row win." (drop-game-width game) (drop-game-height game)
          (drop-game-length game)))

(defun who (player people)
  "Returns the name of PLAYER. PEOPLE are the players who are people."
  (cond ((rest people) (format nil "player ~a" (player-sign (1+ player))))
        ((member player people) "you")
        (t "computer")))

(defun show-game (game)
  "Prints the board of GAME, the piece of the last move with a star, and the letters of the columns."
  (let ((board (game-node-board (drop-game-tree game)))
        (last (first (drop-game-moves game))))
    (fresh-line)
    (dotimes (row *board-height*)
      (dotimes (column *board-width*)
        (let* ((place (+ column (* row *board-width*)))
               (piece (aref board place)))
          (format t " ~a~a"
                  (if (zerop piece)
                      (dim ".")
                      (in-color-of (1- piece) "~a" (player-sign piece)))
                  (if (eql place last) "*" " "))))
      (terpri))
    (format t "~{ ~a ~}~%" (loop for column below *board-width* collect (column-letter column)))))

(defun standing-words (game)
  "Returns the number of pieces in GAME in words."
  (format nil "~d piece~:p" (moves-made game)))

(defun action-words (game action)
  "Returns ACTION in words."
  (declare (ignore game))
  (format nil "column ~a" (column-letter action)))

(defun happened-words (game event people)
  "Returns EVENT of GAME in words."
  (destructuring-bind (player action) event
    (format nil "~a: ~a" (in-color-of player "~a" (who player people)) (action-words game action))))

(defun result-of-game (game people)
  "Returns the result of GAME, which is over, in words."
  (let ((tree (drop-game-tree game)))
    (if (game-node-failp tree)
        (let ((name (who (1- (change-player (game-node-player tree))) people)))
          (format nil "~a ~:[wins~;win~]." (capitalized name) (equal name "you")))
        "A tie.")))

;;; Reading a move

(defun read-action (words actions)
  "Returns the one of ACTIONS that the list of strings WORDS names by the letter of its column, and true; NIL and NIL if
it names none."
  (let ((found (member (first (last words)) actions
                       :test #'string-equal :key (lambda (action) (string (column-letter action))))))
    (values (first found) (and found t))))

(defun why-no-action (game words)
  "Returns a sentence that says why the list of strings WORDS does not name a move in GAME; NIL if it does not look like
a move at all."
  (declare (ignore game))
  (let ((word (first (last words))))
    (and (= (length word) 1)
         (alpha-char-p (char word 0))
         (if (<= 0 (- (char-code (char-downcase (char word 0))) (char-code #\a)) (1- *board-width*))
             (format nil "Column ~(~a~) is full." word)
             (format nil "Columns have the letters a to ~a." (column-letter (1- *board-width*)))))))

;;; The computer

(defun computer-action-of (game opponent)
  "Returns the action of OPPONENT in GAME."
  (let* ((tree (drop-game-tree game))
         (next (let ((*ai-level* (opponent-level opponent))) (handle-computer tree))))
    (first (lazy-find-if (lambda (move) (eq (second move) next)) (game-node-moves tree)))))

(defun action-values (game)
  "Returns a list (ACTION VALUE) for each of the moves in GAME: its value for the player to move, looking *AI-LEVEL*
moves ahead."
  (loop for (action tree) in (take-all (game-node-moves (drop-game-tree game)))
        collect (list action (- (rate-position tree (1- *ai-level*) most-positive-fixnum (- most-positive-fixnum))))))

(defun value-words (value)
  "Returns the meaning of VALUE, the computer's rating of a board, in words."
  (cond ((>= value *win-score*) "won")
        ((<= value (- *win-score*)) "lost")
        (t (format nil "~@d" value))))

(defun analyze-game (game)
  "Prints the value of each move in GAME for the player to move."
  (format t "~&~d move~:p ahead:~%" *ai-level*)
  (loop for (action value) in (action-values game)
        do (format t "~12a  ~a~%" (action-words game action) (value-words value))))

(defun hint-words (game)
  "Returns a sentence about the move that the strong computer would make in GAME."
  (action-words game (computer-action-of game :strong)))
