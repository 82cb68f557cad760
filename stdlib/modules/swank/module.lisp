;;; The modules that the module swank needs, and its files in order.
("swank" (:needs "debugger" "assist" "explore" "definitions" "warnings")
 (:natives "CALL-WHEN-EVENTS-COME" "CLOSE-CONNECTION" "DROP-OUTPUT" "INPUT-STREAM" "LISTEN" "NEXT-EVENT"
  "OUTPUT-STREAM" "PROCESS-NUMBER" "SEND-MESSAGE" "STOP-LISTENING" "STOP-READING" "SUPPLY-INPUT" "TAKE-POKE")
 "package" "messages" "connections" "positions" "debugger" "evaluation" "compilation" "completion" "expansion"
 "inspector" "references" "tracing" "server")
