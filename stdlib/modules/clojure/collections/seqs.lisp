;;; What all collections have in common: sequences, equality, hashes (module clojure).

(in-package "TESSERA-CLOJURE")

;;; A seq is NIL or has a first element: conses, and the structures VECTOR-SEQ, INDEXED and RANGE. The cdr of a cons is
;;; anything that SEQ-OF takes.

(defun force-lazy (lazy)
  "Returns the seq that LAZY stands for. One lazy sequence that makes another does not nest."
  (let ((thunk (lazy-thunk lazy)))
    (if (null thunk)
        (lazy-seq lazy)
        (let ((value (funcall thunk)))
          (do () ((not (lazyp value)))
            (setq value (if (lazy-thunk value)
                            (let ((inner (funcall (lazy-thunk value))))
                              (unless (lazyp inner) (setf (lazy-seq value) (seq-of inner) (lazy-thunk value) nil))
                              inner)
                            (lazy-seq value))))
          (let ((seq (seq-of value)))
            (setf (lazy-seq lazy) seq
                  (lazy-thunk lazy) nil)
            seq)))))

(defun indexed-of (source)
  "Returns the sequence of SOURCE, a string or an array; NIL if it is empty."
  (if (plusp (length source)) (%indexed source 0 (length source)) nil))

(defun seq-of (object)
  "Returns the seq of the elements of OBJECT: NIL if there are none."
  (typecase object
    (cons object)
    (null nil)
    (lazy (if (lazy-thunk object) (force-lazy object) (lazy-seq object)))
    (vector-seq object)
    (pvec (if (eql (pvec-count object) 0) nil (%vector-seq object 0 (vector-leaf object 0))))
    (range object)
    (indexed object)
    (pmap (map-seq object))
    (pset (set-seq object))
    (empty-list nil)
    (listing (listing-list object))
    (tree-map (tree-seq-of object))
    (instance (if (jtype-recordp (instance-type object)) (record-seq object) (instance-seq object)))
    (vector (indexed-of object))
    (hash-table (table-seq object))
    (t (throw-new "IllegalArgumentException" "Don't know how to create ISeq from: ~A" (class-name-of object)))))

(defun table-seq (table)
  "Returns a list of the entries of TABLE."
  (let ((seq '()))
    (maphash (lambda (key value) (push (pair-of key value) seq)) table)
    seq))

(defun set-seq (set)
  "Returns the sequence of the elements of SET, or NIL."
  (let ((seq (seq-of (pset-map set))))
    (labels ((keys (seq)
               (and seq (cons (vector-nth (car seq) 0)
                              (let ((rest (cdr seq)))
                                (cond ((null rest) nil)
                                      ((consp rest) (keys rest))
                                      (t (lazily (keys (seq-of rest))))))))))
      (keys seq))))

(defun first-of (object)
  "Returns the first element of OBJECT, or NIL."
  (typecase object
    (cons (car object))
    (vector-seq (svref (vector-seq-leaf object) (logand (vector-seq-index object) 31)))
    (range (range-start object))
    (indexed (let ((source (indexed-source object)))
               (if (simple-vector-p source) (svref source (indexed-index object)) (aref source (indexed-index object)))))
    (null nil)
    (t (first-of (seq-of object)))))

(defun vector-seq-next (seq)
  "Returns the sequence after the first element of SEQ, or NIL."
  (let* ((index (+ (vector-seq-index seq) 1)) (vector (vector-seq-vector seq)))
    (declare (fixnum index))
    (cond ((>= index (pvec-count vector)) nil)
          ((eql (logand index 31) 0) (%vector-seq vector index (vector-leaf vector index)))
          (t (%vector-seq vector index (vector-seq-leaf seq))))))

(defun range-next (range)
  "Returns RANGE without its first element, or NIL."
  (let* ((step (range-step range)) (next (+ (range-start range) step)) (end (range-end range)))
    (cond ((or (null end) (if (> step 0) (< next end) (> next end))) (%range next end step))
          ((and (eql step 0) (/= next end)) range)
          (t nil))))

(defun more-of (object)
  "Returns the rest of OBJECT after its first element: an argument for SEQ-OF."
  (typecase object
    (cons (cdr object))
    (vector-seq (vector-seq-next object))
    (range (range-next object))
    (indexed (let ((next (+ (indexed-index object) 1)))
               (if (< next (indexed-end object)) (%indexed (indexed-source object) next (indexed-end object)) nil)))
    (null nil)
    (t (more-of (seq-of object)))))

(defun next-of (object)
  "Returns the seq of what follows the first element of OBJECT."
  (let ((more (more-of object)))
    (if (or (null more) (consp more)) more (seq-of more))))

(defun rest-of (object)
  "Returns the elements of OBJECT after the first, evaluated when they are needed; the empty list if there are none."
  (or (more-of object) *empty-list*))

(defmacro do-seq ((element collection &optional result) &body body)
  "Evaluates BODY for each ELEMENT of COLLECTION, within a BLOCK of the name NIL."
  (let ((seq (gensym)))
    `(do ((,seq (seq-of ,collection) (next-of ,seq))) ((null ,seq) ,result)
       (let ((,element (first-of ,seq))) ,@body))))

(defun list-of-seq (collection)
  "Returns a fresh list of Lisp of the elements of COLLECTION."
  (let* ((head (list nil)) (last head))
    (do-seq (element collection (cdr head))
      (setf last (setf (cdr last) (list element))))))

(defun clojure-list (list)
  "Returns LIST, a list of Lisp, as Clojure's list."
  (or list *empty-list*))

(defun sequentialp (object)
  "True if OBJECT is a vector or a sequence of Clojure's."
  (typecase object
    ((or cons pvec lazy empty-list vector-seq listing range indexed) t)
    (t nil)))

(defun sequence-object-p (object)
  "True if the object is a list or a sequence, but not a vector."
  (typecase object
    ((or cons lazy empty-list vector-seq listing range indexed) t)
    (t nil)))

(defun map-object-p (object)
  "True if OBJECT is a map or a record."
  (typecase object
    ((or pmap tree-map) t)
    (instance (jtype-recordp (instance-type object)))
    (t nil)))

;;; Records as maps.

(defun field-index (type key)
  "Returns the index of the field of TYPE that the keyword KEY names, or NIL."
  (if (keywordp key)
      (position (symbol-name key) (jtype-fields type) :key #'symbol-name :test #'string=)
      nil))

(defun record-get (record key default)
  "Returns the value of KEY in RECORD, or DEFAULT."
  (let ((index (field-index (instance-type record) key)))
    (cond (index (svref (instance-values record) index))
          ((instance-more record) (get-of (instance-more record) key default))
          (t default))))

(defun record-assoc (record key value)
  "Returns RECORD with VALUE for KEY."
  (let* ((type (instance-type record)) (index (field-index type key)))
    (if index
        (%instance type (array-with (instance-values record) index value) (instance-more record) (instance-meta record))
        (%instance type (instance-values record) (assoc-of (or (instance-more record) *empty-map*) key value) (instance-meta record)))))

(defun record-map (record)
  "Returns a map of the entries of RECORD."
  (let ((map *empty-map*) (index 0))
    (dolist (field (jtype-fields (instance-type record)))
      (setq map (map-assoc map (intern (symbol-name field) "KEYWORD") (svref (instance-values record) index)))
      (incf index))
    (do-seq (entry (instance-more record) map)
      (setq map (map-assoc map (vector-nth entry 0) (vector-nth entry 1))))))

(defun record-dissoc (record key)
  "Returns RECORD without KEY: a map if KEY is one of its fields."
  (cond ((field-index (instance-type record) key) (dissoc-of (record-map record) key))
        ((instance-more record)
         (%instance (instance-type record) (instance-values record) (let ((more (dissoc-of (instance-more record) key))) (if (seq-of more) more nil))
                    (instance-meta record)))
        (t record)))

(defun record-seq (record)
  "Returns the sequence of the entries of RECORD."
  (seq-of (record-map record)))

;;; Equality and hashes.

(defun equiv (a b)
  "True if A and B are equal as = has it."
  (cond ((eq a b) t)
        ((and (integerp a) (integerp b)) (eql a b))
        (t (typecase a
             (number (cond ((floatp a) (and (floatp b) (= a b)))
                           ((numberp b) (eql a b))
                           (t (equiv-objects b a))))
             (string (and (stringp b) (string= a b)))
             (symbol (and (hintedp b) (eq a (hinted-symbol b))))
             (t (equiv-objects a b))))))

(defun equiv-objects (a b)
  "True if A, which is not a number of Common Lisp, a string or a symbol, and B are equal as = has it."
  (typecase a
    ((or cons pvec lazy empty-list vector-seq listing range indexed) (sequential-equal a b))
    ((or pmap tree-map) (map-equal a b))
    (pset (set-equal a b))
    (instance (instance-equal a b))
    (hinted (eq (hinted-symbol a) (if (hintedp b) (hinted-symbol b) b)))
    (hinted-function (eq (callable a) (and (typep b '(or function hinted-function)) (callable b))))
    (exact-number (number-equal a b))
    (uuid (and (uuid-p b) (= (uuid-bits a) (uuid-bits b))))
    (inst (and (inst-p b) (= (inst-milliseconds a) (inst-milliseconds b))))
    (tagged (and (tagged-p b) (equiv (tagged-tag a) (tagged-tag b)) (equiv (tagged-form a) (tagged-form b))))
    (t (eql a b))))

(defun sequential-equal (a b)
  "True if B is sequential, and its elements equal those of A in order."
  (cond ((not (sequentialp b)) nil)
        ((and (pvec-p a) (pvec-p b) (/= (pvec-count a) (pvec-count b))) nil)
        (t (do ((a (seq-of a) (next-of a)) (b (seq-of b) (next-of b))) ((or (null a) (null b)) (and (null a) (null b)))
             (unless (equiv (first-of a) (first-of b)) (return nil))))))

(defun map-equal (a b)
  "True if B is a map with the same entries as A."
  (and (or (pmap-p b) (tree-map-p b))
       (eql (count-of a) (count-of b))
       (do-seq (entry a t)
         (let ((other (get-of b (vector-nth entry 0) '%none)))
           (unless (equiv (vector-nth entry 1) other)
             (return nil))))))

(defun set-equal (a b)
  "True if B is a set with the same elements as A."
  (and (pset-p b)
       (eql (count-of a) (count-of b))
       (handler-case (do-seq (element a t)
                       (unless (contains-of b element) (return nil)))
         (throwable () nil))))          ; an order may not know what it is asked for

(defun instance-equal (a b)
  "True if the record A equals B, or if the method equals of A says so."
  (cond ((not (jtype-recordp (instance-type a)))
         (let ((method (instance-method a "equals")))
           (if method (truth (funcall method a b)) nil)))
        ((and (instancep b) (eq (instance-type a) (instance-type b)))
         (and (every #'equiv (instance-values a) (instance-values b))
              (equiv (instance-more a) (instance-more b))))
        (t nil)))

(defconstant +hash-mask+ #x3fffffff "The bits of a hash.")

(defun hash-of (object)
  "Returns a hash of OBJECT, 30 bits, the same for what is equal."
  (typecase object
    (symbol (logand (sxhash object) +hash-mask+))
    (number (if (and (floatp object) (= object 0)) 0 (logand (sxhash object) +hash-mask+)))
    (collection (or (collection-hash object) (setf (collection-hash object) (hash-of-collection object))))
    (cons (sequential-hash object))
    (hinted (hash-of (hinted-symbol object)))
    (big (hash-of (big-value object)))
    (decimal (mixed (hash-of (exact-value object)) 5))
    (uuid (hash-of (uuid-bits object)))
    (inst (hash-of (inst-milliseconds object)))
    (tagged (mixed (hash-of (tagged-tag object)) (hash-of (tagged-form object))))
    (t (logand (sxhash object) +hash-mask+))))

(defun sequential-hash (collection)
  "Returns a hash of the elements of COLLECTION in order."
  (let ((hash 1))
    (declare (fixnum hash))
    (do-seq (element collection hash)
      (setq hash (logand (+ (* 31 hash) (hash-of element)) +hash-mask+)))))

(defun mixed (a b)
  "Returns a hash of the hashes A and B, in this order."
  (logand (logxor (* 31 (logxor a (ash a -7))) (* 131 b)) +hash-mask+))

(defvar *instances-hashed* 0 "The number of instances that got a hash of their own.")

(defun hash-of-instance (instance)
  "Returns a hash of INSTANCE, whose type is not a record: the result of its method, or else a number that is kept in
it."
  (let ((method (instance-method instance "hashCode")))
    (cond (method (logand (funcall method instance) +hash-mask+))
          ((instance-method instance "equals") (logand (sxhash (jtype-name (instance-type instance))) +hash-mask+))
          (t (logand (* 668265261 (incf *instances-hashed*)) +hash-mask+)))))

(defun hash-of-collection (collection)
  "Returns a hash of COLLECTION: the same for equal ones."
  (typecase collection
    (pset (let ((hash 7))
            (do-seq (element collection hash)
              (setq hash (logand (+ hash (mixed (hash-of element) 1)) +hash-mask+)))))
    ((or pmap tree-map) (map-hash collection))
    (instance (if (jtype-recordp (instance-type collection))
                  (map-hash (record-map collection))
                  (hash-of-instance collection)))
    (t (sequential-hash collection))))

(defun map-hash (map)
  "Returns a hash of the entries of MAP, in any order."
  (let ((hash 3))
    (do-seq (entry map hash)
      (setq hash (logand (+ hash (mixed (hash-of (vector-nth entry 0)) (hash-of (vector-nth entry 1)))) +hash-mask+)))))
