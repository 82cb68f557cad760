;;; Persistent vectors: tries of 32 branches with a tail, and transient ones (module clojure).

(in-package "TESSERA-CLOJURE")

;;; Nodes are simple vectors of 32 elements. One of 33 belongs to the transient vector that is the last of them, which
;;; may change it. The tail of a persistent vector is as long as it has elements; it is never empty unless the vector
;;; is.

(defvar *empty-vector* (%pvec 0 5 (make-array 32 :initial-element nil) #()) "The vector of no elements.")

(defmacro at-level (index level)
  "Returns the branch for INDEX in a node of LEVEL."
  `(logand (ash ,index (- 0 ,level)) 31))

(defun vector-leaf (vector index)
  "Returns the array of VECTOR in which the element INDEX, which is there, stands at INDEX modulo 32."
  (declare (fixnum index))
  (if (>= index (- (pvec-count vector) (length (pvec-tail vector))))
      (pvec-tail vector)
      (do ((level (pvec-shift vector) (- level 5))
           (node (pvec-root vector) (svref node (at-level index level))))
          ((eql level 0) node)
        (declare (fixnum level)))))

(defun vector-fail (index)
  "Throws what vectors throw where INDEX is out of range or not an integer."
  (if (integerp index)
      (throw-new "IndexOutOfBoundsException" "~D" index)
      (throw-new "IllegalArgumentException" "Key must be integer")))

(defun vector-nth (vector index)
  "Returns element INDEX of VECTOR; an error if there is none."
  (if (and (typep index 'fixnum) (<= 0 index) (< index (pvec-count vector)))
      (svref (vector-leaf vector index) (logand index 31))
      (if (big-p index) (vector-nth vector (big-value index)) (vector-fail index))))

(defun vector-get (vector index default)
  "Returns the element INDEX of VECTOR, or DEFAULT."
  (if (and (typep index 'fixnum) (<= 0 index) (< index (pvec-count vector)))
      (svref (vector-leaf vector index) (logand index 31))
      (if (big-p index) (vector-get vector (big-value index) default) default)))

(defun array-with (array index value)
  "Returns a copy of ARRAY with VALUE at INDEX."
  (let ((new (copy-seq array)))
    (setf (svref new index) value)
    new))

(defun new-path (level leaf)
  "Returns a node of LEVEL whose first branch leads to LEAF."
  (let ((node leaf))
    (do ((reached 0 (+ reached 5)))
        ((eql reached level) node)
      (let ((above (make-array 32 :initial-element nil)))
        (setf (svref above 0) node
              node above)))))

(defun push-leaf (count level node leaf)
  "Returns NODE of LEVEL, with LEAF after the COUNT elements that are there."
  (declare (fixnum count level))
  (let* ((branch (at-level count level)) (below (svref node branch)))
    (array-with node branch (cond ((eql level 5) leaf)
                                  (below (push-leaf count (- level 5) below leaf))
                                  (t (new-path (- level 5) leaf))))))

(defun vector-conj (vector value)
  "Returns VECTOR with VALUE at its end."
  (let* ((tail (pvec-tail vector)) (length (length tail)) (count (pvec-count vector)) (shift (pvec-shift vector)) (root (pvec-root vector)))
    (declare (fixnum length count shift))
    (cond ((< length 32)
           (let ((new (make-array (+ length 1))))
             (replace new tail)
             (setf (svref new length) value)
             (%pvec (+ count 1) shift root new (pvec-meta vector))))
          (t (let ((before (- count 32)))
               (if (eql before (ash 1 (+ shift 5)))      ; the trie is full
                   (let ((above (make-array 32 :initial-element nil)))
                     (setf (svref above 0) root
                           (svref above 1) (new-path shift tail))
                     (%pvec (+ count 1) (+ shift 5) above (vector value) (pvec-meta vector)))
                   (%pvec (+ count 1) shift (push-leaf before shift root tail) (vector value) (pvec-meta vector))))))))

(defun replace-leaf (level node index value)
  "Returns NODE of LEVEL with VALUE for the element INDEX."
  (declare (fixnum level index))
  (let ((branch (at-level index level)))
    (array-with node branch (if (eql level 0) value (replace-leaf (- level 5) (svref node branch) index value)))))

(defun vector-assoc (vector index value)
  "Returns VECTOR with VALUE for its element INDEX, or at its end if INDEX is its length."
  (let ((count (pvec-count vector)) (tail (pvec-tail vector)))
    (cond ((not (and (typep index 'fixnum) (<= 0 index count))) (vector-fail index))
          ((eql index count) (vector-conj vector value))
          ((>= index (- count (length tail)))
           (%pvec count (pvec-shift vector) (pvec-root vector) (array-with tail (logand index 31) value) (pvec-meta vector)))
          (t (%pvec count (pvec-shift vector) (replace-leaf (pvec-shift vector) (pvec-root vector) index value) tail
                    (pvec-meta vector))))))

(defun without-leaf (count level node)
  "Returns NODE of LEVEL without the leaf of the element COUNT, its last; NIL if nothing is left."
  (declare (fixnum count level))
  (let ((branch (at-level count level)))
    (if (eql level 5)
        (if (eql branch 0) nil (array-with node branch nil))
        (let ((below (without-leaf count (- level 5) (svref node branch))))
          (if (or below (not (eql branch 0)))
              (array-with node branch below)
              nil)))))

(defun whole-leaf (leaf)
  "Returns LEAF as 32 elements: what a transient vector made has one more."
  (if (eql (length leaf) 32) leaf (subseq leaf 0 32)))

(defun vector-without-last (vector)
  "Returns VECTOR without its last element."
  (let ((count (pvec-count vector)) (tail (pvec-tail vector)) (shift (pvec-shift vector)) (meta (pvec-meta vector)))
    (declare (fixnum count shift))
    (cond ((eql count 0) (throw-new "IllegalStateException" "Can't pop empty vector"))
          ((eql count 1) (%pvec 0 5 (pvec-root *empty-vector*) #() meta))
          ((> (length tail) 1)
           (%pvec (- count 1) shift (pvec-root vector) (subseq tail 0 (- (length tail) 1)) meta))
          (t (let ((leaf (whole-leaf (vector-leaf vector (- count 2))))
                   (root (or (without-leaf (- count 2) shift (pvec-root vector)) (pvec-root *empty-vector*))))
               (if (and (> shift 5) (null (svref root 1)))
                   (%pvec (- count 1) (- shift 5) (svref root 0) leaf meta)
                   (%pvec (- count 1) shift root leaf meta)))))))

;;; Making vectors of arrays.

(defun tree-over (nodes)
  "Returns the root of a trie over NODES, a list of leaves, and its shift."
  (do ((shift 5 (+ shift 5))) (nil)
    (let ((above '()))
      (do () ((null nodes))
        (let ((node (make-array 32 :initial-element nil)))
          (do ((branch 0 (+ branch 1))) ((or (null nodes) (eql branch 32)))
            (setf (svref node branch) (pop nodes)))
          (push node above)))
      (setq nodes (nreverse above))
      (unless (rest nodes)
        (return (values (or (first nodes) (pvec-root *empty-vector*)) shift))))))

(defun vector-of-array (array)
  "Returns a vector of the elements of ARRAY, a simple vector that may become a part of it."
  (let ((end (length array)))
    (if (<= end 32)
        (%pvec end 5 (pvec-root *empty-vector*) array)
        (let ((leaves '()) (tail-start (* 32 (floor (- end 1) 32))))
          (do ((start 0 (+ start 32))) ((eql start tail-start))
            (push (subseq array start (+ start 32)) leaves))
          (multiple-value-bind (root shift) (tree-over (nreverse leaves))
            (%pvec end shift root (subseq array tail-start)))))))

(defun vector-of-list (list)
  "Returns a vector of the elements of LIST, a list of Lisp."
  (vector-of-array (coerce list 'simple-vector)))

(defun vector-of (&rest elements)
  "Returns a vector of ELEMENTS."
  (vector-of-list elements))

(defun pair-of (key value)
  "Returns the entry of a map: a vector of KEY and VALUE."
  (%entry 2 5 (pvec-root *empty-vector*) (vector key value)))

(defun vector-slice (vector start end)
  "Returns a vector of the elements of VECTOR from START to END."
  (unless (and (integerp start) (integerp end) (<= 0 start end (pvec-count vector)))
    (throw-new "IndexOutOfBoundsException" "~A" (if (and (integerp start) (<= 0 start (pvec-count vector))) end start)))
  (let ((array (make-array (- end start))))
    (do ((index start (+ index 1))) ((eql index end) (vector-of-array array))
      (setf (svref array (- index start)) (svref (vector-leaf vector index) (logand index 31))))))

(defmacro do-vector ((element vector &optional (start 0)) &body body)
  "Evaluates BODY for each ELEMENT of VECTOR from START on, within a BLOCK of the name NIL."
  (let ((source (gensym)) (index (gensym)) (leaf (gensym)) (end (gensym)))
    `(let* ((,source ,vector) (,end (pvec-count ,source)) (,leaf #()))
       (declare (fixnum ,end))
       (do ((,index ,start (+ ,index 1))) ((>= ,index ,end))
         (declare (fixnum ,index))
         (when (or (eql (logand ,index 31) 0) (eql ,index ,start)) (setq ,leaf (vector-leaf ,source ,index)))
         (let ((,element (svref ,leaf (logand ,index 31)))) ,@body)))))

;;; Transient vectors. OWNER is the last element of nodes that they may change; NIL once the vector is persistent. TAIL
;;; has 33 elements.

(defstruct (tvec (:constructor %tvec (count shift root tail owner)) (:copier nil))
  "A transient vector."
  (count 0 :type fixnum) (shift 5 :type fixnum) (root #() :type simple-vector) (tail #() :type simple-vector) owner)

(defun transient-fail ()
  "Throws an IllegalAccessError: a transient was used after persistent!."
  (throw-new "IllegalAccessError" "Transient used after persistent! call"))

(defun owned-array (array owner)
  "Returns a copy of ARRAY, which has up to 32 elements, that belongs to OWNER."
  (let ((new (make-array 33 :initial-element nil)))
    (replace new array)
    (setf (svref new 32) owner)
    new))

(defun owned (node owner)
  "Returns NODE, if it belongs to OWNER, or a copy that does."
  (if (and (eql (length node) 33) (eq (svref node 32) owner))
      node
      (owned-array node owner)))

(defun vector-transient (vector)
  "Returns a transient vector of the elements of VECTOR."
  (let ((owner (list nil)))
    (%tvec (pvec-count vector) (pvec-shift vector) (pvec-root vector) (owned-array (pvec-tail vector) owner) owner)))

(defun tvec-tail-start (tvec)
  "Returns the index of the first element in the tail of TVEC."
  (let ((count (tvec-count tvec)))
    (declare (fixnum count))
    (if (eql count 0) 0 (* 32 (ash (- count 1) -5)))))

(defun push-owned-leaf (count level node leaf owner)
  "Adds LEAF as PUSH-LEAF does, and changes NODE in place if it belongs to OWNER."
  (declare (fixnum count level))
  (let* ((branch (at-level count level)) (below (svref node branch)) (node (owned node owner)))
    (setf (svref node branch) (cond ((eql level 5) leaf)
                                    (below (push-owned-leaf count (- level 5) below leaf owner))
                                    (t (new-path (- level 5) leaf))))
    node))

(defun tvec-conj (tvec value)
  "Adds VALUE at the end of TVEC."
  (let ((count (tvec-count tvec)) (owner (or (tvec-owner tvec) (transient-fail))))
    (declare (fixnum count))
    (when (and (eql (logand count 31) 0) (> count 0))
      (let ((before (- count 32)) (shift (tvec-shift tvec)))
        (declare (fixnum before shift))
        (if (and (eql before (ash 1 (+ shift 5))))
            (let ((above (make-array 33 :initial-element nil)))
              (setf (svref above 0) (tvec-root tvec)
                    (svref above 1) (new-path shift (tvec-tail tvec))
                    (svref above 32) owner
                    (tvec-root tvec) above
                    (tvec-shift tvec) (+ shift 5)))
            (setf (tvec-root tvec) (push-owned-leaf before shift (tvec-root tvec) (tvec-tail tvec) owner)))
        (setf (tvec-tail tvec) (owned-array #() owner))))
    (setf (svref (tvec-tail tvec) (logand count 31)) value
          (tvec-count tvec) (+ count 1))
    tvec))

(defun tvec-leaf (tvec index)
  "Returns the array of TVEC in which the element INDEX, which is there, stands at INDEX modulo 32."
  (declare (fixnum index))
  (if (>= index (tvec-tail-start tvec))
      (tvec-tail tvec)
      (do ((level (tvec-shift tvec) (- level 5))
           (node (tvec-root tvec) (svref node (at-level index level))))
          ((eql level 0) node)
        (declare (fixnum level)))))

(defun tvec-get (tvec index default)
  "Returns the element INDEX of TVEC, or DEFAULT."
  (unless (tvec-owner tvec) (transient-fail))
  (if (and (typep index 'fixnum) (<= 0 index) (< index (tvec-count tvec)))
      (svref (tvec-leaf tvec index) (logand index 31))
      default))

(defun replace-owned-leaf (level node index value owner)
  "Returns NODE, copied unless it belongs to OWNER, with VALUE at INDEX."
  (declare (fixnum level index))
  (let ((node (owned node owner)) (branch (at-level index level)))
    (setf (svref node branch)
          (if (eql level 0) value (replace-owned-leaf (- level 5) (svref node branch) index value owner)))
    node))

(defun tvec-assoc (tvec index value)
  "Makes VALUE the element INDEX of TVEC, or adds it."
  (let ((count (tvec-count tvec)) (owner (or (tvec-owner tvec) (transient-fail))))
    (cond ((not (and (typep index 'fixnum) (<= 0 index count))) (vector-fail index))
          ((eql index count) (tvec-conj tvec value))
          ((>= index (tvec-tail-start tvec)) (setf (svref (tvec-tail tvec) (logand index 31)) value) tvec)
          (t (setf (tvec-root tvec) (replace-owned-leaf (tvec-shift tvec) (tvec-root tvec) index value owner))
             tvec))))

(defun tvec-pop (tvec)
  "Takes the last element away from TVEC."
  (let ((persistent (vector-without-last (tvec-snapshot tvec))) (owner (or (tvec-owner tvec) (transient-fail))))
    (setf (tvec-count tvec) (pvec-count persistent)
          (tvec-shift tvec) (pvec-shift persistent)
          (tvec-root tvec) (pvec-root persistent)
          (tvec-tail tvec) (owned-array (pvec-tail persistent) owner))
    tvec))

(defun tvec-snapshot (tvec)
  "Returns a persistent vector that shares the nodes of TVEC."
  (let ((count (tvec-count tvec)))
    (%pvec count (tvec-shift tvec) (tvec-root tvec)
           (subseq (tvec-tail tvec) 0 (- count (tvec-tail-start tvec))))))

(defun tvec-persistent (tvec)
  "Returns the persistent vector that TVEC becomes."
  (unless (tvec-owner tvec) (transient-fail))
  (setf (tvec-owner tvec) nil)
  (tvec-snapshot tvec))
