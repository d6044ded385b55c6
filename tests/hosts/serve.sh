#!/usr/bin/env bash
# serve.sh -- canasta serve against clients that mean harm, or have bad luck: every refusal, restarts, a locked and a full disk.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/serve_refusals.py" "$@"
