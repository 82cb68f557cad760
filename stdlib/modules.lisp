;;; Modules in Lisp that are no part of the image: (NAME FOLDER FILE...). Each becomes the file NAME.tfasl among the program's modules,
;;; compiled by compile-modules.lisp when Tessera is built. One may use those before it.
(("warnings" "warnings" "classes" "signal")
 ("debugger" "debugger" "frames" "commands" "step")
 ("assist" "assist" "brief" "expressions" "sources" "arguments" "indentation" "completion")
 ("explore" "explore" "describe" "apropos" "inspect" "trace" "expansion" "trees")
 ("display" "display" "display" "pictures")
 ("swank" "swank" "package" "messages" "connections" "places" "debugger" "evaluation" "compilation" "names" "expansion" "inspector" "references" "tracing" "server")
 ("editor" "prompt/editor" "buffer" "layout" "display" "history" "editor" "keys" "commands" "search" "vi" "values" "session")
 ("filling" "documentation" "filling")
 ("json" "json" "json")
 ("jupyter" "jupyter" "package" "messages" "values" "cells" "answers" "comms" "server")
 ("language-server" "language-server" "package" "messages" "documents" "forms" "scopes" "operators" "names" "places" "renaming" "formatting" "diagnostics" "server")
 ("analysis" "language-server" "analysis")
 ("tour" "tour" "steps" "tour")
 ("ext" "ext" "package" "process" "floats" "knowledge" "hash-tables" "environments")
 ("gray" "gray" "package" "classes" "functions" "calls")
 ("mop" "mop" "package" "readers" "metaobjects" "classes" "functions")
 ("asdf" "asdf" "patches" "cache" "asdf")
 ("arc" "languages/arc" "package" "errors" "ssyntax" "compiler" "operators" "places" "printer" "reader" "data" "numbers" "lists" "strings" "ports"
  "functions" "macros" "language")
 ("continuations" "continuations" "package" "generators" "coroutines" "choices" "effects" "tasks")
 ("scheme" "languages/scheme" "package" "reader" "numbers" "syntax" "rules" "expand" "derived" "generate" "inline" "letters" "data" "control" "writer" "errors"
           "ports" "srfi" "libraries" "standard")
 ("clojure-base" "languages/clojure" "package" "vectors" "maps" "trees" "seqs" "collections" "classes" "namespaces" "printer" "tasks" "references"
  "regex" "reader" "expander" "binding" "specials" "inlines" "stm" "types" "include")
 ("clojure-core" "languages/clojure" "core" "core-objects" "arrays" "interop" "objects" "language")
 ("clojure" "languages/clojure" "library")
 ("documentation" "documentation" "entries" "evaluation" "control" "numbers" "conses" "data" "objects" "input-output" "system" "modules" "continuations" "ext" "metaobjects" "help" "topics"))
