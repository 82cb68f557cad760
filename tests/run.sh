#!/usr/bin/env bash
# run.sh [--long]: installs what is missing, builds, and runs the tests; with --long also the tests labelled "long" and
# the long halves of others. TESSERA_PRESETS="release asan stress" runs them in several builds. A test that fails runs
# once more, since terminals and browsers of a busy machine may be late. The end names the tests that passed only then.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
. interp/setup.sh
selection=(-LE '^long$')
if [ "${1:-}" = --long ]; then
  selection=()
  export TESSERA_LONG=1
fi

install_missing $build_packages $web_packages librsvg2-2 catch2 clang clang-format-14 cmark-gfm dpkg-dev elpa-eglot emacs-nox file gdb \
  libopenmpi-dev libpq-dev neovim openmpi-bin postgresql python3 python3-jupyter-kernel-test slime xeus-dev
# Lisp libraries for the daily tests of tests/libraries/, which are skipped if the libraries are missing.
(install_missing cl-asdf cl-alexandria cl-anaphora cl-babel cl-base64 cl-chipz cl-closer-mop cl-contextl cl-esrap cl-fiveam cl-flexi-streams \
  cl-ieee-floats cl-iterate cl-kmrcl cl-local-time cl-named-readtables cl-nibbles cl-parse-number cl-ppcre cl-ptester cl-puri cl-rt \
  cl-split-sequence cl-trivial-features cl-trivial-garbage cl-trivial-gray-streams cl-who cl-xmls) || say "Going on without them"
install_browser
# Prints the tests of the preset that ended in one of these ways, a line each.
ended() { sed -nE "s/^ *[0-9]*\/?[0-9]* +Test +#[0-9]+: ([^ ]+) .*\*($1).*/  $preset: \1/p" "build/$preset/tests.log" | sort -u; }
skipped=()
repeated=()
for preset in ${TESSERA_PRESETS:-release}; do
  build "$preset" all -DTESSERA_TESTS=ON
  say "Running the tests of build/$preset"
  ctest --test-dir "build/$preset" "${selection[@]}" --output-on-failure --parallel $(($(nproc) + 1)) --repeat until-pass:2 | tee "build/$preset/tests.log" || fail "Tests of build/$preset failed."
  mapfile -t -O "${#skipped[@]}" skipped < <(ended Skipped)
  mapfile -t -O "${#repeated[@]}" repeated < <(ended 'Failed|Timeout|Exception')
done
if [ ${#repeated[@]} -gt 0 ]; then
  say "These passed only when they ran again:"
  printf '%s\n' "${repeated[@]}"
fi
if [ ${#skipped[@]} -eq 0 ]; then
  say "All tests passed."
else
  say "All tests passed, except ${#skipped[@]} that need something which is missing here:"
  printf '%s\n' "${skipped[@]}"
fi
[ -n "${TESSERA_LONG:-}" ] || say "The short form left out $(ctest --test-dir "build/$preset" -N -L '^long$' -FA . | sed -n 's/^ *Test *#[0-9]*: //p' | paste -sd ' '), and long halves: tests/run.sh --long"
