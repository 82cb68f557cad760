#!/usr/bin/env bash
# Builds the engine and the playground for WebAssembly; runs the Lisp files under node, and the site in browsers.
# Exits with 77, and a line that says why, where emscripten or its libraries are not installed.
set -euo pipefail
cd "$(dirname "$0")/../.."

if ! command -v emcc > /dev/null || [ ! -e build/wasm-libraries/done ]; then
  echo "WebAssembly is not tested: bash interp/platform/wasm/libraries.sh installs what it needs."
  exit 77
fi
cmake --preset wasm > /dev/null
cmake --build --preset wasm --target site
python3 tests/wasm/lisp_files.py build/wasm/tessera.js
bash tests/web/packages.sh
node --test tests/wasm/
