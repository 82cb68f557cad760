;;; The files of the module ext, in order.
("ext"
 "package" "process" "floats" "introspection" "hash-tables" "octets" "environments")
