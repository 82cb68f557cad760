;;; What (require "continuations") loads: the modules that it needs, and its files in order.
("continuations"
 "package" "generators" "coroutines" "choices" "effects" "tasks")
