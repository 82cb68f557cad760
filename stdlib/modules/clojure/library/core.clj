;; The part of clojure.core that is written in Clojure. Each function may use those before it.

;;; Macros.

(defmacro comment "Evaluates nothing." [& forms] nil)

(defmacro if-let "Evaluates then with the name bound to the value of the test, if that is true, otherwise else."
  ([bindings then] `(if-let ~bindings ~then nil))
  ([bindings then else]
   (when-not (and (vector? bindings) (= 2 (count bindings)))
     (throw (IllegalArgumentException. "if-let requires exactly 2 forms in binding vector")))
   `(let [value# ~(bindings 1)]
      (if value# (let [~(bindings 0) value#] ~then) ~else))))

(defmacro when-let "Evaluates the body with the name bound to the value of the test, if that is true."
  [bindings & body]
  (when-not (and (vector? bindings) (= 2 (count bindings)))
    (throw (IllegalArgumentException. "when-let requires exactly 2 forms in binding vector")))
  `(let [value# ~(bindings 1)]
     (when value# (let [~(bindings 0) value#] ~@body))))

(defmacro if-some "Evaluates then with the name bound to the value of the test, unless that is nil, otherwise else."
  ([bindings then] `(if-some ~bindings ~then nil))
  ([bindings then else]
   `(let [value# ~(bindings 1)]
      (if (nil? value#) ~else (let [~(bindings 0) value#] ~then)))))

(defmacro when-some "Evaluates the body with the name bound to the value of the test, unless that is nil."
  [bindings & body]
  `(let [value# ~(bindings 1)]
     (if (nil? value#) nil (let [~(bindings 0) value#] ~@body))))

(defmacro when-first "Evaluates the body with the name bound to the first element, if there is one."
  [bindings & body]
  `(when-let [seq# (seq ~(bindings 1))]
     (let [~(bindings 0) (first seq#)] ~@body)))

(defmacro while "Evaluates the body as long as the test is true."
  [test & body]
  `(loop [] (when ~test ~@body (recur))))

(defmacro doto "Calls each form with the value as its first argument. Returns the value."
  [value & forms]
  (let [name (gensym)]
    `(let [~name ~value]
       ~@(loop [forms (seq forms) done []]
           (if forms
             (recur (next forms)
                    (conj done (let [form (first forms)]
                                 (if (seq? form) `(~(first form) ~name ~@(next form)) `(~form ~name)))))
             done))
       ~name)))

(defmacro .. "Calls methods one after the other, each of what the one before returned."
  ([object form] `(. ~object ~form))
  ([object form & more] `(.. (. ~object ~form) ~@more)))

(defmacro as-> "Evaluates the forms in turn, with the name bound to the value of the one before."
  [value name & forms]
  (if forms
    `(let [~name ~value] (as-> ~(first forms) ~name ~@(next forms)))
    value))

(defmacro some-> "Threads the value through the forms as -> does, until a value is nil."
  ([value] value)
  ([value form & more]
   `(let [value# ~value]
      (if (nil? value#) nil (some-> (-> value# ~form) ~@more)))))

(defmacro some->> "Threads the value through the forms as ->> does, until a value is nil."
  ([value] value)
  ([value form & more]
   `(let [value# ~value]
      (if (nil? value#) nil (some->> (->> value# ~form) ~@more)))))

(defmacro cond-> "Threads the value through those forms whose tests are true."
  [value & clauses]
  (when (odd? (count clauses)) (throw (IllegalArgumentException. "cond-> requires an even number of clauses")))
  (if clauses
    `(let [value# ~value]
       (cond-> (if ~(first clauses) (-> value# ~(second clauses)) value#) ~@(nnext clauses)))
    value))

(defmacro cond->> "Threads the value, as the last argument, through those forms whose tests are true."
  [value & clauses]
  (when (odd? (count clauses)) (throw (IllegalArgumentException. "cond->> requires an even number of clauses")))
  (if clauses
    `(let [value# ~value]
       (cond->> (if ~(first clauses) (->> value# ~(second clauses)) value#) ~@(nnext clauses)))
    value))

(defmacro condp "Evaluates the form after the first clause whose value the predicate accepts together with the expression."
  [pred expr & clauses]
  (let [p (gensym "pred") e (gensym "expr")
        branch (fn branch [clauses]
                 (cond (nil? clauses) `(throw (IllegalArgumentException. (str "No matching clause: " ~e)))
                       (nil? (next clauses)) (first clauses)
                       (= :>> (second clauses))
                       `(let [value# (~p ~(first clauses) ~e)]
                          (if value# (~(first (nnext clauses)) value#) ~(branch (next (nnext clauses)))))
                       :else `(if (~p ~(first clauses) ~e) ~(second clauses) ~(branch (nnext clauses)))))]
    `(let [~p ~pred ~e ~expr] ~(branch (seq clauses)))))

(defmacro assert "Throws an AssertionError unless the form is true."
  ([form] (when *assert* `(when-not ~form (throw-assertion (str "Assert failed: " (pr-str '~form))))))
  ([form message] (when *assert* `(when-not ~form (throw-assertion (str "Assert failed: " ~message "\n" (pr-str '~form)))))))

(defmacro time "Evaluates the form and prints how long that took."
  [form]
  `(let [start# (System/nanoTime) value# ~form]
     (println (str "Elapsed time: " (/ (double (- (System/nanoTime) start#)) 1000000.0) " msecs"))
     value#))

(defmacro with-out-str "Evaluates the body. Returns what it prints, a string." [& body] `(call-with-out-str (fn [] ~@body)))
(defmacro delay "Makes a delay, which evaluates the body when its value is asked for the first time." [& body] `(make-delay (fn [] ~@body)))
(defmacro future "Makes a task that evaluates the body. Returns a future for its value." [& body] `(future-call (fn [] ~@body)))
(defmacro locking "Evaluates the body: tasks take turns." [object & body] `(do ~object ~@body))
(defmacro sync "Evaluates the body in a transaction, as dosync does." [flags & body] `(dosync ~@body))
(defmacro with-redefs "Evaluates the body while the vars have other values."
  [bindings & body]
  `(with-redefs-fn ~(loop [pairs (seq bindings) map {}]
                      (if pairs
                        (recur (nnext pairs) (assoc map `(var ~(first pairs)) (second pairs)))
                        map))
     (fn [] ~@body)))
(defmacro with-open "Evaluates the body with the names bound to what is closed at the end."
  [bindings & body]
  (if (empty? bindings)
    `(do ~@body)
    `(let [~(bindings 0) ~(bindings 1)]
       (try (with-open ~(subvec bindings 2) ~@body)
            (finally (. ~(bindings 0) ~'close))))))
(defmacro with-local-vars "Evaluates the body with the names bound to vars of no namespace: var-get or @, var-set."
  [bindings & body]
  `(let ~(loop [pairs (seq bindings) out []]
           (if pairs (recur (nnext pairs) (conj out (first pairs) `(make-local-var ~(second pairs)))) out))
     ~@body))
(defmacro import "Makes classes known by their last names." [& specs] `(import-classes ~@(loop [specs (seq specs) out []]
                                                                                            (if specs (recur (next specs) (conj out `'~(first specs))) out))))
(defmacro lazy-cat "Returns the elements of the collections, each evaluated when it is needed."
  [& colls]
  (if colls `(concat (lazy-seq ~(first colls)) (lazy-cat ~@(next colls))) nil))
(defmacro with-in-str "Evaluates the body while the input is the string." [s & body] `(call-with-in-str ~s (fn [] ~@body)))
(defmacro areduce "Returns the last value of the expression, evaluated for each index of the array with ret bound to the value before." [array idx ret init expr]
  `(let [a# ~array] (loop [~idx 0 ~ret ~init] (if (< ~idx (alength a#)) (recur (inc ~idx) ~expr) ~ret))))
(defmacro amap "Returns a copy of the array, ret, whose elements become the values of the expression for each index." [array idx ret expr]
  `(let [a# ~array ~ret (aclone a#)] (loop [~idx 0] (if (< ~idx (alength a#)) (do (aset ~ret ~idx ~expr) (recur (inc ~idx))) ~ret))))
(defmacro memfn "Returns a function that calls the method of its first argument." [name & args]
  `(fn [target# ~@args] (. target# ~name ~@args)))

;;; Functions of functions.

(defn constantly "Returns a function that always returns the value." [value] (fn [& args] value))
(defn complement "Returns a function that returns true where f does not." [f]
  (fn ([] (not (f))) ([a] (not (f a))) ([a b] (not (f a b))) ([a b & more] (not (apply f a b more)))))

(defn comp "Returns a function that calls the functions, the last first, each with what the one before returned."
  ([] identity)
  ([f] f)
  ([f g] (fn ([] (f (g))) ([a] (f (g a))) ([a b] (f (g a b))) ([a b & more] (f (apply g a b more)))))
  ([f g & more] (reduce comp (cons f (cons g more)))))

(defn partial "Returns the function f with its first arguments given."
  ([f] f)
  ([f a] (fn ([] (f a)) ([x] (f a x)) ([x y] (f a x y)) ([x y & more] (apply f a x y more))))
  ([f a b] (fn ([] (f a b)) ([x] (f a b x)) ([x & more] (apply f a b x more))))
  ([f a b & args] (fn [& more] (apply f a b (into (vec args) more)))))

(defn juxt "Returns a function that returns a vector of what each function returns." [& fs]
  (fn [& args] (reduce (fn [out f] (conj out (apply f args))) [] fs)))

(defn fnil "Returns the function f with other values for arguments that are nil."
  ([f x] (fn [a & more] (apply f (if (nil? a) x a) more)))
  ([f x y] (fn [a b & more] (apply f (if (nil? a) x a) (if (nil? b) y b) more)))
  ([f x y z] (fn [a b c & more] (apply f (if (nil? a) x a) (if (nil? b) y b) (if (nil? c) z c) more))))

(defn every-pred "Returns a predicate that is true where all of the predicates are." [p & more]
  (fn [& args] (loop [preds (cons p more)]
                 (if preds
                   (let [p (first preds)]
                     (if (loop [args (seq args)] (if args (if (p (first args)) (recur (next args)) false) true))
                       (recur (next preds))
                       false))
                   true))))

(defn some-fn "Returns a function that returns the first true value that one of the predicates returns, or the last value." [p & more]
  (fn [& args] (loop [args (seq args) preds nil x nil value nil]
                 (cond value value
                       preds (recur args (next preds) x ((first preds) x))
                       args (recur (next args) (cons p more) (first args) value)
                       :else value))))

(defn memoize "Returns the function f, whose values are kept and not computed again for the same arguments." [f]
  (let [known (atom {})]
    (fn [& args]
      (let [found (find @known args)]
        (if found
          (val found)
          (let [value (apply f args)]
            (swap! known assoc args value)
            value))))))

(defn trampoline "Calls f, and what it returns as long as that is a function."
  ([f] (let [value (f)] (if (fn? value) (recur value) value)))
  ([f & args] (trampoline (fn [] (apply f args)))))

;;; Transducers come with their functions: (f x) without a collection.

(defn completing "Returns the reducing function f with the function done for its end."
  ([f] (completing f identity))
  ([f done] (fn ([] (f)) ([result] (done result)) ([result x] (f result x)))))

(defn transduce "Reduces the collection by what the transducer makes of f."
  ([xform f coll] (transduce xform f (f) coll))
  ([xform f init coll]
   (let [step (xform f)]
     (step (reduce step init coll)))))

(defn map "Returns the values of f for the elements; of several collections, for those of the same index."
  ([f] (fn [step]
         (fn ([] (step)) ([result] (step result)) ([result x] (step result (f x)))
           ([result x & more] (step result (apply f x more))))))
  ([f coll]
   (lazy-seq (let [s (seq coll)]
               (when s (cons (f (first s)) (map f (rest s)))))))
  ([f c1 c2]
   (lazy-seq (let [s1 (seq c1) s2 (seq c2)]
               (when (and s1 s2) (cons (f (first s1) (first s2)) (map f (rest s1) (rest s2)))))))
  ([f c1 c2 & more]
   (let [step (fn step [colls]
                (lazy-seq (let [seqs (loop [colls (seq colls) out []]
                                       (if colls
                                         (let [s (seq (first colls))] (if s (recur (next colls) (conj out s)) nil))
                                         out))]
                            (when seqs
                              (cons (apply f (loop [s (seq seqs) out []] (if s (recur (next s) (conj out (first (first s)))) out)))
                                    (step (loop [s (seq seqs) out []] (if s (recur (next s) (conj out (rest (first s)))) out))))))))]
     (step (cons c1 (cons c2 more))))))

(defn filter "Returns the elements that the predicate is true of."
  ([pred] (fn [step] (fn ([] (step)) ([result] (step result)) ([result x] (if (pred x) (step result x) result)))))
  ([pred coll]
   (lazy-seq (loop [s (seq coll)]
               (when s
                 (let [x (first s)]
                   (if (pred x) (cons x (filter pred (rest s))) (recur (next s)))))))))

(defn remove "Returns the elements that the predicate is not true of."
  ([pred] (filter (complement pred)))
  ([pred coll]
   (lazy-seq (loop [s (seq coll)]
               (when s
                 (let [x (first s)]
                   (if (pred x) (recur (next s)) (cons x (remove pred (rest s))))))))))

(defn keep "Returns the values of f that are not nil."
  ([f] (fn [step] (fn ([] (step)) ([result] (step result)) ([result x] (let [v (f x)] (if (nil? v) result (step result v)))))))
  ([f coll]
   (lazy-seq (loop [s (seq coll)]
               (when s
                 (let [v (f (first s))]
                   (if (nil? v) (recur (next s)) (cons v (keep f (rest s))))))))))

(defn map-indexed "Returns the values of f for the index and the element."
  ([f] (fn [step] (let [index (volatile! -1)]
                    (fn ([] (step)) ([result] (step result)) ([result x] (step result (f (vreset! index (inc @index)) x)))))))
  ([f coll] (let [from (fn from [index coll] (lazy-seq (let [s (seq coll)] (when s (cons (f index (first s)) (from (inc index) (rest s)))))))]
              (from 0 coll))))

(defn keep-indexed "Returns the values of f for the index and the element that are not nil."
  ([f] (fn [step] (let [index (volatile! -1)]
                    (fn ([] (step)) ([result] (step result))
                      ([result x] (let [v (f (vreset! index (inc @index)) x)] (if (nil? v) result (step result v))))))))
  ([f coll] (keep identity (map-indexed f coll))))

(defn concat "Returns the elements of all the collections."
  ([] (lazy-seq nil))
  ([a] (lazy-seq a))
  ([a b] (lazy-seq (let [s (seq a)] (if s (cons (first s) (concat (rest s) b)) b))))
  ([a b & more]
   (let [from (fn from [s colls]
                (lazy-seq (let [s (seq s)]
                            (cond s (cons (first s) (from (rest s) colls))
                                  colls (from (first colls) (next colls))
                                  :else nil))))]
     (from a (cons b more)))))

(defn cat "Makes a reducing function, as transducers do, that takes the elements of the elements." [step]
  (let [inner (fn [result x] (let [r (step result x)] (if (reduced? r) (reduced r) r)))]
    (fn ([] (step)) ([result] (step result)) ([result x] (reduce inner result x)))))

(defn mapcat "Returns the elements of the collections that f returns."
  ([f] (comp (map f) cat))
  ([f coll]
   (let [from (fn from [inner s]
                (lazy-seq (loop [inner (seq inner) s s]
                            (if inner
                              (cons (first inner) (from (rest inner) s))
                              (let [s (seq s)]
                                (when s (recur (seq (first s)) (rest s))))))))]
     (let [s (map f coll)] (from (first s) (rest s)))))
  ([f c1 & more] (mapcat identity (apply map f c1 more))))

(defn take "Returns the first n elements."
  ([n] (fn [step] (let [left (volatile! n)]
                    (fn ([] (step)) ([result] (step result))
                      ([result x] (let [now @left after (vreset! left (dec now)) result (if (pos? now) (step result x) result)]
                                    (if (pos? after) result (ensure-reduced result))))))))
  ([n coll] (lazy-seq (when (pos? n)
                        (let [s (seq coll)]
                          (when s (cons (first s) (take (dec n) (rest s)))))))))

(defn take-while "Returns the first elements, as long as the predicate is true of them."
  ([pred] (fn [step] (fn ([] (step)) ([result] (step result)) ([result x] (if (pred x) (step result x) (reduced result))))))
  ([pred coll] (lazy-seq (let [s (seq coll)]
                           (when s (let [x (first s)] (when (pred x) (cons x (take-while pred (rest s))))))))))

(defn drop "Returns all but the first n elements."
  ([n] (fn [step] (let [left (volatile! n)]
                    (fn ([] (step)) ([result] (step result))
                      ([result x] (if (pos? @left) (do (vreset! left (dec @left)) result) (step result x)))))))
  ([n coll] (lazy-seq (loop [n n s (seq coll)]
                        (if (and (pos? n) s) (recur (dec n) (next s)) s)))))

(defn drop-while "Returns the elements from the first on that the predicate is not true of."
  ([pred] (fn [step] (let [dropping (volatile! true)]
                       (fn ([] (step)) ([result] (step result))
                         ([result x] (if (and @dropping (pred x)) result (do (vreset! dropping false) (step result x))))))))
  ([pred coll] (lazy-seq (loop [s (seq coll)]
                           (if (and s (pred (first s))) (recur (next s)) s)))))

(defn nthrest "Returns all but the first n elements." [coll n]
  (loop [n n more coll] (let [s (and (pos? n) (seq more))] (if s (recur (dec n) (rest s)) more))))
(defn nthnext "Returns all but the first n elements, or nil if nothing is left." [coll n] (when coll (seq (nthrest coll n))))
(defn drop-last "Returns all but the last n elements." ([coll] (drop-last 1 coll)) ([n coll] (map (fn [x y] x) coll (drop n coll))))
(defn take-last "Returns the last n elements." [n coll]
  (loop [s (seq coll) lead (seq (drop n coll))] (if lead (recur (next s) (next lead)) s)))
(defn last "Returns the last element." [coll] (loop [s (seq coll)] (if (next s) (recur (next s)) (first s))))
(defn butlast "Returns all but the last element." [coll]
  (loop [s (seq coll) out []] (if (next s) (recur (next s) (conj out (first s))) (seq out))))
(defn take-nth "Returns every nth element, from the first on."
  ([n] (fn [step] (let [index (volatile! -1)]
                    (fn ([] (step)) ([result] (step result))
                      ([result x] (if (zero? (rem (vreset! index (inc @index)) n)) (step result x) result))))))
  ([n coll] (lazy-seq (let [s (seq coll)] (when s (cons (first s) (take-nth n (drop n s))))))))
(defn split-at "Returns a vector of the first n elements and the others." [n coll] [(take n coll) (drop n coll)])
(defn split-with "Returns a vector of what take-while and drop-while return." [pred coll] [(take-while pred coll) (drop-while pred coll)])

(defn iterate "Returns a lazy sequence of the value, f of it, f of that, and so on." [f x]
  (cons x (lazy-seq (iterate f (f x)))))
(defn repeat "Returns a lazy sequence of the value again and again, or n times."
  ([x] (lazy-seq (cons x (repeat x))))
  ([n x] (take (long n) (repeat x))))
(defn repeatedly "Returns a lazy sequence of the values of calls of f, n if that is given."
  ([f] (lazy-seq (cons (f) (repeatedly f))))
  ([n f] (take n (repeatedly f))))
(defn replicate "Returns a sequence of the value n times." [n x] (take n (repeat x)))
(defn cycle "Returns a lazy sequence of the elements again and again." [coll]
  (let [all (seq coll)
        from (fn from [s] (lazy-seq (let [s (or (seq s) all)] (cons (first s) (from (rest s))))))]
    (if all (from all) ())))
(defn interleave "Returns the first elements of all collections, then the second ones, and so on."
  ([] (lazy-seq nil))
  ([a] (lazy-seq a))
  ([a b & more] (apply concat (apply map (fn [& xs] xs) a b more))))
(defn interpose "Returns the elements with the separator between them."
  ([sep] (fn [step] (let [started (volatile! false)]
                      (fn ([] (step)) ([result] (step result))
                        ([result x] (if @started
                                      (let [r (step result sep)] (if (reduced? r) r (step r x)))
                                      (do (vreset! started true) (step result x))))))))
  ([sep coll] (drop 1 (mapcat (fn [x] (list sep x)) coll))))

(defn list* "Returns a sequence of the first arguments and then the elements of the last."
  ([coll] (seq coll))
  ([x & more] (let [all (cons x more)] (concat (butlast all) (last all)))))

(defn dorun "Computes all elements, or the first n. Returns nil." ([coll] (loop [s (seq coll)] (when s (recur (next s)))))
  ([n coll] (loop [n n s (seq coll)] (when (and s (pos? n)) (recur (dec n) (next s))))))
(defn doall "Computes all elements, or the first n. Returns the collection." ([coll] (dorun coll) coll) ([n coll] (dorun n coll) coll))
(defn run! "Calls f with each element." [f coll] (reduce (fn [_ x] (f x)) nil coll) nil)

(defn every? "True if the predicate is true of all elements." [pred coll]
  (loop [s (seq coll)] (if s (if (pred (first s)) (recur (next s)) false) true)))
(defn not-every? "True if the predicate is not true of all elements." [pred coll] (not (every? pred coll)))
(defn some "Returns the first true value that the predicate returns, or nil." [pred coll]
  (loop [s (seq coll)] (when s (let [v (pred (first s))] (if v v (recur (next s)))))))
(defn not-any? "True if the predicate is true of no element." [pred coll] (not (some pred coll)))

(defn distinct "Returns the elements, each once."
  ([] (fn [step] (let [seen (volatile! #{})]
                   (fn ([] (step)) ([result] (step result))
                     ([result x] (if (contains? @seen x) result (do (vreset! seen (conj @seen x)) (step result x))))))))
  ([coll] (let [from (fn from [s seen]
                       (lazy-seq (loop [s (seq s) seen seen]
                                   (when s
                                     (let [x (first s)]
                                       (if (contains? seen x) (recur (next s) seen) (cons x (from (rest s) (conj seen x)))))))))]
            (from coll #{}))))
(defn dedupe "Returns the elements without those that equal the one before."
  ([] (fn [step] (let [before (volatile! ::none)]
                   (fn ([] (step)) ([result] (step result))
                     ([result x] (let [was @before] (vreset! before x) (if (= was x) result (step result x))))))))
  ([coll] (let [from (fn from [s before]
                       (lazy-seq (loop [s (seq s)]
                                   (when s (let [x (first s)] (if (= x before) (recur (next s)) (cons x (from (rest s) x))))))))]
            (from coll ::none))))
(defn distinct? "True if no two arguments are equal." [& xs] (= (count xs) (count (set xs))))

(defn group-by "Returns a map from the values of f to vectors of the elements that have it." [f coll]
  (reduce (fn [m x] (let [k (f x)] (assoc m k (conj (get m k []) x)))) {} coll))
(defn frequencies "Returns a map from the elements to how often they occur." [coll]
  (persistent! (reduce (fn [m x] (assoc! m x (inc (get m x 0)))) (transient {}) coll)))
(defn partition-by "Returns the runs of elements that have the same value of f."
  ([f] (fn [step] (let [run (volatile! []) key (volatile! ::none)]
                    (fn ([] (step))
                      ([result] (let [r (if (empty? @run) result (unreduced (step result @run)))] (vreset! run []) (step r)))
                      ([result x] (let [k (f x) before @key]
                                    (vreset! key k)
                                    (if (or (= before ::none) (= k before))
                                      (do (vreset! run (conj @run x)) result)
                                      (let [done @run r (step result done)]
                                        (vreset! run (if (reduced? r) [] [x]))
                                        r))))))))
  ([f coll] (lazy-seq (let [s (seq coll)]
                        (when s
                          (let [k (f (first s)) run (cons (first s) (take-while (fn [x] (= k (f x))) (next s)))]
                            (cons run (partition-by f (lazy-seq (drop (count run) s))))))))))
(defn partition "Returns the elements in groups of n, each step after the one before; pad may fill the last."
  ([n coll] (partition n n coll))
  ([n step coll] (lazy-seq (let [s (seq coll)]
                             (when s (let [part (doall (take n s))]
                                       (when (= n (count part)) (cons part (partition n step (nthrest s step)))))))))
  ([n step pad coll] (lazy-seq (let [s (seq coll)]
                                 (when s (let [part (doall (take n s))]
                                           (if (= n (count part))
                                             (cons part (partition n step pad (nthrest s step)))
                                             (list (take n (concat part pad))))))))))
(defn partition-all "Returns the elements in groups of n, as partition does; the last may have fewer."
  ([n] (fn [step] (let [run (volatile! [])]
                    (fn ([] (step))
                      ([result] (let [r (if (empty? @run) result (unreduced (step result @run)))] (vreset! run []) (step r)))
                      ([result x] (do (vreset! run (conj @run x))
                                      (if (= n (count @run)) (let [done @run] (vreset! run []) (step result done)) result)))))))
  ([n coll] (partition-all n n coll))
  ([n step coll] (lazy-seq (let [s (seq coll)]
                             (when s (cons (doall (take n s)) (partition-all n step (nthrest s step))))))))
(defn partitionv "Returns the elements in groups of n, as partition does, as vectors." ([n coll] (map vec (partition n coll))) ([n step coll] (map vec (partition n step coll))))

(defn reductions "Returns a lazy sequence of the first value and the results of reduce after each element."
  ([f coll] (lazy-seq (let [s (seq coll)] (if s (reductions f (first s) (rest s)) (list (f))))))
  ([f init coll] (if (reduced? init)
                   (list @init)
                   (cons init (lazy-seq (let [s (seq coll)] (when s (reductions f (f init (first s)) (rest s)))))))))

(defn zipmap "Returns a map of the keys and their values." [ks vs]
  (loop [m (transient {}) ks (seq ks) vs (seq vs)]
    (if (and ks vs) (recur (assoc! m (first ks) (first vs)) (next ks) (next vs)) (persistent! m))))
(defn flatten "Returns the elements of all sequential collections within each other." [coll]
  (let [walk (fn walk [x] (if (sequential? x) (mapcat walk x) (list x)))]
    (if (sequential? coll) (mapcat walk coll) ())))
(defn tree-seq "Returns the nodes of a tree, depth first." [branch? children root]
  (let [walk (fn walk [node] (lazy-seq (cons node (when (branch? node) (mapcat walk (children node))))))]
    (walk root)))
(defn- best-key "Returns the argument whose value of k is the best, the last of equal ones." [better? at-least? k x y more]
  (let [kx (k x) ky (k y) first? (better? kx ky)]
    (loop [best (if first? x y) key (if first? kx ky) more more]
      (if more
        (let [x (first more) kx (k x)] (if (at-least? kx key) (recur x kx (next more)) (recur best key (next more))))
        best))))
(defn max-key "Returns the argument whose value of f is the greatest." ([k x] x) ([k x y & more] (best-key > >= k x y more)))
(defn min-key "Returns the argument whose value of f is the least." ([k x] x) ([k x y & more] (best-key < <= k x y more)))
(defn rand-nth "Returns a random element." [coll] (nth coll (rand-int (count coll))))
(defn random-sample "Returns the elements, each with that probability."
  ([p] (filter (fn [_] (< (rand) p))))
  ([p coll] (filter (fn [_] (< (rand) p)) coll)))
(defn mapv "Returns a vector of the values of f for the elements."
  ([f coll] (persistent! (reduce (fn [v x] (conj! v (f x))) (transient []) coll)))
  ([f c1 & more] (vec (apply map f c1 more))))
(defn filterv "Returns a vector of the elements that the predicate is true of." [pred coll] (persistent! (reduce (fn [v x] (if (pred x) (conj! v x) v)) (transient []) coll)))
(defn pmap "Returns the values of f for the elements, as map does." [f & colls] (apply map f colls))
(defn pcalls "Returns the values of calls of the functions." [& fs] (map (fn [f] (f)) fs))
(defn- through-transducer "Returns a lazy sequence of what the transducer makes of coll; call calls it with the next elements." [xform call coll]
  (let [waiting (volatile! [])
        step (xform (fn ([result] result) ([result x] (vswap! waiting conj x) result)))
        taken (fn [] (let [out @waiting] (vreset! waiting []) out))
        after (fn after [coll]
                (lazy-seq
                  (loop [s (seq coll)]
                    (if (and s (not (reduced? (call step s))))
                      (let [out (taken)]
                        (if (seq out) (concat out (after (rest s))) (recur (next s))))
                      (do (step nil) (seq (taken)))))))]
    (after coll)))
(defn sequence "Returns the elements as a sequence, through a transducer if one is given."
  ([coll] (or (seq coll) ()))
  ([xform coll] (through-transducer xform (fn [step s] (step nil (first s))) coll))
  ([xform coll & more] (through-transducer xform (fn [step s] (apply step nil (first s))) (apply map vector coll more))))
(defn eduction "Returns the elements as a sequence, through the transducers." [& args] (sequence (apply comp (butlast args)) (last args)))
(defn halt-when "Returns a transducer that ends with the element that the predicate is true of, or with what f makes of the result so far and that."
  ([pred] (halt-when pred nil))
  ([pred f]
   (fn [step]
     (fn ([] (step))
       ([result] (if (and (map? result) (contains? result ::halt)) (::halt result) (step result)))
       ([result x] (if (pred x) (reduced {::halt (if f (f (step result) x) x)}) (step result x)))))))

;;; Maps.

(defn get-in "Returns the value that the keys lead to, one within the other, or the default."
  ([m ks] (reduce get m ks))
  ([m ks default] (loop [m m ks (seq ks)]
                    (if ks
                      (let [v (get m (first ks) ::none)] (if (= v ::none) default (recur v (next ks))))
                      m))))
(defn assoc-in "Returns the map with the value where the keys lead to." [m [k & ks] v]
  (if ks (assoc m k (assoc-in (get m k) ks v)) (assoc m k v)))
(defn update "Returns the map with what f makes of the value of the key."
  ([m k f] (assoc m k (f (get m k))))
  ([m k f & args] (assoc m k (apply f (get m k) args))))
(defn update-in "Returns the map with what f makes of the value that the keys lead to." [m [k & ks] f & args]
  (if ks
    (assoc m k (apply update-in (get m k) ks f args))
    (assoc m k (apply f (get m k) args))))
(defn merge "Returns a map of the entries of all maps; the last value of a key counts." [& maps]
  (when (some identity maps) (reduce (fn [m other] (conj (or m {}) other)) maps)))
(defn merge-with "Returns a map of the entries of all maps, with what f makes of the values of a key." [f & maps]
  (when (some identity maps)
    (reduce (fn [m other]
              (reduce (fn [m entry] (let [k (key entry) v (val entry)] (if (contains? m k) (assoc m k (f (get m k) v)) (assoc m k v))))
                      (or m {}) other))
            maps)))
(defn select-keys "Returns the map with those keys only." [m ks]
  (with-meta (reduce (fn [out k] (let [e (find m k)] (if e (conj out e) out))) {} ks) (meta m)))
(defn update-vals "Returns the map with what f makes of the values." [m f] (with-meta (reduce-kv (fn [out k v] (assoc out k (f v))) (if (or (sorted? m) (record? m)) {} (or m {})) m) (meta m)))
(defn update-keys "Returns the map with what f makes of the keys." [m f] (reduce-kv (fn [out k v] (assoc out (f k) v)) {} m))
(defn vary-meta "Returns the object with what f makes of its metadata." [x f & args] (with-meta x (apply f (meta x) args)))
(defn replace "Returns the elements, those that are keys of the map replaced by their values."
  ([m] (map (fn [x] (if-let [e (find m x)] (val e) x))))
  ([m coll] (let [f (fn [x] (if-let [e (find m x)] (val e) x))] (if (vector? coll) (mapv f coll) (map f coll)))))

;;; Comprehensions.

(defmacro for "Returns the values of the body for the elements; :let, :when and :while stand after a binding."
  [bindings body]
  (when-not (vector? bindings) (throw (IllegalArgumentException. "for requires a vector for its binding")))
  (when (odd? (count bindings)) (throw (IllegalArgumentException. "for requires an even number of forms in binding vector")))
  (let [step (fn step [bs more after]     ; more: the elements from the next one of the innermost binding on; after: when that has no more
               (if (nil? bs)
                 `(cons ~body ~more)
                 (let [k (first bs) v (second bs) others (nnext bs)]
                   (cond (= k :let) `(let ~v ~(step others more after))
                         (= k :when) `(if ~v ~(step others more after) ~more)
                         (= k :while) `(if ~v ~(step others more after) ~after)
                         (keyword? k) (throw (IllegalArgumentException. (str "Invalid 'for' keyword " k)))
                         :else (let [f (gensym "f") s (gensym "s")]
                                 `((fn ~f [~s]
                                     (lazy-seq
                                       (let [~s (seq ~s)]
                                         (if ~s
                                           (let [~k (first ~s)]
                                             ~(step others `(~f (rest ~s)) more))
                                           ~more))))
                                   ~v))))))]
    `(lazy-seq ~(step (seq bindings) nil nil))))

(defmacro doseq "Evaluates the body for the elements; :let, :when and :while stand after a binding."
  [bindings & body]
  (when-not (vector? bindings) (throw (IllegalArgumentException. "doseq requires a vector for its binding")))
  (when (odd? (count bindings)) (throw (IllegalArgumentException. "doseq requires an even number of forms in binding vector")))
  (let [step (fn step [bs more]
               (if (nil? bs)
                 `(do ~@body ~more)
                 (let [k (first bs) v (second bs) others (nnext bs)]
                   (cond (= k :let) `(let ~v ~(step others more))
                         (= k :when) `(if ~v ~(step others more) ~more)
                         (= k :while) `(if ~v ~(step others more) nil)
                         (keyword? k) (throw (IllegalArgumentException. (str "Invalid 'doseq' keyword " k)))
                         :else (let [s (gensym "s")]
                                 (if (or (nil? others) (not (keyword? (first others))))
                                   `(do (loop [~s (seq ~v)]
                                          (when ~s
                                            (let [~k (first ~s)]
                                              ~(step others nil))
                                            (recur (next ~s))))
                                        ~more)
                                   `(do (loop [~s (seq ~v)]
                                          (when ~s
                                            (let [~k (first ~s)]
                                              ~(step others `(recur (next ~s))))))
                                        ~more)))))))]
    `(do ~(step (seq bindings) nil) nil)))

