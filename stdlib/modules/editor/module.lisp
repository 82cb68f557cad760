;;; What (require "editor") loads: the modules that it needs, and its files in order.
("editor" (:needs "assist")
 "buffer" "layout" "display" "history" "editor" "keys" "commands" "search" "vi" "values" "session")
