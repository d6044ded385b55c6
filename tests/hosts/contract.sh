#!/usr/bin/env bash
# contract.sh -- web/src/core/contract/ is what tools/contract.c prints. BUILD_DIR names the build,
# SOURCE_DIR the sources; both are found without them when it is run by hand.
#
#   tests/hosts/contract.sh           compares
#   tests/hosts/contract.sh --renew   writes the files

set -eu
source=${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
program=${BUILD_DIR:-$source/build}/tools/contract
folder=$source/web/src/core/contract
printed=$(mktemp -d)
trap 'rm -r "$printed"' EXIT

"$program" >"$printed/names"
while read -r name; do
    "$program" "$name" >"$printed/$name.ts"
done <"$printed/names"
rm "$printed/names"

if [ "${1-}" = --renew ]; then
    mkdir -p "$folder"
    rm -f "$folder"/*.ts
    cp "$printed"/*.ts "$folder"
elif ! diff -ru "$folder" "$printed"; then
    echo "web/src/core/contract/ differs from C's tables; run tests/hosts/contract.sh --renew"
    exit 1
fi
