#!/usr/bin/env bash
# serve_kill.sh -- kill -9 under load, again and again, each after a random count of actions:
# whatever was acknowledged is there after the restart. With CANASTA_FULL many times. CANASTA names
# the program.

set -u
canasta=${CANASTA:?CANASTA must name the program}
lab=${CANASTA_LAB:-$(dirname "$canasta")/canasta-lab}
work=$(mktemp -d)
kills=8
[ -z "${CANASTA_FULL-}" ] || kills=${KILLS:-300}
failures=0
server_pid=
finish() {
    [ -z "$server_pid" ] || kill -9 "$server_pid" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
printf 'messages_per_second = 100000\nmessages_burst = 100000\n' >"$work/conf"

serve() {
    coproc SERVER { exec "$canasta" serve --listen 127.0.0.1:0 --data "$work/data" \
        --config "$work/conf" 2>>"$work/log"; }
    # shellcheck disable=SC2153 # coproc sets it
    server_pid=$SERVER_PID
    IFS= read -r line <&"${SERVER[0]}"
    url=${line#canasta: serving at }
}

# actions: how many the server has made durable since it started.
actions() {
    local count
    count=$(curl -fs "${url}metrics" | sed -n 's/^canasta_actions_total //p')
    echo "${count:-0}"
}

# The generator writes down what was acknowledged when its server dies; the next run asks the
# restarted one for it, and goes on. The first kill comes before all tables have begun.
for ((i = 1; i <= kills; i++)); do
    serve
    "$lab" load --tables 20 --warm 0 --seconds 60 --ledger "$work/ledger" \
        --json "$url" >"$work/result" 2>"$work/trouble" &
    load=$!
    until=$((i == 1 ? 1 : 50 + RANDOM % 3000))
    while kill -0 "$load" 2>/dev/null && [ "$(actions)" -lt "$until" ]; do
        sleep 0.01
    done
    kill -9 "$server_pid"
    wait "$server_pid" 2>/dev/null
    wait "$load"
    lost=$(sed -n 's/.*"acknowledged_lost":\([0-9]*\).*/\1/p' "$work/result")
    if [ "$lost" != 0 ]; then
        echo "FAILED: kill $i: lost ${lost:-?}: $(cat "$work/trouble")"
        failures=$((failures + 1))
    fi
    if ! grep -q 'connection is lost\|could not be \(made\|sent\)\|closed a\|no server answers' \
        "$work/trouble"; then
        echo "FAILED: kill $i: the load ended by itself: $(cat "$work/trouble" "$work/result")"
        failures=$((failures + 1))
    fi
done
acknowledged=$(awk '{ sum += $2 } END { print sum + 0 }' "$work/ledger")
[ "$acknowledged" -gt $((30 * kills)) ] ||
    { echo "FAILED: only $acknowledged acknowledged"; failures=$((failures + 1)); }

# The last word: what the store holds is a record without fault.
serve
checked=0
while read -r link _; do
    "$canasta" export --whole --data "$work/data" "$link" >"$work/record" ||
        failures=$((failures + 1))
    "$canasta" check "$work/record" >"$work/checked" 2>&1 || {
        echo "FAILED: the record of a table: $(head -n 2 "$work/checked")"
        failures=$((failures + 1))
    }
    checked=$((checked + 1))
done <"$work/ledger"
[ "$checked" -eq 20 ] || { echo "FAILED: $checked tables"; failures=$((failures + 1)); }
"$lab" load --tables 20 --warm 0 --seconds 0 --ledger "$work/ledger" \
    --json "$url" >"$work/result" 2>"$work/trouble" ||
    { echo "FAILED: the last load: $(cat "$work/result" "$work/trouble")"; \
        failures=$((failures + 1)); }
kill "$server_pid"
wait "$server_pid" || { echo 'FAILED: the server did not stop well'; failures=$((failures + 1)); }
server_pid=
echo "$kills kills, $acknowledged log lines acknowledged"
[ "$failures" -eq 0 ] || { tail -n 5 "$work/log"; exit 1; }
