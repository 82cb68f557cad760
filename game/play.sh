#!/usr/bin/env bash
# Installs what is missing, builds Tessera, and opens its REPL with Dice of Doom loaded: the first version, or the one named,
# as in: bash game/play.sh v2. When the input is not a terminal, it plays a game against the computer with that instead:
# echo 1 | bash game/play.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. .ci/setup.sh

version=${1:-v1}
game=game/dice_of_doom_$version.lisp
[ -f "$game" ] || fail "There is no $game. Name one of: $(ls game/dice_of_doom_*.lisp | sed 's/.*doom_//; s/\.lisp//' | xargs)"

# A board on which the first player can move: chance also deals others.
dealt='(loop for tree = (game-tree (gen-board) 0 0 t) until (third tree) finally (return tree))'

install_missing $build_packages
build release tessera_program -DTESSERA_TESTS=OFF

if [ -t 0 ]; then
  say "Against the computer: (play-vs-computer (game-tree (gen-board) 0 0 t)), then the number of a move, and Enter."
  say "Two people: (play-vs-human (game-tree (gen-board) 0 0 t)). Ctrl-D leaves."
  exec build/release/tessera --load "$game" --repl
else
  say "The input is no terminal: playing against the computer, with a line of the input for each of your moves."
  say "In a terminal, bash game/play.sh opens the REPL; there, type (play-vs-computer (game-tree (gen-board) 0 0 t))."
  exec build/release/tessera --load "$game" --eval "(progn (play-vs-computer $dealt) (fresh-line) (values))"
fi
