;;; The files of the module profile, in order.
("profile"
 "package" "samples" "report" "flame-graph")
