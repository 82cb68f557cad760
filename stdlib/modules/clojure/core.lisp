;;; Functions of clojure.core: predicates, collections, functions (module clojure).

(in-package "TESSERA-CLOJURE")

(defmacro define (name lambda-list documentation &body body)
  "Defines NAME, a string or a list of several, as a function of Clojure's with DOCUMENTATION."
  `(progn ,@(mapcar (lambda (name)
                      (let ((symbol (core-symbol name)))
                        `(install ',symbol (named-lambda ,symbol ,lambda-list ,@body) ,documentation ',lambda-list)))
                    (if (listp name) name (list name)))))

(defun install (symbol function documentation lambda-list)
  (setf (get symbol 'lambda-list) lambda-list)
  (define-var symbol (map-of :|doc| documentation) function))

(defmacro define-predicate (name lambda-list documentation &body body)
  "Defines a function, as DEFINE does, whose value is the Lisp value of BODY."
  `(define ,name ,lambda-list ,documentation (boolean-of (progn ,@body))))

(defmacro define-variable (name symbol documentation)
  "Defines the dynamic var NAME, whose value is that of the variable SYMBOL."
  `(alias-variable ,name ',symbol ,documentation))

(defun alias-variable (name symbol documentation)
  (let ((var (make-var *core* name symbol)))
    (setf (var-dynamic var) t
          (var-meta var) (map-of :|doc| documentation :|dynamic| t))))

;;; Predicates.

(define-predicate "=" (object &rest objects) "True if all are equal: numbers of the same kind, collections by what they contain."
  (every (lambda (other) (equiv object other)) objects))
(define-predicate "not=" (object &rest objects) "True if not all are equal."
  (notevery (lambda (other) (equiv object other)) objects))
(define-predicate "identical?" (a b) "True if both are the same object." (eq a b))
(define-predicate "not" (object) "True of false and nil." (not (truth object)))
(define "boolean" (object) "true or false." (boolean-of (truth object)))

(defun counted-p (object)
  (typecase object
    ((or pvec pmap tree-map pset empty-list tvec tmap tset) t)
    (range (and (range-end object) t))))

(macrolet ((predicates (&rest entries)
             `(progn ,@(loop for (name test documentation) in entries
                             collect `(define-predicate ,name (object) ,documentation object ,test)))))
  (predicates
   ("nil?" (null object) "True of nil.")
   ("some?" (not (null object)) "True of all but nil.")
   ("any?" t "True.")
   ("true?" (eq object t) "True of true.")
   ("false?" (eq object (%false)) "True of false.")
   ("boolean?" (or (eq object t) (eq object (%false))) "True of true and false.")
   ("string?" (stringp object) "True of strings.")
   ("char?" (characterp object) "True of characters.")
   ("keyword?" (keywordp object) "True of keywords.")
   ("symbol?" (symbol-object-p object) "True of symbols.")
   ("ident?" (or (keywordp object) (symbol-object-p object)) "True of symbols and keywords.")
   ("simple-ident?" (and (or (keywordp object) (symbol-object-p object)) (null (symbol-namespace object))) "True of symbols and keywords without namespace.")
   ("qualified-ident?" (and (or (keywordp object) (symbol-object-p object)) (symbol-namespace object)) "True of symbols and keywords with a namespace.")
   ("simple-symbol?" (and (symbol-object-p object) (null (symbol-namespace object))) "True of symbols without namespace.")
   ("qualified-symbol?" (and (symbol-object-p object) (symbol-namespace object)) "True of symbols with a namespace.")
   ("simple-keyword?" (and (keywordp object) (null (symbol-namespace object))) "True of keywords without namespace.")
   ("qualified-keyword?" (and (keywordp object) (symbol-namespace object)) "True of keywords with a namespace.")
   ("vector?" (pvec-p object) "True of vectors.")
   ("list?" (if (consp object) (listp (cdr object)) (typep object '(or empty-list listing))) "True of lists.")
   ("map?" (map-object-p object) "True of maps and records.")
   ("set?" (pset-p object) "True of sets.")
   ("coll?" (or (sequentialp object) (map-object-p object) (pset-p object)) "True of collections.")
   ("seq?" (sequence-object-p object) "True of lists and sequences.")
   ("sequential?" (sequentialp object) "True of vectors, lists and sequences.")
   ("associative?" (or (pvec-p object) (map-object-p object)) "True of maps and vectors.")
   ("counted?" (counted-p object) "True if the count takes no time.")
   ("indexed?" (pvec-p object) "True of what has elements by index.")
   ("reversible?" (or (typep object '(or pvec tree-map)) (and (pset-p object) (tree-map-p (pset-map object)))) "True of what can be walked backwards.")
   ("sorted?" (or (tree-map-p object) (and (pset-p object) (tree-map-p (pset-map object)))) "True of sorted maps and sets.")
   ("seqable?" (typep object '(or null collection cons string vector)) "True of what has elements.")
   ("fn?" (typep object '(or function hinted-function)) "True of functions.")
   ("ifn?" (or (typep object '(or function hinted-function keyword pmap tree-map pset pvec multifn var promise)) (symbol-object-p object)) "True of what can be called.")
   ("record?" (and (instancep object) (jtype-recordp (instance-type object))) "True of records.")
   ("var?" (varp object) "True of vars.")
   ("class?" (jtypep object) "True of classes.")
   ("delay?" (delay-p object) "True of delays.")
   ("future?" (and (promise-p object) (eq (promise-kind object) :future)) "True of futures.")
   ("reduced?" (reducedp object) "True of what reduced returns.")
   ("map-entry?" (entryp object) "True of entries of maps.")
   ("volatile?" (volatile-p object) "True of volatiles.")
   ("special-symbol?" (and (symbol-object-p object) (member (symbol-name (plain-symbol object)) *special-names* :test #'string=) t)
                      "True of the names of special forms.")
   ("empty?" (null (seq-of object)) "True if it has no elements.")
   ("realized?" (typecase object
                  (lazy (null (lazy-thunk object)))
                  (delay (null (delay-thunk object)))
                  (promise (when (eq (promise-state object) :pending) (pass-turn)) (not (eq (promise-state object) :pending)))
                  (t (cast-fail object "clojure.lang.IPending")))
                "True if the value is there.")
   ("uuid?" (uuid-p object) "True of UUIDs.")
   ("inst?" (inst-p object) "True of points in time.")
   ("tagged-literal?" (tagged-p object) "True of what tagged-literal returns.")
   ("reader-conditional?" (reader-conditional-p object) "True of conditionals that were read with :preserve.")
   ("bytes?" nil "False: there are no arrays of bytes.")
   ("uri?" nil "False.")))

(define "compare" (a b) "A negative number, zero or a positive number, as a comes before b, equals it or comes behind." (compare-objects a b))

(defun order-of (comparator)
  "Returns COMPARATOR, a function that compares or a predicate, as a function that returns a sign."
  (let ((function (callable comparator)))
    (lambda (a b)
      (let ((result (funcall function a b)))
        (cond ((numberp result) (if (integerp result) result (truncate result)))
              ((truth result) -1)
              ((truth (funcall function b a)) 1)
              (t 0))))))

(define "hash" (object) "A hash of the object: the same for what is equal." (hash-of object))
(define "identity" (object) "The object." object)

;;; Collections.

(define "first" (coll) "The first element, or nil." (first-of coll))
(define "next" (coll) "The elements behind the first, or nil." (next-of coll))
(define "rest" (coll) "The elements behind the first." (rest-of coll))
(define "seq" (coll) "The elements as a sequence; nil if there are none." (seq-of coll))
(define "cons" (object coll) "A sequence of the object and then the elements of the collection." (cons object (cons-tail coll)))
(define "second" (coll) "The second element, or nil." (first-of (next-of coll)))
(define "ffirst" (coll) "The first element of the first." (first-of (first-of coll)))
(define "fnext" (coll) "The first element of next." (first-of (next-of coll)))
(define "nfirst" (coll) "The next of the first." (next-of (first-of coll)))
(define "nnext" (coll) "The next of the next." (next-of (next-of coll)))
(define "count" (coll) "The number of elements." (count-of coll))
(define "bounded-count" (n coll) "The number of elements, or n if there are more."
  (if (counted-p coll) (count-of coll)
      (do ((seq (seq-of coll) (next-of seq)) (count 0 (+ count 1))) ((or (null seq) (>= count n)) count))))
(define "nth" (coll index &optional (default '%none)) "The element of that index, the default, or else an error."
  (nth-of coll (if (integerp index) index (truncated index)) default))
(define "get" (map key &optional default) "The value of the key, or the default." (get-of map key default))
(define-predicate "contains?" (coll key) "True if the collection has the key." (contains-of coll key))
(define "peek" (coll) "What pop would take away." (peek-of coll))
(define "pop" (coll) "The collection without its last element; of a list, its first." (pop-of coll))
(define "empty" (coll) "An empty collection of the same kind." (empty-of coll))
(define "not-empty" (coll) "The collection, or nil if it is empty." (if (seq-of coll) coll nil))

(define "conj" (&optional (coll *empty-vector*) &rest elements) "The collection with the elements added."
  (dolist (element elements coll) (setq coll (conj-of coll element))))
(define "assoc" (map key value &rest more) "The map or vector with the value for the key."
  (let ((map (assoc-of map key value)))
    (when (oddp (length more))
      (throw-new "IllegalArgumentException" "assoc expects even number of arguments after map/vector, found odd number"))
    (loop for (key value) on more by #'cddr do (setq map (assoc-of map key value)))
    map))
(define "dissoc" (map &rest keys) "The map without the keys." (dolist (key keys map) (setq map (dissoc-of map key))))
(define "disj" (set &rest elements) "The set without the elements."
  (dolist (element elements set)
    (when set (setq set (set-disj (if (pset-p set) set (cast-fail set "clojure.lang.IPersistentSet")) element)))))
(define "find" (map key) "The entry of the key, or nil."
  (unless (typep map '(or null pmap pvec tree-map tmap tvec instance))
    (throw-new "IllegalArgumentException" "find not supported on type: ~A" (class-name-of map)))
  (let ((value (get-of map key '%none))) (if (eq value '%none) nil (pair-of key value))))
(defun entry-part (entry index) (if (entryp entry) (svref (pvec-tail entry) index) (cast-fail entry "java.util.Map$Entry")))
(define "key" (entry) "The key of an entry." (entry-part entry 0))
(define "val" (entry) "The value of an entry." (entry-part entry 1))
(define "keys" (map) "The keys, a sequence, or nil." (entry-parts map 0))
(define "vals" (map) "The values, a sequence, or nil." (entry-parts map 1))

(defun entry-parts (map index)
  (labels ((parts (seq)
             (and seq (cons (entry-part (first-of seq) index)
                            (let ((more (more-of seq)))
                              (if (or (null more) (consp more)) (parts more) (lazily (parts (seq-of more)))))))))
    (if (array-map-p map)
        (let ((list '()) (entries (array-map-entries map)))
          (do ((place (- (length entries) 2) (- place 2))) ((< place 0) list)
            (push (svref entries (+ place index)) list)))
        (parts (seq-of map)))))

(define "list" (&rest elements) "A list of the elements." (clojure-list elements))
(define "vector" (&rest elements) "A vector of the elements." (vector-of-list elements))
(define "vec" (coll) "A vector of the elements." (vector-of-seq coll))
(define "hash-map" (&rest entries) "A map of the keys and values." (map-of-entries entries))
(define "array-map" (&rest entries) "A map of the keys and values." (map-of-entries entries))
(define "hash-set" (&rest elements) "A set of the elements." (set-of-seq elements))
(define "set" (coll) "A set of the elements." (if (pset-p coll) coll (set-of-seq coll)))
(define "sorted-map" (&rest entries) "A map whose keys are sorted." (sorted-map-of #'compare-objects entries))
(define "sorted-map-by" (comparator &rest entries) "A map whose keys the comparator sorts." (sorted-map-of (order-of comparator) entries))
(define "sorted-set" (&rest elements) "A set that is sorted." (sorted-set-of #'compare-objects elements))
(define "sorted-set-by" (comparator &rest elements) "A set that the comparator sorts." (sorted-set-of (order-of comparator) elements))

(defun check-pairs (entries)
  (when (oddp (length entries))
    (throw-new "IllegalArgumentException" "No value supplied for key: ~A" (written (first (last entries))))))

(defun map-of-entries (entries)
  (check-pairs entries)
  (map-of-array (coerce entries 'simple-vector)))

(defun sorted-map-of (order entries)
  (check-pairs entries)
  (let ((map (%tree-map 0 nil order)))
    (loop for (key value) on entries by #'cddr do (setq map (tree-assoc map key value)))
    map))

(defun sorted-set-of (order elements)
  (let ((map (%tree-map 0 nil order)))
    (dolist (element elements) (setq map (tree-assoc map element element)))
    (%pset map)))

(defun tree-of (object)
  (let ((tree (if (pset-p object) (pset-map object) object)))
    (if (tree-map-p tree) tree (cast-fail object "clojure.lang.Sorted"))))

(defun part-of-sorted (coll test key end-test end-key backwards)
  "Returns the elements of the sorted COLL that TEST, and maybe END-TEST, are true of, with their keys compared to KEY
and END-KEY."
  (let* ((tree (tree-of coll)) (order (tree-map-order tree)) (setp (pset-p coll)))
    (labels ((passes (test entry key) (truth (funcall (callable test) (funcall order (vector-nth entry 0) key) 0)))
             (from-key-p (test) (truth (funcall (callable test) (if backwards -1 1) 0)))      ; true of what comes behind the key
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

(define "subseq" (coll test key &optional end-test end-key) "The elements of a sorted collection that pass the tests, such as > 3."
  (part-of-sorted coll test key end-test end-key nil))
(define "rsubseq" (coll test key &optional end-test end-key) "As subseq, backwards." (part-of-sorted coll test key end-test end-key t))
(define "rseq" (coll) "The elements backwards."
  (typecase coll
    (pvec (seq-of (reverse (list-of-seq coll))))
    (pset (mapcar (lambda (entry) (vector-nth entry 0)) (list-of-seq (tree-seq-of (tree-of coll) t))))
    (t (tree-seq-of (tree-of coll) t))))
(define "subvec" (vector start &optional (end (count-of vector))) "The elements from start to end, as a vector."
  (if (pvec-p vector) (vector-slice vector (truncated start) (truncated end)) (cast-fail vector "clojure.lang.IPersistentVector")))
(define "into" (&optional (target *empty-vector*) (source nil source-p) (more nil more-p))
  "The target with all elements of the source; between them may stand a transducer."
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

(define "transient" (coll) "A collection of the same elements that can be changed in place." (transient-of coll))
(define "persistent!" (transient) "The persistent collection that a transient one becomes." (persistent-of transient))
(define "conj!" (&optional (transient (vector-transient *empty-vector*)) &rest elements) "Adds the elements."
  (dolist (element elements transient) (setq transient (transient-conj transient element))))
(define "assoc!" (transient key value &rest more) "Makes the value that of the key."
  (setq transient (transient-assoc transient key value))
  (loop for (key value) on more by #'cddr do (setq transient (transient-assoc transient key value)))
  transient)
(define "dissoc!" (transient &rest keys) "Takes the keys away."
  (dolist (key keys transient) (tmap-dissoc (if (tmap-p transient) transient (cast-fail transient "clojure.lang.ITransientMap")) key)))
(define "disj!" (transient &rest elements) "Takes the elements away."
  (dolist (element elements transient) (tmap-dissoc (tset-tmap transient) element)))
(define "pop!" (transient) "Takes the last element away." (tvec-pop transient))

(define "reduce" (function &rest arguments) "What the function makes of the elements, two by two: (reduce f coll), (reduce f init coll)."
  (let ((function (if (and (null function) (equal (rest arguments) '(nil))) #'identity (callable function))))
    (ecase (length arguments)
      (1 (let* ((coll (first arguments)) (method (and (instancep coll) (instance-method coll "reduce"))) (seq (if method nil (seq-of coll))))
           (cond (method (funcall method coll function))
                 (seq (reduce-of function (first-of seq) (next-of seq)))
                 (t (funcall function)))))
      (2 (let* ((coll (second arguments)) (method (and (instancep coll) (instance-method coll "reduce"))))
           (if method (funcall method coll function (first arguments)) (reduce-of function (first arguments) coll))))
      ((0 3 4 5) (wrong-arity (+ 1 (length arguments)) "clojure.core/reduce")))))
(define "reduce-kv" (function init map) "What the function makes of the result, each key and its value." (reduce-entries (callable function) init map))
(define "reduced" (value) "Ends a reduction with the value." (%reduced value))
(define "unreduced" (object) "What reduced was given, or the object." (if (reducedp object) (reduced-value object) object))
(define "ensure-reduced" (object) "The object as reduced returns it." (if (reducedp object) object (%reduced object)))
(define "deref" (reference &optional (milliseconds nil timed) default) "The value of the reference; of a future or promise the default if it takes too long."
  (if timed (promise-result reference milliseconds default) (deref-of reference)))

(define "meta" (object) "Its metadata, a map or nil."
  (if (and (varp object) (var-ns object))
      (let ((meta (map-conj (or (var-meta object) *empty-map*) (map-of :|ns| (var-ns object) :|name| (symbol-of (var-name object))))))
        (if (var-macro object) (map-assoc meta :|macro| t) meta))
      (meta-of object)))
(define "with-meta" (object meta) "The object with that metadata." (copy-with-meta object meta))

(define "apply" (function &rest arguments) "Calls the function with the arguments, the last of which is a collection of more."
  (let* ((last (first (last arguments))) (list (if (and (consp last) (listp (cdr (last last)))) last (list-of-seq last))))
    (apply (callable function) (if (rest arguments) (append (butlast arguments) list) list))))

(define "range" (&optional (start nil) (end nil end-p) (step 1)) "The numbers from start to end, by step."
  (let ((from (if end-p start 0)) (to (if end-p end start)))
    (cond ((and to (cond ((> step 0) (>= from to)) ((< step 0) (<= from to)) (t (= from to)))) *empty-list*)
          (t (%range from to step)))))

(define "syntax-list" (&rest parts) "A list of the elements of the parts: what a syntax-quote makes."
  (clojure-list (mapcan #'list-of-seq parts)))
(define "syntax-map" (elements) "A map of the keys and values in turns." (map-of-entries (list-of-seq elements)))

(define "sort" (comparator &optional (coll nil coll-p)) "The elements in order: (sort coll), (sort comparator coll)."
  (let ((order (if coll-p (order-of comparator) #'compare-objects)) (list (list-of-seq (if coll-p coll comparator))))
    (clojure-list (stable-sort list (lambda (a b) (< (funcall order a b) 0))))))
(define "sort-by" (key comparator &optional (coll nil coll-p)) "The elements in the order of their keys: (sort-by key coll), (sort-by key comparator coll)."
  (let ((order (if coll-p (order-of comparator) #'compare-objects)) (key (callable key)))
    (clojure-list (mapcar #'cdr
                          (stable-sort (mapcar (lambda (element) (cons (funcall key element) element)) (list-of-seq (if coll-p coll comparator)))
                                       (lambda (a b) (< (funcall order a b) 0)) :key #'car)))))
(define "shuffle" (coll) "A vector of the elements in a random order."
  (let ((array (if (and coll (typep coll 'collection) (not (map-object-p coll)) (not (typep coll 'cons)))
                   (coerce (list-of-seq coll) 'simple-vector)
                   (if (consp coll) (coerce (list-of-seq coll) 'simple-vector) (cast-fail coll "java.util.Collection")))))
    (loop for index from (- (length array) 1) downto 1
          do (rotatef (svref array index) (svref array (random (+ index 1)))))
    (vector-of-array array)))
(define "reverse" (coll) "The elements backwards." (clojure-list (nreverse (list-of-seq coll))))
