;; What one asks for at the prompt: doc, apropos, dir, find-doc.

(doc nth) => (prints "-------------------------\nclojure.core/nth\n([coll index] [coll index default])\n  The element of that index, the default, or else an error.\n" nil)
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
(find-doc "the other bit n") => (prints "-------------------------\nclojure.core/bit-flip\n([a n])\n  a with the other bit n.\n" nil)
(every? (fn [v] (or (:doc (meta v)) (println v))) (filter (fn [v] (and (bound? v) (fn? @v))) (vals (ns-publics 'clojure.core)))) => true
(do (require '[clojure.repl :as r :refer [dir-fn]]) (take 2 (dir-fn 'clojure.walk))) => (keywordize-keys macroexpand-all)
