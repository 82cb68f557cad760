#!/usr/bin/env bash
# tidy.sh BUILD [FILE...]: clang-tidy finds nothing in the C++ that BUILD compiles, or in FILEs, by the checks of
# .clang-tidy. BUILD must be complete, as it has the headers that the build makes. It takes some 20 minutes of processor
# time, so it is not part of ctest. 77: there is no clang-tidy.
set -euo pipefail
build=$(readlink -f "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tidy=$(command -v clang-tidy-14 || command -v clang-tidy) || { echo "There is no clang-tidy."; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# The commands without the precompiled headers, which are g++'s.
ninja -C "$build" -t compdb | sed -E 's/ -Winvalid-pch| -include [^ ]*cmake_pch\.hxx//g; s/"command": "[^ ]*ccache /"command": "/' > "$scratch/compile_commands.json"
if [ $# -eq 0 ]; then
  mapfile -t files < <(sed -nE 's/^ *"file": "(.*\.cpp)",?$/\1/p' "$scratch/compile_commands.json" | grep -v '/build/' | sort -u)
  set -- "${files[@]}"
fi
printf '%s\0' "$@" | xargs -0 -n 4 -P "$(nproc)" "$tidy" -p "$scratch" --quiet 2> /dev/null
