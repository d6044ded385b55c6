#!/usr/bin/env bash
# join_people.sh -- everything that people at a table can do besides playing, each by its command:
# canasta join by two people and watchers.
# CANASTA names the program.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/join_people.py" "$@"
