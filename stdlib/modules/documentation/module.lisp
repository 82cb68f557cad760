;;; The modules of this folder. Each names the modules that it needs, and its files in order.
("filling"
 "filling")
("documentation" (:needs "filling") (:reads "display" "debugger")
 "entries" "evaluation" "control" "numbers" "conses" "data" "objects" "input-output" "system" "modules"
 "continuations" "ext" "sockets" "foreign" "processes" "parallel" "mpi" "profile" "metaobjects" "help" "topics")
