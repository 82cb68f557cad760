;;; The modules that the module foreign needs, and its files in order.
("foreign" (:needs "ext")
 "package" "pointers" "types" "memory" "libraries" "functions" "callbacks")
