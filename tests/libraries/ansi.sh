#!/usr/bin/env bash
# ansi.sh TESSERA FOLDER: runs the ANSI tests that Paul Dietz began, of which FOLDER has a copy (ansi-test), and
# compares the failures with ansi.txt.
set -uo pipefail
tessera=$(realpath "$1")
expected=$(cd "$(dirname "${BASH_SOURCE[0]}")" && sed -n 's/^\([A-Z][^ ]*\).*/\1/p' ansi.txt)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$2/." "$work"  # the tests write files beside them
cd "$work" && rm -rf sandbox/scratch || exit 1
ulimit -s 65536  # sanitizers need more stack
timeout 7200 "$tessera" --load "$work/doit.lsp" < /dev/null > log 2>&1
failed=$(sed -n '/total tests failed/,/)$/p' log | tail -n +2 | tr -d '()')
grep -q 'total tests failed' log || { tail -20 log; echo "The tests did not come to their end."; exit 1; }
new=$(comm -13 <(sort <<< "$expected") <(sort <<< "$failed"))
grep 'total tests failed' log
[ -z "$new" ] || { for test in $new; do sed -n "/^Test $test failed/,/^ [A-Z]/p" log | cut -c1-400; done; exit 1; }
