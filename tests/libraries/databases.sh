#!/usr/bin/env bash
# databases.sh TESSERA: cl-sqlite and clsql, unmodified as Debian packages them, create and query a SQLite database. 77:
# not installed (Debian: cl-sqlite, cl-sql-sqlite3; libffi-dev when Tessera was built).
set -euo pipefail
tessera=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
[ -e "$(dirname "$tessera")/modules/foreign-native.so" ] || { echo "there is no foreign-native.so"; exit 77; }
for system in cl-asdf cl-cffi sqlite clsql-sqlite3 uffi; do
  [ -e /usr/share/common-lisp/source/$system ] || { echo "$system is not installed"; exit 77; }
done
grep -q 'libsqlite3\.so' <<< "$(ldconfig -p)" || { echo "there is no libsqlite3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CACHE=$work/cache XDG_CACHE_HOME=$work/home DATABASE=$work/dice.sqlite HOME=$work
answer=$(timeout 900 "$tessera" --load databases.lisp < /dev/null 2>&1) || true
grep -q '^FINE$' <<< "$answer" || { echo "$answer" | tail -n 30; exit 1; }
echo "SQLite was asked by sqlite and clsql"
