#!/usr/bin/env bash
# Compiles each public header by itself, and all with the examples, with all warnings, as C++20 and C++23; tessera.h as
# C99, C11 and C++, too. With g++ and clang++, as far as they are there.  headers.sh PREFIX EXAMPLES
set -euo pipefail
include=$1/include examples=$2
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -I$include"

# jobs COMPILER STANDARD PATTERN...: a line for each compilation.
jobs() {
  local compiler=$1 standard=$2 file
  command -v "$compiler" > /dev/null || return 0
  for file in "${@:3}"; do
    case $file in
      *.c) echo "$compiler -x c -std=$standard $warnings $file" ;;
      "$examples"/*) echo "$compiler -x c++ -std=$standard $warnings $file" ;;
      *) echo "$compiler -x ${language:-c++} -std=$standard $warnings -include $file /dev/null" ;;
    esac
  done
}

# Each header is compiled by itself by g++, which finds what it forgets to include; otherwise those that no other
# includes, and the examples, which are built with g++ as C++20 elsewhere.
headers=("$include"/tessera/*.hpp "$include"/tessera/*.h)
{
  jobs g++ c++20 "${headers[@]}"
  jobs g++ c++2b "$include/tessera/module.hpp"
  jobs clang++ c++20 "$include/tessera/module.hpp"
  jobs clang++ c++2b "$include"/tessera/{module,package,threads,copying}.hpp "$include/tessera/tessera.h" "$examples"/*.cpp
  for standard in c99 c11; do
    language=c jobs gcc $standard "$include/tessera/tessera.h"
    language=c jobs clang $standard "$include/tessera/tessera.h"
    jobs gcc $standard "$examples"/*.c
  done
} | xargs -P 2 -I {} sh -c 'echo "{}"; {}'
