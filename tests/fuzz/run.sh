#!/usr/bin/env bash
# Runs all fuzzers in turns, each turn with a new seed: bash tests/fuzz/run.sh MINUTES [FAMILY...]
#
# build/fuzz/seed holds the seed of the next turn, so a later run goes on where this one stopped. What fails is kept in
# build/fuzz/found/, a file for each with the command and its output; the exit status is 1 then. Needs build/release
# with the tests (cmake --build --preset release), or the build of the preset PRESET; libFuzzer's families need clang.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
minutes=${1:?MINUTES}; shift
build=build/${PRESET:-release} fuzz=tests/fuzz state=build/fuzz found=build/fuzz/found
mkdir -p "$found"
seed=$(cat "$state/seed" 2> /dev/null || echo 1000)
end=$((SECONDS + 60 * minutes))
turns=0 failures=0

# The command of each family of families.txt. SEED stands for the seed. The targets write files into their folder.
declare -A commands
while read -r name kind _ rounds arguments; do
  case $kind in
    bytes) commands[$name]="(cd $state && ../../$build/tessera_fuzz_$name $rounds SEED < ../../$fuzz/$name.txt)" ;;
    lisp) commands[$name]="$build/tessera --load $fuzz/$name.lisp --eval '($name-fuzz:run $rounds SEED)'" ;;
    script) commands[$name]="python3 $fuzz/compare.py --tessera $build/tessera --cases $rounds --seed SEED $arguments" ;;
  esac
done < <(grep -v '^#' $fuzz/families.txt)
if command -v clang++ > /dev/null; then
  for target in web_request lsp_messages jupyter_frames; do commands[libfuzzer_$target]="bash $fuzz/libfuzzer.sh $target 20"; done
fi
families=("$@")
[ ${#families[@]} -gt 0 ] || mapfile -t families < <(printf '%s\n' "${!commands[@]}" | sort)

while [ $SECONDS -lt $end ]; do
  for family in "${families[@]}"; do
    [ $SECONDS -lt $end ] || break
    command=${commands[$family]:?there is no family $family}
    command=${command//SEED/$seed}
    timeout 900 bash -c "$command" > "$state/output" 2>&1
    status=$?
    [ $status -eq 0 ] || [ $status -eq 77 ] && continue  # 77: what it needs is not installed
    failures=$((failures + 1))
    { echo "$command"; echo "exit status $status"; tail -c 100000 "$state/output"; } > "$found/$family-$seed"
    echo "$family fails with the seed $seed: see $found/$family-$seed"
  done
  turns=$((turns + 1)) seed=$((seed + 1))
  echo "$seed" > "$state/seed"
done
echo "$turns turns of ${#families[@]} families, $failures failures"
[ $failures -eq 0 ]
