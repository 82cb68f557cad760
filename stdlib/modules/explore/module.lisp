;;; What (require "explore") loads: the modules that it needs, and its files in order.
("explore" (:needs "assist")
 "describe" "apropos" "inspect" "trace" "expansion" "trees")
