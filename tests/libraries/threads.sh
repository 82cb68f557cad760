#!/usr/bin/env bash
# threads.sh TESSERA: runs hunchentoot with a thread for each connection and drakma in one process, lparallel, and the
# test suite of bordeaux-threads, unmodified as Debian packages them. 77: not installed (Debian: cl-hunchentoot,
# cl-drakma, cl-lparallel, cl-bordeaux-threads and cl-fiveam).
set -uo pipefail
tessera=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
for system in cl-asdf hunchentoot drakma usocket lparallel bordeaux-threads fiveam; do
  [ -e /usr/share/common-lisp/source/$system ] || { echo "$system is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
answer=$(CACHE=$work/cache XDG_CACHE_HOME=$work/home timeout 900 "$tessera" --load threads.lisp < /dev/null 2>&1)
grep -q '^FINE$' <<< "$answer" || { echo "$answer"; exit 1; }
grep '^;' <<< "$answer"
