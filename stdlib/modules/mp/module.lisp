;;; The files of the module mp, in order.
("mp"
 "package" "processes" "locks" "semaphores" "atomic")
