;;; What (require "mop") loads: the modules that it needs, and its files in order.
("mop"
 "package" "readers" "metaobjects" "classes" "functions")
