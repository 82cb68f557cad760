#!/usr/bin/env bash
# Checks that all C++ is formatted according to .clang-format. `tests/format.sh fix` formats it. Generated tables are
# left alone.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
format=$(command -v clang-format-14 || command -v clang-format) || { echo "There is no clang-format."; exit 1; }
"$format" --version | grep -q "version 14\." || { echo "This needs clang-format 14; others format differently."; exit 77; }
find interp stdlib game examples tests -name node_modules -prune -o \( -name '*.cpp' -o -name '*.hpp' -o -name loop_primitives.def \) ! -name weights.cpp -print0 |
  xargs -0 "$format" $([ "${1:-}" = fix ] && echo -i || echo --dry-run -Werror)
