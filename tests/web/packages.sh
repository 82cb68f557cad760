#!/usr/bin/env bash
# Installs the packages of the browser tests unless they are there. Exits with 77 if npm cannot reach its registry.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
npm ls > /dev/null 2>&1 && exit
output=$(npm ci --no-audit --no-fund 2>&1) && exit
echo "$output"
[[ $output =~ E(NOTFOUND|AI_AGAIN|CONNREFUSED|CONNRESET|TIMEDOUT|NETUNREACH|NOTCACHED) ]] || exit 1
echo "The browser tests are skipped: npm cannot reach its registry."
exit 77
