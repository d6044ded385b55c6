#!/usr/bin/env bash
# plain_resume.sh -- kill -9 loses nothing: a deal played in one go and the same deal with the
# program killed and resumed after each action leave the same record, byte for byte. A record
# cut off at any byte can be resumed too.
# CANASTA names the program.

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

deals_wanted=1
: >"$work/log"

deals=0
sit --seed resume --file "$work/whole.jsonl"
while wait_for_turn; do
    list_actions
    choose
    say "$action"
done
leave || fail "played in one go: exit status $?"

deals=0 kills=0
sit --seed resume --file "$work/killed.jsonl"
while wait_for_turn; do
    list_actions
    choose
    say "$action"
    wait_for_turn || break
    # What is known before and after must be the same.
    say table
    before=''
    while hear && [ "$line" != 'The table' ]; do :; done
    while hear; do
        before+=$line$'\n'
        case $line in 'Your hand, '*) break ;; esac
    done
    leave_by_force
    kills=$((kills + 1))
    sit --resume --file "$work/killed.jsonl"
    wait_for_turn || fail 'no turn after resuming'
    say table
    after=''
    while hear && [ "$line" != 'The table' ]; do :; done
    while hear; do
        after+=$line$'\n'
        case $line in 'Your hand, '*) break ;; esac
    done
    [ "$before" = "$after" ] || fail "the table differs after kill $kills"
done
leave || fail "resumed: exit status $?"
[ "$kills" -gt 5 ] || fail "only $kills kills"
cmp "$work/whole.jsonl" "$work/killed.jsonl" || fail 'the records differ'

# Cut at a byte: the rest is a prefix of the whole record, and resuming adds the lines that follow
# automatically.
size=$(wc -c <"$work/whole.jsonl")
first=$(head -n 1 "$work/whole.jsonl" | wc -c)
for at in "$first" $((first + 1)) $((size - 1)) $((size / 2)) $((size / 3)) $((size * 2 / 3)) \
    $((size * 9 / 10)); do
    head -c "$at" "$work/whole.jsonl" >"$work/torn.jsonl"
    "$canasta" play --plain --resume --file "$work/torn.jsonl" </dev/null >"$work/out" \
        2>"$work/why" ||
        fail "torn at $at: $(cat "$work/why")"
    left=$(wc -c <"$work/torn.jsonl")
    head -c "$left" "$work/whole.jsonl" | cmp -s - "$work/torn.jsonl" ||
        fail "torn at $at: not the same game any more"
done
printf 'not a record\n' >"$work/bad.jsonl"
if "$canasta" play --plain --resume --file "$work/bad.jsonl" </dev/null >"$work/out" 2>&1; then
    fail 'something that is no record'
fi

[ ! -s "$work/err" ] || fail "messages: $(head -n 5 "$work/err")"
[ "$failures" -eq 0 ] || exit 1
