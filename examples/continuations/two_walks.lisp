;;; One tree traversed by two generators at once. Which two numbers in an ordered tree have a given sum? One generator
;;; goes up from the least number, the other down from the greatest. If the sum is too small the first advances, if it
;;; is too large the second. So no number is visited twice, and the tree is not copied into a list first.
;;;     tessera examples/continuations/two_walks.lisp

(require "continuations")

;;; A tree is NIL or a list (NUMBER LESS GREATER) of a number, the tree of those that are less, and the tree of those
;;; that are greater.

(defun tree-with (number tree)
  "Returns a tree with NUMBER and the numbers of TREE."
  (if (null tree)
      (list number nil nil)
      (destructuring-bind (root less greater) tree
        (cond ((< number root) (list root (tree-with number less) greater))
              ((> number root) (list root less (tree-with number greater)))
              (t tree)))))

(defun walk-up (tree)
  "Yields the numbers of TREE from the least."
  (when tree
    (destructuring-bind (root less greater) tree
      (walk-up less)
      (yield root)
      (walk-up greater))))

(defun walk-down (tree)
  "Yields the numbers of TREE from the greatest."
  (when tree
    (destructuring-bind (root less greater) tree
      (walk-down greater)
      (yield root)
      (walk-down less))))

(defun two-with-sum (sum tree)
  "Returns two numbers of TREE, the less one first, whose sum is SUM; NIL if there are none."
  (let ((up (generator (walk-up tree)))
        (down (generator (walk-down tree))))
    (labels ((meet (low high)
               (cond ((>= low high) nil)
                     ((< (+ low high) sum) (meet (next up) high))
                     ((> (+ low high) sum) (meet low (next down)))
                     (t (list low high)))))
      (meet (next up) (next down)))))

(defvar *tree* (reduce (lambda (tree number) (tree-with number tree)) '(50 20 80 10 35 70 95 5 61 42) :initial-value nil))

;;; LOOP iterates over generators, also over two in parallel.
(format t "Up and down:~{ ~a~}~%"
        (loop for low being each yield of (generator (walk-up *tree*))
              for high being each yield of (generator (walk-down *tree*))
              collect (format nil "~d/~d" low high)))

(dolist (sum '(77 96 100 7))
  (format t "~d: ~:[no two numbers~;~:*~{~d + ~d~}~]~%" sum (two-with-sum sum *tree*)))

(assert (equal (two-with-sum 77 *tree*) '(35 42)))
(assert (equal (two-with-sum 96 *tree*) '(35 61)))
(assert (equal (two-with-sum 100 *tree*) '(5 95)))
(assert (null (two-with-sum 7 *tree*)))
