#!/usr/bin/env bash
# plain_referee.sh -- canasta play --plain at tables with a referee: what the law refuses is done
# all the same, bots and people call, decisions are asked, the game is resumed, and canasta check
# finds no fault with the record. CANASTA names the program.

set -u
canasta=${CANASTA:?CANASTA must name the program}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 XDG_DATA_HOME=$work/data
failures=0

# sit NAME LINE... -- ARGUMENT...: types the lines at a table, whose answers are then in $work/NAME.
sit() {
    local name=$1 lines=()
    shift
    while [ "$1" != -- ]; do
        lines+=("$1")
        shift
    done
    shift
    printf '%s\n' "${lines[@]}" quit | "$canasta" play --plain --language en \
        --file "$work/$name.jsonl" "$@" >"$work/$name" 2>&1
    "$canasta" check "$work/$name.jsonl" >"$work/checked" 2>&1
    grep -q ' 0 differences$' "$work/checked" || fail "$name: $(tail -n 1 "$work/checked")"
}

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# reads NAME SENTENCE...: the table said all of this, in this order.
reads() {
    local name=$1 line=0 found
    shift
    for sentence in "$@"; do
        found=$(tail -n "+$((line + 1))" "$work/$name" | grep -n -m1 -F -x -- "$sentence" |
            cut -d: -f1)
        [ -n "$found" ] || {
            fail "$name: not read, or not then: $sentence"
            return
        }
        line=$((line + found))
    done
}

# A refusal offers to do it all the same; a bot that misses nothing calls; the debt stays in sight.
called=(--set referee=called --set point_penalties=true --seed 5)
sit drawn draw draw anyway table 'expose four' 'discard jack' anyway -- \
    "${called[@]}" --level master
reads drawn 'L15: you have already drawn or taken the pack in this turn.' \
    'At this table you can do it all the same: type “anyway”.' \
    'West calls attention.' \
    'L53: you have drawn a card too many; you owe a discard and your side loses 50 points.' \
    'We: penalties in this deal -50.' 'You owe a discard.' \
    'You now have exposed on the table: the four of spades.' \
    'L54: you have exposed cards: your discard must be one of them.'

"$canasta" show "$work/drawn.jsonl" >"$work/shown"
for wanted in 'exposed: 4' 'owes 1 discard$' 'penalties of rulings in this deal: -50$'; do
    grep -q "$wanted" "$work/shown" || fail "canasta show does not draw: $wanted"
done

# Two people at one terminal: one discards without drawing, the other calls and decides.
people=("${called[@]}" --players 2 --humans "1,2")
sit decided '' '! discard four' '' call 1 draw call -- "${people[@]}"
reads decided 'You discard the four of spades.' 'South discards the four of spades.' \
    'You call attention.' \
    'L53: South has discarded without drawing; you may require a draw from the stock.' \
    'South has discarded without drawing. Must South take the top card of the stock?' \
    '2: require nothing: the turn stays as it was, without a draw' \
    'You require the draw.' 'South draws a card.' \
    'You call attention, but there is nothing to put right.'
grep -q 'irregular\|breaks' "$work/decided" && fail 'decided: the table tells what nobody called'

# A watchful referee misses nothing, in any language; the record is resumed where it was left.
sit watched draw peek -- --set referee=watchful --seed 5
reads watched 'The referee calls attention.' \
    'L53: you have looked at the top card of the stock; there is no penalty.'
printf 'anfassen\nende\n' | "$canasta" play --plain --resume --file "$work/watched.jsonl" \
    --language de >"$work/resumed" 2>&1
reads resumed 'Sie fassen die oberste Karte des Pakets an.' \
    'L57: Sie haben das Paket angefasst; es gibt keine Strafe.'

# Whatever is typed: no text is missing, and the record stays without a fault.
cards=(four five six seven eight nine ten jack queen king ace deuce joker three)
RANDOM=12
typed=()
for ((i = 0; i < 150; i++)); do
    card=${cards[RANDOM % 14]}
    words=(draw draw '! draw' "discard $card" "discard $card" "! discard $card" "! meld $card $card"
        "expose $card" '! take' peek touch '! ask' anyway 1 2 call face table score)
    typed+=("${words[RANDOM % 19]}")
done
sit anything "${typed[@]}" -- "${called[@]}" --players 3 --level club
grep -E '[{}]|event\.|ruled\.|then\.|duty\.|decision\.|effect\.' "$work/anything" &&
    fail 'anything: a sentence is missing'
[ "$(grep -c '^L5[0-9]: you have' "$work/anything")" -gt 9 ] || fail 'anything: hardly a ruling'

# Programs play there too: they are asked what an offender must do, and not told what others alone
# know.
# shellcheck disable=SC2016 # the program's own shell expands it
printf '%s\n' '#!/bin/sh' 'while read -r line; do' 'echo "$line" >>"$0.$$.heard"' 'case $line in' \
    '*\"actions\":*) line=${line#*\"actions\":[}; echo "${line%%[],]*}" ;;' \
    'esac' 'done' >"$work/first"
chmod +x "$work/first"
sit programs '! discard four' draw peek -- --set referee=watchful \
    --seed 5 --bots "exec:$work/first" --bot-ms 60000
reads programs 'L53: you have discarded without drawing; West may require a draw from the stock.' \
    'West requires the draw.'
heard=("$work"/first.*.heard)
[ "${#heard[@]}" -eq 3 ] || fail "${#heard[@]} programs have heard something"
grep -qF '"actions":["require draw","waive"]' "${heard[@]}" || fail 'no program was asked'
peeks=$(grep -h '"t":"peek"' "${heard[@]}")
[ "$(grep -c . <<<"$peeks")" -eq 3 ] || fail "a program did not see that the person looked: $peeks"
grep -q '"card' <<<"$peeks" && fail 'a program was told which card the person looked at'

[ "$failures" -eq 0 ]
