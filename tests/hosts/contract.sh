#!/usr/bin/env bash
# contract.sh -- web/src/core/contract.ts is what tools/contract.c prints. BUILD_DIR names the
# build, SOURCE_DIR the sources; both are found without them when it is run by hand.
#
#   tests/hosts/contract.sh           compares
#   tests/hosts/contract.sh --renew   writes the file

set -u
source=${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
program=${BUILD_DIR:-$source/build}/tools/contract
file=$source/web/src/core/contract.ts

if [ "${1-}" = --renew ]; then
    "$program" >"$file"
    exit
fi
if ! "$program" | diff -u "$file" -; then
    echo "web/src/core/contract.ts differs from C's tables; run tests/hosts/contract.sh --renew"
    exit 1
fi
