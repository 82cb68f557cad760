;;; The files of the module gray, in order.
("gray"
 "package" "classes" "functions" "calls")
