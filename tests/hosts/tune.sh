#!/usr/bin/env bash
# tune.sh -- canasta-lab tune: the same file whatever the threads, weights read back, faults in
# files, signals.
# CANASTA names the program.

set -u
source=${SOURCE_DIR:-$PWD}
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

weights() {
    grep '^\.' "$1"
}

# Few pairs: what comes of it need not be better, so the status may be 0 or 1.
tune() {
    local status=0
    "$lab" tune --pairs 4 --accept-pairs 20 --seed hosts "$@" >out 2>err </dev/null || status=$?
    [ "$status" -le 1 ] || fail "tune $* gave $status: $(head -c 300 err)"
}

expect 0 "$lab" tune --help
contains out 'usage: canasta-lab tune'

# --- the same whatever the threads, and again by the command that the file states

for jobs in 1 3; do
    tune --steps 120 --jobs $jobs --out "$jobs.weights"
done
same 1.weights 3.weights
contains 1.weights '/* canasta-lab tune --start patient --steps 120 --pairs 4 --width 16 --gain 2 '
contains out '120 steps: 3.weights'
weights "$source/src/bots/patient.weights" >start
weights 1.weights >found
cmp -s start found && fail 'nothing moved in 120 steps'
tune --steps 30 --seconds 3600 --out long.weights
again=$(sed -n '1s/^\/\* canasta-lab //p' long.weights)
# shellcheck disable=SC2086
"$lab" $again --out again.weights >out 2>err
same long.weights again.weights

# --- what was written can be read, and goes on from there

tune --start 1.weights --steps 0 --out zero.weights
weights zero.weights >lines
same found lines
contains zero.weights '+0.0 +- 0.0 over the start'
tune --start freezer --steps 0 --pool random,1.weights --players 3 --rules threepack \
    --out three.weights
weights three.weights >lines
weights "$source/src/bots/freezer.weights" >start
same start lines
tune --steps 12 --only keep_pair,keep_triple --out only.weights
weights only.weights | grep -v '^\.keep_[pt][ar]' >lines
weights "$source/src/bots/patient.weights" | grep -v '^\.keep_[pt][ar]' >start
same start lines

# --- files that are wrong

wrong() {
    expect 2 "$lab" tune --start bad.weights --steps 0 --out never.weights
    contains err "canasta-lab tune: bad.weights:$1"
}
good=$source/src/bots/patient.weights
range=$(sed -n 's/.*X(keep_pair, *\(-*[0-9]*\), *\(-*[0-9]*\)).*/from \1 to \2/p' \
    "$source/src/bots/weights.h")
sed 's/^\.keep_pair = .*/.keep_pear = 3,/' "$good" >bad.weights
line=$(grep -n keep_pear bad.weights | cut -d: -f1)
wrong "$line:2: expected the name of a weight, found 'keep_pear'"
sed 's/^\.keep_pair = .*/.keep_pair = many,/' "$good" >bad.weights
wrong "$line:14: expected a whole number $range for keep_pair, found 'many'"
sed 's/^\.keep_pair = .*/.keep_pair = 99999,/' "$good" >bad.weights
wrong "$line:14: expected a whole number $range for keep_pair, found '99999'"
sed 's/^\.keep_pair = .*/.keep_pair  3,/' "$good" >bad.weights
wrong "$line:13: expected '=', found '3'"
sed 's/^\.keep_pair = .*/.keep_pair = 3/' "$good" >bad.weights
wrong "$((line + 1)):1: expected ',', found '.'"
sed 's/^\.keep_pair = .*/&\n&/' "$good" >bad.weights
wrong "$((line + 1)):2: expected a weight that is not there yet, found 'keep_pair'"
sed '/^\.keep_pair = /d' "$good" >bad.weights
wrong "$(($(wc -l <bad.weights) + 1)):1: expected '.keep_pair', which is missing, found the end"
printf '/* open\n' >bad.weights
wrong "2:1: expected '*/', the end of the comment, found the end"
printf '\001' >bad.weights
wrong "1:1: expected '.' and the name of a weight, found character 1"
expect 2 "$lab" tune --start nowhere.weights --steps 0 --out never.weights
contains err 'nowhere.weights: No such file'
expect 2 "$lab" tune --start . --steps 0 --out never.weights
expect 2 "$lab" tune --start /dev/zero --steps 0 --out never.weights
contains err 'too long'
[ ! -e never.weights ] || fail 'a file was written after all'

# --- interrupted

for signal in INT TERM; do
    rm -f long.weights
    # A script's background jobs ignore SIGINT; env gives it back.
    env --default-signal=INT "$lab" tune --pairs 2 --steps 1000000000 --seed hosts \
        --out long.weights >out 2>err </dev/null &
    pid=$!
    for _ in $(seq 600); do
        if [ -e long.weights ]; then break; fi
        sleep 0.1
    done
    kill -s "$signal" "$pid"
    wait "$pid"
    status=$?
    [ "$status" -eq "$(status_of "$signal")" ] || fail "SIG$signal gave $status: $(cat err)"
    contains out 'interrupted, not judged'
    contains long.weights ' * Not judged.'
    tune --start long.weights --steps 0 --out zero.weights
done

# --- what cannot be asked for

expect 2 "$lab" tune
expect 2 "$lab" tune --out x --pairs 0
expect 2 "$lab" tune --out x --gain 0.5
expect 2 "$lab" tune --out x --only nothing
contains err "names of weights, found 'nothing'"
expect 2 "$lab" tune --out x --pool greedy,nobody
expect 2 "$lab" tune --out x --seed s --accept-seed s
expect 2 "$lab" tune --out x --rules bicycle --players 3
expect 3 "$lab" tune --out no/such/folder --steps 0 --accept-pairs 2

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
