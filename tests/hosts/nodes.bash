# nodes.bash -- servers on one PostgreSQL, and load at them, for tests. Source it, then set 'store'.
#
# shellcheck shell=bash disable=SC2034 # what it sets is for tests

canasta=${CANASTA:?CANASTA must name the program}
lab=${CANASTA_LAB:-$(dirname "$canasta")/canasta-lab}
source=${SOURCE_DIR:-.}
names=(a b c)
work=$(mktemp -d)
chmod 711 "$work" # PostgreSQL may be another user
tables=12
failures=0
load=
declare -A pids urls
finish() {
    [ -z "$load" ] || kill -9 "$load" 2>/dev/null
    for name in "${!pids[@]}"; do
        kill -9 "${pids[$name]}" 2>/dev/null
    done
    wait 2>/dev/null
    "$source/scripts/postgres" stop "$work/postgres"
    rm -rf "$work"
}
trap finish EXIT
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
printf 'messages_per_second = 100000\nmessages_burst = 100000\n' >"$work/conf"

# start NAME: at the port that it had before, if any. Its address must be known before it starts, so
# the first time one is tried until it is free.
start() {
    local name=$1 port url
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        port=$((20000 + RANDOM % 12000))
        url=${urls[$name]-http://127.0.0.1:$port/}
        port=${url#http://127.0.0.1:}
        rm -f "$work/out-$name"
        "$canasta" serve --store "$store" --node "$name" --public "$url" \
            --listen "127.0.0.1:${port%/}" --config "$work/conf" \
            >"$work/out-$name" 2>>"$work/log-$name" &
        pids[$name]=$!
        while [ ! -s "$work/out-$name" ] && kill -0 "${pids[$name]}" 2>/dev/null; do
            sleep 0.01
        done
        if [ -s "$work/out-$name" ]; then
            urls[$name]=$url
            return
        fi
        wait "${pids[$name]}"
    done
    echo "FAILED: node $name does not start: $(tail -n 3 "$work/log-$name")"
    exit 1
}
# figure KEY: of the result.
figure() { sed -n "s/.*\"$1\":\([-0-9.]*\).*/\1/p" "$work/result"; }
# metric NAME URL: a count of a node's.
metric() {
    local count
    count=$(curl -fs -m 5 "$2metrics" | sed -n "s/^canasta_$1 //p")
    echo "${count:-0}"
}
# actions NODE...: how many these nodes have made durable since they started.
actions() {
    local sum=0 name
    for name in "$@"; do
        sum=$((sum + $(metric actions_total "${urls[$name]}")))
    done
    echo $sum
}
# until_played NODE...: until these nodes have made 100 more actions durable, unless the load ends
# before.
until_played() {
    local enough
    enough=$(($(actions "$@") + 100))
    while kill -0 "$load" 2>/dev/null && [ "$(actions "$@")" -lt "$enough" ]; do
        sleep 0.01
    done
}
play() {
    "$lab" load --tables $tables --warm 0 --seconds 60 --reconnect 60 --ledger "$work/ledger" \
        --json "$1" >"$work/result" 2>"$work/trouble" &
    load=$!
}
end_load() {
    kill -INT "$load"
    wait "$load"
    local status=$?
    load=
    [ "$status" -eq 130 ] || fail "$1: the load ended with $status: $(cat "$work/trouble")"
    [ "$(figure acknowledged_lost)" = 0 ] || fail "$1: lost: $(cat "$work/result")"
}

# check_tables COUNT: what the store holds are that many records without fault, and each seat's ids
# rise.
check_tables() {
    local link checked=0
    while read -r link _; do
        "$canasta" export --whole --store "$store" "$link" >"$work/record" ||
            fail "export of $link"
        "$canasta" check "$work/record" >"$work/checked" 2>&1 ||
            fail "the record of a table: $(head -n 2 "$work/checked")"
        checked=$((checked + 1))
    done <"$work/ledger"
    [ "$checked" -eq "$1" ] || fail "$checked tables"
    "$canasta" import --data "$work/moved" "$store" >"$work/imported" || fail 'the import'
    [ "$(cat "$work/imported")" = "$1 tables" ] || fail "imported: $(cat "$work/imported")"
    python3 - "$work/moved/canasta.db" <<'PYTHON' || fail 'actions are doubled or out of order'
import json, sqlite3, sys
bad = 0
last = {}
for table, lines in sqlite3.connect(sys.argv[1]).execute(
        "SELECT id, lines FROM (SELECT id, n, lines FROM log UNION ALL "
        "SELECT id, n, lines FROM recent) ORDER BY id, n"):
    for line in map(json.loads, lines.splitlines()):
        if line["t"] == "did" and "id" in line:
            key = table, line["seat"]
            bad += line["id"] <= last.get(key, 0)
            last[key] = line["id"]
sys.exit(bad > 0 or len(last) < 4)
PYTHON
}
stop_nodes() {
    local name
    for name in "${names[@]}"; do
        kill "${pids[$name]}"
        wait "${pids[$name]}" || fail "node $name did not stop well"
        unset "pids[$name]"
    done
}
