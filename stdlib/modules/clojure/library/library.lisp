;;; The part of the library that is written in Clojure (module clojure).

(in-package "TESSERA-CLOJURE")

(include "core.clj" "clojure.core")
(include "rare.clj" "clojure.core")
(include "string.clj" "clojure.string")
(include "set.clj" "clojure.set")
(include "walk.clj" "clojure.walk")
(include "template.clj" "clojure.template")
(include "test.clj" "clojure.test")
(include "repl.clj" "clojure.repl")

(let ((*ns* (make-ns "user")))
  (refer-names (find-ns "clojure.repl") '("doc" "find-doc" "apropos" "dir") nil))
