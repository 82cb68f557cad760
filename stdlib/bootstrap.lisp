;;; The files of the standard library in bootstrap order: each may use what stands before it.
("backquote" "kernel" "expansion" "lambda-lists" "defmacro" "control" "case" "setf" "setf-macros" "setf-places"
 "conses" "conses-search" "conses-sets" "conses-trees"
 "sequences" "sequences-remove" "sequences-map" "sequences-sort" "sequences-compare" "hash-tables" "sequences-inline"
 "classes" "types" "types-sets" "types-algebra" "types-parse" "types-coerce" "structures-parse" "structures"
 "conditions-classes" "conditions-standard" "conditions-signal" "conditions-restarts" "conditions-failures"
 "backtrace" "packages" "arrays"
 "loop-parse" "loop-binding" "loop-iteration" "loop-body" "loop-accumulation" "loop" "streams"
 "format-parse" "format-engine" "format-integers" "format-floats" "format-directives" "format-blocks" "format"
 "pprint-layout" "pprint-stream" "pprint" "pprint-dispatch" "pprint-code"
 "evaluation"
 "clos-classes" "clos-slots" "clos-lambda-lists" "clos-generics" "clos-dispatch" "clos-methods" "clos-combination"
 "clos-instances" "clos-inline" "clos-objects"
 "documentation" "misc" "modules" "pathnames" "host" "lookalikes" "repl" "lazy" "macros" "svg")
