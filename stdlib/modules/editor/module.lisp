;;; The modules that the module editor needs, and its files in order.
("editor" (:needs "assist")
 "buffer" "layout" "display" "history" "editor" "keys" "commands" "search" "vi" "values" "session")
