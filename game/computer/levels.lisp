;;; How well the computer plays Dice of Doom, by name: the text's computer, and eight levels of the stronger player, from a kind beginner to all that the
;;; machine has. For the browser's pages and for PLAY; record.lisp comes before.
;;;     (level-action tree :steady)          ; what that level does in TREE: (FROM TO), or NIL for the end of the turn
;;;
;;; All but the strongest rate every move, looking to the end of their own turn, and then choose by chance: the better a move seems the likelier it is
;;; taken, and how much likelier is what makes the level. The weakest also leave off early: who attacks long enough, however blindly, takes most of the board
;;; while the person looks on. calibration.lisp measures how they compare.

(defstruct level
  "How well the computer plays. NAME is a keyword, TITLE what people call it; TEXT says what it is like. KIND is :TEXT, then DEPTH is how many moves
it looks ahead, NIL for *AI-LEVEL*; or :STRONG. There NOISE is by how much, as a part of a sure win, a move must seem better than another one to be chosen
about three times as often; NIL for the best move always, by a search of *AI-TIME* seconds. REST is how likely it ends its turn wherever it may, whatever else
it could do."
  name title text kind depth noise (rest 0))

(defparameter *levels*
  (loop for (name title text kind . more)
          in '((:kind "Kind" "a beginner who lets you win" :strong :noise 0.2 :rest 0.4)
               (:careless "Careless" "sees what is good, and often does something else" :strong :noise 0.2 :rest 0.1)
               (:casual "Casual" "plays for fun" :strong :noise 0.085)
               (:steady "Steady" "knows the game" :strong :noise 0.05)
               (:keen "Keen" "wants to win" :strong :noise 0.032)
               (:sharp "Sharp" "lets little pass" :strong :noise 0.021)
               (:hard "Hard" "makes few mistakes" :strong :noise 0.01)
               (:strong "Strongest" "thinks ahead with all that the machine has" :strong)
               (:gentle "The book’s, gentle" "looks one move ahead" :text :depth 1)
               (:book "The book’s" "as in the book" :text))
        collect (apply #'make-level :name name :title title :text text :kind kind more))
  "How well the computer can play.")

(defparameter *level-nodes* 2000 "How many positions the levels below the strongest look at, at most.")

(defun level-named (name)
  "Returns the level that NAME, a keyword or a string, names; NIL if none has that name.
  (level-title (level-named \"steady\")) => \"Steady\""
  (and name (find name *levels* :key #'level-name :test #'string-equal)))

(defun branch-of (tree next)
  "Returns the action of the move of TREE that leads to the tree NEXT."
  (first (find-if (lambda (move) (member next (rest move)))
                  (moves-of tree))))

(defun book-action (tree)
  "Returns the action of the move of TREE that HANDLE-COMPUTER makes."
  (branch-of tree (let ((*standard-output* (make-broadcast-stream))
                        (*ai-style* :text))
                    (handle-computer tree))))

(defun chosen-by-chance (weights)
  "Returns the index of one of the list WEIGHTS, which are no less than 0, drawn by chance: each is as likely as it is heavy."
  (loop with point = (random (float (reduce #'+ weights) 1.0))
        for weight in weights
        for index from 0
        do (decf point weight)
        when (minusp point)
          return index
        finally (return (1- (length weights)))))

(defun noisy-choice (moves noise)
  "Returns one of MOVES, as ANALYSIS returns them with :RATE-ALL, drawn by chance as NOISE says; the best one if it is 0."
  (let ((best (reduce #'max moves :key #'second)))
    (if (zerop noise)
        (find best moves :key #'second)
        (nth (chosen-by-chance (loop for (nil chance) in moves
                                     collect (exp (max -80.0 (/ (- chance best) noise)))))
             moves))))

(defun rests-p (tree level)
  "True if LEVEL ends its turn in TREE without looking. Where it cannot, or never does, chance decides nothing."
  (and (plusp (level-rest level))
       (find nil (moves-of tree) :key #'first)
       (< (random 1.0) (level-rest level))))

(defun strong-level-action (tree level)
  "Returns what LEVEL, one of the stronger player's, does in TREE; the book's computer where the stronger player does not take the board."
  (let* ((noise (level-noise level))
         (*ai-style* (if (eq *ai-style* :text) :strong *ai-style*))
         (found (if noise
                    (analysis tree :rate-all t :seconds 10 :nodes *level-nodes* :depth (and (eq (getf (rules-in-use) :luck) :dice) 1))
                    (analysis tree))))
    (cond ((null found)
           (tell-too-large)
           (book-action tree))
          (noise (first (noisy-choice (getf found :moves) noise)))
          (t (first (nth (getf found :best) (moves-of tree)))))))

(declaim (special *ai-level*))          ; the first version has none

(defun level-action (tree name)
  "Returns what the level NAME, or the text's computer that looks NAME moves ahead if that is a number, does in TREE, which has a move: (FROM TO), or NIL for
the end of the turn. *RANDOM-STATE* decides where chance does."
  (let ((level (if (integerp name)
                   (make-level :kind :text :depth name)
                   (level-named name))))
    (cond ((rests-p tree level) nil)
          ((eq (level-kind level) :strong) (strong-level-action tree level))
          ((level-depth level) (let ((*ai-level* (level-depth level))) (book-action tree)))
          (t (book-action tree)))))

(defun record-action (record name)
  "Returns what the level NAME, or a number as for LEVEL-ACTION, does in RECORD, whose rules are in force. The seed and the number of the move decide where
chance does."
  (let ((*random-state* (chance-of-move record 1)))
    (level-action (record-tree record) name)))
