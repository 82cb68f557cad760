;;; Persistent maps: arrays while they are small, then tries of hashes; transient ones (module clojure).

(in-package "TESSERA-CLOJURE")

(defmacro key-equal (a b)
  "True if the keys A and B, variables, are equal."
  `(or (eq ,a ,b) (and (not (symbolp ,a)) (equiv ,a ,b))))

;;; A node of a trie is a simple vector: the bits of the branches that have a key and value of their own; the bits of
;;; those that have a node; the owner, if it is a transient map's; keys and values in turns; and at the end the nodes,
;;; the last branch's first. Below the 30 bits of a hash a node has NIL, the hash and the owner, and all the keys that
;;; have that hash.

(defconstant +pairs+ 3 "The index where the keys and values begin in a node.")
(defvar *empty-node* (vector 0 0 nil) "The node without branches.")

(defmacro branch-bit (hash shift)
  "Returns the bit of the branch that HASH takes at SHIFT."
  `(svref ',(coerce (loop for place from 0 below 32 collect (ash 1 place)) 'simple-vector) (logand (ash ,hash (- 0 ,shift)) 31)))

(defmacro bits-below (bits bit)
  "Returns the number of BITS below BIT."
  `(logcount (logand ,bits (- ,bit 1))))

(defmacro pair-index (pairs bit)
  "Returns the index in a node of the key for BIT, by the mask PAIRS."
  `(+ +pairs+ (* 2 (bits-below ,pairs ,bit))))

(defmacro node-index (node nodes bit)
  "Returns the index in NODE of the branch for BIT, by the mask NODES."
  `(- (length ,node) 1 (bits-below ,nodes ,bit)))

(defun find-among (node key)
  "Returns the index of KEY in NODE, all of whose keys have the same hash, or NIL."
  (do ((index +pairs+ (+ index 2))) ((>= index (length node)) nil)
    (declare (fixnum index))
    (let ((other (svref node index)))
      (when (key-equal other key) (return index)))))

(defun node-get (node hash key default)
  "Returns the value of KEY, whose hash is HASH, in the trie NODE; or DEFAULT."
  (declare (fixnum hash))
  (do ((shift 0 (+ shift 5))) (nil)
    (declare (fixnum shift))
    (let ((pairs (svref node 0)))
      (unless pairs
        (let ((index (find-among node key)))
          (return (if index (svref node (+ index 1)) default))))
      (let ((bit (branch-bit hash shift)) (nodes (svref node 1)))
        (cond ((not (eql (logand pairs bit) 0))
               (let* ((index (pair-index pairs bit)) (other (svref node index)))
                 (return (if (key-equal other key) (svref node (+ index 1)) default))))
              ((eql (logand nodes bit) 0) (return default))
              (t (setq node (svref node (node-index node nodes bit)))))))))

(defun node-with (node index value owner)
  "Returns NODE with VALUE at INDEX: itself, if it belongs to OWNER."
  (let ((node (if (and owner (eq (svref node 2) owner)) node (copy-seq node))))
    (setf (svref node index) value
          (svref node 2) owner)
    node))

(defun node-with-pair (node index bit key value owner)
  "Returns a copy of NODE with KEY and VALUE at INDEX, for the branch BIT."
  (let ((new (make-array (+ (length node) 2))))
    (replace new node :end2 index)
    (replace new node :start1 (+ index 2) :start2 index)
    (when bit (setf (svref new 0) (logior (svref node 0) bit)))
    (setf (svref new 2) owner
          (svref new index) key
          (svref new (+ index 1)) value)
    new))

(defun node-without-pair (node index bit)
  "Returns a copy of NODE without the key and value at INDEX, which belong to the branch BIT."
  (let ((new (make-array (- (length node) 2))))
    (replace new node :end2 index)
    (replace new node :start1 index :start2 (+ index 2))
    (when bit (setf (svref new 0) (logxor (svref node 0) bit)))
    (setf (svref new 2) nil)
    new))

(defun node-for-two (shift hash1 key1 value1 hash2 key2 value2 owner)
  "Returns a node at SHIFT of two keys."
  (declare (fixnum shift))
  (if (>= shift 30)
      (vector nil hash1 owner key1 value1 key2 value2)
      (let ((bit1 (branch-bit hash1 shift)) (bit2 (branch-bit hash2 shift)))
        (cond ((eql bit1 bit2)
               (vector 0 bit1 owner (node-for-two (+ shift 5) hash1 key1 value1 hash2 key2 value2 owner)))
              ((< bit1 bit2) (vector (logior bit1 bit2) 0 owner key1 value1 key2 value2))
              (t (vector (logior bit1 bit2) 0 owner key2 value2 key1 value1))))))

(defun pair-to-node (node pair bit below owner)
  "Returns a copy of NODE whose branch BIT, a pair at the index PAIR, leads to the node BELOW."
  (let* ((nodes (svref node 1)) (new (make-array (- (length node) 1))) (place (- (length new) 1 (bits-below nodes bit))))
    (replace new node :end2 pair)
    (replace new node :start1 pair :start2 (+ pair 2) :end1 place)
    (replace new node :start1 (+ place 1) :start2 (+ place 2))
    (setf (svref new 0) (logxor (svref node 0) bit)
          (svref new 1) (logior nodes bit)
          (svref new 2) owner
          (svref new place) below)
    new))

(defun node-to-pair (node place bit below)
  "Returns a copy of NODE whose branch BIT, a node at the index PLACE, has the only key and value of the node BELOW."
  (let* ((pairs (svref node 0)) (new (make-array (+ (length node) 1))) (pair (pair-index pairs bit)))
    (replace new node :end2 pair)
    (replace new node :start1 (+ pair 2) :start2 pair :end2 place)
    (replace new node :start1 (+ place 2) :start2 (+ place 1))
    (setf (svref new 0) (logior pairs bit)
          (svref new 1) (logxor (svref node 1) bit)
          (svref new 2) nil
          (svref new pair) (svref below +pairs+)
          (svref new (+ pair 1)) (svref below (+ +pairs+ 1)))
    new))

(defun node-assoc (node shift hash key value owner)
  "Returns the trie NODE with VALUE for KEY, whose hash is HASH; and true if the key is new. What belongs to OWNER is
changed in place."
  (declare (fixnum shift hash))
  (let ((pairs (svref node 0)))
    (if (null pairs)
        (let ((index (find-among node key)))
          (if index
              (values (if (eq (svref node (+ index 1)) value) node (node-with node (+ index 1) value owner)) nil)
              (values (node-with-pair node +pairs+ nil key value owner) t)))
        (let ((bit (branch-bit hash shift)) (nodes (svref node 1)))
          (cond ((not (eql (logand pairs bit) 0))
                 (let* ((index (pair-index pairs bit)) (other (svref node index)) (old (svref node (+ index 1))))
                   (cond ((not (key-equal other key))
                          (values (pair-to-node node index bit
                                                (node-for-two (+ shift 5) (hash-of other) other old hash key value owner) owner)
                                  t))
                         ((eq old value) (values node nil))
                         (t (values (node-with node (+ index 1) value owner) nil)))))
                ((eql (logand nodes bit) 0)
                 (values (node-with-pair node (pair-index pairs bit) bit key value owner) t))
                (t (let* ((place (node-index node nodes bit)) (below (svref node place)))
                     (multiple-value-bind (new added) (node-assoc below (+ shift 5) hash key value owner)
                       (values (if (eq new below) node (node-with node place new owner)) added)))))))))

(defun node-dissoc (node shift hash key)
  "Returns the trie NODE without KEY, whose hash is HASH: NODE itself if it does not have it."
  (declare (fixnum shift hash))
  (let ((pairs (svref node 0)))
    (if (null pairs)
        (let ((index (find-among node key)))
          (if index (node-without-pair node index nil) node))
        (let ((bit (branch-bit hash shift)) (nodes (svref node 1)))
          (cond ((not (eql (logand pairs bit) 0))
                 (let* ((index (pair-index pairs bit)) (other (svref node index)))
                   (if (key-equal other key) (node-without-pair node index bit) node)))
                ((eql (logand nodes bit) 0) node)
                (t (let* ((place (node-index node nodes bit)) (below (svref node place))
                          (new (node-dissoc below (+ shift 5) hash key)))
                     (cond ((eq new below) node)
                           ((and (eql (length new) 5) (or (null (svref new 0)) (eql (svref new 1) 0)))
                            (node-to-pair node place bit new))
                           (t (node-with node place new nil))))))))))

(defun pairs-end (node)
  "Returns the end of the keys and values of NODE."
  (if (svref node 0) (+ +pairs+ (* 2 (logcount (svref node 0)))) (length node)))

(defun node-seq (node rest)
  "Returns the sequence of the entries of the trie NODE, and then of REST."
  (let ((end (pairs-end node)))
    (labels ((below (index)
               (if (< index end) rest (lazily (node-seq (svref node index) (below (- index 1)))))))
      (let ((seq (if (eql end (length node)) rest (below (- (length node) 1)))))
        (do ((index (- end 2) (- index 2))) ((< index +pairs+) seq)
          (push (pair-of (svref node index) (svref node (+ index 1))) seq))))))

;;; Maps.

(defvar *empty-map* (%array-map 0 #()) "The map of no entries.")
(defconstant +array-map-limit+ 16 "The number of keys and values that a map has as an array at most.")

(defun entries-index (entries key)
  "Returns the index of KEY in ENTRIES, keys and values in turns, or NIL."
  (let ((length (length entries)))
    (if (symbolp key)
        (do ((index 0 (+ index 2))) ((eql index length) nil)
          (declare (fixnum index))
          (when (eq (svref entries index) key) (return index)))
        (do ((index 0 (+ index 2))) ((eql index length) nil)
          (declare (fixnum index))
          (let ((other (svref entries index)))
            (when (key-equal other key) (return index)))))))

(defun map-get (map key default)
  "Returns the value of KEY in MAP, a PMAP, or DEFAULT."
  (if (array-map-p map)
      (let* ((entries (array-map-entries map)) (index (entries-index entries key)))
        (if index (svref entries (+ index 1)) default))
      (node-get (hash-map-root map) (hash-of key) key default)))

(defun hash-map-of-entries (entries length meta)
  "Returns a trie of the keys and values ENTRIES, a simple vector, up to LENGTH."
  (let ((root *empty-node*) (owner (list nil)) (count 0))
    (do ((index 0 (+ index 2))) ((>= index length))
      (multiple-value-bind (new added) (node-assoc root 0 (hash-of (svref entries index)) (svref entries index) (svref entries (+ index 1)) owner)
        (setq root new)
        (when added (incf count))))
    (%hash-map count root meta)))

(defun map-assoc (map key value)
  "Returns MAP, a PMAP, with VALUE for KEY."
  (if (array-map-p map)
      (let* ((entries (array-map-entries map)) (index (entries-index entries key)) (length (length entries)))
        (cond ((null index)
               (let ((new (make-array (+ length 2))))
                 (replace new entries)
                 (setf (svref new length) key
                       (svref new (+ length 1)) value)
                 (if (< length +array-map-limit+)
                     (%array-map (+ (pmap-count map) 1) new (pmap-meta map))
                     (hash-map-of-entries new (+ length 2) (pmap-meta map)))))
              ((eq (svref entries (+ index 1)) value) map)
              (t (%array-map (pmap-count map) (array-with entries (+ index 1) value) (pmap-meta map)))))
      (multiple-value-bind (root added) (node-assoc (hash-map-root map) 0 (hash-of key) key value nil)
        (if (eq root (hash-map-root map))
            map
            (%hash-map (if added (+ (pmap-count map) 1) (pmap-count map)) root (pmap-meta map))))))

(defun map-dissoc (map key)
  "Returns MAP, a PMAP, without KEY."
  (if (array-map-p map)
      (let* ((entries (array-map-entries map)) (index (entries-index entries key)))
        (if index
            (let ((new (make-array (- (length entries) 2))))
              (replace new entries :end2 index)
              (replace new entries :start1 index :start2 (+ index 2))
              (%array-map (- (pmap-count map) 1) new (pmap-meta map)))
            map))
      (let ((root (node-dissoc (hash-map-root map) 0 (hash-of key) key)))
        (if (eq root (hash-map-root map))
            map
            (%hash-map (- (pmap-count map) 1) root (pmap-meta map))))))

(defun array-seq (entries)
  "Returns the sequence, made of conses, of the entries whose keys and values are in ENTRIES."
  (let ((seq '()))
    (do ((index (- (length entries) 2) (- index 2))) ((< index 0) seq)
      (push (pair-of (svref entries index) (svref entries (+ index 1))) seq))))

(defun map-seq (map)
  "Returns the sequence of the entries of MAP, a PMAP; NIL if it has none."
  (cond ((array-map-p map) (array-seq (array-map-entries map)))
        ((eql (pmap-count map) 0) nil)
        (t (let ((seq (node-seq (hash-map-root map) nil)))
             (if (lazyp seq) (force-lazy seq) seq)))))

(defun each-of-node (function node)
  "Calls FUNCTION with each key and value of NODE and the nodes below."
  (let ((end (pairs-end node)))
    (do ((index +pairs+ (+ index 2))) ((>= index end))
      (declare (fixnum index))
      (funcall function (svref node index) (svref node (+ index 1))))
    (do ((index (- (length node) 1) (- index 1))) ((< index end))
      (declare (fixnum index))
      (each-of-node function (svref node index)))))

(defun map-each (function map)
  "Calls FUNCTION with each key and value of MAP, a PMAP."
  (declare (function function))
  (if (array-map-p map)
      (let ((entries (array-map-entries map)))
        (do ((index 0 (+ index 2))) ((>= index (length entries)))
          (declare (fixnum index))
          (funcall function (svref entries index) (svref entries (+ index 1)))))
      (each-of-node function (hash-map-root map))))

(defun map-of-array (entries &optional strict)
  "Returns a map of the keys and values ENTRIES, a simple vector. STRICT: a duplicate key is an error."
  (let ((length (length entries)))
    (if (and (<= length +array-map-limit+) (distinct-keys-p entries length))
        (%array-map (ash length -1) entries)
        (let ((map (if (<= length +array-map-limit+) *empty-map* (hash-map-of-entries entries length nil))))
          (when (array-map-p map)
            (do ((index 0 (+ index 2))) ((>= index length))
              (setq map (map-assoc map (svref entries index) (svref entries (+ index 1))))))
          (when (and strict (/= (pmap-count map) (ash length -1))) (duplicate-fail entries 2))
          map))))

(defun distinct-keys-p (entries length)
  "True if no two keys are equal in ENTRIES, an array whose first LENGTH elements are keys and values in turns."
  (do ((index 0 (+ index 2))) ((>= index length) t)
    (do ((other (+ index 2) (+ other 2))) ((>= other length))
      (let ((a (svref entries index)) (b (svref entries other)))
        (when (key-equal a b) (return-from distinct-keys-p nil))))))

(defun duplicate-fail (entries step)
  "Throws an IllegalArgumentException that names the duplicate key in ENTRIES, which has a key at each multiple of
STEP."
  (let ((seen *empty-map*))
    (do ((index 0 (+ index step))) ((>= index (length entries)))
      (let ((key (svref entries index)))
        (when (map-get seen key nil)
          (throw-new "IllegalArgumentException" "Duplicate key: ~A" (written key)))
        (setq seen (map-assoc seen key t))))))

(defun map-of (&rest entries)
  "Returns a map of ENTRIES, keys and values in turns."
  (map-of-array (coerce entries 'simple-vector)))

;;; Transient maps: a map whose trie is changed in place. OWNER is NIL once it is persistent.

(defstruct (tmap (:constructor %tmap (map root count owner)) (:copier nil))
  "A transient map: MAP while it is small, then the trie ROOT of COUNT keys."
  map root (count 0 :type fixnum) owner)

(defun map-transient (map)
  "Returns a transient map with the entries of MAP."
  (if (array-map-p map)
      (%tmap map nil 0 (list nil))
      (%tmap nil (hash-map-root map) (pmap-count map) (list nil))))

(defun tmap-assoc (tmap key value)
  "Makes VALUE that of KEY in TMAP."
  (let ((owner (or (tmap-owner tmap) (transient-fail))) (map (tmap-map tmap)))
    (if map
        (let ((new (map-assoc map key value)))
          (if (array-map-p new)
              (setf (tmap-map tmap) new)
              (setf (tmap-map tmap) nil
                    (tmap-root tmap) (hash-map-root new)
                    (tmap-count tmap) (pmap-count new))))
        (multiple-value-bind (root added) (node-assoc (tmap-root tmap) 0 (hash-of key) key value owner)
          (setf (tmap-root tmap) root)
          (when added (incf (tmap-count tmap)))))
    tmap))

(defun tmap-dissoc (tmap key)
  "Takes KEY away from TMAP."
  (unless (tmap-owner tmap) (transient-fail))
  (if (tmap-map tmap)
      (setf (tmap-map tmap) (map-dissoc (tmap-map tmap) key))
      (let ((root (node-dissoc (tmap-root tmap) 0 (hash-of key) key)))
        (unless (eq root (tmap-root tmap))
          (setf (tmap-root tmap) root)
          (decf (tmap-count tmap)))))
  tmap)

(defun tmap-get (tmap key default)
  "Returns the value of KEY in TMAP, a transient map, or DEFAULT."
  (unless (tmap-owner tmap) (transient-fail))
  (if (tmap-map tmap)
      (map-get (tmap-map tmap) key default)
      (node-get (tmap-root tmap) (hash-of key) key default)))

(defun tmap-length (tmap)
  "Returns the number of entries of TMAP, a transient map."
  (if (tmap-map tmap) (pmap-count (tmap-map tmap)) (tmap-count tmap)))

(defun tmap-persistent (tmap)
  "Returns the map that TMAP becomes."
  (unless (tmap-owner tmap) (transient-fail))
  (setf (tmap-owner tmap) nil)
  (or (tmap-map tmap) (%hash-map (tmap-count tmap) (tmap-root tmap))))

(defstruct (tset (:constructor %tset (tmap)) (:copier nil))
  "A transient set: the keys of the transient map TMAP."
  tmap)

(defvar *empty-set* (%pset *empty-map*) "The set of no elements.")
