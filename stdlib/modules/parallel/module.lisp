;;; What (require "parallel") loads, in order: natives, and files. A worker begins with parallel-base, which
;;; entries.lisp requires.
("parallel-base" (:native-module "parallel")
 (:natives "CONFIGURE" "SET-RESULT" "TASK-ARGUMENTS" "TASK-FUNCTION" "WORKER-NUMBER" "WRITE-MESSAGE")
 "package" "install" "work")
("parallel"
 (:natives "CANCEL-TASK" "COMPLETE-MESSAGE" "CORE-COUNT" "DROP-ENTRY" "DROP-MESSAGE" "DROP-PLAN" "DROP-TASK"
  "FORGET-CHANNEL" "FORGET-QUEUE" "FORGET-TASK" "KNOW-ENTRY" "MAKE-CHANNEL" "MAKE-ENTRY" "MAKE-PLAN"
  "MAKE-QUEUE" "MAKE-SHARED-VECTOR" "MESSAGE-BYTES" "POP-CHANNEL" "POP-QUEUE" "PUSH-DATA" "PUSH-MESSAGE" "QUEUE-SIZE"
  "READ-BYTES" "READ-MESSAGE" "REPLACED-COUNT" "START" "STOP" "SUBMIT" "TASK-DONE-P" "TASK-RESULT" "WAIT-FOR-ANY"
  "WORKER-COUNT" "WRITE-MESSAGE")
 "package" "entries" "plans" "tasks" "maps" "queues" "vectors")
