;;; The package MPI: messages between processes, under the names of MPI's operations (module "mpi").
(require "mpi-native")

(defpackage "MPI"
  (:use "COMMON-LISP")
  (:shadow "REDUCE")
  (:export "MPI-ERROR" "COMMUNICATOR" "*COMM-WORLD*" "COMM-RANK" "COMM-SIZE" "COMM-DUP" "COMM-SPLIT" "COMM-FREE"
           "SEND" "RECEIVE" "PROBE" "IPROBE" "ISEND" "IRECEIVE" "REQUEST" "TEST" "WAIT" "WAIT-ALL"
           "BARRIER" "BROADCAST" "SCATTER" "GATHER" "ALLGATHER" "ALL-TO-ALL" "REDUCE" "ALLREDUCE" "WITH-KERNEL"))
