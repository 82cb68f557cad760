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

# The command of each family, with a number of rounds that takes some seconds. SEED stands for the seed.
declare -A commands=(
  [web_request]="$build/tessera_fuzz_web_request 300000 SEED < $fuzz/web_request.txt"
  [lsp_messages]="$build/tessera_fuzz_lsp_messages 300000 SEED < $fuzz/lsp_messages.txt"
  [jupyter_frames]="$build/tessera_fuzz_jupyter_frames 300000 SEED < $fuzz/jupyter_frames.txt"
  [swank_frames]="$build/tessera_fuzz_swank_frames 300000 SEED < $fuzz/swank_frames.txt"
  [readers]="$build/tessera_fuzz_readers 5000 SEED < $fuzz/readers.txt"
  [code_objects]="(cd $state && ../../$build/tessera_fuzz_code_objects 3000 SEED < ../../$fuzz/code_objects.txt)"
  [images]="$build/tessera_fuzz_images 20000 SEED < $fuzz/images.txt"
  [catalogues]="$build/tessera_fuzz_catalogues 20000 SEED < $fuzz/catalogues.txt"
  [mutants]="$build/tessera_fuzz_mutants 3000 SEED < $fuzz/mutants.txt"
  [swank]="$build/tessera --load $fuzz/swank.lisp --eval '(swank-fuzz:run 3000 SEED)'"
  [jupyter]="$build/tessera --load $fuzz/jupyter.lisp --eval '(jupyter-fuzz:run 1000 SEED)'"
  [json]="$build/tessera --load $fuzz/json.lisp --eval '(json-fuzz:run 20000 SEED)'"
  [scheme]="$build/tessera --load $fuzz/scheme.lisp --eval '(scheme-fuzz:run 5000 SEED)'"
  [arc]="$build/tessera --load $fuzz/arc.lisp --eval '(arc-fuzz:run 20000 SEED)'"
  [clojure]="$build/tessera --load $fuzz/clojure.lisp --eval '(clojure-fuzz:run 2000 SEED)'"
  [game_texts]="$build/tessera --load $fuzz/game_texts.lisp --eval '(game-text-fuzz:run 3000 SEED)'"
  [continuations]="$build/tessera --load $fuzz/continuations.lisp --eval '(quit (continuation-fuzz:run 2000 SEED))'"
  [compare]="python3 $fuzz/compare.py --tessera $build/tessera --cases 200 --seed SEED --refereed"
  [tiers]="python3 $fuzz/compare.py --tessera $build/tessera --tiers --cases 200 --seed SEED"
)
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
