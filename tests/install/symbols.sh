#!/usr/bin/env bash
# Looks at what the shared library shows: the names of its public headers, nothing else; and its version.  symbols.sh
# PREFIX
set -euo pipefail
library=$(readlink -f "$(find "$1" -name libtessera.so)")
headers=$(find "$1" -path '*/include/tessera')

shown=$(nm --dynamic --defined-only --demangle "$library" | sed -E 's/^[0-9a-f]+ . //; s/@@.*//')
[ "$(wc -l <<< "$shown")" -gt 100 ] || { echo "Hardly anything is shown: $shown"; exit 1; }

# The name that a header must contain: the function's, its class's, or the symbol's own.
wrong=0
while read -r symbol; do
  name=${symbol#typeinfo for }
  name=${name#typeinfo name for }
  name=${name#vtable for }
  name=${name%%(*}
  name=${name%%\[abi*}
  case $name in
    TESSERA_*) continue ;;
    tessera_*) pattern="TESSERA_API [^;]*[ *]$name\\(" ;;
    tessera::Interpreter::* | tessera::Lisp::* | tessera::ObjectRef::* | tessera::Reference::* | tessera::WeakRef::* | \
      tessera::Error::* | tessera::words::Elements::* | tessera::detail::HostFunction::*)
      pattern="[ ~:]${name##*::}\\(" ;;
    tessera::detail::* | tessera::words::* | tessera::*) pattern="TESSERA_API ([^;]*[ *&])?${name##*::}\\b" ;;
    *) pattern='^$' ;;
  esac
  case $name in *::~*) pattern="${name##*::}|class TESSERA_API ${name##*~}" ;; esac
  case $name in *::operator=) pattern="operator=" ;; esac
  if ! cat "$headers"/*.h* | tr '\n' ' ' | grep -qE "$pattern"; then
    echo "It shows $symbol, which no public header declares."
    wrong=1
  fi
done <<< "$shown"

# Each class of the public headers must be shown.
for name in $(grep -hoE "(class|struct) TESSERA_API [A-Za-z]+" "$headers"/*.hpp | sed 's/.* //'); do
  if ! grep -qE "tessera::(detail::|words::)?$name\b" <<< "$shown"; then
    echo "It does not show $name, which a public header declares."
    wrong=1
  fi
done

readelf -d "$library" | grep -qE 'SONAME.*\[libtessera\.so\.[0-9.]+\]' || { echo "It has no version in its name."; wrong=1; }
if readelf -d "$library" | grep -E 'NEEDED' | grep -vE '\[lib(gmp|utf8proc|stdc\+\+|gcc_s|c|m|asan|ubsan|tsan)\.so|ld-linux'; then
  echo "It needs more than GMP, utf8proc and the C++ runtime."
  wrong=1
fi
exit $wrong
