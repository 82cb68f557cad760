;;; The modules that the module display needs, and its files in order.
("display" (:needs "explore")
 "display" "pictures")
