;;; The files of the module texts, in order.
("texts"
 "brief" "sources")
