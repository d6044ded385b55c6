#!/usr/bin/env bash
# serve_refusals.sh -- canasta serve against clients that mean harm or are broken: each is refused,
# and nobody else feels it.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/serve_refusals.py" "$@"
