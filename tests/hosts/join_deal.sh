#!/usr/bin/env bash
# join_deal.sh -- four people at a server's table: canasta join four times, one of them killed and
# one cut off in the middle of the deal; both go on where they were. The record must be faultless.
# CANASTA names the program.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/join_deal.py" "$@"
