;; clojure.template: forms with other forms for some of their symbols.

(defn apply-template "Returns the expression with the values for the symbols of the vector." [argv expr values]
  (when-not (and (vector? argv) (every? symbol? argv))
    (throw (IllegalArgumentException. (str "Assert failed: " (pr-str argv) " is not a vector of symbols"))))
  (clojure.walk/postwalk-replace (zipmap argv values) expr))

(defmacro do-template "Evaluates the expression for each group of values of the symbols, which are replaced by them." [argv expr & values]
  `(do ~@(map (fn [group] (apply-template argv expr group)) (partition (count argv) values))))
