#!/usr/bin/env bash
# analyse.sh [FILE...]: checks all C++ sources, or the FILEs, with cppcheck and cppcheck.txt. It takes a minute of
# processor time. 77: cppcheck is not installed. gcc's -fanalyzer is not used: it supports C only.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v cppcheck > /dev/null || { echo "There is no cppcheck."; exit 77; }
[ $# -gt 0 ] || set -- interp game stdlib
cppcheck -j "$(nproc)" -DTESSERA_MACHINE_CODE -I interp -I interp/include -I game/native --enable=warning,portability --inline-suppr \
  --suppressions-list=tests/cppcheck.txt --std=c++20 --language=c++ --quiet --error-exitcode=1 \
  --template='{file}:{line}: {severity}: {message} [{id}]' "$@"
