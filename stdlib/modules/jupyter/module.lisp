;;; The modules that the module jupyter needs, and its files in order.
("jupyter" (:needs "gray" "json" "debugger" "assist" "explore" "warnings" "display")
 (:natives "ASK" "CLOSE-CONNECTION" "DROP-OUTPUT" "INPUT-STREAM" "NEXT-MESSAGE" "OPEN-CONNECTION"
  "OUTPUT-STREAM" "SEND-MESSAGE" "SET-REQUESTER" "TAKE-POKE")
 "package" "messages" "values" "cells" "answers" "history" "comms" "server")
