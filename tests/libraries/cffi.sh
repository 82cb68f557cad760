#!/usr/bin/env bash
# cffi.sh TESSERA [LISP...]: runs CFFI's own tests, as Debian packages them, in a copy, where they compile C. The
# failures must be those listed here. LISP (sbcl --script) runs them on another Lisp for comparison. 77: not installed
# (Debian: cl-cffi, cl-rt, cl-bordeaux-threads, a C compiler; libffi-dev now and when Tessera was built).
set -euo pipefail
tessera=$(realpath "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")"
sources=/usr/share/common-lisp/source
[ -e "$(dirname "$tessera")/modules/foreign-native.so" ] || { echo "there is no foreign-native.so"; exit 77; }
for system in cl-asdf cl-cffi rt bordeaux-threads alexandria babel trivial-features; do
  [ -e $sources/$system ] || { echo "$system is not installed"; exit 77; }
done
{ command -v cc && pkg-config --exists libffi; } > /dev/null || { echo "there is no C compiler, or no libffi-dev"; exit 77; }

# Expected failures: a structure passed by value instead of a pointer, which fails on SBCL 2.2.9 as well, and
# TEST-STATIC-PROGRAM, which does not apply to Tessera.
expected="3 FSBV.MAKEPAIR.1 FSBV.MAKEPAIR.2 FSBV.WFO"

# Prints how many tests fail, and which, under the given command.
failures() {
  local work
  work=$(mktemp -d)
  cp -rL $sources/cl-cffi "$work/cl-cffi"
  chmod -R u+w "$work"
  SOURCE=$work/cl-cffi/ CACHE=$work/cache XDG_CACHE_HOME=$work/home timeout 900 "$@" cffi.lisp > "$work/output" 2>&1 < /dev/null || true
  grep -a '^TESTS' "$work/output" || tail -n 20 "$work/output"
  rm -rf "$work"
}

answer=$(failures "$tessera")
echo "$answer"
[ $# -eq 0 ] || echo "$1: $(failures "$@")"
[[ $answer =~ ^TESTS\ [0-9]+\ FAILED\ (.*)$ && ${BASH_REMATCH[1]} = "$expected" ]]
