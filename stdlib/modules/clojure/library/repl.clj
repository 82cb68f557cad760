;; clojure.repl: what one asks for at the prompt.

(def ^:private special-docs
  '{def ["(def name doc? value?)" "Defines the var of that name in the current namespace."]
    defn ["(defn name doc? [params*] body*)" "Defines a function; of several parameter lists if they stand in parentheses."]
    defn- ["(defn- name doc? [params*] body*)" "Defines a function as defn does, with a private name."]
    defmacro ["(defmacro name doc? [params*] body*)" "Defines a macro: calls of it are replaced by what the body returns."]
    defonce ["(defonce name value)" "Defines the var as def does, unless it has a value."]
    declare ["(declare names*)" "Makes vars that get their values later."]
    fn ["(fn name? [params*] body*)" "Makes a function."]
    if ["(if test then else?)" "Evaluates then if the test is neither false nor nil, or else else."]
    if-not ["(if-not test then else?)" "Evaluates then if the test is false or nil, or else else."]
    when ["(when test body*)" "Evaluates the body if the test is true."]
    when-not ["(when-not test body*)" "Evaluates the body unless the test is true."]
    cond ["(cond clauses*)" "Evaluates the form after the first test that is true."]
    case ["(case value clauses* default?)" "Evaluates the form after the constant that equals the value."]
    and ["(and forms*)" "Returns the first value that is false or nil, or the last."]
    or ["(or forms*)" "Returns the first value that is neither false nor nil, or the last."]
    do ["(do forms*)" "Evaluates the forms. Returns the value of the last."]
    let ["(let [bindings*] body*)" "Evaluates the body with the names bound to the values, one after the other."]
    loop ["(loop [bindings*] body*)" "Evaluates the body as let does; recur goes back to its beginning."]
    recur ["(recur values*)" "Goes back to the loop or function around, with other values for its names."]
    letfn ["(letfn [functions*] body*)" "Evaluates the body with local functions that know each other."]
    quote ["(quote form)" "Returns the form itself."]
    var ["(var name)" "Returns the var of that name."]
    new ["(Class. arguments*)" "Makes an object of the class."]
    . ["(.method object arguments*)" "Calls a method, or gets a field."]
    set! ["(set! var value)" "Gives the binding of a var another value."]
    binding ["(binding [bindings*] body*)" "Evaluates the body while vars have other values."]
    throw ["(throw exception)" "Throws the exception."]
    try ["(try forms* catches* finally?)" "Evaluates the forms; catches what they throw; at last evaluates what stands in finally."]
    catch ["(catch Class name body*)" "Evaluates the body, within try, for exceptions of that class."]
    finally ["(finally forms*)" "Evaluates the forms, within try, in any case."]
    -> ["(-> value forms*)" "Puts the value as first argument into the first form, that into the next, and so on."]
    ->> ["(->> value forms*)" "Puts the value as last argument into the first form, that into the next, and so on."]
    lazy-seq ["(lazy-seq body*)" "Makes a sequence that the body computes when it is needed."]
    dotimes ["(dotimes [name n] body*)" "Evaluates the body with the name bound to 0, 1 ... n-1."]
    dosync ["(dosync body*)" "Evaluates the body as a transaction."]
    ns ["(ns name doc? clauses*)" "Goes to the namespace, which is made if need be: (:require ...), (:use ...), (:import ...)."]
    defmulti ["(defmulti name doc? dispatch options*)" "Defines a multimethod."]
    defmethod ["(defmethod name value [params*] body*)" "Defines the method for what the dispatch function returns the value for."]
    defprotocol ["(defprotocol Name doc? signatures*)" "Defines a protocol and its functions."]
    defrecord ["(defrecord Name [fields*] protocols-and-methods*)" "Defines a type of records, which are maps, too."]
    deftype ["(deftype Name [fields*] protocols-and-methods*)" "Defines a type."]
    reify ["(reify protocols-and-methods*)" "Makes an object with the methods."]
    extend-type ["(extend-type Type protocols-and-methods*)" "Gives the type methods of protocols."]
    extend-protocol ["(extend-protocol Protocol types-and-methods*)" "Gives types methods of the protocol."]})

(defn- print-entry "Prints a line, the name and the lines." [name lines]
  (println "-------------------------")
  (println name)
  (doseq [line lines] (println line)))

(defn- print-var-doc "Prints the parameter lists and the documentation of the var." [v]
  (let [m (meta v)]
    (print-entry (symbol v) (concat (when-let [lists (arglists-of v)] [(seq lists)])
                                    (when (:macro m) ["Macro"])
                                    [(str "  " (or (:doc m) "nil"))]))))

(defn print-doc "Prints what is known of the symbol." [name]
  (let [[usage doc] (special-docs name) space (find-ns name)]
    (cond doc (print-entry name [(str "  " usage) "Special Form" (str "  " doc)])
          space (print-entry name [(str "  " (:doc (meta space)))])
          :else (let [found (resolve name)] (when (var? found) (print-var-doc found))))))
(defmacro doc "Prints what is known of the name: parameters and documentation." [name] `(print-doc '~name))

(defn- all-vars "Returns the public vars of all namespaces, sorted by their names." [] (sort-by (fn [v] (str (symbol v))) (mapcat (fn [space] (vals (ns-publics space))) (all-ns))))
(defn- matches? "True if the pattern, a string or a regular expression, is found in the text." [pattern text] (if (string? pattern) (.contains text pattern) (re-find pattern text)))
(defn find-doc "Prints the documentation of all that has the text, or what the pattern matches, in its name or documentation." [pattern]
  (doseq [v (all-vars)]
    (when (or (matches? pattern (str (:doc (meta v)))) (matches? pattern (name (symbol v)))) (print-var-doc v))))
(defn apropos "Returns the names that have the text, or what the pattern matches, within them." [pattern]
  (filter (fn [s] (matches? (if (symbol? pattern) (str pattern) pattern) (name s))) (map symbol (all-vars))))
(defn dir-fn "Returns the public names of the namespace, sorted." [space] (sort (map symbol (map str (keys (ns-publics space))))))
(defmacro dir "Prints the public names of the namespace." [space] `(doseq [s# (dir-fn '~space)] (println s#)))
