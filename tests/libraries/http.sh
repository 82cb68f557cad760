#!/usr/bin/env bash
# http.sh TESSERA: hunchentoot serves, drakma asks, unmodified as Debian packages them, each in a process of its own.
# 77: they are not installed (Debian: cl-hunchentoot and cl-drakma).
set -euo pipefail
tessera=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
for system in cl-asdf hunchentoot drakma usocket; do
  [ -e /usr/share/common-lisp/source/$system ] || { echo "$system is not installed"; exit 77; }
done
work=$(mktemp -d)
export CACHE=$work/cache XDG_CACHE_HOME=$work/home PORT_FILE=$work/port
timeout 250 "$tessera" --load http-server.lisp < /dev/null > "$work/server" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null || true; wait $server 2> /dev/null || true; rm -rf "$work"' EXIT
until grep -q '[0-9] *$' "$work/port" 2> /dev/null; do
  kill -0 $server 2> /dev/null || { cat "$work/server"; exit 1; }
  sleep 0.2
done
PORT=$(tr -dc 0-9 < "$work/port")
export PORT
answer=$(timeout 250 "$tessera" --load http-client.lisp < /dev/null 2>&1) || true
grep -q '^FINE$' <<< "$answer" || { tail -n 20 "$work/server"; echo "$answer"; exit 1; }
echo "hunchentoot and drakma understand each other"
