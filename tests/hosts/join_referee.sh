#!/usr/bin/env bash
# join_referee.sh -- two people at a server's table with a referee: one discards without drawing,
# the other calls attention and decides. CANASTA names the program.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/join_referee.py" "$@"
