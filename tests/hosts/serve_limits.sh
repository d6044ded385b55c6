#!/usr/bin/env bash
# serve_limits.sh -- how much one client may ask of canasta serve, and what is nobody's to see.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/serve_limits.py" "$@"
