;;; Conses as trees (chapter 14).

(in-package "TESSERA")

(defmacro %rebuilding (node new-car new-cdr)
  "Returns a cons of the two values, or NODE itself if they are its own parts."
  `(let ((new-car ,new-car) (new-cdr ,new-cdr))
     (if (and (eql new-car (car ,node)) (eql new-cdr (cdr ,node)))
         ,node
         (cons new-car new-cdr))))

(%define-matching subst ((new) old (tree) ())
    "Returns a tree like TREE with NEW in place of each subtree or leaf that ~. It may share parts with TREE."
  (labels ((walk (node)
             (cond ((match node) new)
                   ((atom node) node)
                   (t (%rebuilding node (walk (car node)) (walk (cdr node)))))))
    (walk tree)))

(%define-matching nsubst ((new) old (tree) ())
    "Stores NEW into TREE in place of each subtree or leaf that ~, and returns TREE."
  (labels ((walk (node)
             (cond ((match node) new)
                   ((atom node) node)
                   (t (setf (car node) (walk (car node)))
                      (setf (cdr node) (walk (cdr node)))
                      node))))
    (walk tree)))

(defmacro %with-association ((operation) &body body)
  "Runs BODY where (associated x) is the entry of the variable ALIST for X under the variables KEY, TEST and
TEST-NOT."
  `(let ((test (%test-function test test-not ,operation))
         (key (and key (%coerce-to-function key))))
     (flet ((associated (node)
              (let ((item (if key (funcall key node) node)))
                (if test
                    (%do-cells (cell alist ,operation)
                      (let ((entry (car cell)))
                        (when (and entry (funcall test item (car entry))) (return entry))))
                    (%assql item alist)))))
       ,@body)))

(defun sublis (alist tree &key key test test-not)
  "Returns a tree like TREE in which each subtree or leaf that, after KEY, matches the car of an entry of ALIST
under TEST is replaced by the cdr of that entry. It may share parts with TREE."
  (%with-association ('sublis)
    (labels ((walk (node)
               (let ((entry (associated node)))
                 (cond (entry (cdr entry))
                       ((atom node) node)
                       (t (%rebuilding node (walk (car node)) (walk (cdr node))))))))
      (walk tree))))

(defun nsublis (alist tree &key key test test-not)
  "Changes TREE so that each subtree or leaf that, after KEY, matches the car of an entry of ALIST under TEST is
replaced by the cdr of that entry. Returns the changed TREE."
  (%with-association ('nsublis)
    (labels ((walk (node)
               (let ((entry (associated node)))
                 (cond (entry (cdr entry))
                       ((atom node) node)
                       (t (setf (car node) (walk (car node)))
                          (setf (cdr node) (walk (cdr node)))
                          node)))))
      (walk tree))))

(defun tree-equal (tree-1 tree-2 &key test test-not)
  "Returns T if both trees have the same shape and their leaves match under TEST, else NIL."
  (let ((test (or (%test-function test test-not 'tree-equal) #'eql)))
    (labels ((same-p (a b)
               (do ((a a (cdr a)) (b b (cdr b)))
                   ((or (atom a) (atom b))
                    (and (atom a) (atom b) (funcall test a b) t))
                 (unless (same-p (car a) (car b)) (return nil)))))
      (same-p tree-1 tree-2))))
