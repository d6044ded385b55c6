#!/usr/bin/env bash
# cluster.sh -- scripts/cluster starts, is played at through its proxy, and takes everything with it
# when it ends. CANASTA names the program, SOURCE_DIR the sources.

set -u
canasta=${CANASTA:?CANASTA must name the program}
lab=${CANASTA_LAB:-$(dirname "$canasta")/canasta-lab}
source=${SOURCE_DIR:-.}
work=$(mktemp -d)
chmod 711 "$work" # PostgreSQL may be another user
failures=0
cluster=
finish() {
    [ -z "$cluster" ] || kill "$cluster" 2>/dev/null
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# At a port that is free now; another one if somebody was faster.
for _ in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 12000))
    TMPDIR=$work "$source/scripts/cluster" "$port" >"$work/out" 2>"$work/err" &
    cluster=$!
    until grep -q 'promote its standby' "$work/out" || ! kill -0 "$cluster" 2>/dev/null; do
        sleep 0.05
    done
    ! kill -0 "$cluster" 2>/dev/null || break
done
kill -0 "$cluster" 2>/dev/null || { fail "it does not start: $(cat "$work/err")"; exit 1; }
url=http://127.0.0.1:$port/
for name in a b c; do
    [ "$(curl -fs -m 20 "$url$name/healthz")" = ok ] || fail "node $name does not answer"
done
"$lab" load --tables 3 --warm 0 --seconds 2 --reconnect 60 --json "$url" >"$work/result" ||
    fail 'it cannot be played at'
grep -q '"acknowledged_lost":0[,}]' "$work/result" || fail "lost: $(cat "$work/result")"
grep -q '"actions_per_s":0[,}]' "$work/result" && fail 'nothing was played'

# What it says can be done: a node is retired.
drain=$(sed -n 's/^  .* drain \(--store .* a\)$/\1/p' "$work/out")
# shellcheck disable=SC2086 # several words
"$canasta" drain $drain || fail "drain: $drain"
"$lab" load --tables 2 --warm 0 --seconds 1 --reconnect 60 --json "$url" >"$work/result" ||
    fail 'it cannot be played at without a node'

kill "$cluster"
wait "$cluster" || fail "it ended with $?"
cluster=
[ -z "$(find "$work" -mindepth 1 -maxdepth 1 -type d)" ] || fail "it leaves $(ls "$work")"
! curl -fs -m 5 "${url}healthz" >/dev/null || fail 'something still answers'
[ "$failures" -eq 0 ]
