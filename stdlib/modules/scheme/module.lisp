;;; What (require "scheme") loads: the modules that it needs, and its files in order.
("scheme"
 "package" "reader" "numbers" "syntax" "rules" "expand" "derived" "generate" "inline" "characters" "data"
 "control" "writer" "errors" "ports" "srfi" "libraries" "standard")
