;;; The modules that the module tour needs, and its files in order.
("tour" (:needs "filling")
 "steps" "tour")
