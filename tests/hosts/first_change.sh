#!/usr/bin/env bash
# first_change.sh -- docs/FIRST-CHANGE.md, followed word for word in a copy of the sources.

set -u
source=${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
python3 "$source/tests/hosts/first_change.py" "$source" "$work"
