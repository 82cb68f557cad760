;;; What (require "warnings") loads: the modules that it needs, and its files in order.
("warnings"
 "classes" "signal")
