# expect.bash -- what the tests of commands share: a folder of their own to work in, and what they
# expect.
# CANASTA names the player's program, CANASTA_LAB the lab's.
# shellcheck shell=bash

canasta=${CANASTA:?CANASTA must name the program}
# shellcheck disable=SC2034 # for scripts that source this file
lab=${CANASTA_LAB:-$(dirname "$canasta")/canasta-lab}
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
export LC_ALL=C
failures=0

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# expect STATUS COMMAND...: runs it; output goes to ./out, messages to ./err
expect() {
    local wanted=$1 status=0
    shift
    "$@" >out 2>err </dev/null || status=$?
    [ "$status" -eq "$wanted" ] || fail "$* gave $status, not $wanted: $(head -c 300 err)"
}

# The exit status of a command that INT or TERM has interrupted
status_of() {
    if [ "$1" = INT ]; then echo 130; else echo 143; fi
}

contains() {
    grep -qF -- "$2" "$1" || fail "$1 lacks '$2': $(head -c 600 "$1")"
}

lacks() {
    if grep -qF -- "$2" "$1"; then fail "$1 has '$2'"; fi
}

same() {
    cmp -s "$1" "$2" || fail "$1 and $2 differ: $(diff "$1" "$2" | head -c 400)"
}
