#!/usr/bin/env bash
# tuning.sh TESSERA: game/tuning.lisp makes the same steps with any number of ranks, and goes on after the last whole
# one. 77: there is no Open MPI, or no module mpi.
set -euo pipefail
tessera=$(realpath "$1")
. "$(dirname "${BASH_SOURCE[0]}")/mpirun.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
small='(progn (defvar *tuning-nodes* 30) (defvar *tuning-rules* (quote (:version 4 :size 3 :players 3 :max-dice 3 :winning-hexes 7))))'
# tuning RANKS STEPS FILE: tunes.
tuning() { ranks "$1" "$tessera" --eval "$small" "$here/../../game/tuning.lisp" "$2" 12 "$work/$3" | tail -1; }

whole=$(tuning 1 3 whole)
grep -Eq '^:weights \((-?[0-9.]+ ){24}-?[0-9.]+\)$' <<< "$whole" || { echo "no weights: $whole"; exit 1; }
tuning 3 2 broken > /dev/null
# A process that is ended keeps its steps.
"$tessera" --eval "$small" "$here/../../game/tuning.lisp" 100000 12 "$work/ended" > "$work/log" 2>&1 < /dev/null &
program=$!
until grep -q '^(1 ' "$work/ended" 2> /dev/null; do
  kill -0 $program 2> /dev/null || { echo "tuning ended too early: $(cat "$work/log")"; exit 1; }
  sleep 0.02
done
kill $program
wait $program || true
grep -q '^(1 ' "$work/ended" || { echo "the steps of an ended process are lost"; exit 1; }
printf '(3 1/2 (0.1' >> "$work/broken" # as if the machine had been switched off
again=$(tuning 2 3 broken)
[ "$again" = "$whole" ] || { echo "other weights: $again, instead of $whole"; exit 1; }
# The file of another tuning is refused, and stays.
echo "(:tuning 0)" > "$work/other"
! answer=$(tuning 1 3 other 2>&1) || { echo "another tuning was accepted"; exit 1; }
[ "$(cat "$work/other")" = "(:tuning 0)" ] || { echo "another tuning: $answer"; exit 1; }
echo "tuning goes on with the same weights"
