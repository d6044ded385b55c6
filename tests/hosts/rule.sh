#!/usr/bin/env bash
# rule.sh -- canasta rule: its answers, its errors, and its questions at a terminal. CANASTA names
# the program.

set -u
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# --- rulings at once

# rules FACTS ARTICLES DO POINTS BECAUSE
rules() {
    expect 0 "$canasta" rule --facts "$1" --json
    printf '{"articles":[%s],"do":[%s],"points":%s,"because":"%s"}\n' "${@:2}" >wanted
    same wanted out
}
rules 'law=L53 what=too-many cards=2 noticed=in-time points=yes' \
    '"L53","P1"' '"discard-without-drawing 2"' -100 \
    'Keep the extra cards. For each, skip one later draw and just discard. '\
'Take 50 points off this side for each card.'
rules 'points=no had-turn=yes law=L56 cards=6' '"L56"' '"penalty"' -3000 \
    'Take 500 points off this side for each red three. They bring nothing.'
rules 'law=L56 had-turn=yes cards=dont-know' '"L56"' '"find-out cards","penalty"' -500 \
    'Count the red threes. Take 500 points off this side for each, at least for one.'
rules 'law=dont-know' '"R28"' '"look-again"' 0 \
    'Let everyone say what they saw, then read the list once more.'
expect 0 "$canasta" rule -l de -j -f 'law=other'
contains out '"do":["put-right","no-penalty"],"points":0,"because":"Dafür gibt es keine Regel.'

expect 0 "$canasta" rule --facts 'law=L57 what=taken noticed=in-time entitled=no points=yes'
contains out 'Put the pack back as it was and draw from the stock. Take 200 points off this'
contains out '  2. Draw from the stock instead'
contains out 'Points: -200'
contains out '  L57  '
contains out 'canasta law L57 L54 P5'
contains out 'canasta rule --facts "law=L57 what=taken noticed=in-time entitled=no points=yes"'
awk 'length > 80 && !/canasta (rule|law)/ { exit 1 }' out || fail 'a line is wider than 80 columns'

# --- facts that are missing or wrong

# refuses FACTS MESSAGE
refuses() {
    expect 2 "$canasta" rule --facts "$1" --json
    echo "canasta rule: $2" >wanted
    same wanted err
    [ ! -s out ] || fail "$1 prints something"
}
facts='law, noticed, what, cards, drawn-since, players, pack, had-turn, entitled, room, can or '
facts+=points
laws='L51, L52, L53, L54, L55, L56, L57, L58, L59, other or dont-know'
moments='can-make-good, cannot-make-good, after-discard, later or dont-know'
refuses '' "missing fact law: expected $laws"
refuses 'law=L53 what=no-draw' 'missing fact noticed: expected in-time, later or dont-know'
refuses 'law=L55' "missing fact noticed: expected $moments"
refuses 'law=L53 what=too-many noticed=in-time' \
    'missing fact cards: expected a number from 1 to 10, or dont-know'
refuses 'law=L50' "law=L50: expected $laws"
refuses 'law=L56 had-turn=yes cards=7' 'cards=7: expected a number from 1 to 6, or dont-know'
refuses 'law=L51 when=now' "no fact when: expected $facts"
refuses 'law=L51 law=L52' 'law is given twice'
refuses 'law=L51 later' "'later' is not FACT=VALUE"
expect 2 "$canasta" rule --json
contains err 'canasta rule: --json needs --facts'
expect 2 "$canasta" rule L53
"$canasta" rule --help | tr -s ' \n' '  ' >help
contains help "The facts are ${facts/ or / and };"

# --- questions

# answers WHAT... are typed, one a line
answers() {
    local status=0
    printf '%s\n' "$@" | "$canasta" rule >out 2>err || status=$?
    echo "$status" >status
}
answers 3 1 1 4 1
contains out 'What happened?'
contains out '  3  A wrong draw: too many cards, none, out of turn, or a look at the stock'
contains out 'Type a number from 1 to 11, or 0 to leave:'
contains out '  1 to 10: that number'
contains out ' 11  I don'\''t know'
contains out 'Points: -200'
[ "$(cat status)" -eq 0 ] || fail "the questions gave $(cat status)"
# Back, and numbers that are not in the list
answers 3 2 0 1 '' two 12 -1 1x 1 11 2
contains out '"law=L53 what=too-many noticed=in-time cards=dont-know points=no"'
[ "$(cat status)" -eq 0 ] || fail "back gave $(cat status)"
for leave in 0 '1
0
0' '3'; do
    answers "$leave"
    [ "$(cat status)" -eq 1 ] || fail "leaving gave $(cat status)"
    lacks out 'Points:'
done

printf '%d failures\n' "$failures"
[ "$failures" -eq 0 ]
