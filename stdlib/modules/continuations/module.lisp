;;; The files of the module continuations, in order.
("continuations"
 "package" "generators" "coroutines" "choices" "effects" "tasks")
