#!/usr/bin/env bash
# Builds examples with the compilers and pkg-config alone: with the shared library, in C++ and C; with the static one,
# also in a plugin; and into a program that needs no shared library at all.  pkgconfig.sh PREFIX EXAMPLES SCRATCH CXX CC
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

$cxx -std=c++20 "$examples/hello.cpp" $(pkg-config --cflags --libs tessera-static) -o "$scratch/hello_archive"
expect hello "$scratch/hello_archive"
if readelf -d "$scratch/hello_archive" | grep -E 'NEEDED.*libtessera'; then exit 1; fi

# A plugin contains the static library, and its host finds the modules of the installation.
cat > "$scratch/plugin.cpp" << 'EOF'
#include <tessera/tessera.hpp>
extern "C" int plugin_run(int n) {
  tessera::Interpreter lisp;
  lisp.define("n", [n] { return n; });
  return lisp.eval<int>("(require \"continuations\") (with-output-to-string (*standard-output*) (describe 'car)) (+ (n) 1)");
}
EOF
cat > "$scratch/plugin_host.cpp" << 'EOF'
extern "C" int plugin_run(int n);
int main() { return plugin_run(41) == 42 ? 0 : 1; }
EOF
$cxx -std=c++20 -fPIC -shared "$scratch/plugin.cpp" $(pkg-config --cflags --libs tessera-static) -o "$scratch/libplugin.so"
$cxx "$scratch/plugin_host.cpp" "-L$scratch" -lplugin "-Wl,-rpath,$scratch" -o "$scratch/plugin_host"
"$scratch/plugin_host"

$cxx -std=c++20 -static "$examples/hello.cpp" $(pkg-config --static --cflags --libs tessera) -o "$scratch/hello_static"
expect hello "$scratch/hello_static"
