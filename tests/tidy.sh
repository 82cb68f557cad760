#!/usr/bin/env bash
# tidy.sh BUILD [FILE...]: checks the C++ that BUILD compiles, or the FILEs, with clang-tidy and .clang-tidy. BUILD must
# be complete, as it provides the generated headers. It takes some 20 minutes of processor time, so ctest does not run
# it. 77: no clang-tidy is installed.
set -euo pipefail
build=$(readlink -f "$1")
shift
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tidy=$(command -v clang-tidy-14 || command -v clang-tidy) || { echo "There is no clang-tidy."; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# The compile commands without g++'s precompiled headers.
ninja -C "$build" -t compdb | sed -E 's/ -Winvalid-pch| -include [^ ]*cmake_pch\.hxx//g; s/"command": "[^ ]*ccache /"command": "/' > "$scratch/compile_commands.json"
if [ $# -eq 0 ]; then
  mapfile -t files < <(sed -nE 's/^ *"file": "(.*\.cpp)",?$/\1/p' "$scratch/compile_commands.json" | grep -v '/build/' | sort -u)
  set -- "${files[@]}"
fi
printf '%s\0' "$@" | xargs -0 -n 4 -P "$(nproc)" "$tidy" -p "$scratch" --quiet 2> /dev/null
