;;; What (require "tour") loads: the modules that it needs, and its files in order.
("tour" (:needs "filling")
 "steps" "tour")
