#!/usr/bin/env bash
# compilers.sh BUILD COMPILER...: checks that each COMPILER accepts the engine's syntax without warnings, with machine
# code and, where that makes a difference, without. Each folder is one unit, which is quick. BUILD provides the
# generated headers. A compiler for Windows (mingw) gets what is above platform/, which has no folder for that system,
# without machine code; one for another processor what depends on that. Both get the headers of this system's libraries.
# 77: none of the compilers is installed.
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

# check COMPILER OPTION...: checks the units whose names are read, with the headers that most include compiled once.
check() {
  local messages unit
  # shellcheck disable=SC2206
  local command=("$1" -std=c++20 -Wall -Wextra -Werror -Wno-deprecated-declarations "${@:2}" $options -I. -Iinclude -I"$build/interp/include"
    -DTESSERA_VERSION='"0"' -DTESSERA_MODULES_FROM_PROGRAM='"."')
  printf '#include <%s>\n' algorithm array functional memory mutex string string_view unordered_map vector runtime/runtime.hpp > "$scratch/all.hpp"
  messages=$("${command[@]}" -x c++-header "$scratch/all.hpp" -o "$scratch/all.hpp.gch" 2>&1) || { printf '%s: %s\n' "$*" "$messages" && failures=1; }
  while read -r unit; do
    messages=$("${command[@]}" -fsyntax-only -include "$scratch/all.hpp" "$scratch/$unit.cpp" 2>&1) && continue
    printf '%s, %s:\n%s\n' "$*" "$unit" "$(head -30 <<< "$messages")"
    failures=1
  done
}

# units all|some with|without: writes a unit for each folder, or each that asks for the processor or machine code, with
# or without machine code. Prints their names.
units() {
  local folder file unit
  for folder in $([[ $target == *mingw* ]] || echo platform/posix) base memory runtime data text compiler vm builtins api jit repl; do
    unit=${folder//\//_}
    [ "$1" = all ] || grep -rqE 'TESSERA_MACHINE_CODE|__aarch64__' "$folder" || continue
    for file in $(find "$PWD/$folder" -name '*.cpp' | LC_ALL=C sort); do
      case $file in */vm/loop/loop.cpp | */vm/loop/step.cpp | */make_image.cpp | */unwinder.cpp) continue ;; esac
      [[ $file != */jit/x86_64/* || $target == x86_64* ]] && [[ $file != */jit/aarch64/* || $target == aarch64* ]] || continue
      [ "$2" = with ] || ! [[ $file =~ $machine_code ]] || continue
      printf '#include "%s"\n' "$file"
    done > "$scratch/$unit.cpp"
    [ ! -s "$scratch/$unit.cpp" ] || echo "$unit"
  done
  for file in vm/loop/loop repl/make_image $([ "$2" = without ] || echo vm/loop/step); do
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
  if [[ -z $has_asmjit || $target == *mingw* ]]; then
    check "$compiler" < <(units all without)
  elif [[ $target != "$(uname -m)"* ]]; then
    check "$compiler" -DTESSERA_MACHINE_CODE < <(units some with)
  else
    check "$compiler" -DTESSERA_MACHINE_CODE < <(units all with)
    check "$compiler" < <(units some without)
  fi
done
[ $compilers -gt 0 ] || { echo "skipped: none of these compilers is installed: $*" && exit 77; }
exit $failures
