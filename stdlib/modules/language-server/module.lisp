;;; The modules of this folder. Each names the modules that it needs, and its files in order.
("language-server" (:needs "json" "assist" "definitions")
 (:natives "ABANDON" "BUSY-P" "MESSAGE-WAITING-P" "NEXT-MESSAGE" "OPEN-EDITOR" "RESULT" "SEND-MESSAGE"
  "START")
 "package" "messages" "documents" "forms" "scopes" "operators" "expansions" "hover" "completion" "definitions"
 "renaming" "formatting" "context" "unterminated" "diagnostics" "server")
("analysis" (:needs "warnings")
 "analysis" "expanding")
