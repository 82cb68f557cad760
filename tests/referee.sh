#!/usr/bin/env bash
# referee.sh TESSERA: asks SBCL whether random types are subtypes of each other. No certain answer may contradict a
# certain one of SBCL's. 77: no SBCL is installed.
set -euo pipefail
tessera=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/lisp/support"
command -v sbcl > /dev/null || { echo "no sbcl to ask"; exit 77; }
paste <(sbcl --script type-answers.lisp) <("$tessera" type-answers.lisp) | awk -F '\t' '
  { pairs += 1; certain += $4 == "YES" || $4 == "NO" }
  $1 == "YES" && $4 == "NO" || $1 == "NO" && $4 == "YES" { print "SBCL: " $1 ", Tessera: " $4 " for " $5 " and " $6; wrong += 1 }
  END { print pairs " pairs, " certain + 0 " certain answers, " wrong + 0 " contradictions"; exit wrong > 0 || certain < 1900 }'
