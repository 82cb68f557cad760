;;; The modules that the module explore needs, and its files in order.
("explore" (:needs "assist")
 "describe" "apropos" "inspect" "trace" "expansion" "trees")
