;;; What (require "definitions") loads: the modules that it needs, and its files in order.
("definitions" (:needs "explore")
 "index" "library")
