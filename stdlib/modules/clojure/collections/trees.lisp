;;; Sorted maps: persistent balanced trees (AVL) in the order of their keys (module clojure).

(in-package "TESSERA-CLOJURE")

(defstruct (tree (:constructor %tree (key value left right height)) (:copier nil) (:predicate nil))
  "A node: LEFT and RIGHT are nodes or NIL."
  key value left right (height 1 :type fixnum))

(defun height-of (tree)
  "Returns the height of TREE, 0 if it is NIL."
  (if tree (tree-height tree) 0))

(defun tree-node (key value left right)
  "Returns a node whose subtrees are balanced."
  (let ((a (height-of left)) (b (height-of right)))
    (declare (fixnum a b))
    (%tree key value left right (+ 1 (if (> a b) a b)))))

(defun balanced (key value left right)
  "Returns a node of LEFT and RIGHT, whose heights differ by two at most, with KEY and VALUE between them."
  (let ((a (height-of left)) (b (height-of right)))
    (declare (fixnum a b))
    (cond ((> a (+ b 1))
           (let ((outer (tree-left left)) (inner (tree-right left)))
             (if (>= (height-of outer) (height-of inner))
                 (tree-node (tree-key left) (tree-value left) outer (tree-node key value inner right))
                 (tree-node (tree-key inner) (tree-value inner)
                            (tree-node (tree-key left) (tree-value left) outer (tree-left inner))
                            (tree-node key value (tree-right inner) right)))))
          ((> b (+ a 1))
           (let ((outer (tree-right right)) (inner (tree-left right)))
             (if (>= (height-of outer) (height-of inner))
                 (tree-node (tree-key right) (tree-value right) (tree-node key value left inner) outer)
                 (tree-node (tree-key inner) (tree-value inner)
                            (tree-node key value left (tree-left inner))
                            (tree-node (tree-key right) (tree-value right) (tree-right inner) outer)))))
          (t (tree-node key value left right)))))

(defun tree-find (tree key order)
  "Returns the node of TREE that has KEY, or NIL."
  (declare (function order))
  (do () ((null tree) nil)
    (let ((sign (funcall order key (tree-key tree))))
      (cond ((eql sign 0) (return tree))
            ((< sign 0) (setq tree (tree-left tree)))
            (t (setq tree (tree-right tree)))))))

(defun tree-with (tree key value order)
  "Returns TREE with VALUE for KEY; and true if the key is new."
  (declare (function order))
  (if (null tree)
      (values (%tree key value nil nil 1) t)
      (let ((sign (funcall order key (tree-key tree))) (left (tree-left tree)) (right (tree-right tree)))
        (cond ((eql sign 0)
               (values (if (eq value (tree-value tree)) tree (%tree (tree-key tree) value left right (tree-height tree))) nil))
              ((< sign 0)
               (multiple-value-bind (new added) (tree-with left key value order)
                 (values (if (eq new left) tree (balanced (tree-key tree) (tree-value tree) new right)) added)))
              (t (multiple-value-bind (new added) (tree-with right key value order)
                   (values (if (eq new right) tree (balanced (tree-key tree) (tree-value tree) left new)) added)))))))

(defun tree-first (tree)
  "Returns the leftmost node of TREE."
  (do () ((null (tree-left tree)) tree)
    (setq tree (tree-left tree))))

(defun tree-without-first (tree)
  "Returns TREE without its first key."
  (if (tree-left tree)
      (balanced (tree-key tree) (tree-value tree) (tree-without-first (tree-left tree)) (tree-right tree))
      (tree-right tree)))

(defun tree-without (tree key order)
  "Returns TREE without KEY: TREE itself if it does not have it."
  (declare (function order))
  (if (null tree)
      nil
      (let ((sign (funcall order key (tree-key tree))) (left (tree-left tree)) (right (tree-right tree)))
        (cond ((< sign 0)
               (let ((new (tree-without left key order)))
                 (if (eq new left) tree (balanced (tree-key tree) (tree-value tree) new right))))
              ((> sign 0)
               (let ((new (tree-without right key order)))
                 (if (eq new right) tree (balanced (tree-key tree) (tree-value tree) left new))))
              ((null left) right)
              ((null right) left)
              (t (let ((next (tree-first right)))
                   (balanced (tree-key next) (tree-value next) left (tree-without-first right))))))))

;;; Walking: a list of the nodes that are to come, each with what lies after it.

(defun tree-path (tree backwards)
  "Returns TREE and the nodes that lead to its first key, the innermost first; to its last if BACKWARDS."
  (do ((path '()) (node tree (if backwards (tree-right node) (tree-left node)))) ((null node) path)
    (push node path)))

(defun path-seq (path backwards)
  "Returns the sequence of the entries of the nodes PATH and of those after them."
  (if (null path)
      nil
      (let* ((node (first path)))
        (cons (pair-of (tree-key node) (tree-value node))
              (lazily (path-seq (append (tree-path (if backwards (tree-left node) (tree-right node)) backwards) (rest path)) backwards))))))

(defun tree-seq-of (map &optional backwards)
  "Returns the sequence of the entries of the tree map MAP."
  (path-seq (tree-path (tree-map-root map) backwards) backwards))

(defun tree-seq-from (map key backwards)
  "Returns the sequence of the entries of the tree map MAP from KEY on."
  (let ((path '()) (order (tree-map-order map)))
    (do ((node (tree-map-root map))) ((null node))
      (let ((sign (funcall order key (tree-key node))))
        (cond ((eql sign 0) (push node path) (return))
              (backwards (cond ((> sign 0) (push node path) (setq node (tree-right node)))
                               (t (setq node (tree-left node)))))
              ((< sign 0) (push node path) (setq node (tree-left node)))
              (t (setq node (tree-right node))))))
    (path-seq path backwards)))

(defun tree-get (map key default)
  "Returns the value of KEY in the tree map MAP, or DEFAULT."
  (let ((node (tree-find (tree-map-root map) key (tree-map-order map))))
    (if node (tree-value node) default)))

(defun compare-objects (a b)
  "Returns a negative number, 0 or a positive number: A comes before B, equals it or comes after."
  (flet ((sign (less equal) (cond (less -1) (equal 0) (t 1))))
    (cond ((eq a b) 0)
          ((null a) -1)
          ((null b) 1)
          ((and (number-object-p a) (number-object-p b)) (sign (< a b) (or (= a b) (/= a a) (/= b b))))
          ((and (uuid-p a) (uuid-p b)) (sign (< (uuid-bits a) (uuid-bits b)) (= (uuid-bits a) (uuid-bits b))))
          ((and (inst-p a) (inst-p b)) (compare-objects (inst-milliseconds a) (inst-milliseconds b)))
          ((and (stringp a) (stringp b)) (compare-strings a b))
          ((and (keywordp a) (keywordp b)) (compare-names a b))
          ((and (characterp a) (characterp b)) (- (char-code a) (char-code b)))
          ((and (pvec-p a) (pvec-p b))
           (if (/= (pvec-count a) (pvec-count b))
               (- (pvec-count a) (pvec-count b))
               (loop for index from 0 below (pvec-count a)
                     do (let ((sign (compare-objects (vector-nth a index) (vector-nth b index))))
                          (unless (eql sign 0) (return sign)))
                     finally (return 0))))
          ((and (member a `(t ,(%false))) (member b `(t ,(%false)))) (if (eq a t) 1 -1))
          ((and (symbol-object-p a) (symbol-object-p b))
           (compare-names (plain-symbol a) (plain-symbol b)))
          ((and (instancep a) (instance-method a "compareTo")) (funcall (instance-method a "compareTo") a b))
          (t (throw-new "ClassCastException" "class ~A cannot be cast to class ~A"
                        (class-name-of (if (typep a '(or string number keyword character)) b a))
                        (cond ((number-object-p a) "java.lang.Number")
                              ((typep a '(or string keyword character)) (class-name-of a))
                              (t "java.lang.Comparable")))))))

(defun compare-strings (a b)
  "Returns the difference of the first characters of A and B that differ, or else of their lengths."
  (let ((index (mismatch a b)))
    (cond ((null index) 0)
          ((or (>= index (length a)) (>= index (length b))) (- (length a) (length b)))
          (t (- (char-code (char a index)) (char-code (char b index)))))))

(defun compare-names (a b)
  "Compares the symbols A and B, or keywords: those without a namespace come first."
  (let ((space (compare-objects (symbol-namespace a) (symbol-namespace b))))
    (if (eql space 0) (compare-objects (symbol-part a) (symbol-part b)) space)))

(defun check-comparable (key order)
  "Throws a ClassCastException unless ORDER can compare KEY."
  (if (eq order #'compare-objects)
      (unless (typep key '(or null number exact-number string character symbol pvec hinted instance uuid inst))
        (throw-new "ClassCastException" "Default comparator requires nil, Number, or Comparable: ~A" (shown key)))
      (funcall order key key)))

(defun tree-assoc (map key value)
  "Returns MAP, a sorted one, with VALUE for KEY."
  (multiple-value-bind (root added) (tree-with (tree-map-root map) key value (tree-map-order map))
    (unless (tree-map-root map) (check-comparable key (tree-map-order map)))
    (%tree-map (if added (+ (tree-map-count map) 1) (tree-map-count map)) root (tree-map-order map) (tree-map-meta map))))

(defun tree-dissoc (map key)
  "Returns MAP, a sorted one, without KEY."
  (let ((root (tree-without (tree-map-root map) key (tree-map-order map))))
    (if (eq root (tree-map-root map))
        map
        (%tree-map (- (tree-map-count map) 1) root (tree-map-order map) (tree-map-meta map)))))

(defun tree-each (function map)
  "Calls FUNCTION with each key and value of the tree map MAP."
  (labels ((walk (node)
             (when node
               (walk (tree-left node))
               (funcall function (tree-key node) (tree-value node))
               (walk (tree-right node)))))
    (walk (tree-map-root map))))
