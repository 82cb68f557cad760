;;; The library CONTINUATIONS: generators, coroutines, choices, effects and tasks, each in a separate file (module
;;; continuations). (require "continuations"); see evaluation/modules.lisp.

(defpackage "TESSERA-CONTINUATIONS"
  (:use "COMMON-LISP")
  (:import-from "TESSERA" "%MAKE-PROMPT" "%PROMPTS" "%SUSPEND" "%REINSTATE" "%NEXT-YIELD" "%END")
  (:export "GENERATOR" "GENERATORP" "MAKE-GENERATOR" "NEXT" "YIELD" "DO-GENERATOR" "GENERATOR-LIST" "GENERATOR-LAZY-LIST"
           "COROUTINE" "COROUTINEP" "MAKE-COROUTINE" "RESUME" "PAUSE" "COROUTINE-STATUS"
           "AMB" "CHOOSE" "FAIL" "ALL-SOLUTIONS" "ONE-SOLUTION" "DO-SOLUTIONS"
           "PERFORM" "WITH-EFFECTS" "UNHANDLED-EFFECT"
           "TASK" "TASKP" "WITH-TASKS" "SPAWN" "JOIN" "PASS" "SLEEP-FOR" "TASK-STATUS" "CURRENT-TASK" "DEADLOCK"
           "CHANNEL" "CHANNELP" "MAKE-CHANNEL" "SEND" "RECEIVE" "CLOSE-CHANNEL"))

(in-package "TESSERA-CONTINUATIONS")

(defmacro %checked ((object type operation) &body body)
  "Returns the values of BODY. If OBJECT is not of TYPE, signals an error of OPERATION; a handler may return values for
the call instead."
  `(if (typep ,object ',type)
       (progn ,@body)
       (tessera::%bad-argument ,object ',type ',operation)))
