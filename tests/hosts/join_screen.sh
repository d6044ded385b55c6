#!/usr/bin/env bash
# join_screen.sh -- canasta join on a whole screen: the waiting room, a deal, another size, a lost
# connection, sheets and a rematch.
# CANASTA names the program.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/join_screen.py" "$@"
