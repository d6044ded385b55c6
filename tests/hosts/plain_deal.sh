#!/usr/bin/env bash
# plain_deal.sh -- canasta play --plain from standard input: whole deals driven by "legal", every
# command once, the end of input, several people, and a record that canasta check finds no fault
# with. CANASTA names the program.

# shellcheck disable=SC1091,SC2034,SC2154 # what plain_player.bash shares
set -u
canasta=${CANASTA:?CANASTA must name the program}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 XDG_DATA_HOME=$work/data
failures=0
. "$(dirname "$0")/plain_player.bash"

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# play_deals NAME DEALS ARGUMENT...: plays this many deals; the record must be faultless.
play_deals() {
    local name=$1
    deals=0 deals_wanted=$2
    shift 2
    : >"$work/log"
    sit --file "$work/$name.jsonl" "$@"
    while wait_for_turn; do
        list_actions
        choose
        say "$action"
    done
    leave || fail "$name: exit status $?"
    [ "$deals" -gt 0 ] || grep -q '^Settlement' "$work/log" ||
        fail "$name: no deal was played to its end"
    "$canasta" check "$work/$name.jsonl" >"$work/checked" 2>&1 ||
        fail "$name: $(tail -n 3 "$work/checked")"
    grep -q ' 0 differences$' "$work/checked" || fail "$name: $(tail -n 1 "$work/checked")"
}

play_deals laws1950 2 --seed plain-1
play_deals threepack 1 --rules threepack --players 6 --seed plain-2
play_deals five 1 --players 5 --seat 4 --seed plain-3 --bots random,greedy
play_deals hoyle 1 --rules hoyle --players 2 --seed plain-4
play_deals pumpa 1 --rules pumpa --seed plain-5
play_deals house 1 --seed plain-6 --set target=800 --set ask_partner=false
play_deals people 1 --humans 1,3 --seed plain-7
grep -q '^Please pass to ' "$work/log" || fail 'several people: nobody was asked to pass'
grep -m1 -E '^(Please pass to|Your hand, )' "$work/log" | grep -q '^Please pass to ' ||
    fail 'several people: a hand is told before anybody is there'
play_deals bicycle 1 --rules bicycle --seed plain-8
# What other games bring: threes that are kept, special hands, melds of wild cards, second hands.
play_deals kin 1 --seed plain-10 --seat 1 --set 'bonus_kinds=[3r, 3b]' --set keep_bonus_card=1 \
    --set wild_melds=free --set 'second_hand=[5]' --set dead_ranks=true --set largest_meld=7 \
    --set 'special_hands=[{name: garbage, points: 900, groups: [4, 4, 4]}]'
grep -q ' = lay down a .* three$' "$work/log" || fail 'kin: no three could be laid down'
play_deals montevideo 1 --rules montevideo --players 3 --seed plain-9
play_deals american 1 --rules american --seed plain-10
play_deals uruguay 1 --rules uruguay --players 2 --seed plain-11
play_deals handandfoot 1 --rules handandfoot --players 3 --seed plain-12
play_deals pennies 1 --rules pennies --players 6 --seed plain-13

# Every word once, its answer in words: no cursor is moved, nothing drawn, and nothing says nothing.
sit --seed words --seat 1 --file "$work/words.jsonl"
: >"$work/log"
{
    deals=0 deals_wanted=1
    wait_for_turn
    for word in help hand table score log 'law L31' 'law' 'law nowhere' legal 'why discard joker' \
        'why draw' why hint undo \
        'meld three sevens and a joker' 'take pair' 'nonsense' 'meld bananas' 'draw' 'discard' \
            'stop' 'yes'; do
        say "$word"
    done
    say quit
}
leave || fail "words: exit status $?"
for wanted in 'help' 'Your hand, 11 cards' 'The table' 'The score' 'What happened' 'L31  ' \
    'Which article?' \
    'no article “nowhere”' 'draw = draw from the stock' 'L14: first draw' 'That is legal' 'Hint: ' \
        'nothing to undo' \
    'I do not know “nonsense”' 'I do not understand “meld bananas”' 'You draw ' \
        'The game is saved in '; do
    grep -qF -- "$wanted" "$work/log" || fail "words: the answer lacks '$wanted'"
done
if LC_ALL=C grep -q $'[\x01-\x09\x0b-\x1f]' "$work/log"; then fail 'words: a control character'; fi
"$canasta" play --plain --ascii --seed ascii --file "$work/ascii.jsonl" </dev/null >"$work/out" ||
    fail 'no input at all'
if LC_ALL=C grep -q '[^ -~]' "$work/out"; then fail 'ascii: another character'; fi

# Friendly words, and taking back: two people play by seed, so that the hands are known from the
# record.
"$canasta" play --plain --seed friendly --humans 1,2,3,4 --name Ann,Bob \
    --file "$work/friendly.jsonl" >"$work/out" 2>&1 <<'END'

draw
why discard a joker
undo
END
grep -q '^Ann, your turn: draw' "$work/out" || fail 'nobody is told by name whose turn it is'
grep -q 'There is nothing to undo' "$work/out" || fail 'undo without anything to undo'

# Refusals before anything is begun.
"$canasta" play --plain --file "$work/words.jsonl" </dev/null >"$work/out" 2>"$work/why"
[ $? -eq 3 ] || fail 'an existing file was taken for a new game'
grep -q 'already exists' "$work/why" || fail 'no word about an existing file'
"$canasta" play --plain --resume </dev/null >"$work/out" 2>"$work/why"
[ $? -eq 1 ] || fail 'resumed without a game'
if "$canasta" play --plain --bots nobody </dev/null >"$work/out" 2>"$work/why"; then fail \
    'a bot that does not exist'; fi
# refused TEXT OPTION...: an option that is refused with status 2 and this text
refused() {
    local text=$1
    shift
    "$canasta" play --plain "$@" </dev/null >"$work/out" 2>"$work/why"
    [ $? -eq 2 ] || fail "play $*: not refused"
    grep -qF -- "$text" "$work/why" || fail "play $*: $(cat "$work/why")"
}
refused "no level 'greedy'; there are: beginner casual club" --level greedy
refused 'bots are chosen by --bots' --level club,greedy,club
refused '--level and --bots exclude each other' --level club --bots expert
refused 'one level for all, or 3, one for each' --level club,casual
refused 'one level for all, or 2, one for each' --level club,casual,club --humans 1,3
refused 'at most one name for each person' --humans 1,3 --name Ann,Bob,Cid
refused 'all of which can be seen' --name $'An\e[2Jn'
refused "no level ''" --level club,,club
"$canasta" play --plain --seat 1 --seed levels --level beginner,casual,club \
    --file "$work/levels.jsonl" \
    <<<table >"$work/out" 2>&1
for level in beginner 'casual), your partner' club; do
    grep -qF "($level" "$work/out" || fail "no $level at the table"
done
"$canasta" play --plain --resume --file "$work/levels.jsonl" <<<table >"$work/out" 2>&1
grep -qF '(casual)' "$work/out" || fail 'levels were not kept'
"$canasta" play --players 3 --rules pumpa </dev/null >"$work/out" 2>"$work/why"
[ $? -eq 2 ] || fail 'three at a table for four'
"$canasta" play --plain --file "$work/missing/folder.jsonl" </dev/null >"$work/out" 2>"$work/why"
[ $? -eq 3 ] || fail 'a folder that does not exist'

# Without a file the record goes to the player's folder, and --resume finds the latest.
"$canasta" play --plain --seed home </dev/null >"$work/out" || fail 'in the data folder'
[ "$(find "$work/data/canasta" -name '*.jsonl' | wc -l)" -eq 1 ] ||
    fail 'no record in the data folder'
"$canasta" play --plain --resume </dev/null >"$work/out" || fail 'resume from the data folder'
grep -q 'continues where it stopped' "$work/out" || fail 'resume does not say so'

# Every sentence that the terminal names is in the catalogue.
source=${SOURCE_DIR:-$(dirname "$0")/../..}
keys=$(grep -oh '"ui\.[a-zA-Z_.0-9]*[a-zA-Z0-9]"' "$source"/src/{terminal,display,pages}/*.c |
    tr -d '"' | sort -u)
[ "$(wc -w <<<"$keys")" -gt 50 ] || fail 'no keys in the sources'
for key in $keys; do
    grep -q -- "^${key//./\\.} = " "$source/data/words/en.words" || fail "the catalogue lacks $key"
done

[ ! -s "$work/err" ] || fail "messages: $(head -n 5 "$work/err")"
[ "$failures" -eq 0 ] || exit 1
