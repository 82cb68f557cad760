#!/usr/bin/env bash
# Builds examples with the compilers and pkg-config alone: with the shared library, in C++ and C, and with the static
# one into a program that needs no shared library at all.  pkgconfig.sh PREFIX EXAMPLES SCRATCH CXX CC
set -euo pipefail
prefix=$1 examples=$2 scratch=$3 cxx=$4 cc=$5
rm -rf "$scratch" && mkdir -p "$scratch"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name tessera.pc)")
export PKG_CONFIG_PATH
libraries=$(pkg-config --variable=libdir tessera)

# expect NAME COMMAND...: checks that COMMAND prints the output of the example NAME.
expect() {
  "${@:2}" > "$scratch/$1.out" && diff "$examples/$1.txt" "$scratch/$1.out"
}

$cxx -std=c++20 "$examples/hello.cpp" $(pkg-config --cflags --libs tessera) -o "$scratch/hello"
expect hello env LD_LIBRARY_PATH="$libraries" "$scratch/hello"
$cc -std=c99 "$examples/plain_c.c" $(pkg-config --cflags --libs tessera) -o "$scratch/plain_c"
expect plain_c env LD_LIBRARY_PATH="$libraries" "$scratch/plain_c"
if readelf -d "$scratch/plain_c" | grep -E 'NEEDED.*(gmp|utf8proc|stdc\+\+)'; then exit 1; fi

$cxx -std=c++20 -static "$examples/hello.cpp" $(pkg-config --static --cflags --libs tessera) -o "$scratch/hello_static"
expect hello "$scratch/hello_static"
