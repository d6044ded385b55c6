# nodes.bash -- servers on one PostgreSQL, and load at them, for tests. Source it, then set 'store'.
#
# shellcheck shell=bash disable=SC2034 # what it sets is for tests

canasta=${CANASTA:?CANASTA must name the program}
lab=${CANASTA_LAB:-$(dirname "$canasta")/canasta-lab}
source=${SOURCE_DIR:-.}
names=(a b c)
work=$(mktemp -d)
chmod 711 "$work" # PostgreSQL may be another user
tables=${TABLES:-12}
failures=0
load=
declare -A pids urls gates loads
finish() {
    [ -z "$load" ] || kill -9 "$load" 2>/dev/null
    for process in "${loads[@]}" "${gates[@]}"; do
        kill -9 "$process" 2>/dev/null
    done
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
# gate NAME TARGET: passes connections on to the port that the file TARGET names in its last line,
# at a port that it writes to $work/gate-NAME. SIGUSR1 stops all bytes, SIGUSR2 lets them go on.
gate() {
    python3 "$(dirname "${BASH_SOURCE[0]}")/gate.py" "$work/gate-$1" "$2" 2>>"$work/log-gate" &
    gates[$1]=$!
    until [ -s "$work/gate-$1" ]; do
        kill -0 "${gates[$1]}" || { echo "FAILED: $(cat "$work/log-gate")"; exit 1; }
        sleep 0.01
    done
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
    "$lab" load --tables "$tables" --warm 0 --seconds 60 --reconnect 60 --ledger "$work/ledger" \
        --acknowledged "$work/acknowledged" --json "$1" >"$work/result" 2>"$work/trouble" &
    load=$!
}
end_load() {
    kill -INT "$load"
    wait "$load"
    local status=$?
    load=
    [ "$status" -eq 130 ] || fail "$1: the load ended with $status: $(cat "$work/trouble")"
    [ "$(figure acknowledged_lost)" = 0 ] || fail "$1: lost: $(cat "$work/result")"
    cat "$work/result" >>"$work/results"
}

# check_tables COUNT: what the store holds are that many records without fault, each seat's ids
# rise, and each action that was acknowledged is there.
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
    python3 - "$work/moved/canasta.db" "$work/acknowledged" <<'PYTHON' ||
import json, sqlite3, sys
bad = 0
last = {}
kept = set()
database = sqlite3.connect(sys.argv[1])
links = dict(database.execute("SELECT id, link FROM tables"))
for table, lines in database.execute(
        "SELECT id, lines FROM (SELECT id, n, lines FROM log UNION ALL "
        "SELECT id, n, lines FROM recent) ORDER BY id, n"):
    for line in map(json.loads, lines.splitlines()):
        if line["t"] == "did" and "id" in line:
            key = table, line["seat"]
            bad += line["id"] <= last.get(key, 0)
            last[key] = line["id"]
            kept.add((links[table], line["seat"], line["id"]))
acknowledged = 0
lost = 0
for line in open(sys.argv[2]):
    link, seat, number = line.split()
    acknowledged += 1
    lost += (link, int(seat), int(number)) not in kept
print(f"{acknowledged} actions acknowledged, {lost} of them not in the log, "
      f"{bad} doubled or out of order")
sys.exit(bad > 0 or lost > 0 or acknowledged == 0 or len(last) < 4)
PYTHON
        fail 'actions are lost, doubled or out of order'
}
# standstills KIND: what the loads measured of tables whose server was gone, or that were moved.
standstills() {
    python3 - "$1" "$work/results" <<'PYTHON'
import json, sys
kind = sys.argv[1]
all = [one for one in map(json.loads, open(sys.argv[2])) if one[kind] > 0]
if all:
    middle = {q: sorted(one[f"{kind}_{q}_ms"] for one in all)[len(all) // 2]
              for q in ("p50", "p99")}
    print("%s: %d tables went on, longest %.0f ms; middle of all runs: p50 %.0f ms, p99 %.0f ms" %
          (kind, sum(one[kind] for one in all), max(one[kind + "_max_ms"] for one in all),
           middle["p50"], middle["p99"]))
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
