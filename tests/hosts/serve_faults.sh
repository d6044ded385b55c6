#!/usr/bin/env bash
# serve_faults.sh -- what goes wrong around canasta serve: kill -9, disks, pauses, slow and silent
# clients, storms.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/serve_faults.py" "$@"
