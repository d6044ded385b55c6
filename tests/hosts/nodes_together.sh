#!/usr/bin/env bash
# nodes_together.sh -- what holds over all servers on one PostgreSQL: the list of open tables,
# limits, metrics, a terminal that is sent on; a database that goes away and comes back; tables that
# move between SQLite and PostgreSQL, old schemas, and the role that HOSTING.md makes. CANASTA names
# the program, SOURCE_DIR the sources.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/nodes_together.py" "$@"
