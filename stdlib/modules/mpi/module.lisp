;;; What (require "mpi") loads: its natives, and its files in order.
("mpi" (:needs "parallel")
 (:natives "BARRIER" "DUP" "FINISH-RECEIVING" "FREE" "NUMBER-VECTOR-P" "PROBE" "RANK" "RECEIVE" "REDUCE-NUMBERS" "SEND-BYTES"
  "SEND-NUMBERS" "SIZE" "SPLIT" "START-RECEIVING" "TEST" "WAIT")
 "package" "communicators" "messages" "collectives" "kernel")
