#!/usr/bin/env bash
# nodes.sh -- three servers on one PostgreSQL, and load at them. A node is killed with -9 under
# load, or stands still until others have its tables and goes on: whatever was acknowledged is in
# the log, once and in its order, and the tables are played on elsewhere. With CANASTA_FULL many
# times. CANASTA names the program.

set -u
# shellcheck source=tests/hosts/nodes.bash
. "$(dirname "$0")/nodes.bash"
kills=6
pauses=2
[ -z "${CANASTA_FULL-}" ] || { kills=${KILLS:-300}; pauses=${PAUSES:-100}; }
store=$("$source/scripts/postgres" start "$work/postgres") || exit 1

for name in "${names[@]}"; do
    start "$name"
done

# The load asks a node that is not killed; its tables are wherever they were left.
for ((i = 1; i <= kills; i++)); do
    killed=${names[$((i % 3))]}
    play "${urls[${names[$(((i + 1) % 3))]}]}"
    [ "$i" -ne 1 ] || until_played "${names[$(((i + 1) % 3))]}"
    sleep "0.$((RANDOM % 900 + 100))"
    kill -9 "${pids[$killed]}"
    wait "${pids[$killed]}" 2>/dev/null
    until_played "${names[$(((i + 1) % 3))]}"
    start "$killed"
    end_load "kill $i"
done

# A node stands still for longer than its lease. Others have its tables by then; it finds that out
# before it acknowledges anything, and begins again. The tables go from one to the other and back.
[ "$kills" -eq 0 ] || mv "$work/ledger" "$work/killed"
for ((i = 1; i <= pauses; i++)); do
    still=${names[$(((i + 1) % 2))]}
    other=${names[$((i % 2))]}
    play "${urls[$still]}"
    until_played "$still"
    kill -STOP "${pids[$still]}"
    kill -INT "$load"
    wait "$load"
    [ -s "$work/ledger" ] || { fail "pause $i: $(cat "$work/trouble")"; break; }
    sleep 3.2
    play "${urls[$other]}"
    until_played "$other"
    kill -CONT "${pids[$still]}"
    until_played "$other"
    end_load "pause $i"
    for ((waits = 0; waits < 6000; waits++)); do
        [ "$(grep -c 'beginning again' "$work/log-$still")" -lt $(((i + 1) / 2)) ] || break
        sleep 0.01
    done
    [ "$waits" -lt 6000 ] || { fail "pause $i: the node did not notice"; break; }
    # It is the same process, and it sends clients to the other.
    "$lab" load --tables "$tables" --warm 0 --seconds 1 --reconnect 20 --ledger "$work/ledger" \
        --json "${urls[$still]}" >"$work/result" 2>"$work/trouble" ||
        fail "pause $i: the node does not serve: $(cat "$work/trouble")"
    [ "$(figure acknowledged_lost)" = 0 ] || fail "pause $i: lost: $(cat "$work/result")"
    kill -0 "${pids[$still]}" || fail "pause $i: the node has ended"
done

# A node that is retired gives its tables to the others, by command and by SIGTERM. The load never
# finds a server away: it need not try again, only follow.
for how in drain term; do
    "$lab" load --tables "$tables" --rate "${RATE:-0}" --warm 0 --seconds 60 \
        --ledger "$work/ledger" --acknowledged "$work/acknowledged" --json "${urls[a]}" \
        >"$work/result" 2>"$work/trouble" &
    load=$!
    until_played "${names[@]}"
    for retired in "${names[@]}"; do
        [ "$(metric tables "${urls[$retired]}")" -eq 0 ] || break
    done
    left=()
    for name in "${names[@]}"; do
        [ "$name" = "$retired" ] || left+=("$name")
    done
    if [ $how = drain ]; then
        "$canasta" drain --store "$store" "$retired" || fail "drain: $retired"
    else
        kill "${pids[$retired]}"
    fi
    wait "${pids[$retired]}" || fail "$how: the node did not stop well"
    until_played "${left[@]}"
    end_load "$how"
    moved=$(sed -n 's/.*"moved":\([0-9]*\).*/\1/p' "$work/log-$retired" | tail -n 1)
    [ "${moved:-0}" -gt 0 ] || fail "$how: nothing was moved: $(tail -n 2 "$work/log-$retired")"
    start "$retired"
done
! "$canasta" drain --store "$store" nobody 2>"$work/words" || fail 'nobody is drained'
grep -q 'no server has this name' "$work/words" || fail "words: $(cat "$work/words")"

[ "$kills" -eq 0 ] || cat "$work/killed" >>"$work/ledger"

check_tables $(((1 + (kills > 0)) * tables))
acknowledged=$(awk '{ sum += $2 } END { print sum + 0 }' "$work/ledger")
[ "$acknowledged" -gt $((30 * kills)) ] || fail "only $acknowledged acknowledged"
stop_nodes
standstills gone
standstills moved
echo "$kills kills, $pauses pauses, $acknowledged log lines acknowledged"
[ "$failures" -eq 0 ] || { tail -n 5 "$work"/log-*; exit 1; }
