#!/usr/bin/env bash
# compilers.sh BUILD COMPILER...: checks that each COMPILER accepts the engine's syntax without warnings, with and
# without machine code. Each folder is one unit, which is quick. BUILD provides the generated headers. A compiler for
# Windows (mingw) gets what is above platform/, which has no folder for that system. Compilers for other systems and
# processors get the headers of this system's libraries. 77: none of the compilers is installed.
set -u
build=$(readlink -f "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/../interp" || exit 1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
has_asmjit=$(echo '#include <asmjit/x86.h>' | "${CXX:-c++}" -std=c++20 -fsyntax-only -x c++ - 2> /dev/null && echo yes)
machine_code='/(jit/.*|vm/(jit/jit_compiler|loop/step)|platform/posix/(code|debugger|unwind_table))\.cpp$'
failures=0 compilers=0

# cross_options COMPILER: prints the options of a compiler for another system or processor. For Windows, GMP's header is
# that of its library there when limbs are long long.
cross_options() {
  local target header
  target=$("$1" -dumpmachine)
  [[ $target == *mingw* || $target != "$(uname -m)"* ]] || return
  mkdir -p "$scratch/include"
  for header in gmp.h utf8proc.h asmjit; do
    header=$(find /usr/include /usr/local/include -maxdepth 2 -name "$header" -print -quit)
    [ -z "$header" ] || ln -sfn "$header" "$scratch/include/"
  done
  echo "-isystem $scratch/include"
  [[ $target != *mingw* ]] || echo "-D_LONG_LONG_LIMB -DASMJIT_STATIC"
}

# check COMPILER NAME OPTION...: checks the unit NAME.
check() {
  local messages
  # shellcheck disable=SC2086
  messages=$("$1" -std=c++20 -fsyntax-only -Wall -Wextra -Werror -Wno-deprecated-declarations "${@:3}" $options -I. -Iinclude -I"$build/interp/include" \
    -DTESSERA_VERSION='"0"' -DTESSERA_MODULES_FROM_PROGRAM='"."' "$scratch/$2.cpp" 2>&1) && return
  printf '%s, %s:\n%s\n' "$1 ${*:3}" "$2" "$(head -30 <<< "$messages")"
  failures=1
}

# units with|without: writes a unit for each folder, with or without machine code, and prints their names.
units() {
  local folder file unit
  for folder in $([[ $target == *mingw* ]] || echo platform/posix) base memory runtime data text compiler vm builtins api jit repl; do
    unit=${folder//\//_}
    for file in $(find "$PWD/$folder" -name '*.cpp' | LC_ALL=C sort); do
      case $file in */vm/loop/loop.cpp | */vm/loop/step.cpp | */make_image.cpp | */unwinder.cpp) continue ;; esac
      [[ $file != */jit/x86_64/* || $target == x86_64* ]] && [[ $file != */jit/aarch64/* || $target == aarch64* ]] || continue
      [ "$1" = with ] || ! [[ $file =~ $machine_code ]] || continue
      printf '#include "%s"\n' "$file"
    done > "$scratch/$unit.cpp"
    [ ! -s "$scratch/$unit.cpp" ] || echo "$unit"
  done
  for file in vm/loop/loop repl/make_image $([ "$1" = without ] || echo vm/loop/step); do
    unit=${file##*/}
    printf '#include "%s"\n' "$PWD/$file.cpp" > "$scratch/$unit.cpp"
    echo "$unit"
  done
}

for compiler in "$@"; do
  command -v "$compiler" > /dev/null || continue
  compilers=$((compilers + 1))
  target=$("$compiler" -dumpmachine)
  options=$(cross_options "$compiler")
  # What depends on the processor is machine code.
  [[ $target == aarch64* && -n $has_asmjit ]] || for unit in $(units without); do check "$compiler" "$unit"; done
  [ -n "$has_asmjit" ] || continue
  for unit in $(units with); do check "$compiler" "$unit" -DTESSERA_MACHINE_CODE; done
done
[ $compilers -gt 0 ] || { echo "skipped: none of these compilers is installed: $*" && exit 77; }
exit $failures
