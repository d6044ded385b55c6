#!/usr/bin/env bash
# nodes_failover.sh -- the primary of a PostgreSQL is killed under load at three servers, and its
# synchronous standby promoted: games go on, and what was acknowledged is there, once and in its
# order. With CANASTA_FULL many times. CANASTA names the program.

set -u
# shellcheck source=tests/hosts/nodes.bash
. "$(dirname "$0")/nodes.bash"
failovers=1
[ -z "${CANASTA_FULL-}" ] || failovers=${FAILOVERS:-30}
store=$("$source/scripts/postgres" pair "$work/postgres") || exit 1
for name in "${names[@]}"; do
    start "$name"
done

for ((i = 1; i <= failovers; i++)); do
    play "${urls[${names[$((i % 3))]}]}"
    until_played "${names[@]}"
    "$source/scripts/postgres" failover "$work/postgres" || fail "failover $i"
    until_played "${names[@]}"
    end_load "failover $i"
done
for name in "${names[@]}"; do
    kill -0 "${pids[$name]}" || fail "node $name has ended"
done
grep -q 'the database takes again' "$work"/log-* || fail 'no node noticed'
check_tables "$tables"
stop_nodes
acknowledged=$(awk '{ sum += $2 } END { print sum + 0 }' "$work/ledger")
echo "$failovers failovers, $acknowledged log lines acknowledged"
[ "$failures" -eq 0 ] || { tail -n 5 "$work"/log-*; exit 1; }
