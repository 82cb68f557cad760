#!/usr/bin/env bash
# Opens Tessera's prompt with a game loaded, or serves the game to browsers; see --help. In the source tree, bash
# game/play.sh first installs what Tessera needs and builds it. In an installation this is the program dice-of-doom.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
if [ -f "$here/play.lisp" ]; then
  cd "$here/.."
  . interp/setup.sh
  command="bash game/play.sh" scripts=game tessera=build/release/tessera
  # prepare [TARGET...]: builds the prompt's program and the TARGETs, without the C++ modules for editors and notebooks.
  prepare() {
    install_missing $build_packages
    local options=(-DTESSERA_TESTS=OFF)
    [ -f build/release/CMakeCache.txt ] || options+=(-DTESSERA_UNITY=ON) # speeds up a first build
    build release "tessera_program tessera_lisp_modules tessera_module_dice-of-doom $*" "${options[@]}"
  }
else
  command=dice-of-doom scripts=$here/../share/tessera/game tessera=$here/tessera
  say() { printf '==> %s\n' "$*"; }
  fail() { printf '==> %s\n' "$*" >&2; exit 1; }
  prepare() { :; }
fi

games="v1 v2 v3 v4 trilobite wizard widgets"
usage="usage: $command [GAME]
       $command web [v3|v4]

Opens the REPL with GAME loaded, one of $games;
without a name v1, the first version of Dice of Doom.
When the input is not a terminal, it plays the game instead: echo 1 | $command

With web, serves Dice of Doom to browsers, v4 unless told otherwise, until Ctrl-C. PORT is where, 8080 unless set; the games are kept
in the file GAMES, ~/.local/state/tessera/dice-of-doom-v4.db unless set, or in a database that several servers share if GAMES is an
address, postgresql://...; see game/server.md. HOSTS are names, with blanks between them, by which browsers
may ask for the server beside localhost: those of a proxy in front of it, or IPv6 addresses in brackets. OPERATOR_TOKEN, at least 16
characters, opens the pages /operator and /metrics. INTERPRETERS is on how many threads pages are made, the number of processors unless
set. With LOG=json, stderr has a line of JSON for each request and failure."

# prepare_server [PACKAGE...]: prepares for serving, with the packages that only the server needs.
prepare_server() {
  [ "$command" = dice-of-doom ] || install_missing $web_packages "$@"
  prepare tessera_module_webserver
}

# serve VERSION: serve that version of Dice of Doom.
serve() {
  local version=$1 games=${GAMES:-${XDG_STATE_HOME:-$HOME/.local/state}/tessera/dice-of-doom-$1.db} port=${PORT:-8080}
  local interpreters=${INTERPRETERS:-$(nproc)} book=$scripts/dice_of_doom_$1.lisp
  case "$version" in v3 | v4) ;; *) fail "Only v3 and v4 are for browsers, not $version." ;; esac
  [[ $port =~ ^[0-9]{1,5}$ ]] || fail "PORT must be a number, not $port."
  [[ $interpreters =~ ^[1-9][0-9]{0,2}$ ]] || fail "INTERPRETERS must be a number, not $interpreters."
  local hosts="" names host host_pattern='^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])$'
  read -rd "" -a names <<<"${HOSTS:-}" || true # not split by the shell: an address in brackets is a pattern of files' names
  for host in ${names[@]+"${names[@]}"}; do
    [[ $host =~ $host_pattern ]] || fail "HOSTS must be names of hosts or IPv6 addresses in brackets, separated by blanks, not $HOSTS."
    hosts+=" \"$host\""
  done
  case "$games" in *[\"\\]*) fail "GAMES must not have quotes or backslashes: $games" ;; esac
  case "$games" in
    postgresql://* | postgres://*)
      prepare_server libpq-dev
      say "The games are kept in a database." # its address may contain a password
      ;;
    *)
      prepare_server
      mkdir -p "$(dirname "$games")"
      say "The games are kept in $games."
      ;;
  esac
  [ -t 0 ] || say "The input is not a terminal: the server, process $$, runs until it is ended."
  export GAMES=$games # not an argument: others can read the command line of a process
  exec "$tessera" --load "$book" --load "$scripts/browser.lisp" \
    --eval "(progn (serve 'play-request-handler :port $port :sessions (funcall (find-symbol \"GETENV\" \"EXT\") \"GAMES\") :hosts '($hosts)
      :interpreters $interpreters :load '(\"$book\" \"$scripts/browser.lisp\")) (values))"
}

if [ "${1:-}" = web ] && [ $# -le 2 ]; then serve "${2:-v4}"; fi
[ $# -le 1 ] || fail "$usage"
name=${1:-v1}
vs_computer='(play-vs-computer (game-tree (gen-board) 0 0 t))'
case "$name" in
  v1 | v2 | v4) file=dice_of_doom_$name start=$vs_computer more='Two people: (play-vs-human (game-tree (gen-board) 0 0 t)).' ;;
  v3) file=dice_of_doom_v3 start='(dod-request-handler "game.html" nil nil)' more="That is the page for a browser; here: $vs_computer." ;;
  trilobite)
    file=trilobite start='(play-vs-computer (game-tree (new-board) *ai-player* -1))'
    more='Two people: (play-vs-human (game-tree (new-board) *ai-player* -1)).'
    ;;
  wizard) file=wizards_game start='(game-repl)' more='Type quit to end it.' ;;
  widgets) file=widgets start='(main-loop)' more='Ctrl-C ends it.' ;;
  -h | --help) printf '%s\n' "$usage"; exit 0 ;;
  *) fail "There is no game $name. Name one of: $games" ;;
esac
game=$scripts/$file.lisp

# The same computer, but faster: (native-off) in the REPL restores the script's functions.
extras=()
case "$name" in
  v[1-4]) extras=(--load "$scripts/native.lisp" --load "$scripts/play.lisp") ;;
  trilobite) extras=(--load "$scripts/play.lisp") ;;
esac

# A random board on which the first player can move. Later versions have lazy lists of moves.
can_move='(third tree)'
[ "$name" = v1 ] || can_move='(force (third tree))'
dealt="(loop for tree = (game-tree (gen-board) 0 0 t) until $can_move finally (return tree))"

prepare
if [ -t 0 ]; then
  if [ ${#extras[@]} -gt 0 ]; then say "To play: (play), or as in the book: $start. $more Ctrl-D leaves."
  else say "To play: $start. $more Ctrl-D leaves."; fi
  exec "$tessera" --load "$game" "${extras[@]}" --repl
else
  say "The input is not a terminal: playing, with a line of input for each of your moves."
  say "In a terminal, $command $name opens the REPL; there, type $start."
  exec "$tessera" --load "$game" "${extras[@]}" --eval "(progn ${start/(game-tree (gen-board) 0 0 t)/$dealt} (fresh-line) (values))"
fi
