;; clojure.walk.

(defn walk "What outer makes of the form whose elements are what inner makes of them." [inner outer form]
  (cond (list? form) (outer (with-meta (apply list (map inner form)) (meta form)))
        (map-entry? form) (outer [(inner (key form)) (inner (val form))])
        (seq? form) (outer (doall (map inner form)))
        (record? form) (outer (reduce (fn [r x] (conj r (inner x))) form form))
        (coll? form) (outer (into (empty form) (map inner form)))
        :else (outer form)))
(defn postwalk "What f makes of all parts of the form, the innermost first." [f form] (walk (fn [x] (postwalk f x)) f form))
(defn prewalk "What f makes of all parts of the form, the outermost first." [f form] (walk (fn [x] (prewalk f x)) identity (f form)))
(defn postwalk-demo "Prints the parts of the form as postwalk comes to them." [form] (postwalk (fn [x] (print "Walked: ") (prn x) x) form))
(defn prewalk-demo "Prints the parts of the form as prewalk comes to them." [form] (prewalk (fn [x] (print "Walked: ") (prn x) x) form))
(defn macroexpand-all "The form with all macros in it expanded." [form] (prewalk (fn [x] (if (seq? x) (macroexpand x) x)) form))
(defn keywordize-keys "The maps within the form with keywords for strings." [m]
  (postwalk (fn [x] (if (map? x) (into {} (map (fn [[k v]] [(if (string? k) (keyword k) k) v]) x)) x)) m))
(defn stringify-keys "The maps within the form with strings for keywords." [m]
  (postwalk (fn [x] (if (map? x) (into {} (map (fn [[k v]] [(if (keyword? k) (name k) k) v]) x)) x)) m))
(defn postwalk-replace "The form with parts replaced as the map says." [m form] (postwalk (fn [x] (get m x x)) form))
(defn prewalk-replace "The form with parts replaced as the map says, the outermost first." [m form] (prewalk (fn [x] (get m x x)) form))
