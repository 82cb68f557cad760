;;; What (require "assist") loads: the modules that it needs, and its files in order.
("assist"
 "brief" "expressions" "sources" "arguments" "indentation" "completion")
