;; clojure.walk.

(defn walk "Calls inner with each element of the form, and outer with the form of its results. Returns that value." [inner outer form]
  (cond (list? form) (outer (with-meta (apply list (map inner form)) (meta form)))
        (map-entry? form) (outer [(inner (key form)) (inner (val form))])
        (seq? form) (outer (doall (map inner form)))
        (record? form) (outer (reduce (fn [r x] (conj r (inner x))) form form))
        (coll? form) (outer (into (empty form) (map inner form)))
        :else (outer form)))
(defn postwalk "Replaces all parts of the form by what f makes of them, the innermost first." [f form] (walk (fn [x] (postwalk f x)) f form))
(defn prewalk "Replaces all parts of the form by what f makes of them, the outermost first." [f form] (walk (fn [x] (prewalk f x)) identity (f form)))
(defn postwalk-demo "Prints the parts of the form as postwalk comes to them." [form] (postwalk (fn [x] (print "Walked: ") (prn x) x) form))
(defn prewalk-demo "Prints the parts of the form as prewalk comes to them." [form] (prewalk (fn [x] (print "Walked: ") (prn x) x) form))
(defn macroexpand-all "Returns the form with all macros in it expanded." [form] (prewalk (fn [x] (if (seq? x) (macroexpand x) x)) form))
(defn keywordize-keys "Returns the form with keywords for the strings that are keys of its maps." [m]
  (postwalk (fn [x] (if (map? x) (into {} (map (fn [[k v]] [(if (string? k) (keyword k) k) v]) x)) x)) m))
(defn stringify-keys "Returns the form with strings for the keywords that are keys of its maps." [m]
  (postwalk (fn [x] (if (map? x) (into {} (map (fn [[k v]] [(if (keyword? k) (name k) k) v]) x)) x)) m))
(defn postwalk-replace "Returns the form with parts replaced as the map says." [m form] (postwalk (fn [x] (get m x x)) form))
(defn prewalk-replace "Returns the form with parts replaced as the map says, the outermost first." [m form] (prewalk (fn [x] (get m x x)) form))
