;;; The modules of this folder. Each names the modules that it needs, and its files in order.
("clojure-base" (:needs "continuations")
 "package" "vectors" "maps" "trees" "seqs" "collections" "numbers" "classes" "namespaces" "printer" "tasks" "references"
 "regex" "matching" "reader" "reader-tags" "expander" "binding" "specials" "inlines" "stm" "agents" "types" "include")
("clojure-core" (:needs "clojure-base")
 "core" "core-numbers" "core-text" "format" "core-objects" "arrays" "interop" "objects" "interop-text" "interop-numbers" "language")
("clojure" (:needs "clojure-core")
 "library")
