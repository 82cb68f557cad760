;;; What (require "foreign") loads: the modules that it needs, and its files in order.
("foreign" (:needs "ext")
 "package" "pointers" "types" "memory" "libraries" "functions" "callbacks")
