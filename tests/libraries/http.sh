#!/usr/bin/env bash
# http.sh TESSERA [tls]: hunchentoot serves and drakma requests, in two processes, unmodified as Debian packages them.
# `tls`: by cl+ssl with a certificate made for the test. 77: not installed (Debian: cl-hunchentoot and cl-drakma;
# libffi-dev when Tessera was built, and openssl).
set -euo pipefail
tessera=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")"
for system in cl-asdf hunchentoot drakma usocket; do
  [ -e /usr/share/common-lisp/source/$system ] || { echo "$system is not installed"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "${2-}" = tls ]; then
  [ -e "$(dirname "$tessera")/modules/foreign-native.so" ] && command -v openssl > /dev/null && grep -q 'libssl\.so' <<< "$(ldconfig -p)" ||
    { echo "foreign-native.so, openssl or libssl is not there"; exit 77; }
  export TLS=$work
  openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/key.pem" -out "$work/certificate.pem" -days 2 -subj /CN=127.0.0.1 \
    -addext subjectAltName=IP:127.0.0.1,DNS:127.0.0.1 2> /dev/null
fi
export CACHE=$work/cache XDG_CACHE_HOME=$work/home PORT_FILE=$work/port
timeout 900 "$tessera" --load http-server.lisp < /dev/null > "$work/server" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null || true; wait $server 2> /dev/null || true; rm -rf "$work"' EXIT
until grep -q '[0-9] *$' "$work/port" 2> /dev/null; do
  kill -0 $server 2> /dev/null || { cat "$work/server"; exit 1; }
  sleep 0.2
done
PORT=$(tr -dc 0-9 < "$work/port")
export PORT
answer=$(timeout 900 "$tessera" --load http-client.lisp < /dev/null 2>&1) || true
grep -q '^FINE$' <<< "$answer" || { tail -n 20 "$work/server"; echo "$answer"; exit 1; }
echo "hunchentoot and drakma understand each other"
