#!/usr/bin/env bash
# load.sh -- the load generator's seats come back: a server is killed in the middle of games, and
# another at the same address continues them; then all connections are dropped together. CANASTA
# names the program.

set -u
canasta=${CANASTA:?CANASTA must name the program}
lab=${CANASTA_LAB:-$(dirname "$canasta")/canasta-lab}
work=$(mktemp -d)
failures=0
server_pid=
load=
listen=127.0.0.1:0
finish() {
    [ -z "$load" ] || kill -9 "$load" 2>/dev/null
    [ -z "$server_pid" ] || kill -9 "$server_pid" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}
printf 'messages_per_second = 100000\nmessages_burst = 100000\n' >"$work/conf"

serve() {
    coproc SERVER { exec "$canasta" serve --listen "$listen" --data "$work/data" \
        --config "$work/conf" 2>>"$work/log"; }
    # shellcheck disable=SC2153 # coproc sets it
    server_pid=$SERVER_PID
    IFS= read -r line <&"${SERVER[0]}"
    url=${line#canasta: serving at }
    listen=${url#http://}
    listen=${listen%/}
}
# metric NAME: a count of this server's.
metric() {
    local count
    count=$(curl -fs "${url}metrics" | sed -n "s/^canasta_$1 //p")
    echo "${count:-0}"
}
# until_played: until this server has made 300 more actions durable, unless the load ends before.
until_played() {
    local enough
    enough=$(($(metric actions_total) + 300))
    while kill -0 "$load" 2>/dev/null && [ "$(metric actions_total)" -lt "$enough" ]; do
        sleep 0.01
    done
}
# figure KEY: of the result.
figure() { sed -n "s/.*\"$1\":\([-0-9.]*\).*/\1/p" "$work/result"; }

serve
"$lab" load --tables 10 --warm 0 --seconds 60 --reconnect 60 --ledger "$work/ledger" --json \
    "$url" >"$work/result" 2>"$work/trouble" &
load=$!
until_played
kill -9 "$server_pid"
wait "$server_pid" 2>/dev/null
serve
until_played
kill -INT "$load"
wait "$load"
status=$?
load=
[ "$status" -eq 130 ] || fail "the load ended with $status: $(cat "$work/trouble")"
[ "$(figure acknowledged_lost)" = 0 ] || fail "lost: $(cat "$work/result")"
played=$(awk '{ sum += $2 } END { print sum + 0 }' "$work/ledger")
[ "$played" -ge 600 ] || fail "only $played lines acknowledged at both servers"
# The second server's tables are those of the first, and it lacked nothing that a seat had seen.
[ "$(metric tables_loaded_total)" -eq 10 ] || fail "loaded: $(metric tables_loaded_total)"
[ "$(metric clients_ahead_total)" -eq 0 ] || fail "ahead: $(metric clients_ahead_total)"
tables=0
while read -r link _; do
    "$canasta" export --whole --data "$work/data" "$link" >"$work/record" ||
        fail "the export of a table"
    "$canasta" check "$work/record" >"$work/checked" 2>&1 ||
        fail "the record of a table: $(head -n 2 "$work/checked")"
    tables=$((tables + 1))
done <"$work/ledger"
[ "$tables" -eq 10 ] || fail "$tables tables in the ledger"

# Without --reconnect a server that goes away ends the load.
"$lab" load --tables 2 --warm 0 --seconds 60 --json "$url" >"$work/result" 2>"$work/trouble" &
load=$!
until_played
kill -9 "$server_pid"
wait "$server_pid" 2>/dev/null
wait "$load"
status=$?
load=
[ "$status" -eq 3 ] || fail "a load without its server ended with $status"

serve
"$lab" load --tables 5 --warm 0 --seconds 0 --storm --json "$url" >"$work/result" ||
    fail 'the storm ended badly'
for key in storm_ms storm_reload_ms; do
    [ "$(figure $key)" -ge 0 ] || fail "not all came back: $(cat "$work/result")"
done
[ "$(figure bytes_per_snapshot)" -gt 500 ] || fail "no snapshots: $(cat "$work/result")"
kill "$server_pid"
wait "$server_pid" || fail 'the server did not stop well'
server_pid=
[ "$failures" -eq 0 ]
