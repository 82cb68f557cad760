;;; The files of the module assist, in order.
("assist" (:needs "texts")
 "expressions" "arguments" "indentation" "completion")
