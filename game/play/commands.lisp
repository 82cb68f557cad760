;;; The loop of PLAY: what is typed, and what it does. The game's own part comes from play/dice_of_doom.lisp or
;;; play/trilobite.lisp.

(defvar *game* nil "The game that PLAY played last, for (play :game *game*).")

(defstruct sitting
  "A game being played at the prompt."
  game opponent
  people          ; a list of the players who are people
  (undone '())    ; actions, the next one first
  (done nil))     ; true once the player has left

;;; Opponents

(defun opponent-p (thing)
  "True if THING is an opponent: one of the game's OPPONENTS, or the number of moves that the computer looks ahead, if
that can be set."
  (or (member thing (opponents))
      (and (levels-p) (typep thing '(integer 1 100)))))

(defun opponents-words (control)
  "Returns the opponents of the game in words, each formatted by CONTROL."
  (format nil "~{~a~#[~;, or ~:;, ~]~}"
          (append (loop for opponent in (opponents) collect (format nil control opponent))
                  (and (levels-p) '("a number of moves to look ahead")))))

(defun read-opponent (text)
  "Returns the opponent that TEXT names, or NIL."
  (let ((number (ignore-errors (parse-integer text))))
    (if number
        (and (opponent-p number) number)
        (find (string-left-trim ":" text) (opponents) :test #'string-equal))))

(defun people-against (opponent)
  "Returns the list of the players who are people in a game against OPPONENT."
  (if (eq opponent :person)
      (loop for player below (if (boundp '*num-players*) (symbol-value '*num-players*) 2) collect player)
      '(0)))

;;; Commands

(defvar *commands* '()
  "The commands: a list of (NAME PARAMETER FUNCTION DOCUMENTATION), in the order of definition.")

(defmacro define-command (name (sitting &optional parameter) documentation &body body)
  "Defines the command NAME, a string. BODY is evaluated with the SITTING and, if the command takes a PARAMETER, the
text that was typed after it, a string or NIL. It returns true if the board should be shown again."
  (let ((p (or parameter (gensym "PARAMETER"))))
    `(setf *commands*
           (append (remove ,name *commands* :key #'first :test #'string=)
                   (list (list ,name
                               ,(and parameter (format nil "~a" parameter))
                               (lambda (,sitting ,p) (declare (ignorable ,sitting ,p)) ,@body)
                               ,documentation))))))

(defun named-command (word)
  "Returns the command whose name is WORD, or NIL."
  (find word *commands* :key #'first :test #'string-equal))

(defun abbreviated-command (word)
  "Returns the only command whose name begins with WORD; NIL if there is none, or several. ? and h are `help`."
  (let ((matching (remove-if-not (lambda (command)
                                   (eql (or (mismatch word (first command) :test #'char-equal) (length word))
                                        (length word)))
                                 *commands*)))
    (cond ((member word '("?" "h") :test #'string-equal) (named-command "help"))
          ((null (rest matching)) (first matching)))))

(define-command "help" (sitting)
    "say what can be typed"
  (format t "~&Type the number of a move, or the move itself, such as ~a; or one of:~%"
          (let ((action (find-if #'identity (actions (sitting-game sitting)))))
            (if action (string-right-trim " " (move-to-type sitting action)) "`end`")))
  (loop for (name parameter nil documentation) in *commands*
        do (format t "  ~22a~a~%" (format nil "~a~@[ ~a~]" name parameter) documentation))
  nil)

(define-command "hint" (sitting)
    "say what the strong computer would do"
  (format t "~&Hint: ~a~%" (hint-words (sitting-game sitting)))
  nil)

(define-command "analyze" (sitting)
    "tell what each move is worth"
  (analyze-game (sitting-game sitting))
  nil)

(define-command "judge" (sitting)
    "tell what each move was worth, and what went wrong"
  (if (fboundp 'print-review)
      (funcall 'print-review (sitting-game sitting) (sitting-people sitting))
      (format t "~&Nobody judges this game.~%"))
  nil)

(define-command "undo" (sitting)
    "take back your last move, and all that came after it"
  (undo sitting))

(define-command "redo" (sitting)
    "make the moves again that were taken back"
  (redo sitting))

(define-command "level" (sitting who)
    "play against WHO from now on; without WHO: list them"
  (when who
    (let ((opponent (read-opponent who)))
      (if opponent
          (setf (sitting-opponent sitting) opponent
                (sitting-people sitting) (people-against opponent))
          (format t "~&There is no opponent ~a. They are ~a.~%" who (opponents-words "~(~a~)")))))
  (format t "~&You play against ~a.~%" (opponent-words (sitting-opponent sitting)))
  (unless who
    (format t "There are ~a.~%" (opponents-words "~(~a~)")))
  nil)

(define-command "board" (sitting)
    "show the board and the moves again"
  t)

(define-command "save" (sitting file)
    "write the game to FILE"
  (if file
      (format t "~&The game is in ~a.~%"
              (namestring (save-form file (list* :opponent (sitting-opponent sitting) (game-form (sitting-game sitting))))))
      (format t "~&To what file? Type: save FILE~%"))
  nil)

(define-command "load" (sitting file)
    "go on with the game in FILE"
  (let* ((form (and file (saved-form file)))
         (problem nil)
         (game (and form (handler-case (game-of-form (form-without form :opponent))
                           (error (condition) (setf problem condition) nil)))))
    (cond ((null file) (format t "~&From what file? Type: load FILE~%") nil)
          ((null form) (format t "~&~a: ~:[there is no such file~;that is not a game~].~%" file (probe-file file)) nil)
          ((null game) (format t "~&~a holds no game that can be played here~@[: ~a~].~%" file problem) nil)
          (t (let ((opponent (getf form :opponent)))
               (when (opponent-p opponent)
                 (setf (sitting-opponent sitting) opponent
                       (sitting-people sitting) (people-against opponent))))
             (setf (sitting-game sitting) game
                   (sitting-undone sitting) '())
             t))))

(define-command "quit" (sitting)
    "leave the game; (play :game *game*) goes on with it"
  (setf (sitting-done sitting) t)
  nil)

(defun form-without (form name)
  "Returns the property list FORM without NAME."
  (let ((form (copy-list form)))
    (remf form name)
    form))

;;; Moves

(defun announce (sitting event)
  "Prints EVENT of SITTING, and returns true."
  (format t "~&~a~%" (happened-words (sitting-game sitting) event (sitting-people sitting)))
  t)

(defun make-own-move (sitting action)
  "Makes the move ACTION in SITTING. Moves that were taken back cannot be made again afterwards. Returns true."
  (setf (sitting-undone sitting) '())
  (announce sitting (do-action (sitting-game sitting) action)))

(defun person-to-move-p (game sitting)
  "True if one of the people in SITTING is to move in GAME."
  (member (mover game) (sitting-people sitting)))

(defun undo (sitting)
  "Takes back the moves of SITTING up to the last one that a person made. Returns true; NIL if there is none."
  (loop with game = (sitting-game sitting)
        for number downfrom (1- (moves-made game)) to 0
        for before = (game-before game number)
        when (person-to-move-p before sitting)
          do (setf (sitting-undone sitting) (append (actions-since game number) (sitting-undone sitting))
                   (sitting-game sitting) before)
             (return t)
        finally (format t "~&There is no move to take back.~%")))

(defun actions-since (game number)
  "Returns the list of the actions of GAME after the first NUMBER moves."
  (mapcar (lambda (move) (if (consp move) (first move) move))
          (nthcdr number (getf (game-form game) :moves))))

(defun redo (sitting)
  "Makes again the move of a person in SITTING that was taken back last, and the following ones up to the next. Returns
true; NIL if there is none."
  (if (null (sitting-undone sitting))
      (format t "~&There is no move to make again.~%")
      (loop do (announce sitting (do-action (sitting-game sitting) (pop (sitting-undone sitting))))
            until (or (null (sitting-undone sitting))
                      (person-to-move-p (sitting-game sitting) sitting))
            finally (return t))))

(defun move-to-type (sitting action)
  "Returns ACTION of SITTING as it is typed."
  (let ((words (action-words (sitting-game sitting) action)))
    (subseq words 0 (position #\( words))))

(defun capitalized (name)
  "Returns NAME with a capital as its first letter.
  (capitalized \"player X\") => \"Player X\""
  (string-upcase name :end 1))

(defun show-moves (game)
  "Prints the moves in GAME with their numbers, as many on a line as fit."
  (let* ((texts (loop for action in (actions game)
                      for n from 1
                      collect (format nil "~2d. ~a" n (action-words game action))))
         (width (+ 2 (reduce #'max texts :key #'length)))
         (columns (max 1 (floor 78 width))))
    (loop for text in texts
          for n from 1
          do (format t "~va~:[~;~%~]" (if (zerop (mod n columns)) 0 width) text (zerop (mod n columns)))))
  (fresh-line))

(defun show-sitting (sitting)
  "Prints the state of SITTING: the board, and the possible moves."
  (let* ((game (sitting-game sitting))
         (mover (mover game)))
    (show-game game)
    (format t "~a~%" (standing-words game))
    (when mover
      (format t "~a to move:~%" (capitalized (who mover (sitting-people sitting))))
      (show-moves game))))

;;; The loop

(defun words-of (line)
  "Returns the list of the words of LINE."
  (loop with end = 0
        for start = (position-if-not (lambda (char) (member char '(#\Space #\Tab #\Return #\, #\.))) line :start end)
        while start
        do (setf end (or (position-if (lambda (char) (member char '(#\Space #\Tab #\Return #\, #\.))) line :start start)
                         (length line)))
        collect (subseq line start end)))

(defun rest-of-line (line)
  "Returns the part of LINE after its first word, or NIL."
  (let* ((line (string-trim '(#\Space #\Tab #\Return) line))
         (blank (position #\Space line)))
    (and blank (string-left-trim " " (subseq line blank)))))

(defun obey (sitting line)
  "Carries out LINE, a command or a move, in SITTING. Returns true if the board should be shown again."
  (let* ((words (words-of line))
         (command (and words (named-command (first words)))))
    (cond ((null words) (format t "~&Type a move, or help.~%"))
          (command (call-command command sitting line))
          (t (obey-move sitting words line)))))

(defun call-command (command sitting line)
  "Calls COMMAND in SITTING with the part of LINE after its first word, and returns its value."
  (funcall (third command) sitting (rest-of-line line)))

(defun obey-move (sitting words line)
  "Makes the move that WORDS, those of LINE, name in SITTING by its number or in words; or carries out the command that
they abbreviate."
  (let* ((game (sitting-game sitting))
         (actions (actions game))
         (number (and (null (rest words)) (ignore-errors (parse-integer (first words)))))
         (command (abbreviated-command (first words))))
    (multiple-value-bind (action found) (read-action words actions)
      (cond ((and number (<= 1 number (length actions))) (make-own-move sitting (nth (1- number) actions)))
            (number (format t "~&There is no move ~d: they have the numbers 1 to ~d.~%" number (length actions)))
            (found (make-own-move sitting action))
            ((why-no-action game words) (format t "~&~a~%" (why-no-action game words)))
            (command (call-command command sitting line))
            (t (format t "~&~a is not an answer here: ? shows what can be typed.~%" (first words)))))))

(defun ask (sitting)
  "Asks a person in SITTING what to do, and does it. The end of the input leaves the game. Returns true if the board
should be shown again."
  (let ((line (ask-player (format nil "~a " (in-style "1" "move>")) (mapcar #'first *commands*) (lambda () (obey sitting "help")))))
    (cond (line
           (handler-case (obey sitting line)
             ((or file-error stream-error simple-error) (problem)
               (format t "~&~a~%" problem))))
          (t (setf (sitting-done sitting) t)
             (fresh-line)
             nil))))

(defun let-computers-play (sitting)
  "Makes the computers' moves in SITTING until a person is to move, or the game is over. Returns true."
  (loop with game = (sitting-game sitting)
        while (and (mover game) (not (person-to-move-p game sitting)))
        do (announce sitting (do-action game (computer-action-of game (sitting-opponent sitting))))
           (finish-output))
  t)

(defun play-sitting (sitting)
  "Plays SITTING until the game is over or the player leaves it."
  (loop with show = t
        for game = (sitting-game sitting)
        until (sitting-done sitting)
        do (with-game (game)
             (when (and (mover game) (not (person-to-move-p game sitting)))
               (setf show (let-computers-play sitting)))
             (setf *game* game)
             (when show
               (show-sitting sitting))
             (cond ((mover game) (setf show (ask sitting)))
                   (t (format t "~a~%" (in-style "1" "~a" (result-of-game game (sitting-people sitting))))
                      (setf (sitting-done sitting) t)))
             (setf *game* (sitting-game sitting)))))

(defun play (&rest rules &key (against :book) game &allow-other-keys)
  "Plays the game that is loaded at the prompt; `help` there lists the commands. AGAINST is the opponent: :GENTLE, :BOOK
(the book's computer at its level), :STRONG, or for Dice of Doom any of *LEVELS*; :PERSON; or the number of moves that
the computer looks ahead. GAME is a game to continue, such as *GAME*; without it a new one begins. The other arguments
are its rules. Trilobite has :WIDTH, :HEIGHT and :LENGTH. Dice of Doom has :SIZE, :PLAYERS, :DICE, :BOARD, :SEED, which
decides all random events, :ENDING, and :MAP, which is :ISLANDS or the name of another map. With :ENDING :SHARE, the
default from three players on, three quarters of the hexes win, with :BOOK they do not. Returns no values. Signals an
INVALID-SETTING if an argument makes no sense.
  (play :against :strong :size 4)"
  (check-setting (opponent-p against) :against against "~a" (opponents-words "~s"))
  (loop for name in rules by #'cddr
        with names = (list* :against :game *settings*)
        do (check-setting (member name names) "A setting of PLAY" name "one of ~{~s~^, ~}" names))
  (let* ((rules (form-without (form-without rules :against) :game))
         (game (or game (apply #'begin-game rules)))
         (sitting (make-sitting :game game :opponent against :people (people-against against))))
    (format t "~&~a~%You play against ~a. Type help for what can be typed.~%" (with-game (game) (game-title game))
            (opponent-words against))
    (play-sitting sitting)
    (values)))
