;;; What (require "arc") loads: the modules that it needs, and its files in order.
("arc"
 "package" "errors" "ssyntax" "compiler" "operators" "places" "printer" "reader" "data" "numbers" "lists"
 "strings" "ports" "functions" "macros" "language")
