#!/usr/bin/env bash
# league.sh TESSERA: game/league.lisp prints the same table with any number of ranks; when a rank is killed, the same
# command goes on with what is done. 77: there is no Open MPI, or no module mpi.
set -euo pipefail
tessera=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/mpirun.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
entrants='(defvar *entrants* (quote (("random" (:random)) ("book" (:book :level 2)) ("strong" (:strong :nodes 300)))))'
# league RANKS FILE: plays; each rank leaves the number of its process.
league() {
  ranks "$1" bash -c 'echo $$ > "$0/$OMPI_COMM_WORLD_RANK"; exec "$@"' "$work" \
    "$tessera" --eval "$entrants" "$here/../../game/league.lisp" 60 "$work/$2"
}
table() { grep -E '^\||games;' <<< "$1"; }
done_in() { grep -c '^((.*))$' "$work/$1" 2> /dev/null || true; }

whole=$(league 1 whole)
[ "$(table "$whole" | wc -l)" = 6 ] || { echo "no table: $whole"; exit 1; }

league 3 broken > "$work/log" 2>&1 &
program=$!
until [ "$(done_in broken)" -ge 3 ] 2> /dev/null; do
  kill -0 $program 2> /dev/null || { echo "the league ended too early: $(cat "$work/log")"; exit 1; }
  sleep 0.02
done
kill -9 "$(cat "$work/2")"
! wait $program || { echo "nothing was left to do when a rank was killed: $(cat "$work/log")"; exit 1; }
before=$(done_in broken)
printf '((1 0' >> "$work/broken" # as if the machine had been switched off
again=$(league 4 broken)
grep -q "^$before of 18 tasks are done" <<< "$again" || { echo "$before results were lost: $again"; exit 1; }
[ "$(table "$again")" = "$(table "$whole")" ] || { echo "another table: $again, instead of $whole"; exit 1; }
[ "$(done_in broken)" = 18 ] || { echo "a task was played twice"; exit 1; }
# Nothing is left to do.
again=$(league 2 broken)
grep -q "^18 of 18 tasks are done" <<< "$again" && [ "$(table "$again")" = "$(table "$whole")" ] || { echo "not the same: $again"; exit 1; }
# The file of another league is refused, and stays.
echo "(:league 0)" > "$work/other"
! answer=$(league 2 other 2>&1) || { echo "another league was accepted"; exit 1; }
grep -q "has the results of another league" <<< "$answer" && [ "$(cat "$work/other")" = "(:league 0)" ] || { echo "another league: $answer"; exit 1; }
echo "the league goes on after a rank was killed, with the same table"
