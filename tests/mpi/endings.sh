#!/usr/bin/env bash
# endings.sh TESSERA: how programs of many processes end: in peace, and all of them when one fails. 77: there is no Open
# MPI, or no module mpi.
set -euo pipefail
tessera=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/mpirun.sh"
export RANKS_SECONDS=60
# expect STATUS TEXT FORM: one of 3 ranks, or all, evaluate FORM; mpirun ends with a status, 0 or not, and prints TEXT.
expect() {
  local status=0 output
  output=$(ranks 3 "$tessera" --eval '(require "mpi")' --eval "$3" 2>&1) || status=$?
  [ "$status" != 124 ] || { echo "$3 hangs: $output"; exit 1; }
  [ "$((status != 0))" = "$1" ] && grep -q -- "$2" <<< "$output" || { echo "$3: status $status: $output"; exit 1; }
}
expect 0 "sum 3" '(format t "sum ~d~%" (mpi:allreduce :sum (mpi:comm-rank)))'
expect 1 "no more" '(if (= (mpi:comm-rank) 1) (error "no more") (mpi:receive))'
expect 1 "no more" '(progn (mpi:barrier) (if (= (mpi:comm-rank) 2) (error "no more") (mpi:barrier)))'
expect 1 "" '(if (= (mpi:comm-rank) 1) (tessera:quit 3) (mpi:receive))'
expect 1 "" '(if (= (mpi:comm-rank) 1) (tessera:run-program "/bin/sh" (list "-c" "kill -9 $PPID")) (mpi:receive))'
expect 1 "" '(when (= (mpi:comm-rank) 1) (mpi:isend (make-array 1000000 :element-type (quote double-float)) 0))'
expect 0 "one sent" '(case (mpi:comm-rank) (1 (mpi:send "one" 0)) (0 (sleep 0.2) (format t "~a sent~%" (mpi:receive))))'
# Without mpirun, a program has one rank, and its own status.
status=0
"$tessera" --eval '(require "mpi")' --eval '(mpi:barrier)' --eval '(error "no")' > /dev/null 2>&1 < /dev/null || status=$?
[ "$status" = 1 ] || { echo "one rank: status $status"; exit 1; }
"$tessera" --eval '(require "mpi")' --eval '(format t "size ~d~%" (mpi:comm-size))' < /dev/null | grep -q "^size 1" || { echo "no rank without mpirun"; exit 1; }
# Nobody who does not use the module loads Open MPI.
! ldd "$tessera" | grep -q libmpi
echo "programs of many processes end together"
