#!/usr/bin/env bash
# postgresql.sh TESSERA: pg and postmodern, unmodified as Debian packages them, query a PostgreSQL database. clsql's
# socket backend speaks a protocol that servers refuse since PostgreSQL 14, so SBCL cannot use it either. 77: not
# installed (Debian: cl-pg, cl-postmodern, postgresql).
set -euo pipefail
tessera=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
for system in cl-asdf pg postmodern usocket; do
  [ -e /usr/share/common-lisp/source/$system ] || { echo "$system is not installed"; exit 77; }
done
programs=$(ls -d /usr/lib/postgresql/*/bin 2> /dev/null | sort -V | tail -n 1)
[ -x "$programs/initdb" ] || { echo "there is no server of PostgreSQL"; exit 77; }
as_user=()
if [ "$(id -u)" = 0 ]; then # the server does not run as root
  id postgres > /dev/null 2>&1 || { echo "there is no user postgres"; exit 77; }
  as_user=(runuser -u postgres --)
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/server"
[ ${#as_user[@]} = 0 ] || { chmod 755 "$work"; chown postgres "$work/server"; }
PORT=$(python3 ../ports.py)
server() { (cd "$work/server" && "${as_user[@]}" "$programs/pg_ctl" -D "$work/server/data" -w -t 240 "$@"); }
(cd "$work/server" && "${as_user[@]}" "$programs/initdb" -D "$work/server/data" -U ada -A trust --no-sync) > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
server -l "$work/server/log" -o "-p $PORT -c listen_addresses=127.0.0.1 -c fsync=off -k $work/server" start > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
trap 'server -m immediate stop > /dev/null 2>&1 || true; rm -rf "$work"' EXIT
export PORT CACHE=$work/cache XDG_CACHE_HOME=$work/home
answer=$(timeout 900 "$tessera" --load postgresql.lisp < /dev/null 2>&1) || true
grep -q '^FINE$' <<< "$answer" || { echo "$answer" | tail -n 30; exit 1; }
echo "PostgreSQL was asked by pg and postmodern"
