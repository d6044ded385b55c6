#!/usr/bin/env bash
# nodes_pauses.sh -- servers on one PostgreSQL stand still, or are cut off from the database, for
# longer than their lease, while clients stay connected. One seat of each table goes to another
# server; the others receive nothing until it is over. Then all go on, and what was acknowledged
# is in the log, once and in its order. With CANASTA_FULL many times, for 30 s each. CANASTA names
# the program; TIMES, BESIDE and SECONDS_EACH are how often, how many at once, and how long.

set -u
# shellcheck source=tests/hosts/nodes.bash
. "$(dirname "$0")/nodes.bash"
times=2
beside=2
pause=4
[ -z "${CANASTA_FULL-}" ] || { times=100; beside=10; pause=30; }
times=${TIMES:-$times}
beside=${BESIDE:-$beside}
pause=${SECONDS_EACH:-$pause}
each=2
made=0
: >"$work/acknowledged"
: >"$work/ledger"
store=$("$source/scripts/postgres" start "$work/postgres") || exit 1
direct=$store
echo "$direct" >"$work/database"

# played NAME: how often the table of this load that was played least was acknowledged.
played() {
    awk '{ count[$1]++ } END { least = -1; tables = 0
        for (link in count) { tables++; if (least < 0 || count[link] < least) least = count[link] }
        print tables == '$each' ? least : 0 }' "$work/acknowledged-$1" 2>/dev/null || echo 0
}
# all_played COUNT: until each table of each load was played so often since it began.
all_played() {
    local name
    for name in "${cut[@]}"; do
        until [ "$(played "$name")" -ge $((${before[$name]} + $1)) ]; do
            kill -0 "${loads[$name]}" 2>/dev/null ||
                { fail "$kind: the load at $name ended: $(cat "$work/trouble-$name")"; return 1; }
            sleep 0.05
        done
    done
}
# all HOW: cuts every node off that is to be, or lets it go on.
all() {
    local name
    for name in "${cut[@]}"; do
        case $kind-$1 in
        stop-cut) kill -STOP "${pids[$name]}" ;;
        stop-join) kill -CONT "${pids[$name]}" ;;
        database-cut) kill -USR1 "${gates[database]}"; break ;;
        database-join) kill -USR2 "${gates[database]}"; break ;;
        esac
    done
}
round() {
    local name
    declare -A before
    for name in "${cut[@]}"; do
        rm -f "$work/acknowledged-$name" "$work/ledger-$name"
        before[$name]=0
        "$lab" load --tables $each --rate 60 --warm 0 --seconds 60 --reconnect 60 \
            --other "${urls[z]}" --ledger "$work/ledger-$name" \
            --acknowledged "$work/acknowledged-$name" --json "${urls[$name]}" \
            >"$work/result-$name" 2>"$work/trouble-$name" &
        loads[$name]=$!
    done
    all_played 10 || return 1
    all cut
    sleep "$pause"
    for name in "${cut[@]}"; do
        before[$name]=$(played "$name")
    done
    all join
    all_played 10 || return 1
    for name in "${cut[@]}"; do
        load=${loads[$name]}
        unset "loads[$name]"
        mv "$work/result-$name" "$work/result"
        mv "$work/trouble-$name" "$work/trouble"
        end_load "$kind: $name"
        [ "$(figure gone)" -ge $each ] || fail "$kind: $name: a table did not stand still"
        cat "$work/ledger-$name" >>"$work/ledger"
        cat "$work/acknowledged-$name" >>"$work/acknowledged"
        made=$((made + each))
    done
}

start z
for kind in stop database; do
    cut=()
    store=$direct
    if [ $kind = database ]; then
        gate database "$work/database"
        store=${direct/:[0-9]*\//:$(cat "$work/gate-database")/}
    fi
    for ((i = 0; i < beside; i++)); do
        name=$kind$i
        start "$name"
        cut+=("$name")
    done
    store=$direct
    for ((done = 0; done < times; done += beside)); do
        round || break
    done
    for name in "${cut[@]}"; do
        kill -0 "${pids[$name]}" || fail "$kind: $name has ended"
        grep -q 'beginning again' "$work/log-$name" ||
            fail "$kind: $name was not given up"
        kill "${pids[$name]}"
        wait "${pids[$name]}" || fail "node $name did not stop well"
        unset "pids[$name]"
    done
    echo "$kind: $done pauses of $pause s"
done
check_tables $made
names=(z)
stop_nodes
standstills gone
[ "$failures" -eq 0 ] || { tail -n 5 "$work"/log-*; exit 1; }
