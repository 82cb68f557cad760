#!/usr/bin/env bash
# aserve.sh TESSERA: runs an aserve server with its threads, and its own client and drakma in the same process,
# unmodified as Debian packages them. 77: not installed (Debian: cl-aserve, cl-drakma).
set -uo pipefail
tessera=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")" || exit 1
for system in cl-asdf acl-compat aserve htmlgen drakma; do
  [ -e /usr/share/common-lisp/source/$system ] || { echo "$system is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
answer=$(CACHE=$work/cache XDG_CACHE_HOME=$work/home timeout 900 "$tessera" --load aserve.lisp < /dev/null 2>&1)
grep -q '^FINE$' <<< "$answer" || { echo "$answer"; exit 1; }
echo "aserve, its client and drakma understand each other"
