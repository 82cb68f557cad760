#!/usr/bin/env bash
# Runs a fuzz target under libFuzzer, AddressSanitizer and UndefinedBehaviorSanitizer: bash tests/fuzz/libfuzzer.sh
# TARGET [SECONDS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=${1:?TARGET is web_request, lsp_messages or jupyter_frames} seconds=${2:-60} build=build/fuzz
mkdir -p "$build/$target-corpus"
case "$target" in
  web_request) sources="game/web/encoding.cpp game/web/request.cpp" ;;
  lsp_messages) sources="-Istdlib/modules -Iinterp stdlib/modules/language-server/native/messages.cpp interp/platform/posix/files.cpp interp/platform/posix/waiting.cpp" ;;
  jupyter_frames) sources="-Istdlib/modules stdlib/modules/jupyter/native/envelope.cpp" ;;
  *) echo "There is no target $target." >&2; exit 1 ;;
esac
clang++ -std=c++20 -g -O1 -fsanitize=fuzzer,address,undefined -Igame "tests/fuzz/$target.cpp" $sources -o "$build/$target"
# One file for each example.
awk -v out="$build/$target-corpus/example-" 'BEGIN { RS = "\n---\n" } { gsub("\n", "\r\n"); printf "%s", $0 > (out NR) }' "tests/fuzz/$target.txt"
"$build/$target" -max_total_time="$seconds" -max_len=4096 -artifact_prefix="$build/" "$build/$target-corpus"
