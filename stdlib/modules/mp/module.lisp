;;; What (require "mp") loads: the modules that it needs, and its files in order.
("mp"
 "package" "processes" "locks" "semaphores" "atomic")
