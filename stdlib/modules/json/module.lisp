;;; What (require "json") loads: the modules that it needs, and its files in order.
("json"
 "json")
