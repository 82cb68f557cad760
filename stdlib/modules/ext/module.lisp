;;; What (require "ext") loads: the modules that it needs, and its files in order.
("ext"
 "package" "process" "floats" "introspection" "hash-tables" "environments")
