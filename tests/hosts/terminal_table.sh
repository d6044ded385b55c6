#!/usr/bin/env bash
# terminal_table.sh -- what the screen does besides a plain deal: refusals and the law they cite,
# taking back, windows, the mouse in both of its dialects, several people at one terminal, and
# terminals that can do little. CANASTA names the program.

# shellcheck disable=SC1091,SC2034,SC2154 # what terminal_keys.bash shares
set -u
canasta=${CANASTA:?CANASTA must name the program}
work=$(mktemp -d)
. "$(dirname "$0")/terminal_keys.bash"
trap 'at_terminal kill-server 2>/dev/null; rm -rf "$work"' EXIT
failures=0
utf8=(LC_ALL=C.UTF-8 TERM=tmux-256color)

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

wanted() {
    wait_for "$1" || fail "$2"
}

# --- windows and refusals: seat 0 plays first, so that no bot has moved yet

open_table 80 24 "${utf8[@]}" -- --seat 1 --seed windows --pace off --file "$work/a.jsonl"
wanted 'Your turn: draw' 'no first turn'
shows 'p draw' || fail 'no key to draw'
press e
wanted 'L14: First draw|L14: first draw' 'a discard before drawing was not refused'
shows '\? read that law' || fail 'the key to the law is not offered'
press '?'
wanted '^ *L14 ' 'the article was not opened'
press Enter
wait_without 'back to the table' || fail 'the article was not closed'
press g
wanted 'L3[0-9]+|L29' 'taking a frozen pack was not refused'
press s
wanted 'No deal has been scored' 'no score sheet'
press Enter
press L
wanted 'The law book' 'no law book'
press L 3 1
wanted 'L31 +' 'the law book does not find L31'
press Enter
wanted '^ *L31 ' 'the law book does not open L31'
press Enter
press Escape
wait_without 'The law book' || fail 'the law book was not closed'
press F1
wanted 'YOUR TURN' 'no help'
press Enter
press i
wanted 'The table' 'no table in words'
press Enter
press m
wanted 'What happened in this deal' 'no log'
press Enter
press Tab
wanted 'bots: fast' 'the pace does not change'
press Tab Tab Tab
wanted 'bots: at once' 'the pace does not come round'
press f
wanted 'Leave the table\?' 'leaving is not asked about'
press Enter
wait_without 'Leave the table' || fail 'Enter does not go back from the question'
# ranks: none of them draws, takes, discards or leaves, as the record shows
press q a x j k t 1 0 Q A X J K T
press q Enter
press Escape
press p
wanted 'You draw' 'no drawing'
press h
wanted 'Hint: ' 'no hint'
press w
wanted 'What would a master do' 'no reasons'
press Enter
wait_without 'What would a master do' || fail 'the reasons were not closed'
press f
wanted 'Leave the table\?' 'leaving is not asked about'
press y
wait_for_end || fail "left with exit status $?"
[ "$(grep -c '"t":"draw"' "$work/a.jsonl")" -eq 1 ] || fail 'the record does not hold one draw'

# --- a window covers the marks of cards that must not be discarded, the first column's too

open_table 80 24 "${utf8[@]}" -- --rules american --seat 1 --seed 7 --pace off \
    --file "$work/w.jsonl"
wanted 'Your turn: draw' 'no first turn'
press p
wanted '^×' 'the first card has no mark'
press F1
wanted 'YOUR TURN' 'no help'
shows '^×' && fail 'a mark is left beside the window'
press Enter
wait_without 'YOUR TURN' || fail 'the help was not closed'
press f
wanted 'Leave the table\?' 'leaving is not asked about'
press y
wait_for_end || fail "left with exit status $?"

# --- without options: how well the others shall play is asked, and each seat shows its level

open_table 80 24 "${utf8[@]}" XDG_DATA_HOME="$work/levels" --
wanted '1 beginner, 2 casual, 3 club' 'levels are not asked for'
wanted 'Enter: club' 'no level is proposed'
press 9 Enter
wanted 'Enter: club\. 9' 'an answer that is none was not said again'
press 2 Enter
wanted 'Drawing for seats' 'no table'
press Enter
wanted 'North \(partner, casual\)' 'the level is not shown'
wanted 'West \(casual\)' 'the level is not shown'
press f
wanted 'Leave the table\?' 'leaving is not asked about'
press y
wait_for_end || fail "left with exit status $?"
run_table "${utf8[@]}" XDG_DATA_HOME="$work/levels" --
wanted 'You have an unfinished game' 'the game is not offered'
press Enter
wanted 'North \(partner, casual\)' 'the level was not kept'
press f
wanted 'Leave the table\?' 'leaving is not asked about'
press y
wait_for_end || fail "left with exit status $?"

# --- the law book: a question is answered by the book of the rule set in play

open_table 80 24 "${utf8[@]}" -- --rules hoyle --seat 1 --seed law --pace off --file "$work/h.jsonl"
wanted 'Your turn: draw' 'no first turn'
press L
wanted 'The law book' 'no law book'
at_terminal send-keys -l 'how many points to open'
wanted 'H:initial +' 'the law book has no answer'
[ "$(grep -oE 'L26 |H:initial ' "$work/screen" | head -n 1)" = 'H:initial ' ] ||
    fail 'the answer is not from the book in play'
press Escape
press f
wanted 'Leave the table\?' 'leaving is not asked about'
press y
wait_for_end || fail "left with exit status $?"

# --- taking back: hint by hint until a meld of one's own can be taken back

open_table 80 24 "${utf8[@]}" -- --seat 1 --seed undo --pace off --file "$work/b.jsonl"
wanted 'Your turn: draw' 'no first turn'
for ((steps = 0; steps < 60; steps++)); do
    look
    shows 'u undo' && break
    if shows 'The score'; then press Enter && wait_without 'The score'; fi
    play_hint || break
done
if shows 'u undo'; then
    melds=$(grep -cE '"t":"(meld|add|take)","seat":0' "$work/b.jsonl")
    press u
    wanted 'Undone' 'nothing was taken back'
    [ "$(grep -c '"t":"undo"' "$work/b.jsonl")" -eq 1 ] || fail 'no undo in the record'
    press m
    wanted 'What happened in this deal' 'no log'
    wanted 'You undo the last action' 'the log does not open at its end'
    press Enter
    kill -9 "$(program)"
    run_table "${utf8[@]}" -- --resume --file "$work/b.jsonl" --pace off
    wanted 'Your hand: ' 'not resumed after taking back'
    for ((steps = 0; steps < 3; steps++)); do play_hint ||
        fail 'no going on after taking back'; done
    [ "$(grep -cE '"t":"(meld|add|take)","seat":0' "$work/b.jsonl")" -ge "$melds" ] ||
        fail 'melds are missing'
    "$canasta" check "$work/b.jsonl" >"$work/checked" 2>&1
    grep -q ' 0 differences$' "$work/checked" || fail "taking back: $(tail -n 2 "$work/checked")"
else
    fail 'never anything to undo'
fi

# --- the mouse: a click on the stock draws, on a card picks it. Terminals say clicks in two ways.

click() { # click DIALECT COLUMN ROW, from 0
    if [ "$1" = x10 ]; then
        local column row
        printf -v column '%x' $(($2 + 33))
        printf -v row '%x' $(($3 + 33))
        press -H 1b 5b 4d 20 "$column" "$row" 1b 5b 4d 23 "$column" "$row"
    else
        printf -v bytes '\033[<0;%d;%dM\033[<0;%d;%dm' $(($2 + 1)) $(($3 + 1)) $(($2 + 1)) \
            $(($3 + 1))
        # shellcheck disable=SC2046 # one word a byte
        press -H $(printf '%s' "$bytes" | od -An -tx1)
    fi
}

for terminal in tmux-256color:x10 xterm-256color:sgr; do
    open_table 80 24 LC_ALL=C.UTF-8 "TERM=${terminal%:*}" -- --seat 1 --seed mouse --pace off \
        --file "$work/${terminal%:*}.jsonl"
    wanted 'Your turn: draw' "$terminal: no first turn"
    row=$(grep -n 'Stock ' "$work/screen" | cut -d: -f1)
    click "${terminal#*:}" 70 $((row - 1))
    wanted 'You draw' "$terminal: a click on the stock does not draw"
    row=$(grep -n 'Your hand: ' "$work/screen" | cut -d: -f1)
    click "${terminal#*:}" 2 $((row + 1))
    wanted 'Picked: 1 card' "$terminal: a click on a card does not pick it"
    click "${terminal#*:}" 2 $((row + 1))
    wanted 'Your hand: ' "$terminal: a second click does not let it go"
    row=$(grep -n 'h hint' "$work/screen" | cut -d: -f1)
    click "${terminal#*:}" 2 $((row - 1))
    wanted 'Hint: ' "$terminal: a click on a key does nothing"
done

# --- several people: a screen between turns that shows no card

open_table 80 24 "${utf8[@]}" -- --humans 1,2,3,4 --seed people --pace off --file "$work/c.jsonl"
wanted 'Who plays South\?' 'nobody is asked for a name'
press 'Ann' Enter
wanted 'Who plays West\?' 'the second is not asked for a name'
press 'a name of much more than 24 letters' Enter
wanted 'Please enter a name of 1 to 24' 'a long name is taken'
press ' José ' Enter
wanted 'Who plays North\?' 'the third is not asked for a name'
press Enter Enter
wanted 'Please pass to Ann' 'nobody is asked to pass by name'
shows 'Your hand' && fail 'a hand is shown between turns'
press Enter
wanted 'Ann, your turn: draw' 'no turn after passing'
shows 'Ann \(you\)' || fail 'the seats do not say whose turn it is'
press p
wanted 'You draw' 'no drawing'
press e
wanted 'Please pass to José' 'nobody is asked to pass after a turn'
grep -qE '[2-9JQKA][♠♥♦♣]' "$work/screen" && fail 'a card is shown between turns'
press f
wanted 'Leave the table' 'nobody can leave between turns'
grep 'Your hand: ' "$work/screen" | grep -qvF ' 0 cards' && fail 'a question shows a hand'
[ "$(grep -oE '[2-9JQKA][♠♥♦♣]' "$work/screen" | wc -l)" -le 2 ] || fail 'a question shows cards'
press n
wanted 'Please pass to José' 'a question ends the hand-over'
press Enter
wanted 'Your hand: ' 'the next person has no turn'
grep -qF '"names":["Ann","José","",""]' "$work/c.jsonl" || fail 'the record does not hold the names'
kill -9 "$(program)"
run_table "${utf8[@]}" -- --resume --file "$work/c.jsonl" --pace off
wanted 'Please pass to José' 'the names were not kept'

# --- terminals that can do little

open_table 80 24 "${utf8[@]}" NO_COLOR=1 -- --seat 1 --seed plain --pace off --file "$work/d.jsonl"
wanted 'Your turn: draw' 'with NO_COLOR'
if at_terminal capture-pane -e -p |
    grep -qE $'\033\\[([0-9]*;)*[34][0-8][;m]'; then fail 'colours in spite of NO_COLOR'; fi
open_table 80 24 LC_ALL=C.UTF-8 TERM=dumb -- --seat 1 --seed plain --pace off --file "$work/e.jsonl"
wanted 'Your turn: draw' 'a dumb terminal'
press 'hand' Enter
wanted 'One by one' 'a dumb terminal is not played line by line'
open_table 100 30 "${utf8[@]}" -- --seat 1 --seed four --colours 4 --pace off --file "$work/f.jsonl"
wanted 'Your turn: draw' 'with four colours'

# --- a large terminal: what happened and the score stand beside the table, and cards are larger

open_table 200 60 "${utf8[@]}" -- --seat 1 --seed windows --pace off --file "$work/g.jsonl"
wanted 'What happened in this deal' 'a large terminal does not show what happened'
shows 'No deal has been scored' || fail 'a large terminal does not show the score'
press p
wanted '[│|] You draw the ' 'what happened is not told at once'
at_terminal resize-window -x 80 -y 24
wait_without 'What happened in this deal' || fail 'a small terminal shows what has no room'
wanted 'f leave' 'the bar at 80 columns'
at_terminal resize-window -x 132 -y 24
wanted 'What happened in this deal' 'a wide terminal does not show what happened'

# --- questions are answered by the letters of the language

for answer in en:y:Yes es:s:Sí de:j:Ja fr:o:Oui; do
    IFS=: read -r language letter word <<<"$answer"
    open_table 80 24 "${utf8[@]}" -- --seat 1 --seed yes --pace off --language "$language" \
        --file "$work/y$language.jsonl"
    wanted '11' "$language: no first turn"
    press f
    wanted "$letter +$word," "$language: the question does not show its letter"
    press n
    wait_without "$letter +$word," || fail "$language: n does not go back"
    press f
    wanted "$letter +$word," "$language: the question is not asked again"
    press "$letter"
    wait_for_end || fail "$language: $letter does not leave"
done

# --- line by line at a narrow terminal: every word is whole, as it is in a pipe

for language in en es de fr; do
    printf '%s\n' '?' | "$canasta" play --plain --seat 1 --seed narrow --language "$language" \
        --file "$work/p$language.jsonl" |
        tr -s ' ' '\n' >"$work/words"
    open_table 40 80 "${utf8[@]}" -- --plain --seat 1 --seed narrow --language "$language" \
        --file "$work/n$language.jsonl"
    wanted '11' "$language: nothing is told at a narrow terminal"
    press '?' Enter
    wanted 'canasta play|--resume' "$language: no help at a narrow terminal"
    tr -s ' ' '\n' <"$work/screen" | grep -vxF '?' >"$work/shown"
    [ "$(grep -c . "$work/shown")" -gt 150 ] ||
        fail "$language: the narrow terminal shows too little"
    broken=$(grep . "$work/shown" | grep -vxFf "$work/words" | head -n 3)
    [ -z "$broken" ] || fail "$language: broken words: $broken"
done

# --- a referee: what is refused is done all the same, attention is called, a decision is asked

open_table 80 24 "${utf8[@]}" -- --seed 5 --pace off --players 2 --humans '1,2' --name Ann,Bob \
    --set referee=called --set point_penalties=true --file "$work/referee.jsonl"
wanted 'Please pass to Ann' 'nobody is asked to pass'
press Enter
wanted 'Your turn: draw|your turn: draw' 'no first turn'
press e
wanted 'Press ! to do it all the same' 'a refusal does not offer to do it all the same'
press '!'
wanted 'Please pass to Bob' 'a discard without drawing was not done'
press Enter
wanted 'your turn: draw' 'no turn after an irregular discard'
shows 'discarded without|irregular' && fail 'the screen tells what nobody has called'
press .
wanted 'L53: Ann has discarded without drawing' 'no ruling after a call'
press Enter
wanted 'decide: must Ann draw' 'no decision is asked'
press n
wanted '> The turn stays as it was' 'the choice of the key is not the first'
press Escape
press y
wanted '> Ann gets the top card' 'what a choice does is not said'
press Enter
wanted 'your turn: draw' 'the decision was not made'
press '!'
wanted 'At a real table you could also' 'nothing else can be done at a table with a referee'
press Escape
wait_without 'At a real table' || fail 'the choice was not closed'
press p
wanted 'You draw|discard to end' 'no drawing after the ruling'
press e
wanted 'Please pass to Ann' 'nobody is asked to pass after the ruling'
press Enter
wanted 'L53: you have discarded without drawing' 'the offender is not shown the ruling'
press Enter
wait_without 'back to the table' || fail 'the ruling was not closed'
press f
wanted 'Leave the table' 'leaving is not asked about'
press y
wait_for_end || fail 'the table with a referee was not left'
run_table "${utf8[@]}" -- --resume --file "$work/referee.jsonl" --pace off
wanted 'Please pass to Ann' 'the game with a referee is not resumed'
press Enter
wanted 'your turn: draw' 'no turn after resuming'
shows 'The referee' && fail 'a resumed game shows old rulings again'
press f
wanted 'Leave the table' 'leaving is not asked about'
press y
wait_for_end || fail 'the table with a referee was not left'
"$canasta" check "$work/referee.jsonl" >"$work/checked" 2>&1
grep -q ' 0 differences$' "$work/checked" || fail "referee: $(tail -n 1 "$work/checked")"

# A program whose terminal was taken away may complain about that; sanitizers must not.
grep -E 'ERROR: |runtime error' "$work/err" && fail 'a sanitizer has found something'
[ "$failures" -eq 0 ] || exit 1
