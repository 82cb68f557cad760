#!/usr/bin/env bash
# solving.sh TESSERA: game/solving/cluster.lisp finds the same results with any number of ranks; when a rank is killed,
# the same command goes on with what is proved. 77: there is no Open MPI, or no module mpi.
set -euo pipefail
tessera=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/mpirun.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# solve RANKS ARGUMENT...: proves boards, in short jobs; each rank leaves the number of its process.
solve() {
  local count=$1
  shift
  ranks "$count" bash -c 'echo $$ > "$0/$OMPI_COMM_WORLD_RANK"; exec "$@"' "$work" "$tessera" \
    --eval '(defvar *job-seconds* 1/50)' --eval '(defvar *proof-table-size* 16)' "$here/../../game/solving/cluster.lisp" "$@"
}
values() { sed -n 's/^\(board [0-9]*: .*\),.*/\1/p' <<< "$1"; }

for size in 2 3; do
  one=$(values "$(solve 1 600 12 $size "$work/one$size")")
  two=$(values "$(solve 2 600 12 $size "$work/two$size")")
  [ "$one" = "$two" ] && [ "$(wc -l <<< "$one")" = 12 ] || { echo "other results with 2 ranks: $one; $two"; exit 1; }
done
grep -q 1/2 <<< "$(solve 2 600 12 2 "$work/two2")" || { echo "no ties, or the results are not in the file"; exit 1; }

solve 2 600 1 4 "$work/broken" > "$work/log" 2>&1 &
program=$!
until grep -q '^(:POSITION' "$work/broken" 2> /dev/null; do
  kill -0 $program 2> /dev/null || { echo "the board was proved too early: $(cat "$work/log")"; exit 1; }
  sleep 0.02
done
kill -9 "$(cat "$work/1")"
! wait $program || { echo "nothing was left to prove when a rank was killed: $(cat "$work/log")"; exit 1; }
grep '^(:POSITION.*)$' "$work/broken" > "$work/before"
printf '(:POSITION 1 T (4 3' >> "$work/broken" # as if the machine had been switched off
again=$(solve 3 600 1 4 "$work/broken")
[ "$(values "$again")" = "board 1: 0" ] || { echo "another result after the restart: $again"; exit 1; }
[ "$(grep -Fxc -f "$work/before" "$work/broken")" -ge "$(wc -l < "$work/before")" ] || { echo "results were lost"; exit 1; }
! solve 1 1 1 3 "$work/broken" > "$work/log" 2>&1 || { echo "a file of other boards was taken"; exit 1; }
echo "the solver on many processes agrees with itself"
