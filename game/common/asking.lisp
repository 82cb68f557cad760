;;; Asks a person for a move. A game defines how its moves are shown and named:
;;;     (print-moves moves)           prints the question and the moves, numbered from 1
;;;     (chosen-move answer moves)    returns the move that the string ANSWER names, or NIL

(defun numbered-move (answer moves)
  "Returns the element of MOVES whose number, counted from 1, is the string ANSWER; NIL if there is none."
  (let ((number (ignore-errors (parse-integer answer))))
    (when (and number (<= 1 number (length moves)))
      (nth (1- number) moves))))

(defun choose-move (moves &optional (other-answers ""))
  "Asks the player to choose one of MOVES until an answer names one, and returns that move. At the end of the input,
says so and returns NIL. OTHER-ANSWERS tells which other answers are possible."
  (print-moves moves)
  (let* ((line (read-line *standard-input* nil))
         (answer (when line (string-trim '(#\Space #\Tab #\Return #\.) line)))
         (move (when line (chosen-move answer moves))))
    (cond (move)
          (line
           (format t "~&~:[~s is not one of the moves~;An empty line is no move~*~]: type a number from 1 to ~d~a.~%"
                   (string= "" answer) answer (length moves) other-answers)
           (choose-move moves other-answers))
          (t (format t "~&The input has ended, and with it the game: nobody has won.~%")))))
