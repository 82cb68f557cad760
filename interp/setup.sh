# What game/play.sh and tests/run.sh share: saying what happens, installing what is missing, building. Sourced by them
# from the root of the source tree.

say() { printf '==> %s\n' "$*"; }

fail() { printf '==> %s\n' "$*" >&2; exit 1; }

build_packages="g++ cmake ninja-build pkg-config libgmp-dev libutf8proc-dev libcpp-httplib-dev
libsqlite3-dev libasmjit-dev libffi-dev"

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; elif command -v sudo > /dev/null; then sudo "$@"; else
    fail "This needs root, and there is no sudo. As root, run: $*"
  fi
}

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]; }

# install_missing PACKAGE...: install those that are not there.
install_missing() {
  local missing=() package
  command -v apt-get > /dev/null || { say "There is no apt here; $* are taken to be installed."; return; }
  for package in "$@"; do installed "$package" || missing+=("$package"); done
  if [ ${#missing[@]} -eq 0 ]; then say "All packages are there."; return; fi
  say "Installing ${missing[*]}"
  as_root apt-get -qq update || say "The package lists could not be refreshed; trying with those that are there."
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends \
    "${missing[@]}" > /dev/null || fail "Installing ${missing[*]} failed."
}

# install_browser: install Chromium, Firefox, Node and npm, each unless it is there, from wherever; and letters for
# Chinese and Japanese pages.
install_browser() {
  command -v chromium > /dev/null || command -v google-chrome > /dev/null || install_missing chromium
  command -v firefox-esr > /dev/null || command -v firefox > /dev/null || install_missing firefox-esr
  command -v node > /dev/null || install_missing nodejs
  command -v npm > /dev/null || install_missing npm
  fc-list :lang=ja 2> /dev/null | grep -q . || install_missing fonts-droid-fallback
}

# from_elsewhere FOLDER: what is built there was built for a tree at another place, of which this one is a copy, or was
# moved.
from_elsewhere() {
  local home
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt" 2> /dev/null) || return 1
  [ -n "$home" ] && [ "$home" != "$(pwd -P)" ] && [ "$home" != "$PWD" ]
}

# build PRESET TARGETS [OPTION...]: configure and build TARGETS, names with blanks between them, in build/PRESET.
build() {
  local preset=$1 targets
  read -ra targets <<< "$2"
  shift 2
  if from_elsewhere "build/$preset"; then
    say "The tree was moved or copied: build/$preset is configured anew"
    set -- --fresh "$@"
  fi
  say "Configuring build/$preset"
  cmake --preset "$preset" "$@" > /dev/null || fail "Configuring failed."
  say "Building build/$preset; the first time this takes some minutes"
  cmake --build --preset "$preset" --target "${targets[@]}" || fail "Building failed."
}
