#!/usr/bin/env bash
# Installs the packages in a bare Debian, uses them there and removes them again. By hand, as root: it wants a mirror
# and takes some minutes.  bare_debian.sh FOLDER-WITH-DEBS NEW-FOLDER [SUITE]     (mmdebstrap makes the new folder)
set -euo pipefail
debs=$(readlink -f "$1") root=$2 suite=${3:-bookworm}
examples=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../../examples/embedding
[ ! -e "$root" ] || { echo "$root is there already."; exit 1; }
mmdebstrap --quiet --variant=apt "$suite" "$root"
cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/" 2> /dev/null || true # proxies, if the machine needs them
mkdir "$root/debs"
cp "$debs"/*.deb "$root/debs"
in_root() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
files() { (cd "$root" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./var -o -path ./debs -o -path ./tmp \) -prune -o -print | sort); }
deb() { (cd "$root" && for file in debs/$1_*.deb; do echo "/$file"; done); }
install() { in_root apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends "$@" > /dev/null; }
expect() { [[ $2 == *"$1"* ]] || { echo "Not '$1': $2"; exit 1; }; }

in_root apt-get -qq update
echo "== the program alone"
install "$(deb tessera)"
expect 42 "$(in_root tessera --eval '(* 6 7)')"
expect "are for lists" "$(in_root tessera --eval "(help 'lazy)")"

echo "== the game"
install "$(deb tessera-game)"
expect "choose your move" "$(echo 1 | in_root dice-of-doom v2)"
PORT=8099 GAMES=/tmp/games.db chroot "$root" /usr/bin/dice-of-doom web < /dev/null > "$root/tmp/server.out" 2>&1 &
server=$!
trap 'kill $server 2> /dev/null || true' EXIT
for ((i = 0; i < 100; i++)); do grep -q Serving "$root/tmp/server.out" && break; sleep 0.2; done
page() { (exec 3<> /dev/tcp/127.0.0.1/8099; printf 'GET /%s HTTP/1.0\r\nHost: localhost\r\n\r\n' "$1" >&3; cat <&3); }
expect "Dice of Doom" "$(page '')"
expect "text/css" "$(page style.css)"
expect "text/javascript" "$(page game.js)"
kill $server

echo "== the library, for one who builds with it"
install "$(deb "libtessera[0-9]*")" "$(deb libtessera-dev)" g++ pkg-config cmake make
cp -r "$examples" "$root/tmp/embedding"
in_root sh -ec 'cd /tmp; g++ -std=c++20 embedding/hello.cpp $(pkg-config --cflags --libs tessera) -o hello'
expect "Forty-two times hello!" "$(in_root /tmp/hello)"
in_root sh -ec 'cmake -S /tmp/embedding -B /tmp/build > /dev/null && cmake --build /tmp/build > /dev/null'
expect "The winner is" "$(in_root /tmp/build/game_host /usr/share/tessera/game < /dev/null)"

echo "== gone again"
in_root apt-get -qq purge -y tessera-game tessera 'libtessera*' > /dev/null
left=$(files | grep -i -E 'tessera|dice-of-doom' || true)
[ -z "$left" ] || { echo "Left behind: $left"; exit 1; }
echo "All is well. Packages, in bytes:"
stat -c '%n %s' "$root"/debs/*.deb | sed "s|$root/debs/||"
