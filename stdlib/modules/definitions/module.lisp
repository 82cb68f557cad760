;;; The modules that the module definitions needs, and its files in order.
("definitions" (:needs "explore")
 "index" "library")
