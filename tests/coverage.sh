#!/usr/bin/env bash
# coverage.sh: the lines and branches of the engine's C++ that ran in build/coverage since its counts were last deleted,
# by folder. Build with `cmake --preset coverage -DTESSERA_TESTS=ON && cmake --build --preset coverage`, run tests there
# (`ctest --test-dir build/coverage`), then this. Needs gcovr.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v gcovr > /dev/null || { echo "There is no gcovr."; exit 77; }
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
gcovr --root . --filter 'interp/|game/native/|game/web/|stdlib/modules/' --exclude-unreachable-branches --exclude-throw-branches \
  --json-summary "$summary" build/coverage > /dev/null
python3 - "$summary" <<'END'
import collections
import json
import sys

folders = collections.defaultdict(lambda: [0, 0, 0, 0])
for file in json.load(open(sys.argv[1], encoding="utf-8"))["files"]:
    parts = file["filename"].split("/")
    for folder in ("/".join(parts[:2]) + "/", "all"):
        for i, key in enumerate(("line_covered", "line_total", "branch_covered", "branch_total")):
            folders[folder][i] += file[key]
print("| folder | lines | of them run, % | branches | of them taken, % |\n|---|--:|--:|--:|--:|")
for folder, (lines, all_lines, branches, all_branches) in sorted(folders.items()):
    print(f"| {folder} | {all_lines} | {100 * lines / max(1, all_lines):.1f} | {all_branches} | {100 * branches / max(1, all_branches):.1f} |")
END
