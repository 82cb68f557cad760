;;; What (require "display") loads: the modules that it needs, and its files in order.
("display" (:needs "explore")
 "display" "pictures")
