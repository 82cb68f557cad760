;;; The files of the module mop, in order.
("mop"
 "package" "readers" "metaobjects" "classes" "functions")
