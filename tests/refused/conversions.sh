#!/usr/bin/env bash
# conversions.sh COMPILER INCLUDE...: checks that dangling views do not compile, and that the message says what to use
# instead.
set -u
compiler=$1
shift
folder=$(dirname "${BASH_SOURCE[0]}")
failures=0
compile() { "$compiler" -std=c++20 -fsyntax-only -DREFUSED="$1" "${@:2}" "$folder/conversions.cpp" 2>&1; }
includes=("${@/#/-I}")
message=$(compile 0 "${includes[@]}") || { printf 'What is allowed does not compile:\n%s\n' "$message"; failures=1; }
for ((number = 1; number <= 23; ++number)); do
  if message=$(compile "$number" "${includes[@]}"); then
    echo "REFUSED $number compiles"
    failures=1
  elif ! grep -q 'error.*tessera: nothing would hold the .*Use std::' <<< "$message"; then
    printf 'REFUSED %s has no message of ours:\n%s\n' "$number" "$(head -20 <<< "$message")"
    failures=1
  fi
done
exit $failures
