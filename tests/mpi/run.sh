#!/usr/bin/env bash
# run.sh TESSERA FILE: runs the pairs of FILE.lisp here in 1, 2 and 4 processes by mpirun. 77: there is no Open MPI, or
# no module mpi.
set -euo pipefail
tessera=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/mpirun.sh"
for count in 1 2 4; do
  answer=$(ranks "$count" "$tessera" --load "$here/../lisp/harness.lisp" --eval "(lisp-tests::run-file \"$here/$2.lisp\")" 2>&1) ||
    { echo "$count ranks: $answer"; exit 1; }
  [ "$(grep -c ' 0 failed' <<< "$answer")" = "$count" ] || { echo "$count ranks: $answer"; exit 1; }
done
echo "$2: 1, 2 and 4 ranks agree"
