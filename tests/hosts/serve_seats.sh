#!/usr/bin/env bash
# serve_seats.sh -- seats of canasta serve under bad luck: messages that come twice, late or in
# pieces, two tabs, people who leave.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/serve_seats.py" "$@"
