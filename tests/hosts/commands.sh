#!/usr/bin/env bash
# commands.sh -- the subcommands as another program calls them: what they print and their exit
# status.
# CANASTA names the program.

set -u
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# --- the command itself

expect 0 "$canasta" --help
contains out analyze
lacks out simulate
expect 0 "$canasta" --version
expect 2 "$canasta"
expect 2 "$canasta" analyz
contains err "did you mean 'analyze'"
expect 2 "$lab" simulat
contains err "canasta-lab: no command 'simulat'; did you mean 'simulate'"
for command in analyze check legal show; do
    expect 0 "$canasta" "$command" --help
    contains out "usage: canasta $command"
    expect 2 "$canasta" "$command" --no-such-option
    expect 2 "$canasta" "$command"
done
for command in perft simulate bench; do
    expect 0 "$lab" "$command" --help
    contains out "usage: canasta-lab $command"
    expect 2 "$lab" "$command" --no-such-option
done
for command in perft simulate; do
    expect 2 "$lab" "$command"
done

# --- simulate

# Only six can play pennies: nobody has to say so.
expect 0 "$lab" simulate --rules pennies --deals 1 --bots random --record six.jsonl --jobs 1
contains six.jsonl '"players":6'
expect 2 "$lab" simulate --rules pennies --players 4 --deals 1
contains err 'pennies cannot be played by 4 players'

simulate=("$lab" simulate --players 4 --seed commands)
expect 0 "${simulate[@]}" --rules laws1950 --deals 20 --bots greedy,random --record one.jsonl \
    --legal --jobs 1
contains err '20 deals, 20 games'
expect 0 "${simulate[@]}" --rules laws1950 --deals 20 --bots greedy,random --record two.jsonl \
    --legal --jobs 2
same one.jsonl two.jsonl
expect 0 "${simulate[@]}" --rules laws1950 --deals 20 --bots greedy,random --record - --legal \
    --jobs 5
same one.jsonl out
expect 0 "${simulate[@]}" --rules laws1950 --deals 20 --bots greedy,random --seed other --record -
if cmp -s one.jsonl out; then fail 'another seed, the same record'; fi
[ "$(grep -c '"t":"deal"' one.jsonl)" -eq 20 ] || fail 'not 20 deals'

# Without a record deals are played on another path: they must be the same deals.
for rules in laws1950 threepack montevideo hoyle american handandfoot; do
    for what in '--deals 40' '--games 2'; do
        # shellcheck disable=SC2086
        for way in '' '--through-game'; do
            expect 0 "${simulate[@]}" --rules $rules $what --bots greedy,random --target 2000 \
                --json $way
            sed 's/,"seconds.*//' err >"fast$way"
        done
        same fast fast--through-game
    done
done

# Canastas of wild cards are counted where there can be any.
expect 0 "${simulate[@]}" --rules uruguay --deals 20 --bots greedy --json
contains err '"wild_canastas_per_deal":['
expect 0 "${simulate[@]}" --rules uruguay --deals 20 --bots greedy
contains err ' mixed, 0.'
contains err ' wild'
expect 0 "${simulate[@]}" --deals 20 --bots greedy
lacks err wild
expect 0 "${simulate[@]}" --deals 20 --bots greedy --json
lacks err wild

expect 0 "${simulate[@]}" --games 2 --bots greedy --set target=1000 --record games.jsonl
contains games.jsonl '"set":{"target":1000}'
contains games.jsonl '"t":"over"'
expect 0 "$canasta" check games.jsonl
printf 'from = hoyle\nhand_size = 12 # ours\n' >house.rules
expect 0 "${simulate[@]}" --rules house.rules --deals 3 --bots greedy --record house.jsonl
contains house.jsonl '"hand_size":12'
expect 0 "$canasta" check house.jsonl
# Four to six packs: hands of more than 15 cards of a kind, at every number of players.
for packs in 4 6; do
    for players in 2 4 6; do
        expect 0 "$lab" simulate --deals 4 --set packs=$packs --set jokers=$((2 * packs)) \
            --set hand_size=30 --players $players --bots random,greedy,expert --through-game \
            --legal --record packs.jsonl
        contains packs.jsonl "\"packs\":$packs"
        expect 0 "$canasta" check packs.jsonl
    done
done
expect 0 "$canasta" show packs.jsonl
expect 0 "$lab" simulate --deals 1 --set packs=5 --bots search --nodes 300 --record packs.jsonl
expect 0 "$canasta" check packs.jsonl
expect 0 "$canasta" analyze --nodes 300 packs.jsonl
expect 2 "$lab" simulate --deals 1 --set packs=7
expect 2 "$lab" simulate --deals 1 --games 1
expect 2 "$lab" simulate --deals none
expect 2 "$lab" simulate --deals 1 --bots nobody
expect 2 "$lab" simulate --deals 1 --rules nosuchset
expect 2 "$lab" simulate --deals 1 --rules bicycle --players 3
expect 2 "$lab" simulate --deals 1 --set packs=many
# A refused combination points at a setting that takes part in it, not at the last one given.
# what one rule set plays by: its articles alone, with its values in words
expect 0 "$canasta" law --rules american
contains out 'Melds never with wild cards: sevens'
contains out 'Extra cards for opening: '
lacks out 'PH:sevens'
lacks out 'House rules'
expect 0 "$canasta" law --rules american A:hands
contains out 'Special hands: Pairs 2,500'
printf 'from = american\ntarget = 5000\n' >ours.rules
expect 0 "$canasta" law --rules ours.rules
contains out 'House rules'
contains out 'Points that win the game: 5,000'
expect 2 "$canasta" rules laws1950 --set most_black_threes=1 --set natural_canasta_bonus=1940
contains err '--set most_black_threes=1: '
expect 2 "$canasta" rules laws1950 --set fewest_black_threes=4 --set most_black_threes=3 \
    --set target=1
contains err '--set most_black_threes=3: '
expect 3 "$lab" simulate --deals 1 --record no/such/folder
if [ -e /dev/full ]; then expect 3 "$lab" simulate --deals 50 --record /dev/full; fi

# --- check

expect 0 "$canasta" check one.jsonl house.jsonl
tail -n 1 out | grep -Eq \
    '^2 files, 23 deals, [0-9]+ actions, [0-9]+ legal sets, 0 tries, 0 differences$' ||
    fail "check ends with $(tail -n 1 out)"
"$canasta" check - <one.jsonl >out || fail 'check - failed'
sed '0,/"melds":/s/"melds":/"melds":1/' one.jsonl >score.jsonl
expect 1 "$canasta" check score.jsonl
contains out 'score.jsonl:'
contains out 'L25: expected side 0: melds'
contains out ' 1 difference'
head -c 5020 one.jsonl >cut.jsonl
expect 2 "$canasta" check cut.jsonl
contains out 'cut.jsonl:'
printf '{"t":"game","v":1,"rules":"laws1950","players":4,"scores":[0,0]}\n{"t":"new"}\n' \
    >unknown.jsonl
expect 0 "$canasta" check unknown.jsonl
contains err 'unknown'
expect 3 "$canasta" check no-such-file
expect 3 "$canasta" check .

# --- one of each

one_of_each() {
    expect 0 "$@"
    things='actions|cards|deals|decisions|differences|files|games|lines|pairs|sets|tries'
    grep -Eh "(^|[^0-9.,])1 ([a-z]+ )?($things)\b" out err &&
        fail "$* says one as many"
}
one_of_each "$lab" simulate --players 4 --seed commands --deals 1 --bots random \
    --record single.jsonl
one_of_each "$canasta" check single.jsonl
contains out '1 file, 1 deal, '
printf '%s\n' '{"t":"game","v":1,"rules":"laws1950","players":4,"scores":[0,0]}' >nothing.jsonl
one_of_each "$canasta" check nothing.jsonl
one_of_each "$lab" arena --a greedy --b random --pairs 1 --seed commands
contains out '1 pair of 2 deals'
for line in $(seq 20 7 "$(grep -c '' single.jsonl)"); do
    one_of_each "$canasta" show --at "$line" single.jsonl
done

# --- analyze

analyze=("$canasta" analyze --nodes 300)
expect 0 "$lab" simulate --deals 2 --bots greedy,random --seed commands --record two-deals.jsonl
expect 0 "${analyze[@]}" two-deals.jsonl
cp out analyzed
grep -Eq '^ +[0-9]+  1\.1 +greedy +[0-9]+  +[0-9]* +[a-z]' analyzed ||
    fail "no decision: $(head -n 5 analyzed)"
grep -Eq '^Line [0-9]+, (greedy|random): [0-9]+ points? lost, give or take [0-9]+\. .*' analyzed ||
    fail 'no worst decision'
[ "$(grep -c '^Line ' analyzed)" -eq 5 ] || fail 'not the worst five'
[ "$(grep -Ec '^ +[0-3]  (greedy|random) ' analyzed)" -eq 4 ] || fail 'no summary of four seats'
decisions=$("$canasta" check two-deals.jsonl | sed -n 's/.*deals, \([0-9]*\) actions.*/\1/p')
[ "$(grep -Ec '^ +[0-9]+  [12]\.1 ' analyzed)" -eq "$decisions" ] || fail 'not every decision'
"${analyze[@]}" - <two-deals.jsonl >out 2>err || fail 'analyze - failed'
same analyzed out
expect 0 "${analyze[@]}" --seat 2 --brief two-deals.jsonl
lacks out ' 1.1 '
[ "$(grep -Ec '^ +[0-3]  (greedy|random) ' out)" -eq 1 ] || fail 'more than one seat'
expect 0 "${analyze[@]}" --json two-deals.jsonl
[ "$(grep -c '^{"line":' out)" -eq "$decisions" ] || fail 'not every decision in JSON'
contains out '"interrupted":false}'
if command -v python3 >/dev/null; then python3 -m json.tool <out >/dev/null ||
    fail 'analyze --json is no JSON'; fi
expect 2 "${analyze[@]}" --seat 4 two-deals.jsonl
contains err 'there is no seat 4'
expect 2 "${analyze[@]}" --nodes 0 two-deals.jsonl
expect 2 "${analyze[@]}" two-deals.jsonl two-deals.jsonl
head -c 4990 two-deals.jsonl >cut-off.jsonl
expect 2 "${analyze[@]}" cut-off.jsonl
contains out 'seat  name'
expect 3 "${analyze[@]}" no-such-file
# Interrupted as soon as it has said something: it says what was done so far. A script's background
# jobs ignore SIGINT.
expect 0 "$lab" simulate --deals 300 --bots greedy --seed long --record long.jsonl
env --default-signal=INT "$canasta" analyze --nodes 3000 long.jsonl >out 2>err </dev/null &
pid=$!
for _ in $(seq 600); do
    [ -s out ] && break
    sleep 0.1
done
kill -s INT "$pid"
wait "$pid"
[ $? -eq 130 ] || fail "interrupted, analyze gave another status than 130"
tail -n 1 out | grep -q '^interrupted$' || fail 'analyze does not say that it was interrupted'

# --- a refereed table: bots that err, call attention, and decide; the same with any jobs

for jobs in 1 2; do
    expect 0 "${simulate[@]}" --rules laws1950 --set referee=called --deals 20 --erring 15 \
        --bots patient,greedy --record refereed.$jobs --jobs $jobs
done
same refereed.1 refereed.2
for line in irregular call ruling require lapse; do
    contains refereed.1 "\"t\":\"$line\""
done
expect 0 "$canasta" check refereed.1
contains out ' 0 differences'
expect 2 "${simulate[@]}" --rules laws1950 --deals 1 --erring 5
contains err '--erring needs a referee'

# --- a position: legal, show, perft

{
    printf '{"t":"game","v":1,"rules":"laws1950","players":4,'
    printf '"names":["Ann","Bob","Cid","Dora\\u001b"],"scores":[0,0]}\n'
    printf '{"t":"position","dealer":3,"turn":0,'
    printf '"hands":[["7s","7h","Kd","Ah"],["5s","5h"],["6s","6h"],'
    printf '["8s","8h"]],"melds":[[["As","Ac","Ad"]],[]],"red":[["3h"],[]],"pile":["9d","7d"],'
    printf '"stock":["Jc","Jd","Qc"],"scores":[0,1500],"turned":[true,true,true,true]}\n'
} >position.jsonl
expect 0 "$canasta" legal position.jsonl
printf 'draw\ntake pair\n' >wanted
same out wanted
expect 0 "$canasta" legal position.jsonl --explain 'take pair'
contains out 'take pair: legal'
expect 1 "$canasta" legal position.jsonl --explain 'take onto 0'
grep -q '^L35: ' out || fail "no article: $(cat out)"
expect 1 "$canasta" legal position.jsonl --explain draw --seat 2
grep -q '^L14: ' out || fail "no article: $(cat out)"
expect 2 "$canasta" legal position.jsonl --explain nonsense
# A seat that owes a discard begins a short turn, and must discard its exposed king.
{
    printf '{"t":"game","v":1,"rules":"laws1950","set":{"referee":"called"},"players":4,'
    printf '"names":["Ann","Bob","Cid","Dora"]}\n'
    printf '{"t":"position","dealer":0,"turn":1,"hands":[["7c"],["7h","7s","Kc","3h"],["8c"],'
    printf '["3d","8s"]],"melds":[[],[]],"red":[[],[]],"pile":["9c"],"stock":["Tc","Td"],'
    printf '"scores":[0,0],"turned":[true,true,true,true],"exposed":[[],["Kc"],[],[]],'
    printf '"owed":[0,1,0,0]}\n'
} >refereed.jsonl
expect 0 "$canasta" legal refereed.jsonl
printf 'discard K\nface 3r\n' >wanted
same out wanted
expect 2 "$canasta" legal position.jsonl --seat 5
expect 2 "$canasta" legal unknown.jsonl
expect 0 "$canasta" legal one.jsonl

expect 0 "$canasta" show position.jsonl
contains out 'Kd'
contains out '8h'
contains out 'Dora?'
contains out '7d on top'
contains out 'needs 90'
expect 0 "$canasta" show position.jsonl --seat 0
contains out 'Kd'
lacks out '8h'
lacks out '9d'
# Melds of wild cards, threes of both colours, and cards that wait for a seat.
{
    printf '{"t":"game","v":1,"rules":"laws1950","players":4,"scores":[0,0],"set":'
    printf '{"wild_melds":"free","bonus_kinds":["3r","3b"],"talon":[2],"second_hand":[2]}}\n'
    printf '{"t":"position","dealer":3,"turn":0,"hands":[["7s","7h"],["5s","5h"],["6s","6h"],'
    printf '["8s","8h"]],"melds":[[["2s","2h","Xr"]],[]],"red":[["3h","3s"],[]],"pile":["9d"],'
    printf '"stock":["Jc","Jd","Qc"],"scores":[0,0],"turned":[true,true,true,true],'
    printf '"talon":[[],["4s","4h"],[],[]],"second":[[],[],[["Kh","Ks"]],[]]}\n'
} >kin.jsonl
expect 0 "$canasta" show kin.jsonl
contains out '3 cards  wild'
contains out ' threes: 3'
lacks out 'red threes'
contains out '+2 of a talon, for the next turn'
contains out '+2 in another hand'
expect 0 "$canasta" show one.jsonl --at 10
expect 2 "$canasta" show one.jsonl --at 1
expect 2 "$canasta" show one.jsonl --at 0
if locale -a 2>/dev/null | grep -qix 'c.utf-\?8'; then
    LC_ALL=C.UTF-8 "$canasta" show position.jsonl >out
    contains out 'K♦'
    LC_ALL=C.UTF-8 "$canasta" show --plain position.jsonl >out
    contains out 'Kd'
fi
for line in 2 30 200; do
    "$canasta" show one.jsonl --at $line | LC_ALL=C awk 'length > 80 { exit 1 }' ||
        fail "show is wider than 80"
done

expect 0 "$lab" perft position.jsonl 0
printf 'total 1\n' >wanted
same out wanted
expect 0 "$lab" perft position.jsonl 1
printf 'draw 1\ntake pair 1\ntotal 2\n' >wanted
same out wanted
expect 0 "$lab" perft position.jsonl 3
awk '$1 == "total" { exit $2 != sum } { sum += $NF }' out || fail 'perft does not add up'
expect 2 "$lab" perft position.jsonl -1
expect 2 "$lab" perft position.jsonl

# --- bench

# --- meter

expect 0 "$lab" meter --rules american --deals 200
contains out 'canasta-lab meter --bot greedy --deals 200 --seed 1'
grep -q '^american 4 [-0-9 ]*$' out || fail 'no line of the table'
expect 0 "$lab" meter --check --rules laws1950 --deals 200 --bot patient --against greedy
contains out 'laws1950 4: explains'
expect 2 "$lab" meter --bot search
contains err 'expected a bot that decides at once'

# --- problems

problems=("$lab" problems --deals 8 --count 1 --nodes 20000 --seed c)
expect 0 "${problems[@]}"
contains out '"theme":"'
cp out found
expect 0 "${problems[@]}"
same out found
expect 2 "$lab" problems --lead 0

# --- fit

fit=("$lab" fit --deals 20 --rounds 2 --bot greedy)
expect 0 "${fit[@]}"
contains out 'canasta-lab fit --bot greedy --deals 20 --rounds 2 --seed 1 --players 4'
contains err 'round 2: '
cp out fitted
expect 0 "${fit[@]}"
same out fitted
expect 0 "${fit[@]}" --seed 2
cmp -s out fitted && fail 'another seed gives the same table'
expect 2 "${fit[@]}" --bot search
contains err "--bot 'search': expected a bot that decides at once"
expect 0 "${fit[@]}" --set "players=[6]"
contains out '--players 6'
expect 2 "${fit[@]}" --set "players=[4]" --players 3
contains err 'cannot be played by'
expect 2 "${fit[@]}" --deals 0
expect 2 "${fit[@]}" table

expect 0 "$lab" bench --json --seconds 1
for key in random_deals_per_s random_decisions_per_s greedy_deals_per_s expert_deals_per_s \
    worlds_per_s copy_ns list_ns apply_ns state_bytes; do
    contains out "\"$key\":"
done
[ "$(grep -o '":' out | wc -l)" -eq 9 ] || fail 'bench has more keys'
echo 'players = [2]' >two.rules
expect 0 "$lab" bench --json --seconds 1 --beside two.rules
[ "$(grep -o '":' out | wc -l)" -eq 11 ] || fail 'bench --beside has other keys'
contains out '"beside_deals_per_s":'
contains out '"beside_of_laws":'
expect 2 "$lab" bench --beside nowhere.rules

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
