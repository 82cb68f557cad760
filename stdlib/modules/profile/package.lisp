;;; The package PROFILE: where the processor's time goes (module "profile").
(defpackage "PROFILE"
  (:use "COMMON-LISP")
  (:export "WITH-PROFILING" "START-PROFILING" "STOP-PROFILING" "RESET" "REPORT" "FLAME-GRAPH"))
