;;; Asks a person for a move. A game defines how its moves are shown and named:
;;;     (print-moves moves)           prints the question and the moves, numbered from 1
;;;     (chosen-move answer moves)    returns the move that the string ANSWER names, or NIL

(defun numbered-move (answer moves)
  "Returns the element of MOVES whose number, counted from 1, is the string ANSWER; NIL if there is none."
  (let ((number (ignore-errors (parse-integer answer))))
    (when (and number (<= 1 number (length moves)))
      (nth (1- number) moves))))

(defun ask-player (prompt words help &optional (again prompt))
  "Returns the line that the player types after PROMPT, without blanks around it; NIL if the player leaves the game or
the input ends. At Tessera's prompt the line can be edited, Tab completes to WORDS, ? prints HELP, and Lisp is
evaluated; then AGAIN is the prompt."
  #+tessera (let ((*query-io* (make-two-way-stream *standard-input* *standard-output*)))
              (tessera:ask prompt :words words :help help :history :game :again again))
  #-tessera (let ((line (progn words help again (format t "~&~a" prompt) (finish-output) (read-line *standard-input* nil))))
              (and line (string-trim '(#\Space #\Tab #\Return) line))))

(defun choose-move (moves &optional (other-answers ""))
  "Asks the player to choose one of MOVES until an answer names one, and returns that move. At the end of the input,
or where the player leaves, says so and returns NIL. OTHER-ANSWERS tells which other answers are possible."
  (print-moves moves)
  (let* ((line (ask-player "" '() (format nil "Type a number from 1 to ~d~a; Ctrl-D leaves the game." (length moves) other-answers)
                           "choose your move: "))
         (answer (when line (string-right-trim "." line)))
         (move (when line (chosen-move answer moves))))
    (cond (move)
          (line
           (format t "~&~:[~s is not one of the moves~;An empty line is not a move~*~]: type a number from 1 to ~d~a.~%"
                   (string= "" answer) answer (length moves) other-answers)
           (choose-move moves other-answers))
          (t (format t "~&The game ends here: nobody has won.~%")))))
