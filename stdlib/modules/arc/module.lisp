;;; The files of the module arc, in order.
("arc"
 "package" "errors" "ssyntax" "compiler" "operators" "places" "printer" "reader" "data" "numbers" "lists"
 "strings" "ports" "functions" "macros" "language")
