#!/usr/bin/env bash
# fair.sh -- canasta fair: a fair deal holds, a forged one does not. CANASTA names the program,
# SOURCE_DIR the sources.

set -u
canasta=${CANASTA:?CANASTA must name the program}
record=${SOURCE_DIR:-$PWD}/docs/examples/fair.jsonl
old=${SOURCE_DIR:-$PWD}/tests/hosts/fair-1.jsonl # of version 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
failures=0

# expect STATUS TEXT FILE: what canasta fair says of a file
expect() {
    local status=0
    "$canasta" fair "$3" >"$work/out" 2>"$work/err" || status=$?
    if [ "$status" -ne "$1" ] || ! cat "$work/out" "$work/err" | grep -qF -- "$2"; then
        printf 'FAILED: %s gave %s, not %s with "%s":\n' "$3" "$status" "$1" "$2"
        cat "$work/out" "$work/err"
        failures=$((failures + 1))
    fi
}

# forge NAME SED-SCRIPT
forge() {
    sed "$2" "$record" >"$work/$1"
    if cmp -s "$record" "$work/$1"; then
        printf 'FAILED: %s changes nothing\n' "$1"
        failures=$((failures + 1))
    fi
}

expect 0 '1 deal holds, 0 do not' "$record"
expect 0 'no contribution came from the seats 1 3' "$record"

forge nonce 's/"nonce":"00/"nonce":"01/'
expect 1 'not the committed ones' "$work/nonce"
forge part 's/"parts":\["01/"parts":["02/'
expect 1 'does not fit its pledge' "$work/part"
forge missing 's/"parts":\["[0-9a-f]*"/"parts":[null/'
expect 1 'does not fit its pledge' "$work/missing"
forge pledge 's/"pledges":\["[0-9a-f]*"/"pledges":[null/'
expect 1 'does not fit its pledge' "$work/pledge"
forge early '/"t":"reveal"/d; s/"parts":\["01/"parts":["02/'
expect 1 'does not fit its pledge' "$work/early"
forge cut 's/"k":[0-9]*/"k":40/'
expect 1 'the cut is not the one' "$work/cut"
forge unfair '/"t":"fair"/d'
expect 1 'no fair deal' "$work/unfair"
forge open '/"t":"reveal"/d'
expect 1 'not yet revealed' "$work/open"

# A deal before it was void, by the seat whose part is taken out.
sed -n '/"t":"fair"/{s/"t":"fair"/"t":"void"/; s/"parts":\["[0-9a-f]*"/"parts":[null/
s/"cut":[0-9]*/"by":[0]/; p}' "$record" >"$work/line"
sed "/\"t\":\"game\"/r $work/line" "$record" >"$work/absent"
expect 1 'void, and dealt again; the seats 0 withheld' "$work/absent"
expect 1 'a seat pledged that had withheld' "$work/absent"
sed '/"t":"game"/q' "$record" | cat - "$work/line" >"$work/void"
expect 1 '0 deals hold, 0 do not' "$work/void"
sed -i 's/"by":\[0\]/"by":[]/' "$work/void"
expect 1 'void without a reason' "$work/void"

expect 0 'made by version 1' "$old"
sed 's/"parts":\["01/"parts":["02/' "$old" >"$work/old"
expect 1 'do not follow' "$work/old"

forge damaged 's/"parts":/"part":/'
expect 2 'not a line' "$work/damaged"
expect 3 'No such file' "$work/none"
expect 2 'not a line' /dev/null

[ "$failures" -eq 0 ]
