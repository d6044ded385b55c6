#!/usr/bin/env bash
# serve_damage.sh -- canasta serve on a damaged database: it starts or says why not, and no table is
# ever other than it was.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/serve_damage.py" "$@"
