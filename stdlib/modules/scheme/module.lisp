;;; The files of the module scheme, in order.
("scheme"
 "package" "reader" "numbers" "syntax" "rules" "expand" "derived" "generate" "inline" "characters" "data"
 "control" "writer" "errors" "ports" "srfi-1" "srfi-41" "srfi-69" "libraries" "standard")
