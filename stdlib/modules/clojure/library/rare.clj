;; The names of clojure.core that programs seldom use: bindings of threads, taps, chunks, struct maps, what is said of
;; types. Each may use what stands in core.clj.

;;; Bindings.

(defmacro with-bindings "Evaluates the body while the dynamic vars, keys of the map, are bound." [map & body] `(with-bindings* ~map (fn [] ~@body)))
(defn bound-fn* "Returns the function f with the dynamic bindings that are in force now." [f]
  (let [bindings (get-thread-bindings)] (fn [& args] (apply with-bindings* bindings f args))))
(defmacro bound-fn "Makes a function, as fn does, with the dynamic bindings that are in force where it is evaluated." [& tail] `(bound-fn* (fn ~@tail)))
(defmacro with-precision "Evaluates the body while BigDecimals have at most that many digits. :rounding and a mode may stand first." [precision & body]
  (let [rounding? (= :rounding (first body))]
    `(with-precision* ~precision ~(when rounding? `(quote ~(second body))) (fn [] ~@(if rounding? (nnext body) body)))))
(defmacro pvalues "Returns the values of the expressions." [& exprs] `(pcalls ~@(map (fn [e] `(fn [] ~e)) exprs)))
(defmacro definline "Defines a function." [name & decl] `(defn ~name ~@decl))

;;; Taps.

(def ^:private taps (atom #{}))
(defn add-tap "Makes tap> call f with what it is given." [f] (swap! taps conj f) nil)
(defn remove-tap "Stops tap> from calling f." [f] (swap! taps disj f) nil)
(defn tap> "Calls what add-tap was given with the value, in a task. Returns true." [x]
  (doseq [f @taps] (future (try (f x) (catch Throwable e nil))))
  true)

;;; Chunks: vectors.

(defn chunk-buffer "Makes a buffer, which chunk-append adds to." [n] (volatile! []))
(defn chunk-append "Adds the value to the buffer." [buffer x] (vswap! buffer conj x) nil)
(defn chunk "Returns the contents of the buffer." [buffer] @buffer)
(defn chunk-cons "Returns the elements of the chunk and then the rest." [chunk rest] (if (zero? (count chunk)) rest (concat chunk rest)))
(defn chunked-seq? "True if the object is a sequence of vectors." [x] (instance? clojure.lang.ChunkedCons x))
(defn chunk-first "Returns the first chunk: a vector of the first element." [s] [(first s)])
(defn chunk-rest "Returns the elements after the first chunk." [s] (rest s))
(defn chunk-next "Returns the elements after the first chunk, or nil." [s] (next s))

;;; Struct maps.

(defn create-struct "Makes the basis of maps with those keys." [& ks] (vec ks))
(defmacro defstruct "Defines the name as the basis of maps with those keys." [name & ks] `(def ~name (create-struct ~@ks)))
(defn struct-map "Returns a map of the basis, and of keys and values." [basis & inits] (apply assoc (zipmap basis (repeat nil)) inits))
(defn struct "Returns a map of the basis with those values." [basis & vals]
  (when (> (count vals) (count basis)) (throw (IllegalArgumentException. "Too many arguments to struct constructor")))
  (merge (zipmap basis (repeat nil)) (zipmap basis vals)))
(defn accessor "Returns the function that returns the value of the key." [basis k] (fn [m] (get m k)))

;;; Sequences and vectors.

(defn comparator "Returns the comparator of the predicate, which is true if its first argument comes before the second." [pred]
  (fn [x y] (cond (pred x y) -1 (pred y x) 1 :else 0)))
(defn iteration "Returns a lazy sequence of vf of the results of step, called with :initk at first, and then with kf of the result before."
  [step & {:keys [somef vf kf initk] :or {vf identity kf identity somef some? initk nil}}]
  (let [from (fn from [k] (lazy-seq (let [ret (step k)]
                                      (when (somef ret)
                                        (cons (vf ret) (let [k (kf ret)] (when (some? k) (from k))))))))]
    (from initk)))
(defn vector-of "Returns a vector of the elements, converted to the type: :int :long :float :double :byte :short :char :boolean." [type & elements]
  (mapv (case type :int int :long long :float float :double double :byte byte :short short :char char :boolean boolean) elements))
(defn to-array-2d "Returns an array of arrays of the elements of the elements." [coll] (to-array (map to-array coll)))
(defn iterator-seq "Returns the elements as a sequence." [i] (seq i))
(defn xml-seq "Returns the nodes of a tree of maps with :content, depth first." [root] (tree-seq (complement string?) (comp seq :content) root))
(defn partitionv-all "Returns the elements in groups of n, as partition-all does, as vectors."
  ([n] (comp (partition-all n) (map vec)))
  ([n coll] (map vec (partition-all n coll)))
  ([n step coll] (map vec (partition-all n step coll))))
(defn splitv-at "Returns a vector of the first n elements, in a vector, and the others." [n coll] [(vec (take n coll)) (drop n coll)])

(defn booleans "Returns the array." [xs] xs)
(defn bytes "Returns the array." [xs] xs)
(defn chars "Returns the array." [xs] xs)
(defn doubles "Returns the array." [xs] xs)
(defn floats "Returns the array." [xs] xs)
(defn ints "Returns the array." [xs] xs)
(defn longs "Returns the array." [xs] xs)
(defn shorts "Returns the array." [xs] xs)

;;; Hashes.

(defn hash-ordered-coll "Returns a hash of the elements in order." [coll] (hash (sequence coll)))
(defn hash-unordered-coll "Returns a hash of the elements in any order." [coll] (hash (set coll)))

;;; Agents.

(defn await1 "Waits as await does, for one agent. Returns it." [agent] (await agent) agent)
(defn agent-errors "Returns a sequence of the exception that stopped the agent, or nil." [agent] (when-let [e (agent-error agent)] (list e)))
(defn clear-agent-errors "Restarts an agent that failed, with the value that it has." [agent] (restart-agent agent @agent))

;;; Names, namespaces, the version.

(def ^:dynamic *clojure-version* "The version of Clojure whose names are known." {:major 1 :minor 11 :incremental 1 :qualifier nil})
(defn clojure-version "Returns the version of Clojure whose names are known, a string." [] "1.11.1")
(def char-escape-string "The map from characters to how they are written within strings."
  {\newline "\\n" \tab "\\t" \return "\\r" \" "\\\"" \\ "\\\\" \formfeed "\\f" \backspace "\\b"})
(def char-name-string "The map from characters to their names."
  {\newline "newline" \tab "tab" \space "space" \backspace "backspace" \formfeed "formfeed" \return "return"})
(def default-data-readers "Clojure's own tags." {'inst (fn [s] (clojure.edn/read-string (str "#inst " (pr-str s))))
                                                 'uuid (fn [s] (clojure.edn/read-string (str "#uuid " (pr-str s))))})
(defn namespace-munge "Returns the name of the namespace as that of a file: with _ for -." [ns] (.replace (str ns) \- \_))
(def ^:private munged
  {\- "_" \: "_COLON_" \+ "_PLUS_" \> "_GT_" \< "_LT_" \= "_EQ_" \~ "_TILDE_" \! "_BANG_" \@ "_CIRCA_" \# "_SHARP_" \' "_SINGLEQUOTE_"
   \" "_DOUBLEQUOTE_" \% "_PERCENT_" \^ "_CARET_" \& "_AMPERSAND_" \* "_STAR_" \| "_BAR_" \{ "_LBRACE_" \} "_RBRACE_" \[ "_LBRACK_"
   \] "_RBRACK_" \/ "_SLASH_" \\ "_BSLASH_" \? "_QMARK_"})
(defn munge "Returns the name with Java's words for characters that Java's names cannot have." [s] ((if (symbol? s) symbol identity) (apply str (map (fn [c] (get munged c c)) (str s)))))
(defn requiring-resolve "Returns the var of that full name; its namespace is loaded if need be." [sym]
  (when-not (qualified-symbol? sym) (throw (IllegalArgumentException. (str "Not a qualified symbol: " sym))))
  (or (resolve sym) (do (require (symbol (namespace sym))) (resolve sym))))
(defn loaded-libs "Returns the sorted set of the names of the namespaces." [] (apply sorted-set (map ns-name (all-ns))))
(defn load "Evaluates the files of those paths, without a type." [& paths]
  (doseq [path paths] (load-file (str (if (.startsWith path "/") (subs path 1) path) ".clj"))))
(defn load-reader "Evaluates the forms of the reader." [reader] (load-string (slurp reader)))
(defn read+string "Reads the next form of the input. Returns a vector of it and its text."
  [& args] (let [form (apply read args)] [form (pr-str form)]))
(defn test "Calls the :test of the var's metadata." [v] (if-let [f (:test (meta v))] (do (f) :ok) :no-test))
(defn error-handler "Returns the function that is called with the agent and an exception, or nil." [agent] (agent-error-handler agent))
(defprotocol Inst (inst-ms* [inst] "Returns the milliseconds of the point in time since the beginning of 1970."))
(extend-protocol Inst java.util.Date (inst-ms* [inst] (inst-ms inst)))

;;; Exceptions.

(defn Throwable->map "Returns a map of what is known of the exception." [e]
  (let [causes (take-while some? (iterate ex-cause e)) root (last causes)]
    (merge {:via (mapv (fn [e] (merge {:type (symbol (.getName (class e))) :message (ex-message e)} (when (ex-data e) {:data (ex-data e)}))) causes)
            :trace [] :cause (ex-message root)}
           (when (ex-data root) {:data (ex-data root)}))))

;;; Printing by methods.

(defmulti print-method "Writes an object to a writer, by the keyword that is the :type of its metadata, or by its class."
  (fn [x writer] (let [type (:type (meta x))] (if (keyword? type) type (class x)))))
(defmethod print-method :default [x writer] (print-simple x writer))
