#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test. TESSERA_PRESETS="release asan stress" runs them in several builds.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. .ci/setup.sh

install_missing $build_packages catch2 clang clang-format-14 cmark-gfm dpkg-dev elpa-eglot emacs-nox file neovim python3 python3-jupyter-kernel-test slime xeus-dev
install_browser
for preset in ${TESSERA_PRESETS:-release}; do
  build "$preset" all -DTESSERA_TESTS=ON
  say "Running the tests of build/$preset"
  ctest --test-dir "build/$preset" --output-on-failure --parallel "$(nproc)" || fail "Tests of build/$preset failed."
done
say "All tests passed."
