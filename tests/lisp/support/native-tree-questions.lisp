;;; Questions to natives and scripts about lazy trees, from version 2 on. Load it after native-questions.lisp.

(defun expanded (tree depth)
  "Returns TREE as a list, down to DEPTH moves."
  (list (first tree) (second tree)
        (when (plusp depth)
          (mapcar (lambda (move) (cons (first move) (mapcar (lambda (tree) (expanded tree (1- depth))) (rest move))))
                  (take-all (third tree))))))

(defun lazy-tree (board)
  "Returns a tree of BOARD, in the midst of a turn or at its beginning."
  (let ((spare (chance 5)))
    (game-tree board (chance *num-players*) spare (zerop (chance 2)))))

(defun ask-tree (board)
  (expanded (lazy-tree board) 2))

(defparameter *level* 3 "The most moves that the trees of the questions below go down.")

(defun limited-tree (board)
  (limit-tree-depth (lazy-tree board) (chance-in 0 *level*)))

(defun ask-ratings (board)
  (let ((tree (limited-tree board)) (player (chance *num-players*)))
    (list (get-ratings tree player) (rate-position tree player))))

(defun ask-alpha-beta (board)
  (let* ((tree (limited-tree board))
         (player (chance *num-players*))
         (limits (sort (list (chance-in -10 20) (chance-in -10 20)) #'>))
         (upper (if (zerop (chance 3)) most-positive-fixnum (first limits)))
         (lower (if (zerop (chance 3)) most-negative-fixnum (second limits))))
    (list (ab-get-ratings-max tree player upper lower)
          (ab-get-ratings-min tree player upper lower)
          (unless (lazy-null (third tree)) (ab-rate-position tree player upper lower)))))

(defun ask-move (board)
  (let ((tree (lazy-tree board)) (*ai-level* (chance-in 1 *level*)))
    (unless (lazy-null (third tree)) (expanded (handle-computer tree) 1))))
