;;; What (require "gray") loads: the modules that it needs, and its files in order.
("gray"
 "package" "classes" "functions" "calls")
