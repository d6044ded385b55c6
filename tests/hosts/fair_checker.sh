#!/usr/bin/env bash
# fair_checker.sh -- docs/examples/check-fair.py, which knows nothing but PROTOCOL.md, finds that a
# server's deals are fair, by a seat's own lines and by the record, and finds every forgery.
# CANASTA names the program, SOURCE_DIR the sources.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/fair_checker.py" "$@"
