;;; What (require "asdf") loads: the modules that it needs, and its files in order.
("asdf"
 "patches" "dialects" "cache" "asdf")
