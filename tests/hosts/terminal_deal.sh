#!/usr/bin/env bash
# terminal_deal.sh -- a whole deal by keystrokes in a real terminal: with colours at 80 x 24,
# resized while playing and killed and resumed in the middle; and on a terminal that knows neither
# colours nor more than ASCII. CANASTA names the program.

# shellcheck disable=SC1091,SC2034,SC2154 # what terminal_keys.bash shares
set -u
canasta=${CANASTA:?CANASTA must name the program}
work=$(mktemp -d)
. "$(dirname "$0")/terminal_keys.bash"
trap 'at_terminal kill-server 2>/dev/null; rm -rf "$work"' EXIT
failures=0

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# In the middle of the deal: another size, too small, and back, with a hand on the screen each time.
change_sizes() {
    at_terminal resize-window -x 120 -y 40
    if ! wait_for_size 120 || ! wait_for 'Your hand: '; then fail 'at 120 x 40'; fi
    at_terminal resize-window -x 70 -y 12
    wait_for 'too small' || fail 'too small'
    at_terminal resize-window -x 30 -y 3
    wait_for 'too small' || fail 'far too small'
    at_terminal resize-window -x 80 -y 24
    wait_for 'Your hand: ' || fail 'back at 80 x 24'
    [ "$(wc -l <"$work/screen")" -eq 24 ] || fail 'not 24 lines'
}

# kill -9, and going on: the record has not changed, and the table is the same.
kill_and_resume() {
    local record=$1
    shift
    press Escape
    wait_for 'Your turn|iscard to end your turn|You draw'
    cp "$record" "$work/before"
    sed 5q "$work/screen" >"$work/seats"
    kill -9 "$(program)"
    wait_for_end
    run_table "$@" -- --resume --file "$record" --pace off
    wait_for 'Your hand: ' || fail 'after resuming'
    cmp -s "$record" "$work/before" || fail 'the record has changed by resuming'
    sed 5q "$work/screen" | cmp -s - "$work/seats" || fail 'the table differs after resuming'
}

# play_deal NAME VARIABLES -- ARGUMENT...: to the score sheet, hint by hint.
play_deal() {
    local name=$1 steps record=$work/$1.jsonl
    shift
    local variables=()
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    open_table 80 24 "${variables[@]}" -- --file "$record" --pace off "$@"
    wait_for 'Drawing for seats' || fail "$name: no drawing for seats"
    press Enter
    wait_without 'Drawing for seats'
    for ((steps = 0; steps < 300; steps++)); do
        look
        shows 'The score' && break
        if [ "$name" = ascii ] &&
            LC_ALL=C grep -q '[^ -~]' "$work/screen"; then fail 'a character that is not ASCII'; fi
        [ "$steps" -eq 5 ] && [ "$name" = colours ] && change_sizes
        [ "$steps" -eq 9 ] && kill_and_resume "$record" "${variables[@]}"
        play_hint || break
    done
    wait_for 'The score' || fail "$name: the deal did not come to its score after $steps steps"
    shows 'Cards melded|cards melded' || fail "$name: no items on the sheet"
    [ "$steps" -gt 12 ] || fail "$name: only $steps steps"
    press f
    wait_for 'Leave the table' || fail "$name: leaving is not asked about"
    press y
    wait_for_end || fail "$name: exit status $?"
    "$canasta" check "$record" >"$work/checked" 2>&1 || fail "$name: $(tail -n 3 "$work/checked")"
    grep -q '"t":"end"' "$record" || fail "$name: the record has no end of a deal"
}

play_deal colours LC_ALL=C.UTF-8 TERM=tmux-256color -- --seed k1
play_deal ascii LC_ALL=C TERM=vt100 -- --seed l1

# A program whose terminal was taken away may complain about that; sanitizers must not.
grep -E 'ERROR: |runtime error' "$work/err" && fail 'a sanitizer has found something'
[ "$failures" -eq 0 ] || exit 1
