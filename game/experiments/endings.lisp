;;; Compares the endings of the game, the book's and the one of last_standing.lisp, by games between equal players:
;;; how long they are, how much the winner holds, how early the winner leads for good, and how often whoever first held
;;; a share of the hexes did not win in the end.
;;;     tessera game/experiments/endings.lisp                      ; 1000 games for each number of players, both endings
;;;     tessera game/experiments/endings.lisp 100                  ; 100 games
;;;     tessera game/experiments/endings.lisp 100 casual           ; between computers of a level
;;;     tessera game/experiments/endings.lisp 100 greedy shares    ; the shares: games until one player holds all
;;; The board has 6x6 hexes, with at most five dice on each. Players are greedy unless told otherwise: see
;;; self_play.lisp.

(load (merge-pathnames "self_play.lisp" (or *load-truename* *default-pathname-defaults*)))

(defparameter *longest* 5000 "The most turns of a game.")

(defun hexes-of-all (board)
  "Returns the list of the numbers of hexes that the players have on BOARD."
  (loop for player below *num-players* collect (count player board :key #'first)))

(defun play-turns (seed player)
  "Plays a game on the board that SEED deals, all moves by the function PLAYER. Returns three values: the winners; lists
of the numbers of hexes of all players at the beginning of each turn and at the end, the latest first; and the number of
moves."
  (let ((*random-state* (tessera:seed-random-state (1+ seed)))
        (*standard-output* (make-broadcast-stream)))
    (loop with tree = (game-tree (deal seed t) 0 0 t)
          with boards = (list (hexes-of-all (second tree)))
          for moves from 0
          while (and (first-move-of tree) (< (length boards) *longest*))
          do (let ((action (funcall player tree)))
               (setf tree (pick-chance-branch (second tree) (find action (moves-of tree) :key #'first :test #'equal)))
               (unless action
                 (push (hexes-of-all (second tree)) boards)))
          finally (return (values (winners (second tree)) (cons (hexes-of-all (second tree)) boards) moves)))))

(defun leader (hexes)
  "Returns the player who has most of HEXES, a list of numbers; NIL if several have."
  (let ((most (reduce #'max hexes)))
    (and (= 1 (count most hexes)) (position most hexes))))

(defun lead-begins (boards winner)
  "Returns the part of the game, 0 to 1, after which WINNER leads for good. BOARDS are as of PLAY-TURNS."
  (/ (- (length boards) (or (position winner boards :key #'leader :test-not #'eql) (length boards)))
     (float (length boards))))

(defun print-ending (players ending games name)
  "Plays GAMES games of PLAYERS players by ENDING and prints their line of the table."
  (with-rules ((list :size 6 :players players :dice 5 :ending ending))
    (let ((rounds '()) (moves '()) (shares '()) (leads '()) (ties 0) (alive '()) (wins (make-list players :initial-element 0)))
      (loop for seed from 1 to games
            do (multiple-value-bind (winners boards count) (play-turns seed (player-named name))
                 (push (/ (length boards) players) rounds)
                 (push count moves)
                 (push (/ (reduce #'max (first boards)) *board-hexnum*) shares)
                 (push (count-if #'plusp (first boards)) alive)
                 (if (rest winners) (incf ties) (push (lead-begins boards (first winners)) leads))
                 (dolist (winner winners) (incf (nth winner wins) (/ (length winners))))))
      (flet ((percent (part) (round (* 100 part))))
        (format t "| ~d | ~(~a~) | ~,1f | ~,1f | ~d | ~d | ~d | ~d | ~,1f | ~d | ~d | ~{~d~^ ~} |~%"
                players (or ending :book) (quantile 1/2 rounds) (quantile 9/10 rounds) (quantile 1/2 moves) (quantile 9/10 moves)
                (percent (quantile 1/2 shares)) (percent (/ (count-if (lambda (share) (< share 1/2)) shares) games))
                (/ (reduce #'+ alive) games 1.0) (percent (/ ties games)) (percent (or (quantile 1/2 leads) 0))
                (mapcar (lambda (won) (percent (/ won games))) wins)))
      (finish-output))))

(defun print-endings (games name)
  "Prints the table of both endings for 2 to 8 players."
  (format t "| players | ending | rounds: half | nine tenths | moves: half | nine tenths | winner's hexes, % | below half, % | players left | ties, % | leads for good after, % | won, % |~%")
  (format t "|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|~%")
  (loop for players from 2 to 8
        do (print-ending players nil games name)
           (print-ending players :share games name)))

(defun print-lost-shares (games name)
  "Plays GAMES games for each number of players. Prints for each share how often the first player who held it at a
beginning of a turn did not get all hexes in the end."
  (let ((parts '(1/2 11/20 3/5 13/20 2/3 7/10 3/4 4/5)) (*winning-share* 1))
    (format t "| players | rounds: half | ~{~a | ~}~%|--:|~{--:|~*~}~%" parts (cons nil parts))
    (loop for players from 2 to 8
          do (with-rules ((list :size 6 :players players :dice 5 :ending :share))
               (let ((lost (make-list (length parts) :initial-element 0)) (rounds '()))
                 (loop for seed from 1 to games
                       do (multiple-value-bind (winners boards) (play-turns seed (player-named name))
                            (push (/ (length boards) players) rounds)
                            (loop for part in parts
                                  for index from 0
                                  for first = (find-if (lambda (hexes) (>= (reduce #'max hexes) (* part *board-hexnum*))) (reverse boards))
                                  do (unless (and first (eql (leader first) (first winners))) (incf (nth index lost))))))
                 (format t "| ~d | ~,1f | ~{~,1f | ~}~%" players (quantile 1/2 rounds) (mapcar (lambda (count) (/ (* 100.0 count) games)) lost))
                 (finish-output))))))

(destructuring-bind (&optional (games "1000") (name "greedy") what) tessera:*arguments*
  (funcall (if (equal what "shares") #'print-lost-shares #'print-endings) (parse-integer games) (intern (string-upcase name) "KEYWORD")))
