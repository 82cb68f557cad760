;;; Measures how long a person's game is and how equal the chances of equal players are: plays games by the rules of
;;; version 4, from three players on until somebody has enough hexes, on the boards of records/dealing.lisp.
;;;     tessera game/experiments/simulation.lisp                        ; a table of sizes, players and dice
;;;     tessera game/experiments/simulation.lisp 6 3 5 1000             ; 1000 games: 6x6 hexes, 3 players, up to 5 dice
;;;     tessera game/experiments/simulation.lisp 6 3 5 1000 steady      ; the same against computers of a level
;;;     tessera game/experiments/simulation.lisp 6 3 5 1000 kind beginner ; the person is a beginner
;;; Player 0 is the person, by default a greedy one: see self_play.lisp. The others are greedy, too, or computers of the
;;; given level.

(load (merge-pathnames "self_play.lisp" (or *load-truename* *default-pathname-defaults*)))

(defun simulate (size players dice games level person)
  "Plays GAMES games of PERSON against computers of LEVEL. Returns a list. It begins with the first quartile, median and
ninth decile of the turns of player 0. Then come the medians of all moves and of those that the others make before
player 0's second turn. At the end stands each player's share of the wins in percent."
  (with-rules ((list :size size :players players :dice dice :ending (ending-for players)))
    (loop with wins = (make-array players :initial-element 0)
          with who = (cons (player-named person) (loop repeat (1- players) collect (player-named level)))
          for seed from 1 to games
          for (winners turns moves waited) = (multiple-value-list (play-game seed who))
          do (dolist (winner winners)
               (incf (aref wins winner) (/ (length winners))))
          collect turns into all-turns
          collect moves into all-moves
          collect waited into all-waited
          finally (return (list (quantile 1/4 all-turns) (quantile 1/2 all-turns) (quantile 9/10 all-turns)
                                (quantile 1/2 all-moves) (quantile 1/2 all-waited)
                                (map 'list (lambda (won) (/ (round (* 1000 won) games) 10.0)) wins))))))

(defun print-simulation (size players dice games &optional (level :greedy) (person :greedy))
  "Plays GAMES games and prints their line of the table."
  (destructuring-bind (quarter half most moves waited shares) (simulate size players dice games level person)
    (format t "| ~dx~:*~d | ~d | ~d | ~(~a~) | ~(~a~) | ~:d | ~d | ~d | ~d | ~d | ~d | ~{~,1f~^ ~} |~%"
            size players dice person level games quarter half most moves waited shares)
    (finish-output)))

(defun print-table (games)
  "Prints the table for several sizes, numbers of players and of dice."
  (format t "| board | players | dice | person | others | games | turns: quarter | half | nine tenths | moves | others' first | won, % |~%")
  (format t "|---|--:|--:|---|---|--:|--:|--:|--:|--:|--:|---|~%")
  (loop for (size players dice) in '((5 2 5) (6 2 5) (8 2 5) (5 3 5) (6 3 5) (8 3 5) (5 4 5) (6 4 5) (7 4 5) (8 4 5) (8 6 5) (8 8 5)
                                     (6 2 3) (6 3 3) (6 4 3) (6 2 8) (6 3 8) (6 4 8))
        do (print-simulation size players dice games)))

(if (rest tessera:*arguments*)
    (destructuring-bind (size players dice games &optional (level "greedy") (person "greedy")) tessera:*arguments*
      (flet ((name (text) (intern (string-upcase text) "KEYWORD")))
        (print-simulation (parse-integer size) (parse-integer players) (parse-integer dice) (parse-integer games) (name level) (name person))))
    (print-table (if tessera:*arguments* (parse-integer (first tessera:*arguments*)) 1000)))
