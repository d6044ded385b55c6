#!/usr/bin/env bash
# nodes_nginx.sh -- the two ways to nodes that docs/HOSTING.md describes, with the configurations of
# docs/hosting in a real nginx: all behind one host name, each under its path; and each under a name
# of its own. CANASTA names the program, SOURCE_DIR the sources.

set -eu
export PYTHONDONTWRITEBYTECODE=1
exec python3 "$(dirname "$0")/nodes_nginx.py" "$@"
