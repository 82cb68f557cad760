;;; The functions that all collections understand, each by its kind (module clojure).

(in-package "TESSERA-CLOJURE")

(defun cast-fail (object wanted)
  "Signals that OBJECT has the wrong type for an operation."
  (if (null object)
      (throw-new "NullPointerException" "nil where a ~A is wanted" wanted)
      (throw-new "ClassCastException" "class ~A cannot be cast to class ~A" (class-name-of object) wanted)))

(defun unsupported (operation object)
  "Throws an UnsupportedOperationException: OBJECT does not have OPERATION."
  (throw-new "UnsupportedOperationException" "~A not supported on this type: ~A" operation (last-part (class-name-of object))))

(defun range-count (range)
  "Returns the number of elements of RANGE; never returns if it has no end."
  (if (range-end range)
      (max 1 (ceiling (- (range-end range) (range-start range)) (range-step range)))
      (loop)))

(defun seq-count (object)
  "Returns the number of elements of OBJECT, walking along its sequence as far as needed."
  (let ((count 0))
    (declare (fixnum count))
    (do ((seq (seq-of object) (next-of seq))) ((null seq) count)
      (typecase seq
        (vector-seq (return (+ count (- (pvec-count (vector-seq-vector seq)) (vector-seq-index seq)))))
        (indexed (return (+ count (- (indexed-end seq) (indexed-index seq)))))
        (range (return (+ count (range-count seq))))
        (t (incf count))))))

(defun count-of (object)
  "Returns the number of elements of OBJECT."
  (typecase object
    (null 0)
    (pvec (pvec-count object))
    (pmap (pmap-count object))
    (pset (count-of (pset-map object)))
    (tree-map (tree-map-count object))
    (vector (length object))
    (tvec (tvec-count object))
    (tmap (tmap-length object))
    (tset (tmap-length (tset-tmap object)))
    (hash-table (hash-table-count object))
    (instance (if (jtype-recordp (instance-type object))
                  (seq-count (record-map object))
                  (funcall (or (instance-method object "count") (unsupported "count" object)) object)))
    ((or cons lazy empty-list vector-seq listing range indexed) (seq-count object))
    (t (unsupported "count" object))))

(defun index-fail (index)
  "Throws an IndexOutOfBoundsException."
  (declare (ignore index))
  (error 'throwable :class "IndexOutOfBoundsException"))

(defun nth-of (object index &optional (default '%none))
  "Returns the element INDEX of OBJECT; DEFAULT, or an error, if there is none."
  (typecase object
    (pvec (if (eq default '%none) (vector-nth object index) (vector-get object index default)))
    (null (if (eq default '%none) (if (null index) (cast-fail index "java.lang.Number") nil) default))
    (vector (cond ((big-p index) (nth-of object (big-value index) default))
                  ((and (integerp index) (< -1 index (length object))) (aref object index))
                  ((not (eq default '%none)) default)
                  ((stringp object) (throw-new "StringIndexOutOfBoundsException" "Index ~A out of bounds for length ~D" (shown index) (length object)))
                  (t (vector-fail index))))
    (tvec (let ((value (tvec-get object index default)))
            (if (eq value '%none) (vector-fail index) value)))
    (range (if (and (integerp index) (>= index 0)
                    (or (null (range-end object)) (< index (range-count object))))
               (+ (range-start object) (* index (range-step object)))
               (if (eq default '%none) (index-fail index) default)))
    ((or cons lazy empty-list vector-seq listing indexed)
     (unless (integerp index)
       (return-from nth-of (if (big-p index) (nth-of object (big-value index) default) (cast-fail index "java.lang.Number"))))
     (let ((seq (if (< index 0) nil (seq-of object))))
       (do ((left index (- left 1))) ((or (null seq) (eql left 0)))
         (declare (fixnum left))
         (setq seq (next-of seq)))
       (cond (seq (first-of seq))
             ((eq default '%none) (index-fail index))
             (t default))))
    (t (if (searcher-p object) (searcher-group object index default) (unsupported "nth" object)))))

(defun get-of (object key &optional default)
  "Returns the value of KEY in OBJECT, a map, set, vector or string; or DEFAULT."
  (typecase object
    (pmap (map-get object key default))
    (null default)
    (pvec (vector-get object key default))
    (instance (if (jtype-recordp (instance-type object))
                  (record-get object key default)
                  (let ((method (instance-method object "valAt")))
                    (if method (funcall method object key) default))))
    (pset (get-of (pset-map object) key default))
    (tree-map (tree-get object key default))
    (tmap (tmap-get object key default))
    (tvec (tvec-get object key default))
    (tset (tmap-get (tset-tmap object) key default))
    (hash-table (gethash key object default))
    (vector (if (and (integerp key) (< -1 key (length object))) (aref object key) default))
    (tagged (case key (:|tag| (tagged-tag object)) (:|form| (tagged-form object)) (t default)))
    (reader-conditional (case key (:|form| (reader-conditional-form object)) (:|splicing?| (reader-conditional-splicing object)) (t default)))
    (t default)))

(defun contains-of (object key)
  "True if OBJECT has the KEY, as a Lisp boolean."
  (typecase object
    (null nil)
    ((or pmap pset tree-map tmap tset) (not (eq (get-of object key '%none) '%none)))
    (instance (not (eq (get-of object key '%none) '%none)))
    (pvec (let ((index (integer-value key))) (and index (< -1 index (pvec-count object)))))
    (hash-table (nth-value 1 (gethash key object)))
    (vector (if (numberp key)
                (and (< -1 key (length object)) t)
                (throw-new "IllegalArgumentException" "contains? not supported on type: ~A" (class-name-of object))))
    (tvec (and (integerp key) (< -1 key (tvec-count object))))
    (t (throw-new "IllegalArgumentException" "contains? not supported on type: ~A" (class-name-of object)))))

(defun assoc-of (object key value)
  "Returns OBJECT with VALUE for KEY."
  (typecase object
    (pmap (map-assoc object key value))
    (pvec (vector-assoc object key value))
    (null (map-of key value))
    (tree-map (tree-assoc object key value))
    (instance (if (jtype-recordp (instance-type object)) (record-assoc object key value) (cast-fail object "clojure.lang.Associative")))
    (t (cast-fail object "clojure.lang.Associative"))))

(defun dissoc-of (object key)
  "Returns OBJECT, a map, without KEY."
  (typecase object
    (pmap (map-dissoc object key))
    (null nil)
    (tree-map (tree-dissoc object key))
    (instance (if (jtype-recordp (instance-type object)) (record-dissoc object key) (cast-fail object "clojure.lang.IPersistentMap")))
    (t (cast-fail object "clojure.lang.IPersistentMap"))))

(defun map-conj (map entry)
  "Returns MAP with ENTRY: a pair, or all of a map."
  (typecase entry
    (pvec (if (eql (pvec-count entry) 2)
              (assoc-of map (vector-nth entry 0) (vector-nth entry 1))
              (throw-new "IllegalArgumentException" "Vector arg to map conj must be a pair")))
    (null map)
    ((or pmap tree-map instance) (do-seq (pair entry map)
                                   (setq map (assoc-of map (vector-nth pair 0) (vector-nth pair 1)))))
    (t (do-seq (pair entry map)
         (unless (pvec-p pair) (cast-fail pair "java.util.Map$Entry"))
         (setq map (map-conj map pair))))))

(defun set-conj (set element)
  "Returns SET with ELEMENT."
  (let* ((map (pset-map set)) (new (if (contains-of map element) map (assoc-of map element element))))
    (if (eq new map) set (%pset new (pset-meta set)))))

(defun set-disj (set element)
  "Returns SET without ELEMENT."
  (let* ((map (pset-map set)) (new (dissoc-of map element)))
    (if (eq new map) set (%pset new (pset-meta set)))))

(defun conj-of (object element)
  "Returns OBJECT with ELEMENT added where that is quickest."
  (typecase object
    (pvec (vector-conj object element))
    (cons (cons element object))
    (null (list element))
    ((or pmap tree-map) (map-conj object element))
    (pset (set-conj object element))
    (empty-list (if (empty-list-meta object) (%listing (list element) (empty-list-meta object)) (list element)))
    (listing (%listing (cons element (listing-list object)) (listing-meta object)))
    ((or lazy vector-seq range indexed) (cons element object))
    (instance (if (jtype-recordp (instance-type object))
                  (map-conj object element)
                  (funcall (or (instance-method object "cons") (unsupported "conj" object)) object element)))
    (t (cast-fail object "clojure.lang.IPersistentCollection"))))

(defun empty-of (object)
  "Returns a collection of OBJECT's kind without elements."
  (typecase object
    (pvec (if (pvec-meta object) (%pvec 0 5 (pvec-root *empty-vector*) #() (pvec-meta object)) *empty-vector*))
    (pmap (if (pmap-meta object) (%array-map 0 #() (pmap-meta object)) *empty-map*))
    (pset (%pset (empty-of (pset-map object)) (pset-meta object)))
    (tree-map (%tree-map 0 nil (tree-map-order object) (tree-map-meta object)))
    ((or empty-list listing) (if (with-meta-meta object) (%empty-list (with-meta-meta object)) *empty-list*))
    ((or cons lazy vector-seq range indexed) *empty-list*)
    (instance (let ((method (instance-method object "empty")))
                (cond (method (funcall method object))
                      ((jtype-recordp (instance-type object)) (throw-new "UnsupportedOperationException" "Can't create empty: ~A" (class-name-of object)))
                      (t nil))))
    (t nil)))

(defun peek-of (object)
  "Returns the last element of OBJECT, a vector, or the first of a list; NIL if it is empty."
  (typecase object
    (pvec (let ((count (pvec-count object))) (if (eql count 0) nil (vector-nth object (- count 1)))))
    ((or cons empty-list listing null) (first-of object))
    (t (cast-fail object "clojure.lang.IPersistentStack"))))

(defun pop-of (object)
  "Returns OBJECT, a vector, without its last element, or a list without its first."
  (typecase object
    (pvec (vector-without-last object))
    (cons (rest-of object))
    (listing (let ((rest (cdr (listing-list object))))
               (if rest (%listing rest (listing-meta object)) (%empty-list (listing-meta object)))))
    (null nil)
    (empty-list (throw-new "IllegalStateException" "Can't pop empty list"))
    (t (cast-fail object "clojure.lang.IPersistentStack"))))

(defun zero-for (number)
  "Returns the zero that NUMBER is divided by where 0 is written: a float by a float, which gives an infinity."
  (if (floatp number) 0d0 0))

(defun divided (a b)
  "Returns A divided by B."
  (/ a (if (eql b 0) (zero-for a) b)))

;;; Reductions. FUNCTION may end one with an object REDUCED.

(defmacro reduction-step (result form)
  "(reduction-step RESULT FORM): sets RESULT to the value of FORM. If that is REDUCED, leaves the block REDUCTION with
its contents."
  `(progn (setq ,result ,form)
          (when (reducedp ,result) (return-from reduction (reduced-value ,result)))))

(defun reduce-of (function result collection)
  "Returns the reduction of COLLECTION by FUNCTION, from RESULT on."
  (declare (function function))
  (block reduction
    (typecase collection
      (pvec (do-vector (element collection)
              (reduction-step result (funcall function result element))))
      (range (let ((step (range-step collection)) (end (range-end collection)))
               (do ((number (range-start collection) (+ number step)))
                   ((and end (if (> step 0) (>= number end) (if (< step 0) (<= number end) nil))))
                 (reduction-step result (funcall function result number)))))
      (vector-seq (do-vector (element (vector-seq-vector collection) (vector-seq-index collection))
                    (reduction-step result (funcall function result element))))
      (t (do-seq (element collection)
           (reduction-step result (funcall function result element)))))
    result))

(defun reduce-entries (function result map)
  "Returns the reduction of MAP by FUNCTION of the result, a key and its value."
  (declare (function function))
  (block reduction
    (typecase map
      (null)
      (pmap (map-each (lambda (key value) (reduction-step result (funcall function result key value))) map))
      (tree-map (tree-each (lambda (key value) (reduction-step result (funcall function result key value))) map))
      (pvec (let ((index 0))
              (do-vector (element map)
                (reduction-step result (funcall function result index element))
                (incf index))))
      (t (do-seq (entry map)
           (reduction-step result (funcall function result (vector-nth entry 0) (vector-nth entry 1))))))
    result))

(defun transient-of (object)
  "Returns a transient collection with the elements of OBJECT."
  (typecase object
    (pvec (vector-transient object))
    (pmap (map-transient object))
    (pset (if (pmap-p (pset-map object))
              (%tset (map-transient (pset-map object)))
              (cast-fail object "clojure.lang.IEditableCollection")))
    (t (cast-fail object "clojure.lang.IEditableCollection"))))

(defun persistent-of (object)
  "Returns the persistent collection that OBJECT, a transient one, becomes."
  (typecase object
    (tvec (tvec-persistent object))
    (tmap (tmap-persistent object))
    (tset (%pset (tmap-persistent (tset-tmap object))))
    (t (cast-fail object "clojure.lang.ITransientCollection"))))

(defun transient-conj (object element)
  "Adds ELEMENT to OBJECT, a transient collection. Returns the collection."
  (typecase object
    (tvec (tvec-conj object element))
    (tset (tmap-assoc (tset-tmap object) element element) object)
    (tmap (typecase element
            (pvec (tmap-assoc object (vector-nth element 0) (vector-nth element 1)))
            (t (do-seq (entry element object)
                 (tmap-assoc object (vector-nth entry 0) (vector-nth entry 1))))))
    (t (cast-fail object "clojure.lang.ITransientCollection"))))

(defun transient-assoc (object key value)
  "Makes VALUE that of KEY in OBJECT, a transient vector or map. Returns the collection."
  (typecase object
    (tvec (tvec-assoc object key value))
    (tmap (tmap-assoc object key value))
    (t (cast-fail object "clojure.lang.ITransientAssociative"))))

(defun into-of (target source)
  "Returns TARGET with all elements of SOURCE."
  (if (and (typep target '(or pvec pmap pset)) (not (and (pset-p target) (not (pmap-p (pset-map target))))))
      (let ((new (persistent-of (reduce-of #'transient-conj (transient-of target) source))))
        (if (with-meta-meta target) (copy-with-meta new (with-meta-meta target)) new))
      (reduce-of #'conj-of target source)))

(defun vector-of-seq (collection)
  "Returns a vector of the elements of COLLECTION."
  (typecase collection
    (pvec (if (or (pvec-meta collection) (entryp collection)) (vector-of-list (list-of-seq collection)) collection))
    (null *empty-vector*)
    (simple-vector (if (<= 1 (length collection) 32)
                       (vector-of-array collection)          ; which shares it, as on the JVM
                       (vector-of-list (coerce collection 'list))))
    (cons (let ((vector (vector-transient *empty-vector*)))
            (do-seq (element collection (tvec-persistent vector))
              (tvec-conj vector element))))
    (t (tvec-persistent (reduce-of #'tvec-conj (vector-transient *empty-vector*) collection)))))

(defun set-of-seq (collection)
  "Returns the set of the elements of COLLECTION."
  (into-of *empty-set* collection))

(defun set-of (&rest elements)
  "Returns the set of ELEMENTS."
  (set-of-seq elements))

(defun set-of-array (elements)
  "Returns a set of the ELEMENTS of a literal, where none may stand twice."
  (let ((set (into-of *empty-set* (indexed-of elements))))
    (unless (eql (count-of set) (length elements)) (duplicate-fail elements 1))
    set))

;;; Metadata.

(defun meta-of (object)
  "Returns the metadata of OBJECT, a map or NIL."
  (typecase object
    (with-meta (with-meta-meta object))
    (t (meta-of-reference object))))

(defun copy-with-meta (object meta)
  "Returns a copy of OBJECT that has META."
  (typecase object
    (with-meta (let ((new (copy-structure object)))
                 (setf (with-meta-meta new) meta)
                 new))
    (cons (if meta (%listing object meta) object))
    (function (%hinted-function object meta))
    (null (cast-fail object "clojure.lang.IObj"))
    (keyword (cast-fail object "clojure.lang.IObj"))
    (symbol (if (symbol-object-p object) (%hinted object meta) (cast-fail object "clojure.lang.IObj")))
    (t (cast-fail object "clojure.lang.IObj"))))
