;;; Functions of clojure.core: predicates, collections, functions (module clojure).

(in-package "TESSERA-CLOJURE")

(defmacro define (name lambda-list documentation &body body)
  "Defines NAME, a string or a list of several, as a function of Clojure's with DOCUMENTATION."
  `(progn ,@(mapcar (lambda (name)
                      (let ((symbol (core-symbol name)))
                        `(install ',symbol (named-lambda ,symbol ,lambda-list ,@body) ,documentation ',lambda-list)))
                    (if (listp name) name (list name)))))

(defun install (symbol function documentation lambda-list)
  "Defines the var of SYMBOL with FUNCTION as its value. Notes DOCUMENTATION and LAMBDA-LIST."
  (setf (get symbol 'lambda-list) lambda-list)
  (define-var symbol (map-of :|doc| documentation) function))

(defmacro define-predicate (name lambda-list documentation &body body)
  "Defines a function, as DEFINE does, whose value is the Lisp value of BODY."
  `(define ,name ,lambda-list ,documentation (boolean-of (progn ,@body))))

(defmacro define-variable (name symbol documentation)
  "Defines the dynamic var NAME, whose value is that of the variable SYMBOL."
  `(alias-variable ,name ',symbol ,documentation))

(defun alias-variable (name symbol documentation)
  "Makes the dynamic var NAME of clojure.core, whose value is that of the variable SYMBOL."
  (let ((var (make-var *core* name symbol)))
    (setf (var-dynamic var) t
          (var-meta var) (map-of :|doc| documentation :|dynamic| t))))

;;; Predicates.

(define-predicate "=" (object &rest objects) "True if all are equal: numbers of the same kind, collections by what they contain."
  (every (lambda (other) (equiv object other)) objects))
(define-predicate "not=" (object &rest objects) "True if not all are equal."
  (notevery (lambda (other) (equiv object other)) objects))
(define-predicate "identical?" (a b) "True if both are the same object." (eq a b))
(define-predicate "not" (object) "True if the object is false or nil." (not (truth object)))
(define "boolean" (object) "Returns false if the object is false or nil, else true." (boolean-of (truth object)))

(defun counted-p (object)
  "True if the number of elements of OBJECT is known without walking along it."
  (typecase object
    ((or pvec pmap tree-map pset empty-list tvec tmap tset) t)
    (range (and (range-end object) t))))

(macrolet ((predicates (&rest entries)
             `(progn ,@(loop for (name test documentation) in entries
                             collect `(define-predicate ,name (object) ,documentation object ,test)))))
  (predicates
   ("nil?" (null object) "True if the object is nil.")
   ("some?" (not (null object)) "True unless the object is nil.")
   ("any?" t "True for any object.")
   ("true?" (eq object t) "True if the object is true.")
   ("false?" (eq object (%false)) "True if the object is false.")
   ("boolean?" (or (eq object t) (eq object (%false))) "True if the object is true or false.")
   ("string?" (stringp object) "True if the object is a string.")
   ("char?" (characterp object) "True if the object is a character.")
   ("keyword?" (keywordp object) "True if the object is a keyword.")
   ("symbol?" (symbol-object-p object) "True if the object is a symbol.")
   ("ident?" (or (keywordp object) (symbol-object-p object)) "True if the object is a symbol or a keyword.")
   ("simple-ident?" (and (or (keywordp object) (symbol-object-p object)) (null (symbol-namespace object))) "True if the object is a symbol or a keyword without a namespace.")
   ("qualified-ident?" (and (or (keywordp object) (symbol-object-p object)) (symbol-namespace object)) "True if the object is a symbol or a keyword with a namespace.")
   ("simple-symbol?" (and (symbol-object-p object) (null (symbol-namespace object))) "True if the object is a symbol without a namespace.")
   ("qualified-symbol?" (and (symbol-object-p object) (symbol-namespace object)) "True if the object is a symbol with a namespace.")
   ("simple-keyword?" (and (keywordp object) (null (symbol-namespace object))) "True if the object is a keyword without a namespace.")
   ("qualified-keyword?" (and (keywordp object) (symbol-namespace object)) "True if the object is a keyword with a namespace.")
   ("vector?" (pvec-p object) "True if the object is a vector.")
   ("list?" (if (consp object) (listp (cdr object)) (typep object '(or empty-list listing))) "True if the object is a list.")
   ("map?" (map-object-p object) "True if the object is a map or a record.")
   ("set?" (pset-p object) "True if the object is a set.")
   ("coll?" (or (sequentialp object) (map-object-p object) (pset-p object)) "True if the object is a collection.")
   ("seq?" (sequence-object-p object) "True if the object is a list or a sequence.")
   ("sequential?" (sequentialp object) "True if the object is a vector, a list or a sequence.")
   ("associative?" (or (pvec-p object) (map-object-p object)) "True if the object is a map or a vector.")
   ("counted?" (counted-p object) "True if the count takes no time.")
   ("indexed?" (pvec-p object) "True if the object is a vector, which has its elements by index.")
   ("reversible?" (or (typep object '(or pvec tree-map)) (and (pset-p object) (tree-map-p (pset-map object)))) "True if the object is a vector, or a sorted map or set, which rseq walks backwards.")
   ("sorted?" (or (tree-map-p object) (and (pset-p object) (tree-map-p (pset-map object)))) "True if the object is a sorted map or set.")
   ("seqable?" (typep object '(or null collection cons string vector)) "True if the object is nil, a collection, a string or an array.")
   ("fn?" (typep object '(or function hinted-function)) "True if the object is a function.")
   ("ifn?" (or (typep object '(or function hinted-function keyword pmap tree-map pset pvec multifn var promise)) (symbol-object-p object)) "True if the object can be called.")
   ("record?" (and (instancep object) (jtype-recordp (instance-type object))) "True if the object is a record.")
   ("var?" (varp object) "True if the object is a var.")
   ("class?" (jtypep object) "True if the object is a class.")
   ("delay?" (delay-p object) "True if the object is a delay.")
   ("future?" (and (promise-p object) (eq (promise-kind object) :future)) "True if the object is a future.")
   ("reduced?" (reducedp object) "True if the object is what reduced returns.")
   ("map-entry?" (entryp object) "True if the object is an entry of a map.")
   ("volatile?" (volatile-p object) "True if the object is a volatile.")
   ("special-symbol?" (and (symbol-object-p object) (member (symbol-name (plain-symbol object)) *special-names* :test #'string=) t)
                      "True if the object is the name of a special form.")
   ("empty?" (null (seq-of object)) "True if the object has no elements.")
   ("realized?" (typecase object
                  (lazy (null (lazy-thunk object)))
                  (delay (null (delay-thunk object)))
                  (promise (when (eq (promise-state object) :pending) (pass-turn)) (not (eq (promise-state object) :pending)))
                  (t (cast-fail object "clojure.lang.IPending")))
                "True if the value of the lazy sequence, delay, future or promise is there.")
   ("uuid?" (uuid-p object) "True if the object is a UUID.")
   ("inst?" (inst-p object) "True if the object is a point in time.")
   ("tagged-literal?" (tagged-p object) "True if the object is what tagged-literal returns.")
   ("reader-conditional?" (reader-conditional-p object) "True if the object is a conditional that was read with :preserve.")
   ("bytes?" nil "Returns false: there are no arrays of bytes.")
   ("uri?" nil "Returns false: there are no URIs.")))

(define "compare" (a b) "Returns a negative number, zero or a positive number, as a comes before b, equals it or comes after." (compare-objects a b))

(defun order-of (comparator)
  "Returns COMPARATOR, a function that compares or a predicate, as a function that returns a sign."
  (let ((function (callable comparator)))
    (lambda (a b)
      (let ((result (funcall function a b)))
        (cond ((numberp result) (if (integerp result) result (truncate result)))
              ((truth result) -1)
              ((truth (funcall function b a)) 1)
              (t 0))))))

(define "hash" (object) "Returns a hash of the object: the same for equal objects." (hash-of object))
(define "identity" (object) "Returns the object." object)

;;; Collections.

(define "first" (coll) "Returns the first element, or nil." (first-of coll))
(define "next" (coll) "Returns the elements after the first, or nil." (next-of coll))
(define "rest" (coll) "Returns the elements after the first; an empty list if there are none." (rest-of coll))
(define "seq" (coll) "Returns the elements as a sequence; nil if there are none." (seq-of coll))
(define "cons" (object coll) "Returns a sequence of the object and then the elements of the collection." (cons object (cons-tail coll)))
(define "second" (coll) "Returns the second element, or nil." (first-of (next-of coll)))
(define "ffirst" (coll) "Returns the first element of the first element." (first-of (first-of coll)))
(define "fnext" (coll) "Returns the second element, or nil." (first-of (next-of coll)))
(define "nfirst" (coll) "Returns the elements after the first one of the first element, or nil." (next-of (first-of coll)))
(define "nnext" (coll) "Returns the elements after the second, or nil." (next-of (next-of coll)))
(define "count" (coll) "Returns the number of elements." (count-of coll))
(define "bounded-count" (n coll) "Returns the number of elements; at most n if they must be counted one by one."
  (if (counted-p coll) (count-of coll)
      (do ((seq (seq-of coll) (next-of seq)) (count 0 (+ count 1))) ((or (null seq) (>= count n)) count))))
(define "nth" (coll index &optional (default '%none)) "Returns the element of that index, or the default; throws if there is neither."
  (nth-of coll (if (integerp index) index (truncated index)) default))
(define "get" (map key &optional default) "Returns the value of the key, or the default." (get-of map key default))
(define-predicate "contains?" (coll key) "True if the collection has the key." (contains-of coll key))
(define "peek" (coll) "Returns the element that pop would remove, or nil." (peek-of coll))
(define "pop" (coll) "Returns the collection without its last element; of a list, without its first." (pop-of coll))
(define "empty" (coll) "Returns an empty collection of the same kind." (empty-of coll))
(define "not-empty" (coll) "Returns the collection, or nil if it is empty." (if (seq-of coll) coll nil))

(define "conj" (&optional (coll *empty-vector*) &rest elements) "Returns the collection with the elements added."
  (dolist (element elements coll) (setq coll (conj-of coll element))))
(define "assoc" (map key value &rest more) "Returns the map or vector with the value for the key."
  (let ((map (assoc-of map key value)))
    (when (oddp (length more))
      (throw-new "IllegalArgumentException" "assoc expects even number of arguments after map/vector, found odd number"))
    (loop for (key value) on more by #'cddr do (setq map (assoc-of map key value)))
    map))
(define "dissoc" (map &rest keys) "Returns the map without the keys." (dolist (key keys map) (setq map (dissoc-of map key))))
(define "disj" (set &rest elements) "Returns the set without the elements."
  (dolist (element elements set)
    (when set (setq set (set-disj (if (pset-p set) set (cast-fail set "clojure.lang.IPersistentSet")) element)))))
(define "find" (map key) "Returns the entry of the key, or nil."
  (unless (typep map '(or null pmap pvec tree-map tmap tvec instance))
    (throw-new "IllegalArgumentException" "find not supported on type: ~A" (class-name-of map)))
  (let ((value (get-of map key '%none))) (if (eq value '%none) nil (pair-of key value))))

(defun entry-part (entry index)
  "Returns the key of ENTRY if INDEX is 0, its value if it is 1; throws if ENTRY is not an entry."
  (if (entryp entry) (svref (pvec-tail entry) index) (cast-fail entry "java.util.Map$Entry")))
(define "key" (entry) "Returns the key of an entry." (entry-part entry 0))
(define "val" (entry) "Returns the value of an entry." (entry-part entry 1))
(define "keys" (map) "Returns the keys, a sequence, or nil." (entry-parts map 0))
(define "vals" (map) "Returns the values, a sequence, or nil." (entry-parts map 1))

(defun entry-parts (map index)
  "Returns a sequence of the keys of MAP if INDEX is 0, or of the values if INDEX is 1; NIL if MAP is empty."
  (labels ((parts (seq)
             (and seq (cons (entry-part (first-of seq) index)
                            (let ((more (more-of seq)))
                              (if (or (null more) (consp more)) (parts more) (lazily (parts (seq-of more)))))))))
    (if (array-map-p map)
        (let ((list '()) (entries (array-map-entries map)))
          (do ((place (- (length entries) 2) (- place 2))) ((< place 0) list)
            (push (svref entries (+ place index)) list)))
        (parts (seq-of map)))))

(define "list" (&rest elements) "Returns a list of the elements." (clojure-list elements))
(define "vector" (&rest elements) "Returns a vector of the elements." (vector-of-list elements))
(define "vec" (coll) "Returns a vector of the elements." (vector-of-seq coll))
(define "hash-map" (&rest entries) "Returns a map of the keys and values." (map-of-entries entries))
(define "array-map" (&rest entries) "Returns a map of the keys and values." (map-of-entries entries))
(define "hash-set" (&rest elements) "Returns a set of the elements." (set-of-seq elements))
(define "set" (coll) "Returns a set of the elements." (if (pset-p coll) coll (set-of-seq coll)))
(define "sorted-map" (&rest entries) "Returns a map whose keys are sorted." (sorted-map-of #'compare-objects entries))
(define "sorted-map-by" (comparator &rest entries) "Returns a map whose keys the comparator sorts." (sorted-map-of (order-of comparator) entries))
(define "sorted-set" (&rest elements) "Returns a sorted set of the elements." (sorted-set-of #'compare-objects elements))
(define "sorted-set-by" (comparator &rest elements) "Returns a set of the elements, which the comparator sorts." (sorted-set-of (order-of comparator) elements))

(defun check-pairs (entries)
  "Throws an IllegalArgumentException if the last key of ENTRIES has no value."
  (when (oddp (length entries))
    (throw-new "IllegalArgumentException" "No value supplied for key: ~A" (written (first (last entries))))))

(defun map-of-entries (entries)
  "Returns the map of ENTRIES, a list of keys and values in turns."
  (check-pairs entries)
  (map-of-array (coerce entries 'simple-vector)))

(defun sorted-map-of (order entries)
  "Returns the map of ENTRIES, a list of keys and values in turns, sorted by ORDER."
  (check-pairs entries)
  (let ((map (%tree-map 0 nil order)))
    (loop for (key value) on entries by #'cddr do (setq map (tree-assoc map key value)))
    map))

(defun sorted-set-of (order elements)
  "Returns the set of ELEMENTS, sorted by ORDER."
  (let ((map (%tree-map 0 nil order)))
    (dolist (element elements) (setq map (tree-assoc map element element)))
    (%pset map)))

(defun tree-of (object)
  "Returns the tree of OBJECT, a sorted map or set; throws if it is another object."
  (let ((tree (if (pset-p object) (pset-map object) object)))
    (if (tree-map-p tree) tree (cast-fail object "clojure.lang.Sorted"))))

(defun part-of-sorted (coll test key end-test end-key backwards)
  "Returns the elements of the sorted COLL that TEST, and maybe END-TEST, are true of, with their keys compared to KEY
and END-KEY."
  (let* ((tree (tree-of coll)) (order (tree-map-order tree)) (setp (pset-p coll)))
    (labels ((passes (test entry key) (truth (funcall (callable test) (funcall order (vector-nth entry 0) key) 0)))
             (from-key-p (test) (truth (funcall (callable test) (if backwards -1 1) 0)))      ; true of what comes after the key
             (while-true (seq test key)
               (lazily (let ((entry (first-of (setq seq (seq-of seq)))))
                         (and seq
                              (or (null test) (passes test entry key))
                              (cons (if setp (vector-nth entry 0) entry) (while-true (more-of seq) test key))))))
             (behind (test key)
               (let ((seq (seq-of (tree-seq-from tree key backwards))))
                 (if (or (null seq) (passes test (first-of seq) key)) seq (next-of seq)))))
      (seq-of (cond ((not (from-key-p test))
                     (while-true (if end-test (behind end-test end-key) (tree-seq-of tree backwards)) test key))
                    (t (while-true (behind test key) end-test end-key)))))))

(define "subseq" (coll test key &optional end-test end-key) "Returns the elements of a sorted collection that pass the tests, such as > 3."
  (part-of-sorted coll test key end-test end-key nil))
(define "rsubseq" (coll test key &optional end-test end-key) "Returns the elements of a sorted collection that pass the tests, backwards." (part-of-sorted coll test key end-test end-key t))
(define "rseq" (coll) "Returns the elements backwards."
  (typecase coll
    (pvec (seq-of (reverse (list-of-seq coll))))
    (pset (mapcar (lambda (entry) (vector-nth entry 0)) (list-of-seq (tree-seq-of (tree-of coll) t))))
    (t (tree-seq-of (tree-of coll) t))))
(define "subvec" (vector start &optional (end (count-of vector))) "Returns the elements from start to end, as a vector."
  (if (pvec-p vector) (vector-slice vector (truncated start) (truncated end)) (cast-fail vector "clojure.lang.IPersistentVector")))
(define "into" (&optional (target *empty-vector*) (source nil source-p) (more nil more-p))
  "Returns the target with all elements of the source, through the transducer that may stand between them."
  (cond ((not source-p) target)
        (more-p (let ((editable (typep target '(or pvec pmap))) (meta (meta-of target)))
                  (flet ((add (result &optional (element nil element-p))
                           (cond (element-p (transient-conj result element))
                                 (meta (copy-with-meta (persistent-of result) meta))
                                 (t (persistent-of result)))))
                    (funcall (function-named "transduce") source
                             (if editable #'add (callable (function-named "conj")))
                             (if editable (transient-of target) target) more))))
        (t (into-of target source))))

(defun function-named (name)
  "Returns the function NAME of clojure.core."
  (symbol-function (core-symbol name)))

(define "transient" (coll) "Returns a collection of the same elements that can be changed in place." (transient-of coll))
(define "persistent!" (transient) "Returns the persistent collection that a transient one becomes." (persistent-of transient))
(define "conj!" (&optional (transient (vector-transient *empty-vector*)) &rest elements) "Adds the elements to the transient collection. Returns it."
  (dolist (element elements transient) (setq transient (transient-conj transient element))))
(define "assoc!" (transient key value &rest more) "Makes the value that of the key in the transient collection. Returns it."
  (setq transient (transient-assoc transient key value))
  (loop for (key value) on more by #'cddr do (setq transient (transient-assoc transient key value)))
  transient)
(define "dissoc!" (transient &rest keys) "Removes the keys from the transient map. Returns it."
  (dolist (key keys transient) (tmap-dissoc (if (tmap-p transient) transient (cast-fail transient "clojure.lang.ITransientMap")) key)))
(define "disj!" (transient &rest elements) "Removes the elements from the transient set. Returns it."
  (dolist (element elements transient) (tmap-dissoc (tset-tmap transient) element)))
(define "pop!" (transient) "Removes the last element of the transient vector. Returns it." (tvec-pop transient))

(define "reduce" (function &rest arguments) "Calls the function with the result so far and each element: (reduce f coll), (reduce f init coll). Returns the last result."
  (let ((function (if (and (null function) (equal (rest arguments) '(nil))) #'identity (callable function))))
    (ecase (length arguments)
      (1 (let* ((coll (first arguments)) (method (and (instancep coll) (instance-method coll "reduce"))) (seq (if method nil (seq-of coll))))
           (cond (method (funcall method coll function))
                 (seq (reduce-of function (first-of seq) (next-of seq)))
                 (t (funcall function)))))
      (2 (let* ((coll (second arguments)) (method (and (instancep coll) (instance-method coll "reduce"))))
           (if method (funcall method coll function (first arguments)) (reduce-of function (first arguments) coll))))
      ((0 3 4 5) (wrong-arity (+ 1 (length arguments)) "clojure.core/reduce")))))
(define "reduce-kv" (function init map) "Calls the function with the result so far, each key and its value. Returns the last result." (reduce-entries (callable function) init map))
(define "reduced" (value) "Returns the value wrapped, so that it ends a reduction." (%reduced value))
(define "unreduced" (object) "Returns the argument of reduced, or the object." (if (reducedp object) (reduced-value object) object))
(define "ensure-reduced" (object) "Returns the object as reduced returns it." (if (reducedp object) object (%reduced object)))
(define "deref" (reference &optional (milliseconds nil timed) default) "Returns the value of the reference; of a future or promise the default if it takes too long."
  (if timed (promise-result reference milliseconds default) (deref-of reference)))

(define "meta" (object) "Returns the metadata of the object, a map or nil."
  (if (and (varp object) (var-ns object))
      (let ((meta (map-conj (or (var-meta object) *empty-map*) (map-of :|ns| (var-ns object) :|name| (symbol-of (var-name object))))))
        (if (var-macro object) (map-assoc meta :|macro| t) meta))
      (meta-of object)))
(define "with-meta" (object meta) "Returns the object with that metadata." (copy-with-meta object meta))

(define "apply" (function &rest arguments) "Calls the function with the arguments, the last of which is a collection of more."
  (let* ((last (first (last arguments))) (list (if (and (consp last) (listp (cdr (last last)))) last (list-of-seq last))))
    (apply (callable function) (if (rest arguments) (append (butlast arguments) list) list))))

(define "range" (&optional (start nil) (end nil end-p) (step 1)) "Returns the numbers from start to end, by step."
  (let ((from (if end-p start 0)) (to (if end-p end start)))
    (cond ((and to (cond ((> step 0) (>= from to)) ((< step 0) (<= from to)) (t (= from to)))) *empty-list*)
          (t (%range from to step)))))

(define "syntax-list" (&rest parts) "Returns a list of the elements of the parts: what a syntax-quote makes."
  (clojure-list (mapcan #'list-of-seq parts)))
(define "syntax-map" (elements) "Returns a map of the keys and values in turns." (map-of-entries (list-of-seq elements)))

(define "sort" (comparator &optional (coll nil coll-p)) "Returns the elements in order: (sort coll), (sort comparator coll)."
  (let ((order (if coll-p (order-of comparator) #'compare-objects)) (list (list-of-seq (if coll-p coll comparator))))
    (clojure-list (stable-sort list (lambda (a b) (< (funcall order a b) 0))))))
(define "sort-by" (key comparator &optional (coll nil coll-p)) "Returns the elements in the order of their keys: (sort-by key coll), (sort-by key comparator coll)."
  (let ((order (if coll-p (order-of comparator) #'compare-objects)) (key (callable key)))
    (clojure-list (mapcar #'cdr
                          (stable-sort (mapcar (lambda (element) (cons (funcall key element) element)) (list-of-seq (if coll-p coll comparator)))
                                       (lambda (a b) (< (funcall order a b) 0)) :key #'car)))))
(define "shuffle" (coll) "Returns a vector of the elements in a random order."
  (let ((array (if (and coll (typep coll 'collection) (not (map-object-p coll)) (not (typep coll 'cons)))
                   (coerce (list-of-seq coll) 'simple-vector)
                   (if (consp coll) (coerce (list-of-seq coll) 'simple-vector) (cast-fail coll "java.util.Collection")))))
    (loop for index from (- (length array) 1) downto 1
          do (rotatef (svref array index) (svref array (random (+ index 1)))))
    (vector-of-array array)))
(define "reverse" (coll) "Returns the elements backwards." (clojure-list (nreverse (list-of-seq coll))))
