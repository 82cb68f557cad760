;;; game/native.lisp with a user's own functions: the native searches call them, and find the same as the script.

(progn (load "game/dice_of_doom_v2.lisp") (load "game/native.lisp") (load "tests/lisp/support/native-questions.lisp")
       (load "tests/lisp/support/native-tree-questions.lisp") t)   => t
(defun small-board () (settings (chance-in 1 3) (chance-in 2 4) (chance-in 1 5)) (chance-board))   => small-board
(defun board-of-5x5 () (settings 5 2 3) (chance-board))   => board-of-5x5
(defun all-differences (n)
  "Returns what natives and script find differently on N small boards, and a few of 5x5, with and without merging."
  (loop for *merge-positions* in '(t nil)
        append (append (differences n 'small-board 'ask-ratings 'ask-alpha-beta 'ask-move 'ask-tree)
                       (differences (ceiling n 50) 'board-of-5x5 'ask-alpha-beta 'ask-move))))   => all-differences
(defun forget-own-functions ()
  (load "game/dice_of_doom_v2.lisp")
  (load "game/native.lisp")
  (functions-in-state :changed))                     => forget-own-functions

;;; Looks of all kinds of numbers, for the searches merge positions by their ratings.
(defun dice-of (board player) (loop for (owner dice) across board when (= owner player) sum dice))   => dice-of
(defun score-board (board player) (count player board :key #'first))   => score-board
(all-differences 200)                                => nil
(defun score-board (board player) (* 1.5 (- (dice-of board player) 7)))   => score-board
(all-differences 100)                                => nil
(defun score-board (board player) (/ (dice-of board player) (reduce #'+ board :key #'second)))   => score-board
(all-differences 100)                                => nil
(defun score-board (board player) (sqrt (float (dice-of board player) 1d0)))   => score-board
(all-differences 50)                                 => nil
(defun score-board (board player) (* (expt 10 30) (- 5 (dice-of board player))))   => score-board
(all-differences 50)                                 => nil
;;; 3 and 3.0 and 3d0 are as good, but not the same; nor are 0.0 and -0.0.
(defun score-board (board player)
  (let ((n (- (dice-of board player) 7)))
    (case (mod (second (aref board 0)) 3) (0 n) (1 (* n -1.0)) (t (* n 1d0)))))   => score-board
(all-differences 200)                                => nil
;;; One that depends on more than owners and dice, and a random one: without merging, it is called as often as by
;;; the script.
(defparameter *asked* 0)                             => *asked*
(defun score-board (board player) (incf *asked*) (random (length board)) (- (random 20) (dice-of board player)))   => score-board
(let ((*merge-positions* nil)) (differences 100 'small-board 'ask-alpha-beta 'ask-move))   => nil
(defun asked-for-a-move (board)
  (setf *asked* 0)
  (unless (lazy-null (third (game-tree board 0 0 t)))
    (let ((*ai-level* 3)) (handle-computer (game-tree board 0 0 t))))
  *asked*)                                           => asked-for-a-move
(let ((*merge-positions* nil)) (differences 20 'board-of-5x5 'asked-for-a-move))   => nil
(let ((board (board-of-5x5)))
  (< 0 (asked-for-a-move board) (let ((*merge-positions* nil)) (asked-for-a-move board))))   => t

(forget-own-functions)                               => nil

;;; Other functions: threats, attacks, boards after attacks, new dice, neighbors.
(defun threatened (pos board) (oddp (+ pos (second (aref board pos)))))   => threatened
(all-differences 100)                                => nil
(forget-own-functions)                               => nil
(defun attack-p (board player src dst)
  (destructuring-bind (owner dice) (aref board dst)
    (and (/= owner player) (>= (second (aref board src)) dice) (> (second (aref board src)) 1))))   => attack-p
(all-differences 100)                                => nil
(forget-own-functions)                               => nil
(defun board-attack (board player src dst dice)
  "Moves the dice: one stays, one is lost."
  (let ((after (copy-seq board)))
    (setf (aref after src) (list player 1) (aref after dst) (list player (max 1 (- dice 2))))
    after))                                          => board-attack
(all-differences 100)                                => nil
(forget-own-functions)                               => nil
(defun add-new-dice (board player spare-dice)
  "Gives the dice to the last hexes."
  (let ((after (copy-seq board)))
    (loop for pos from (1- (length board)) downto 0
          for (owner dice) = (aref board pos)
          while (plusp spare-dice)
          when (and (= owner player) (< dice *max-dice*))
            do (setf (aref after pos) (list owner (1+ dice))) (decf spare-dice))
    after))                                          => add-new-dice
(all-differences 100)                                => nil
(forget-own-functions)                               => nil
(let ((old #'neighbors)) (defun neighbors (pos) (reverse (funcall old pos))))   => neighbors
(all-differences 50)                                 => nil
(defun score-board (board player) (dice-of board player))   => score-board
(all-differences 50)                                 => nil
(forget-own-functions)                               => nil
;;; The script rates boards that no native search supports: hexes without dice.
(defun board-attack (board player src dst dice)
  (let ((after (copy-seq board)))
    (setf (aref after src) (list player 0) (aref after dst) (list player dice))
    after))                                          => board-attack
(all-differences 50)                                 => nil
(forget-own-functions)                               => nil

;;; Errors, exits and searches within searches.
(settings 4 2 3)                                     => 3
(defparameter *tree* (game-tree (chance-board) 0 0 t))   => *tree*
(lazy-null (third *tree*))                           => nil
(defun score-board (board player) (error "~d looks bad." player))   => score-board
(handle-computer *tree*)                             => (error simple-error "0 looks bad.")
(defun score-board (board player) (car player))      => score-board
(handle-computer *tree*)                             => (error type-error)
(defun score-board (board player) 'good)             => score-board
(handle-computer *tree*)                             => (error type-error)
(get-ratings (limit-tree-depth *tree* 2) 0)          => (error type-error)
(defparameter *cleaned* 0)                           => *cleaned*
(defun score-board (board player) (unwind-protect (throw 'enough (dice-of board player)) (incf *cleaned*)))   => score-board
(integerp (catch 'enough (handle-computer *tree*)))   => t
*cleaned*                                            => 1
(defun score-board (board player) (restart-case (error "Which score?") (use-value (value) value)))   => score-board
(handler-bind ((error (lambda (c) (declare (ignore c)) (invoke-restart 'use-value 5))))
  (get-ratings (limit-tree-depth *tree* 1) 0))       => (5 5 5 5 5)
(defun score-board (board player)
  (let ((tree (limit-tree-depth (game-tree board player 0 t) 1)))
    (if (lazy-null (third tree))
        0
        (count-if #'first (take-all (third tree))))))   => score-board
(all-differences 20)                                 => nil
(defun score-board (board player)
  "Looks one move further than the search does."
  (let ((tree (limit-tree-depth (game-tree board player 0 t) 1)))
    (if (or (lazy-null (third tree)) (evenp (dice-of board player)))
        (dice-of board player)
        (progn (tessera:gc) (reduce #'max (mapcar #'second (mapcar #'first (take-all (third tree)))))))))   => score-board
(all-differences 4)                                  => nil
;;; Endlessly deep.
(defun score-board (board player) (handle-computer (game-tree board player 0 t)) 0)   => score-board
(handle-computer *tree*)                             => (error serious-condition)
(forget-own-functions)                               => nil
(settings 4 2 3)                                     => 3
(listp (handle-computer *tree*))                     => t

;;; --- version 4

(progn (unintern (find-symbol "TAG" *package*)) (load "game/dice_of_doom_v4.lisp") (load "game/native.lisp") t)   => t
(defun all-differences (n)
  (loop for *merge-positions* in '(t nil)
        for *level* = 2
        append (differences n 'small-board 'ask-ratings 'ask-alpha-beta 'ask-move 'ask-tree)))   => all-differences
(defun forget-own-functions ()
  (load "game/dice_of_doom_v4.lisp")
  (load "game/native.lisp")
  (functions-in-state :changed))                     => forget-own-functions
(defun score-board (board player) (dice-of board player))   => score-board
(all-differences 100)                                => nil
(defun score-board (board player) (/ (dice-of board player) 7))   => score-board
(all-differences 50)                                 => nil
(defun score-board (board player) (* (dice-of board player) 0.1d0))   => score-board
(all-differences 50)                                 => nil
(forget-own-functions)                               => nil
(defun attack-odds (src dst) (/ src (+ src dst)))    => attack-odds
(all-differences 50)                                 => nil
(forget-own-functions)                               => nil
(defun largest-cluster-size (board player) (floor (dice-of board player) 2))   => largest-cluster-size
(all-differences 50)                                 => nil
(forget-own-functions)                               => nil
(defun board-attack-fail (board player src dst dice)
  "Takes a die from the winner, too."
  (let ((after (copy-seq board)))
    (destructuring-bind (owner left) (aref board dst)
      (setf (aref after src) (list player 1) (aref after dst) (list owner (max 1 (1- left)))))
    after))                                          => board-attack-fail
(all-differences 50)                                 => nil
(forget-own-functions)                               => nil
