;; What one asks for at the prompt: doc, apropos, dir, find-doc.

(doc nth) => (prints "-------------------------\nclojure.core/nth\n([coll index] [coll index default])\n  Returns the element of that index, or the default; throws if there is neither.\n" nil)
(doc when-let) => (prints "-------------------------\nclojure.core/when-let\n([bindings & body])\nMacro\n  Evaluates the body with the name bound to the value of the test, if that is true.\n" nil)
(doc if) => (prints "-------------------------\nif\n  (if test then else?)\nSpecial Form\n  Evaluates then if the test is neither false nor nil, or else else.\n" nil)
(do (defn half "Half of it." ([x] (/ x 2)) ([x & ys] (map half (cons x ys)))) 1) => 1
(doc half) => (prints "-------------------------\nuser/half\n([x] [x & ys])\n  Half of it.\n" nil)
(do (defn undocumented [{:keys [a]} & more] a) (doc undocumented)) => (prints "-------------------------\nuser/undocumented\n([{:keys [a]} & more])\n  nil\n" nil)
(do (def answer "The answer." 42) (doc answer)) => (prints "-------------------------\nuser/answer\n  The answer.\n" nil)
(doc there-is-none) => nil
(apropos "map-ind") => (clojure.core/map-indexed)
(apropos #"^nth.e") => (clojure.core/nthnext clojure.core/nthrest)
(dir clojure.walk) => (prints "keywordize-keys\nmacroexpand-all\npostwalk\npostwalk-demo\npostwalk-replace\nprewalk\nprewalk-demo\nprewalk-replace\nstringify-keys\nwalk\n" nil)
(find-doc "bit n inverted") => (prints "-------------------------\nclojure.core/bit-flip\n([a n])\n  Returns a with the bit n inverted.\n" nil)
(every? (fn [v] (or (:doc (meta v)) (println v))) (filter (fn [v] (and (bound? v) (fn? @v))) (vals (ns-publics 'clojure.core)))) => true
(do (require 'clojure.set 'clojure.string 'clojure.test 'clojure.walk) 1) => 1
(remove (fn [v] (re-find #"^(True (if|unless|for)|[A-Z][a-z]+s) " (:doc (meta v)))) (filter (fn [v] (or (:macro (meta v)) (and (bound? v) (fn? @v)))) (filter (fn [v] (:doc (meta v))) (mapcat (fn [n] (vals (ns-publics n))) '[clojure.core clojure.repl clojure.set clojure.string clojure.test clojure.walk])))) => ()
(do (require '[clojure.repl :as r :refer [dir-fn]]) (take 2 (dir-fn 'clojure.walk))) => (keywordize-keys macroexpand-all)
