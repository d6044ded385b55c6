#!/usr/bin/env bash
# train.sh -- canasta-lab train as a person calls it: measuring, making a net, interrupting, what
# cannot be asked for.
# CANASTA names the program.

set -u
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

train=("$lab" train --held-out 100 --seed hosts)

# --- measuring

expect 0 "$lab" train --help
contains out 'usage: canasta-lab train'
for jobs in 1 3; do
    expect 0 "${train[@]}" --jobs $jobs
    contains out 'the net that is built in'
    contains out 'R2 on 100 deals held out:'
    mv out measured$jobs
done
same measured1 measured3
expect 0 "${train[@]}" --rules hoyle,bicycle --set target=3000

# --- making one

for jobs in 1 3; do
    expect 0 "${train[@]}" --deals 300 --rules laws1950,pumpa --jobs $jobs --out net$jobs
    contains out 'learned from 300 deals, '
done
same net1 net3
contains net1 'canasta-lab train --deals 300 --held-out 100 --rules laws1950,pumpa --seed hosts'
for field in row bias second second_bias result result_bias single; do
    grep -q "^\.$field = " net1 || fail "net1 lacks .$field"
done
expect 0 "$lab" train --held-out 100 --seed other --deals 300 --rules laws1950,pumpa --out other
tail -n +20 net1 >a
tail -n +20 other >b
cmp -s a b && fail 'two seeds gave the same net'
# No seed ends the comment.
expect 0 "$lab" train --held-out 10 --deals 10 --seed $'*/ a\nb' --out strange
contains strange "--seed '*  a b'"

# --- from the games of search, and further

# r2 <file>: the share of the variance that the net predicts, of 1000.
r2() {
    awk '$1 == "all" { printf "%d", $5 * 1000 }' "$1"
}

for jobs in 1 3; do
    expect 0 "${train[@]}" --deals 16 --search 40 --jobs $jobs --out searched$jobs
done
same searched1 searched3
contains searched1 ' --search 40 '
expect 0 "${train[@]}" --deals 16 --out unsearched
tail -n +20 searched1 >a
tail -n +20 unsearched >b
cmp -s a b && fail 'search played no deal'

expect 0 "${train[@]}" --deals 300 --continue --out further
contains further ' --continue '
expect 0 "${train[@]}" --deals 300 --out anew
[ "$(r2 further)" -gt "$(r2 anew)" ] || fail 'a net trained further is no better than a new one'

# --- interrupted

for signal in INT TERM; do
    # A script's background jobs ignore SIGINT; env gives it back.
    env --default-signal=INT "${train[@]}" --deals 100000000000 --jobs 2 --out stopped \
        >out 2>err </dev/null &
    pid=$!
    for _ in $(seq 600); do
        if [ -e stopped ]; then break; fi
        sleep 0.1
    done
    kill -s "$signal" "$pid"
    wait "$pid"
    status=$?
    [ "$status" -eq "$(status_of "$signal")" ] || fail "SIG$signal gave $status: $(cat err)"
    contains out '(interrupted)'
    contains stopped '.single = '
    rm -f stopped
done

# --- what cannot be asked for

expect 2 "${train[@]}" --out net
contains err '--out needs --deals'
[ ! -e net ] || fail 'a file was made for nothing'
expect 2 "${train[@]}" --rules threepack
contains err 'threepack: no net suits it'
expect 2 "${train[@]}" --rules laws1950,nonsense
expect 2 "${train[@]}" --rules ''
expect 2 "${train[@]}" --set natural_canasta_bonus=700
expect 2 "${train[@]}" --set natural=700
expect 2 "${train[@]}" --deals -1
expect 2 "${train[@]}" --deals many
expect 2 "${train[@]}" --held-out 0
expect 2 "${train[@]}" --jobs 0
expect 2 "${train[@]}" --players 1
expect 2 "${train[@]}" --search -1
expect 2 "${train[@]}" --continue
contains err '--continue needs --deals'
expect 2 "${train[@]}" --rules bicycle --players 3
contains err 'bicycle: no net suits it'
expect 2 "${train[@]}" more
contains err "canasta-lab train: 'more' is one argument too many"
expect 3 "${train[@]}" --deals 100 --out no/such/folder
contains err 'no/such/folder: No such file'
# A disk that is full: no file may grow beyond 1024 bytes.
(
    trap '' XFSZ
    ulimit -f 1
    "${train[@]}" --deals 100 --out full >full.out 2>full.err
)
full=$?
[ "$full" -eq 3 ] || fail "a full disk gave $full"
contains full.err 'full: could not be written'

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
