#!/usr/bin/env bash
# arena.sh -- canasta-lab arena as a person or a script calls it: the report, files of pairs,
# resuming, signals.
# CANASTA names the program.

set -u
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# The report without what depends on the machine.
timeless() {
    sed -E 's/"(ms_per_decision|ms_per_decision_b|seconds)":[^,}]*//g; /^time /d' "$1"
}

arena=("$lab" arena --a greedy --b random --seed hosts)

# --- the report

expect 0 "$lab" arena --help
contains out 'usage: canasta-lab arena'
expect 0 "${arena[@]}" --pairs 60
contains out 'greedy against random: laws1950, 4 players, seed hosts, 60 pairs of 2 deals'
contains out 'points   +'
expect 0 "${arena[@]}" --pairs 60 --json
for key in pairs points se low high deal_wins matches match_wins elo ms_per_decision; do
    contains out "\"$key\":"
done
contains out '"pairs":60,"deals":120,'
contains out '"match_wins":null'
expect 0 "${arena[@]}" --matches 3 --json
contains out '"pairs":0,'
contains out '"points":null'
contains out '"matches":3,'
expect 0 "${arena[@]}" --pairs 20 --matches 2 --pool random,greedy --players 3 --rules threepack
contains out 'Elo by matches won, random at 0'
expect 0 "${arena[@]}" --pairs 20 --pool greedy --set target=2000 --vary-scores --json
contains out '"pool_by":"deals","pool":[{"bot":"greedy","elo":0.00},{"bot":"random","elo":-'

# The same bot on both sides: exactly 0 in every pair.
expect 0 "$lab" arena --a greedy --b greedy --pairs 40 --keyed-stock --json
contains out '"points":0.0000,"se":0.0000,"low":0.0000,"high":0.0000,"deal_wins":0.500000'

# --- one against many

expect 0 "$lab" arena --a casual --gauntlet --pairs 10 --seed hosts --manner
contains out 'casual against 21: laws1950, 4 players, seed hosts'
contains out 'deals    racer '
contains out 'manner   rusher: opens 100.0 %, in turn 1.'
[ "$(grep -c '^worst ' out)" = 1 ] || fail 'a gauntlet of deals has one worst result'
expect 0 "$lab" arena --a casual --gauntlet --pool greedy,random --pairs 20 --matches 3 \
    --vary-scores --json --manner
contains out '"a":"casual","rules":"laws1950","players":4,"seed":"1","gauntlet":[{"bot":"greedy",'
contains out '"worst":"greedy","worst_by_matches":"greedy",'
contains out '"opening_turn":'
timeless out >twice
expect 0 "$lab" arena --a casual --gauntlet --pool greedy,random --pairs 20 --matches 3 \
    --vary-scores --json --manner --jobs 3
timeless out >again
same twice again
expect 2 "$lab" arena --a casual --gauntlet --b greedy
contains err '--gauntlet and --b exclude each other'
expect 2 "$lab" arena --a casual --gauntlet --sprt 0,10
contains err '--gauntlet and --sprt exclude each other'
expect 2 "$lab" arena --a casual --gauntlet --pairs 5 --csv pairs.csv
contains err '--gauntlet and --csv exclude each other'
expect 2 "$lab" arena --gauntlet
contains err '--a BOT is missing'
expect 2 "$lab" arena --a casual --gauntlet --pool nobody
contains err "no bot 'nobody'"
expect 2 "$lab" arena --a casual --gauntlet --pool casual
contains err '--gauntlet: --pool has no other bot'

# --- the luck of draws

expect 0 "$lab" arena --a casual --b greedy --pairs 60 --seed hosts --luck
contains out 'no luck  '
contains out ' of the plain one'
grep -v '^no luck' out | timeless /dev/stdin >with
expect 0 "$lab" arena --a casual --b greedy --pairs 60 --seed hosts
timeless out >without
same with without
expect 0 "$lab" arena --a casual --gauntlet --pool greedy --pairs 20 --luck --json
contains out '"corrected":'
expect 2 "$lab" arena --a casual --b greedy --pairs 5 --luck --csv luck.csv --resume
contains err '--luck and --resume exclude each other'
expect 2 "$lab" arena --a casual --b greedy --matches 5 --luck
contains err '--luck is about deals: it needs --pairs or --sprt'

# --- the levels, in every game

expect 0 "$lab" ladder --rules laws1950 --players 4 --pairs 400 --seed hosts
contains out 'laws1950     4  casual over beginner +'
contains out '2 cells: in 0 a level loses to a weaker one, '
# In no built-in game does a level lose, so this is a house rule that no bot was tuned for.
printf 'from = laws1950\ndraw_count = 4\n' >four-cards.rules
expect 1 "$lab" ladder --all --rules four-cards.rules --players 2 --level club --pairs 200 \
    --seed hosts
contains out 'loses  four-cards   2  club over casual -'
contains out '2 cells: in 1 a level loses to a weaker one, '
expect 0 "$lab" ladder --rules laws1950 --players 4 --level expert --think-pairs 2 --seed a
contains out 'expert over club '
expect 2 "$lab" ladder --level expert
contains err '--level: expert searches: it needs --think-pairs P'
expect 2 "$lab" ladder --level beginner
contains err '--level: no level is below beginner'
expect 2 "$lab" ladder --level greedy
contains err "--level: no level 'greedy'"
expect 2 "$lab" ladder --rules hoyle --players 6 --pairs 5
contains err 'hoyle cannot be played by'

# --- a response to a known bot

expect 0 "$lab" respond --against greedy --nodes 300 --pairs 4 --manner
contains out 'response against greedy: laws1950, 4 players, seed 1, 4 pairs of 2 deals'
contains out 'manner   response: opens '
expect 0 "$lab" respond --against search:50 --nodes 300 --pairs 1 --players 2 --json
contains out '"response"'
expect 2 "$lab" respond
contains err '--against BOT is missing'
expect 2 "$lab" respond --against greedy:50
contains err "'greedy:50': greedy decides at once and has no budget"
expect 2 "$lab" respond --against greedy --imagined search
contains err '--imagined: search does not decide at once'
expect 2 "$lab" respond --against nobody
contains err "nobody"

# --- what reviews charge

expect 0 "$lab" losses --a patient --b greedy --deals 6 --nodes 300 --pairs 20 --jobs 1
contains out 'patient and greedy: laws1950, 4 players, seed 1, 6 deals reviewed with 300 nodes'
contains out 'ratio    '
cp out one_job
expect 0 "$lab" losses --a patient --b greedy --deals 6 --nodes 300 --pairs 20 --jobs 3
same one_job out
expect 2 "$lab" losses --a patient
contains err '--b BOT is missing'
expect 0 "$lab" losses --a search:50 --b search:400 --deals 2 --nodes 300 --pairs 2
contains out 'search:50 and search:400: laws1950'
grep '^apart' out >two_budgets
expect 0 "$lab" losses --a search:400 --b search:400 --deals 2 --nodes 300 --pairs 2
if grep -qxF "$(cat two_budgets)" out; then
    fail 'losses does not play with the budget of the first'
fi
expect 2 "$lab" losses --a patient --b search:5ms
contains err 'a budget in nodes is needed'
expect 2 "$lab" losses --a patient --b greedy --players 3
contains err 'there must be two sides'

# --- a budget for each side

short=(--pairs 3 --rules bicycle --seed c --json)
expect 0 "$lab" arena --a search:200 --b search:9 "${short[@]}"
contains out '"a":"search:200","b":"search:9",'
timeless out >each
# The budget is that of its side, and no other's.
expect 0 "$lab" arena --a search --b search:9 "${short[@]}" --nodes 200
timeless out | sed 's/"a":"search"/"a":"search:200"/' >common
same each common
expect 0 "$lab" arena --a search:9 --b search:9 "${short[@]}" --nodes 200
contains out '"points":0.0000'
! grep -q '"points":0.0000' each || fail 'search:200 plays like search:9'
expect 0 "$lab" arena --a search:1ms --b greedy "${short[@]}" --pool search:9,search:1ms
contains out '"bot":"search:9","elo":'
expect 2 "$lab" arena --a greedy:100 --b random
contains err "'greedy:100': greedy decides at once and has no budget"
expect 2 "$lab" arena --a search:0 --b random
contains err "search:0: expected a whole number from 1 to"
expect 2 "$lab" arena --a search:1s --b random
contains err "search:1s: expected a whole number from 1 to"
expect 2 "$lab" arena --a search:ms --b random
expect 2 "$lab" arena --a search: --b random
expect 2 "$lab" arena --a nobody:5 --b random
contains err "no bot 'nobody'"

# --- jobs change nothing

for what in '--pairs 70' '--matches 3' '--sprt -7,7' '--pairs 50 --players 6 --keyed-stock'; do
    for jobs in 1 3; do
        # shellcheck disable=SC2086
        expect 0 "${arena[@]}" $what --jobs $jobs --json
        timeless out >jobs$jobs
    done
    same jobs1 jobs3
done

# --- the sequential test

expect 0 "${arena[@]}" --sprt 0,14
contains out 'sprt     0 or 14 points a deal: ratio +'
contains out 'the high one'
expect 0 "$lab" arena --a random --b greedy --sprt 0,14 --json
contains out '"verdict":"low"'
expect 0 "${arena[@]}" --sprt 0,14 --pairs 50
contains out 'undecided'

# --- files of pairs

expect 0 "${arena[@]}" --pairs 40 --jobs 1 --csv one.csv --json
timeless out >whole
expect 0 "${arena[@]}" --pairs 40 --jobs 4 --csv two.csv
same one.csv two.csv
contains one.csv '# seed=hosts'
contains one.csv 'pair,game1_side0_a,game1_side1_b,game2_side0_b,game2_side1_a,x'
[ "$(grep -c '^[0-9]' one.csv)" -eq 40 ] || fail 'not 40 lines of pairs'
expect 2 "${arena[@]}" --pairs 40 --csv one.csv
contains err 'one.csv already exists; use --resume'

# Resumed from any cut, the file and the report are the same.
size=$(wc -c <one.csv)
for cut in 0 5 100 300 400 $((size / 2)) $((size - 1)) "$size"; do
    head -c "$cut" one.csv >cut.csv
    expect 0 "${arena[@]}" --pairs 40 --csv cut.csv --resume --json
    timeless out >resumed
    same one.csv cut.csv
    same whole resumed
done
expect 0 "${arena[@]}" --pairs 15 --csv one.csv --resume --json
contains out '"pairs":15,'
same one.csv two.csv
expect 0 "${arena[@]}" --pairs 40 --csv new.csv --resume
same one.csv new.csv

# Made otherwise, or damaged.
expect 2 "$lab" arena --a greedy --b random --seed other --pairs 40 --csv one.csv --resume
contains err "one.csv:7: made with other settings: 'seed=hosts' instead of 'seed=other'"
expect 2 "$lab" arena --a random --b random --seed hosts --pairs 40 --csv one.csv --resume
contains err "one.csv:2: made with other settings: 'a=greedy' instead of 'a=random'"
expect 2 "${arena[@]}" --set target=4000 --pairs 40 --csv one.csv --resume
contains err 'one.csv:5: made with other settings'
same one.csv two.csv
sed '20s/,/;/' one.csv >bad.csv
expect 2 "${arena[@]}" --pairs 40 --csv bad.csv --resume
contains err 'bad.csv:20: damaged: not a pair'
sed '20s/^\([0-9]*,\)/\19/' one.csv >bad.csv
expect 2 "${arena[@]}" --pairs 40 --csv bad.csv --resume
contains err 'bad.csv:20: damaged'
sed 20d one.csv >bad.csv
expect 2 "${arena[@]}" --pairs 40 --csv bad.csv --resume
contains err 'bad.csv:20: damaged: pair 7 expected, found 8'
printf 'something else\n' >bad.csv
expect 2 "${arena[@]}" --pairs 40 --csv bad.csv --resume
contains err 'bad.csv:1: not a file of pairs'
contains bad.csv 'something else'
expect 3 "${arena[@]}" --pairs 40 --csv no/such/folder.csv
contains err 'no/such/folder.csv: No such file'
expect 2 "${arena[@]}" --pairs 40 --csv /dev/zero --resume
contains err '/dev/zero: not a regular file'
# A disk that is full: no file may grow beyond 1024 bytes.
(
    trap '' XFSZ
    ulimit -f 1
    "${arena[@]}" --pairs 400 --csv full.csv >full.out 2>full.err
)
full=$?
[ "$full" -eq 3 ] || fail "a full disk gave $full"
contains full.err 'full.csv: could not be written'

# A seed with an end of line in it stays on one line.
expect 0 "$lab" arena --a greedy --b random --seed $'two\nlines' --pairs 4 --csv seed.csv
contains seed.csv '# seed=two%0Alines'

# --- on several machines

if ! command -v mpirun >/dev/null; then
    echo 'arena --mpi not tested: mpirun is missing'
elif "${arena[@]}" --pairs 1 --mpi 2>&1 </dev/null | grep -q 'built without MPI'; then
    echo 'arena --mpi not tested: built without MPI'
    expect 2 "${arena[@]}" --pairs 1 --mpi
else
    # MPI itself leaves memory behind.
    mpi=(env ASAN_OPTIONS="${ASAN_OPTIONS-}:detect_leaks=0"
        mpirun --allow-run-as-root --oversubscribe -n 3 "${arena[@]}" --mpi)
    for what in '--pairs 3000 --matches 4' '--sprt -7,7' '--pairs 2 --pool random --players 3'; do
        # shellcheck disable=SC2086
        expect 0 "${arena[@]}" $what --json
        timeless out >alone
        # shellcheck disable=SC2086
        expect 0 "${mpi[@]}" $what --json
        timeless out >ranks
        same alone ranks
    done
    head -n 30 one.csv >mpi.csv
    expect 0 "${mpi[@]}" --pairs 40 --csv mpi.csv --resume
    same one.csv mpi.csv
    expect 2 "${mpi[@]}" --pairs 40 --csv mpi.csv
fi

# --- interrupted

# Waits until the file has lines of pairs, whatever the machine's speed.
for signal in INT TERM; do
    rm -f long.csv
    # A script's background jobs ignore SIGINT; env gives it back.
    env --default-signal=INT "${arena[@]}" --pairs 100000000000 --jobs 2 --csv long.csv \
        --json >out 2>err </dev/null &
    pid=$!
    for _ in $(seq 600); do
        if [ -e long.csv ] && [ "$(wc -l <long.csv)" -gt 50 ]; then break; fi
        sleep 0.1
    done
    kill -s "$signal" "$pid"
    wait "$pid"
    status=$?
    [ "$status" -eq "$(status_of "$signal")" ] || fail "SIG$signal gave $status: $(cat err)"
    pairs=$(sed 's/.*"pairs":\([0-9]*\),.*/\1/' out)
    [ "$pairs" -eq "$(grep -c '^[0-9]' long.csv)" ] ||
        fail "SIG$signal: $pairs reported, not what is in the file"
done

# --- what cannot be asked for

expect 2 "$lab" arena
expect 2 "$lab" arena --a greedy
expect 2 "$lab" arena --a greedy --b nobody
contains err "no bot 'nobody'"
expect 2 "${arena[@]}" --pool greedy,nobody
expect 2 "${arena[@]}" --nodes 100 --think-ms 5
contains err '--nodes and --think-ms exclude each other'
expect 2 "${arena[@]}" --resume
expect 2 "${arena[@]}" --sprt 5
expect 2 "${arena[@]}" --sprt 14,0
expect 2 "${arena[@]}" --sprt 0,nan
expect 2 "${arena[@]}" --pairs 0
expect 2 "${arena[@]}" --rules bicycle --players 3
contains err '--players 3: bicycle cannot be played by'
expect 2 "${arena[@]}" --matches 2 --csv m.csv
expect 2 "${arena[@]}" --pool random --sprt 0,14

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
