#!/usr/bin/env bash
# conversions.sh COMPILER INCLUDE...: checks that types which show what nothing holds, or would lose what is stored in
# them, do not compile, and that the compiler says what to use instead.
set -u
compiler=$1
shift
folder=$(dirname "${BASH_SOURCE[0]}")
includes=("${@/#/-I}")
[[ $("$compiler" --version) == *clang* ]] && includes+=(-ferror-limit=0)
failures=0
wanted='error.*tessera: nothing would hold .*Use std::'
later='error.*tessera: .*\(Use\|Take\) '     # below the lines of what is instantiated
fail() {
  printf '%s\n' "$@"
  failures=1
}
compile() { "$compiler" -std=c++20 -fsyntax-only "${includes[@]}" "$@" 2>&1; }

# Each line of REFUSED 1 is an error with our message, before any other error.
lines=$(sed -n '/REFUSED == 1$/,/REFUSED == 2$/{/^  [^ ]/=}' "$folder/conversions.cpp")
[ "$(wc -l <<< "$lines")" -gt 20 ] || fail "There are hardly any lines in REFUSED 1"
message=$(compile -DREFUSED=1 "$folder/conversions.cpp")
errors=$(grep 'error:' <<< "$message" | head -n "$(wc -l <<< "$lines")")
for line in $lines; do
  grep -q "conversions.cpp:$line:.*$wanted" <<< "$errors" || fail "Line $line of conversions.cpp is not refused with our message before other errors"
done
for number in 2 3 4 5; do
  if message=$(compile -DREFUSED="$number" "$folder/conversions.cpp"); then
    fail "REFUSED $number compiles"
  elif ! grep -q "$later" <<< "$message"; then
    fail "REFUSED $number has no message of ours:" "$(head -20 <<< "$message")"
  fi
done

# Every container of every type that refers to something, as a parameter. A line is a cell of the table.
cells=$(mktemp --suffix=.cpp)
trap 'rm -f "$cells"' EXIT
begin='#include <functional>
#include <map>
#include <set>
#include "tessera/tessera.hpp"
struct Entity {};'
containers=('std::optional<X>' 'std::vector<X>' 'std::pair<int, X>' 'std::tuple<X, int>' 'std::variant<int, X>'
  'std::map<int, X>' 'std::set<X>' 'std::span<X const>' 'std::reference_wrapper<X>' 'std::array<X, 2>')
refused=() allowed=()
for container in "${containers[@]}"; do
  for type in std::string_view 'const char*' 'std::span<double>' 'std::span<const int>' 'std::reference_wrapper<int>' \
    'std::reference_wrapper<Entity>'; do
    cell=${container/X/$type}
    case $cell in
      'std::optional<std::string_view>' | 'std::optional<const char*>') allowed+=("$cell") ;;  # the parameter holds the text
      'std::set<std::span'* | 'std::set<std::reference'*) ;;                                 # they have no order
      'std::span<std::reference'* | 'std::reference_wrapper<std::reference'*) refused+=("$cell") ;;
      *'std::reference_wrapper<Entity>'*) allowed+=("$cell") ;;  # the argument holds the object
      *) refused+=("$cell") ;;
    esac
  done
done
write_cells() {
  printf '%s\n' "$begin" > "$cells"
  for cell in "$@"; do echo "void take(const $cell&); void use(const tessera::Lisp& lisp, $cell*) { void (*f)(const $cell&) = take; lisp.define(\"f\", f); }"; done >> "$cells"
}
write_cells "${allowed[@]}"
message=$(compile -DREFUSED=0 -include "$folder/conversions.cpp" "$cells") || fail "What is allowed does not compile:" "$(head -20 <<< "$message")"
write_cells "${refused[@]}"
message=$(compile "$cells")
line=$(wc -l <<< "$begin")
for cell in "${refused[@]}"; do
  grep -q "^$cells:$((++line)):.*$wanted" <<< "$message" || fail "$cell is not refused with our message"
done
errors=$(grep -c 'error:' <<< "$message")
[ "$errors" = "${#refused[@]}" ] || fail "$errors errors for ${#refused[@]} cells:" "$(grep 'error:' <<< "$message" | grep -v "$wanted" | head)"
exit $failures
