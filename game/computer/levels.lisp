;;; The computer's levels by name: the book's computer, and eight levels of the stronger player, from a kind beginner to
;;; full strength. Used by the browser's pages and by PLAY. Needs ../records/record.lisp.
;;;     (level-action tree :steady)      ; the action of that level in TREE: (FROM TO), or NIL for the end of the turn
;;;
;;; All levels but the strongest rate every move, looking to the end of their own turn, and then choose at random: the
;;; better a move seems, the likelier it is. How much likelier is what distinguishes the levels. The weakest ones also
;;; end turns early, since a long run of attacks, even poor ones, takes most of the board. experiments/calibration.lisp
;;; measures how the levels compare.

(defstruct level
  "A level of the computer. NAME is a keyword, TITLE and TEXT name and describe it for people. KIND is :BOOK or :STRONG.
For :BOOK, DEPTH is the number of moves to look ahead, NIL for *AI-LEVEL*. For :STRONG, NOISE is the advantage, as a
part of a sure win, that makes a move about three times as likely to be chosen. If NOISE is NIL, the level searches for
*AI-TIME* seconds and plays the best move. REST is the probability that the level ends its turn, where it may, whatever
else it could do. ELO is its strength as experiments/calibration.lisp measured it, NIL if it did not."
  name title text kind depth noise (rest 0) elo)

(defparameter *levels*
  (loop for (name title text kind . more)
          in '((:kind "Kind" "a beginner who lets you win" :strong :noise 0.2 :rest 0.4 :elo 0)
               (:careless "Careless" "sees what is good, and often does something else" :strong :noise 0.2 :rest 0.1 :elo 67)
               (:casual "Casual" "plays for fun" :strong :noise 0.085 :elo 136)
               (:steady "Steady" "knows the game" :strong :noise 0.05 :elo 223)
               (:keen "Keen" "wants to win" :strong :noise 0.032 :elo 284)
               (:sharp "Sharp" "lets little pass" :strong :noise 0.021 :elo 406)
               (:hard "Hard" "makes few mistakes" :strong :noise 0.01 :elo 547)
               (:strong "Strongest" "thinks ahead with all that the machine has" :strong :elo 632)
               (:gentle "The book’s, gentle" "looks one move ahead" :book :depth 1)
               (:book "The book’s" "as in the book" :book))
        collect (apply #'make-level :name name :title title :text text :kind kind more))
  "The levels of the computer.")

(defparameter *level-nodes* 2000 "The most positions that the levels below the strongest search for a move.")

(defun level-named (name)
  "Returns the level whose name is NAME, a keyword or a string; NIL if there is none.
  (level-title (level-named \"steady\")) => \"Steady\""
  (and name (find name *levels* :key #'level-name :test #'string-equal)))

(defun branch-of (tree next)
  "Returns the action of the move of TREE that leads to the tree NEXT."
  (first (find-if (lambda (move) (member next (rest move)))
                  (moves-of tree))))

(defun book-action (tree)
  "Returns the action that HANDLE-COMPUTER of the book chooses in TREE."
  (branch-of tree (let ((*standard-output* (make-broadcast-stream))
                        (*ai-style* :book))
                    (handle-computer tree))))

(defun chosen-by-chance (weights)
  "Returns a random index into the list WEIGHTS of non-negative numbers, each as likely as its weight."
  (loop with point = (random (float (reduce #'+ weights) 1.0))
        for weight in weights
        for index from 0
        do (decf point weight)
        when (minusp point)
          return index
        finally (return (1- (length weights)))))

(defun noisy-choice (moves noise)
  "Returns one of MOVES, as of ANALYSIS with :RATE-ALL, chosen at random with NOISE; the best one if NOISE is 0."
  (let ((best (reduce #'max moves :key #'second)))
    (if (zerop noise)
        (find best moves :key #'second)
        (nth (chosen-by-chance (loop for (nil chance) in moves
                                     collect (exp (max -80.0 (/ (- chance best) noise)))))
             moves))))

(defun rests-p (tree level)
  "True if LEVEL ends its turn in TREE without a search. Uses *RANDOM-STATE* only where the turn can be ended and LEVEL
rests at all."
  (and (plusp (level-rest level))
       (find nil (moves-of tree) :key #'first)
       (< (random 1.0) (level-rest level))))

(defun strong-level-action (tree level)
  "Returns the action of LEVEL, one of the stronger player's, in TREE; the book's computer's where the board is too
large."
  (let* ((noise (level-noise level))
         (*ai-style* (if (eq *ai-style* :book) :strong *ai-style*))
         (found (if noise
                    (analysis tree :rate-all t :seconds 10 :nodes *level-nodes* :depth (and (eq (getf (rules-in-use) :luck) :dice) 1))
                    (analysis tree))))
    (cond ((null found)
           (report-too-large)
           (book-action tree))
          (noise (first (noisy-choice (getf found :moves) noise)))
          (t (first (nth (getf found :best) (moves-of tree)))))))

(declaim (special *ai-level*))          ; not defined by the first version

(defun level-action (tree name)
  "Returns the action that the level NAME chooses in TREE, which has a move: (FROM TO), or NIL for the end of the turn.
If NAME is a number, the book's computer looks NAME moves ahead. Chance comes from *RANDOM-STATE*."
  (let ((level (if (integerp name)
                   (make-level :kind :book :depth name)
                   (level-named name))))
    (cond ((rests-p tree level) nil)
          ((eq (level-kind level) :strong) (strong-level-action tree level))
          ((level-depth level) (let ((*ai-level* (level-depth level))) (book-action tree)))
          (t (book-action tree)))))

(defun record-action (record name)
  "Returns the action of the level NAME, or of a number as for LEVEL-ACTION, in RECORD, whose rules are in force. Chance
comes from the seed and the number of the move."
  (let ((*random-state* (chance-of-move record 1)))
    (level-action (record-tree record) name)))
