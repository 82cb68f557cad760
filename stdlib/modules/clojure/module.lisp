;;; The modules of this folder. Each names the modules that it needs, and its files in order.
("clojure-base" (:needs "continuations")
 "package" "collections/vectors" "collections/maps" "collections/trees" "collections/seqs" "collections/collections" "numbers"
 "interop/classes" "namespaces" "text/printer" "references/tasks" "references/references" "text/regex" "text/matching"
 "reader/reader" "reader/tags" "expander/expander" "expander/binding" "expander/specials" "expander/inlines"
 "references/stm" "references/agents" "expander/types" "expander/include")
("clojure-core" (:needs "clojure-base")
 "core/core" "core/numbers" "core/text" "text/format" "core/objects" "core/arrays" "interop/interop" "references/kinds"
 "interop/text" "interop/numbers" "language")
("clojure" (:needs "clojure-core")
 "library/library")
