# Functions that game/play.sh and tests/run.sh share: messages, installing packages, building. Source this file from the
# root of the source tree.

say() { printf '==> %s\n' "$*"; }

fail() { printf '==> %s\n' "$*" >&2; exit 1; }

build_packages="g++ cmake ninja-build pkg-config libgmp-dev libutf8proc-dev libasmjit-dev libffi-dev"
web_packages="libboost-dev libsqlite3-dev zlib1g-dev" # for the web server only

as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; elif command -v sudo > /dev/null; then sudo "$@"; else
    fail "This needs root, and there is no sudo. As root, run: $*"
  fi
}

installed() { [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2> /dev/null)" = installed ]; }

# install_missing PACKAGE...: installs the packages that are missing.
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

# install_browser: installs Chromium, Firefox, Node and npm, unless the command exists, and a font for Chinese and
# Japanese pages. Chromium without windows takes half the processor time; not every system has a package of it.
install_browser() {
  command -v chromium-headless-shell > /dev/null || (install_missing chromium-headless-shell) ||
    command -v chromium > /dev/null || command -v google-chrome > /dev/null || install_missing chromium
  command -v firefox-esr > /dev/null || command -v firefox > /dev/null || install_missing firefox-esr
  command -v node > /dev/null || install_missing nodejs
  command -v npm > /dev/null || install_missing npm
  fc-list :lang=ja 2> /dev/null | grep -q . || install_missing fonts-droid-fallback
}

# from_elsewhere FOLDER: true if the build folder FOLDER was configured for a source tree at another path.
from_elsewhere() {
  local home
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt" 2> /dev/null) || return 1
  [ -n "$home" ] && [ "$home" != "$(pwd -P)" ] && [ "$home" != "$PWD" ]
}

# build PRESET TARGETS [OPTION...]: configures build/PRESET and builds TARGETS, a list of names separated by spaces.
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
