#!/usr/bin/env bash
# Tests the extension for VS Code in a copy of its folder: the grammar, finding forms, the server that it starts
# ($TESSERA_PROGRAM), and the bundle. 77: no npm, or npm gets no packages.
#     vscode.sh SOURCES SCRATCH
set -euo pipefail
command -v npm > /dev/null && command -v node > /dev/null || { echo "npm is not installed."; exit 77; }
folder=stdlib/modules/language-server
rm -rf "$2" && mkdir -p "$2/$folder"
cp -r "$1/$folder/vscode" "$1/$folder/forms.lisp" "$2/$folder/"
cp "$1/LICENSE" "$2"
cd "$2/$folder/vscode"
rm -rf node_modules dist
npm ci --no-audit --no-fund --ignore-scripts --prefer-offline || { echo "npm gets no packages."; exit 77; }
npm test
npm run vscode:prepublish
test -s dist/extension.js && test -s LICENSE
