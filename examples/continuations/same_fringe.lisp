;;; Do two trees have the same leaves in the same order? Each is traversed by a function that knows nothing of the
;;; other. A generator suspends each traversal at every leaf, so that both advance in step and stop at the first
;;; difference.
;;;     tessera examples/continuations/same_fringe.lisp

(require "continuations")

(defvar *leaves-seen* 0 "The number of leaves visited.")

(defun walk (tree)
  "Yields the leaves of TREE, a list of trees or an atom, from the left."
  (cond ((consp tree)
         (dolist (part tree)
           (walk part)))
        (t (incf *leaves-seen*)
           (yield tree))))

(defun same-fringe-p (a b)
  "True if the trees A and B have the same leaves in the same order."
  (let ((leaves-of-a (generator (walk a)))
        (leaves-of-b (generator (walk b))))
    (loop
      (multiple-value-bind (leaf more) (next leaves-of-a)
        (multiple-value-bind (other-leaf other-more) (next leaves-of-b)
          (cond ((not (eq more other-more)) (return nil))
                ((not more) (return t))
                ((not (eql leaf other-leaf)) (return nil))))))))

(defun tell (a b)
  "Prints whether A and B have the same leaves, and the number of leaves visited. Returns whether they have."
  (setf *leaves-seen* 0)
  (let ((same (same-fringe-p a b)))
    (format t "~s and ~s have ~:[other~;the same~] leaves; ~d were visited.~%" a b same *leaves-seen*)
    same))

(assert (tell '(1 (2 3) ((4))) '((1 2) (3 (4)))))
(assert (not (tell '(1 2 3 4 5 6 7) '((1 (0 3)) 4 5 6 7))))
(assert (= *leaves-seen* 4))
(assert (not (tell '(1 2) '((1) (2 (3))))))

;;; Depth does not matter: a hundred thousand nested lists.
(defun nested (depth)
  "Returns a tree with one leaf that is DEPTH levels deep."
  (loop with tree = '(leaf)
        repeat depth
        do (setf tree (list tree))
        finally (return tree)))

(assert (same-fringe-p (nested 100000) '(leaf)))
(format t "A leaf a hundred thousand lists deep is a leaf.~%")
