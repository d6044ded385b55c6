#!/usr/bin/env bash
# outside.sh -- bots written elsewhere play in canasta-lab simulate: the examples of the
# documentation, and programs that hang, lie, babble and die. CANASTA names the program, SOURCE_DIR
# the sources.

set -u
source=${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# program NAME: a shell script of that name, from standard input
program() {
    (printf '#!/bin/sh\n' && cat) >"$1"
    chmod +x "$1"
}

# --- the examples play whole games by several rule sets, and what they play is legal

# plays COMMAND OPTION...: a few deals without a fault, which the checker finds right
plays() {
    local command=$1
    shift
    expect 0 "$lab" simulate --bot-ms 60000 --bots "exec:$command,greedy" --record record.jsonl \
        --jobs 2 "$@"
    lacks err lost
    expect 0 "$canasta" check record.jsonl
    contains out ', 0 differences'
}

if command -v "${CC:-cc}" >/dev/null; then
    "${CC:-cc}" -o bot "$source/docs/examples/bot.c" || fail 'docs/examples/bot.c does not compile'
    plays ./bot --deals 10
    plays ./bot --games 1
    for rules in bicycle hoyle montevideo pumpa threepack american uruguay; do
        plays ./bot --deals 3 --rules "$rules"
    done
    plays ./bot --deals 3 --players 5
    plays ./bot --deals 3 --players 6
else
    printf 'no C compiler: the example in C is not tried\n'
fi
if command -v python3 >/dev/null; then
    plays "python3 $source/docs/examples/bot.py" --deals 4
    plays "python3 $source/docs/examples/bot.py" --games 1 --players 2 --rules hoyle
else
    printf 'no python3: the example in Python is not tried\n'
fi

# --- a program that fails loses the game, the run goes on and says what happened

program hangs <<<'exec sleep 1000'
# shellcheck disable=SC2016 # the program's own shell expands it
program lies <<<'while read -r line; do
    case $line in
    *actions*) echo "{\"action\":\"discard 3r\"}" ;;
    esac
done'
# shellcheck disable=SC2016 # the program's own shell expands it
program babbles <<<'while read -r line; do
    case $line in
    *actions*) echo "let me think" ;;
    esac
done'
program dies <<<'read -r line; exit 7'
program crashes <<<'kill -KILL $$'

# loses NAME LIMIT TEXT: it plays two games against greedy, loses both, and this is the report
loses() {
    expect 1 "$lab" simulate --games 2 --players 2 --bots "exec:./$1,greedy" --bot-ms "$2" \
        --record record.jsonl
    contains err "seat 0, ./$1: 2 games lost, the first, game 1, by this: $3"
    contains err '0 deals, 2 games'
    expect 0 "$canasta" check record.jsonl
    contains out '1 file, 2 deals'
    expect 1 "$lab" simulate --games 2 --players 2 --bots "exec:./$1,greedy" --bot-ms "$2" --json \
        --jobs 1
    contains err '"wins":[0,2]'
    lacks err 'given up'
}

loses hangs 5 late
loses lies 60000 "illegal: '{\"action\":\"discard 3r\"}' is refused by "
loses babbles 60000 "nonsense: 'let me think' is not an action"
loses dies 60000 'died: ended with status 7'
loses crashes 60000 'died: ended by signal 9'

# --- in the arena a program that fails forfeits the deal or match, and the arena goes on

# holds COMMAND OPTION...: it plays against greedy without a fault
holds() {
    local command=$1
    shift
    expect 0 "$lab" arena --a "exec:$command" --b greedy --bot-ms 60000 --jobs 2 --json "$@"
    contains out '"failure":null'
    contains out '"interrupted":false'
}
if [ -x bot ]; then
    for players in 2 3 4 5 6; do holds ./bot --pairs 1 --players "$players"; done
    holds ./bot --pairs 3 --rules hoyle --keyed-stock --vary-scores
    holds ./bot --matches 1 --set target=1000
fi
if command -v python3 >/dev/null; then
    holds "python3 $source/docs/examples/bot.py" --pairs 1
fi

# forfeits NAME LIMIT TEXT: against greedy it loses every deal and match, and this is the
# report
forfeits() {
    local bot="exec:./$1"
    expect 1 "$lab" arena --a "$bot" --b greedy --pairs 2 --matches 1 --bot-ms "$2" --jobs 2
    contains out 'points   -3000.00 a deal'
    contains out "failed   $bot: 4 deals lost, the first in pair 0, game 1, seat "
    contains out "failed   $bot: 2 matches lost, the first in pair 0, game 1, seat "
    contains out ": $3"
    contains out 'won 0, drawn 0, lost 4'
    expect 0 "$lab" arena --a random --b greedy --pool "$bot" --pairs 1 --bot-ms "$2" --jobs 1 \
        --players 3
    contains out "$bot against "
    contains out "failed   $bot: 6 deals lost"
}

forfeits hangs 5 late
forfeits lies 60000 "illegal: '{\"action\":\"discard 3r\"}' is refused by "
forfeits babbles 60000 "nonsense: 'let me think' is not an action"
forfeits dies 60000 'died: ended with status 7'
forfeits crashes 60000 'died: ended by signal 9'
expect 1 "$lab" arena --a exec:./dies --b exec:./crashes --pairs 2 --jobs 1 --json
contains out '"deals_failed":'
contains out 'died: ended with status 7"'
expect 1 "$lab" arena --a greedy --b exec:./dies --pairs 3 --csv dies.csv --jobs 1
contains dies.csv '# bot_ms=1000'
contains dies.csv '0,0,-3000,-3000,0,3000.0'
expect 2 "$lab" arena --a greedy --b exec:./dies --pairs 4 --csv dies.csv --resume --bot-ms 5
contains err "made with other settings: 'bot_ms=1000' instead of 'bot_ms=5'"
expect 0 "$lab" arena --a greedy --b exec:./dies --pairs 4 --csv dies.csv --resume
contains out 'failed   exec:./dies: 2 deals lost, the first in pair 3'
expect 3 "$lab" arena --a exec:./nonesuch --b greedy --pairs 3 --jobs 1
contains err 'exec:./nonesuch, seat 0, pair 0, game 1: not started: No such file or directory'
expect 2 "$lab" arena --a exe:./bot --b greedy
expect 2 "$lab" arena --a exec:./dies --b greedy --bot-ms 0
if command -v mpirun >/dev/null &&
    ! "$lab" arena --a greedy --b greedy --pairs 1 --mpi 2>&1 </dev/null |
    grep -q 'built without MPI'; then
    # MPI itself leaves memory behind.
    expect 1 env ASAN_OPTIONS="${ASAN_OPTIONS-}:detect_leaks=0" mpirun --allow-run-as-root \
        --oversubscribe -n 2 \
        "$lab" arena --a exec:./dies --b greedy --pairs 3 --mpi
    contains out 'failed   exec:./dies: 6 deals lost, the first in pair 0, game 1, seat '
fi

# --- what cannot be started stops the run

expect 3 "$lab" simulate --deals 5 --bots exec:./nonesuch,greedy
contains err './nonesuch: not started: No such file or directory'
expect 3 "$lab" simulate --deals 5 --bots exec:,greedy
expect 2 "$lab" simulate --deals 5 --bots exe:./bot,greedy
contains err "no bot 'exe:./bot'"
expect 2 "$lab" simulate --deals 5 --bots ,greedy
expect 2 "$lab" simulate --deals 5 --bot-ms 0

[ "$failures" -eq 0 ]
