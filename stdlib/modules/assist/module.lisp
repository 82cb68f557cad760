;;; The files of the module assist, in order.
("assist"
 "brief" "expressions" "sources" "arguments" "indentation" "completion")
