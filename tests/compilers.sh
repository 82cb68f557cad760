#!/usr/bin/env bash
# compilers.sh BUILD COMPILER...: checks that each COMPILER accepts the engine's syntax without warnings, with and
# without machine code. Each folder is one unit, which is quick. BUILD provides the generated headers. 77: none of the
# compilers is installed.
set -u
build=$(readlink -f "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/../interp" || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
has_asmjit=$(echo '#include <asmjit/x86.h>' | "${CXX:-c++}" -std=c++20 -fsyntax-only -x c++ - 2> /dev/null && echo yes)
machine_code='/(jit/.*|vm/(jit/jit_compiler|loop/step)|platform/posix/(code|debugger|unwind_table))\.cpp$'
failures=0 compilers=0

# check COMPILER NAME OPTION...: checks the unit NAME.
check() {
  local messages
  messages=$("$1" -std=c++20 -fsyntax-only -Wall -Wextra -Werror -Wno-deprecated-declarations "${@:3}" -I. -Iinclude -I"$build/interp/include" \
    -DTESSERA_VERSION='"0"' -DTESSERA_MODULES_FROM_PROGRAM='"."' "$scratch/$2.cpp" 2>&1) && return
  printf '%s, %s:\n%s\n' "$1 ${*:3}" "$2" "$(head -30 <<< "$messages")"
  failures=1
}

# units with|without: writes a unit for each folder, with or without machine code, and prints their names.
units() {
  local folder file unit
  for folder in platform/posix base memory runtime data text compiler vm builtins api jit; do
    unit=${folder//\//_}
    for file in $(find "$PWD/$folder" -name '*.cpp' | LC_ALL=C sort); do
      case $file in */vm/loop/loop.cpp | */vm/loop/step.cpp | */unwinder.cpp) continue ;; esac
      [ "$1" = with ] || ! [[ $file =~ $machine_code ]] || continue
      printf '#include "%s"\n' "$file"
    done > "$scratch/$unit.cpp"
    [ ! -s "$scratch/$unit.cpp" ] || echo "$unit"
  done
  for file in loop $([ "$1" = without ] || echo step); do
    printf '#include "%s"\n' "$PWD/vm/loop/$file.cpp" > "$scratch/$file.cpp"
    echo "$file"
  done
}

for compiler in "$@"; do
  command -v "$compiler" > /dev/null || continue
  compilers=$((compilers + 1))
  for unit in $(units without); do check "$compiler" "$unit"; done
  [ -n "$has_asmjit" ] || continue
  for unit in $(units with); do check "$compiler" "$unit" -DTESSERA_MACHINE_CODE; done
done
[ $compilers -gt 0 ] || exit 77
exit $failures
