#!/usr/bin/env bash
# build_times.sh COMMIT...: clones each commit, and prints the seconds until game/play.sh has played to its prompt, and
# those of building all but the tests again after a change of vm.hpp, lisp.hpp or runtime.hpp, without a compiler cache.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
unset CMAKE_CXX_COMPILER_LAUNCHER CMAKE_C_COMPILER_LAUNCHER
# seconds COMMAND...: prints how long COMMAND takes, without its output.
seconds() {
  local begun=$EPOCHREALTIME
  "$@" > "$scratch/log" 2>&1 < /dev/null || { tail -20 "$scratch/log" >&2 && exit 1; }
  awk -v a="$begun" -v b="$EPOCHREALTIME" 'BEGIN { printf " %.1f", b - a }'
}
for commit in "$@"; do
  tree=$scratch/$commit
  printf '%s: from clone to prompt' "$commit"
  seconds bash -c "git clone -q '$root' '$tree' && git -C '$tree' checkout -q '$commit' && bash '$tree/game/play.sh'"
  cd "$tree"
  cmake --preset release -B build/changed -DTESSERA_TESTS=OFF > /dev/null
  cmake --build build/changed > /dev/null
  for header in vm lisp runtime; do
    touch "$(git ls-files "interp/*/$header.hpp")"
    printf ', after %s.hpp' "$header"
    seconds cmake --build build/changed
  done
  cd "$root"
  echo
done
