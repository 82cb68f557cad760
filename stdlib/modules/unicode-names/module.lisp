;;; What (require "unicode-names") loads: the modules that it needs, and its files in order.
("unicode-names"
 "names")
