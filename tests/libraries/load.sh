#!/usr/bin/env bash
# load.sh TESSERA [all|daily] [LISP...]: loads the systems of systems.txt with ASDF, each in its own process, and
# compares the results with that list. `daily`: only the few systems that are marked so. LISP (sbcl --script): on
# another Lisp, for comparison. 77: ASDF or the libraries are not installed (Debian: cl-asdf, and the packages whose
# names begin with cl-).
set -uo pipefail
tessera=$(realpath "$1") which=${2:-all}
shift; [ $# -gt 0 ] && shift
cd "$(dirname "${BASH_SOURCE[0]}")"
sources=/usr/share/common-lisp/source limit=${LIMIT:-300}
[ -e $sources/cl-asdf/build/asdf.lisp ] || { echo "ASDF is not installed: no $sources/cl-asdf"; exit 77; }
cache=$(mktemp -d) && trap 'rm -rf "$cache"' EXIT
export XDG_CACHE_HOME=$cache/home

# Loads the system $1 with the given command. Prints LOADED, or FAILED and the reason.
load() {
  local system=$1 output status
  shift
  output=$(SYSTEM=$system CACHE=$cache/$(basename "$1") timeout -k 5 "$limit" "$@" load-system.lisp 2>&1 < /dev/null)
  status=$?
  grep -aE '^(LOADED|FAILED)' <<< "$output" | tail -n 1 | grep . || echo "FAILED with status $status: $(tail -c 300 <<< "$output" | tr '\n' ' ')"
}

is_installed() { find -L $sources /usr/share/common-lisp/systems -maxdepth 2 -name "$1.asd" 2> /dev/null | grep -q .; }

tried=0 loaded=0 other_loaded=0 surprises=0 absent=0
while read -r system expected needs; do
  case $system in '' | '#'*) continue ;; esac
  [ "$which" = all ] || [ "$expected" = daily ] || continue
  [ "$needs" != cffi ] || [ -e "$(dirname "$tessera")/modules/foreign-native.so" ] || { absent=$((absent + 1)); continue; }
  is_installed "$system" || { absent=$((absent + 1)); continue; }
  tried=$((tried + 1))
  answer=$(load "$system" "$tessera")
  case $answer/$expected in
    LOADED/loads | LOADED/daily) loaded=$((loaded + 1)) ;;
    LOADED/*) loaded=$((loaded + 1)) surprises=$((surprises + 1)); echo "$system: LOADED, but the list says: $expected" ;;
    */loads | */daily) surprises=$((surprises + 1)); echo "$system: $answer" ;;
    *) echo "$system: does not load (${expected%:}), as expected: ${answer:0:160}" ;;
  esac
  if [ $# -gt 0 ]; then
    other=$(load "$system" "$@")
    [ "$other" = LOADED ] && other_loaded=$((other_loaded + 1)) || echo "$system with $1: ${other:0:160}"
  fi
done < systems.txt
[ $tried -gt 0 ] || { echo "none of the libraries is installed"; exit 77; }
echo "$loaded of $tried systems loaded; $absent not installed; $surprises not as expected"
[ $# -eq 0 ] || echo "$1: $other_loaded of $tried"
[ $surprises -eq 0 ]
