#!/usr/bin/env bash
# play_program.sh -- a person at a table with bots written elsewhere: a deal, killed and resumed;
# programs that hang, lie, babble, die or do not start; and files from elsewhere, which start
# nothing. CANASTA names the program, SOURCE_DIR the sources.

# shellcheck disable=SC1091,SC2034,SC2154 # what plain_player.bash shares
set -u
source=${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
canasta=${CANASTA:?CANASTA must name the program}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 XDG_DATA_HOME=$work/data
failures=0
. "$(dirname "$0")/plain_player.bash"
: >"$work/log"

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# program NAME: a shell script of that name, from standard input
program() {
    (printf '#!/bin/sh\n' && cat) >"$work/$1"
    chmod +x "$work/$1"
}

# The first action of its list, as a program of any language would take it.
# shellcheck disable=SC2016 # the program's own shell expands it
program first <<<'while read -r line; do
    case $line in
    *\"actions\":*) line=${line#*\"actions\":[}; echo "${line%%[],]*}" ;;
    esac
done'
program hangs <<<'exec sleep 1000'
# shellcheck disable=SC2016 # the program's own shell expands it
program lies <<<'while read -r line; do
    case $line in
    *\"actions\":*) echo "{\"action\":\"discard 3r\"}" ;;
    esac
done'
# shellcheck disable=SC2016 # the program's own shell expands it
program babbles <<<'while read -r line; do
    case $line in
    *\"actions\":*) echo "let me think" ;;
    esac
done'
program dies <<<'read -r line; exit 7'

# play ARGUMENT...: plays on until the table ends; its exit status
play() {
    : >"$work/err"
    sit --bot-ms 60000 "$@"
    while wait_for_turn; do
        list_actions
        choose
        say "$action"
    done
    leave
}

# --- a deal, with the program killed and resumed in its middle

deals_wanted=1 deals=0
sit --bot-ms 60000 --seed outside --seat 1 --bots "exec:$work/first,exec:sh $work/first"
for turn in 1 2 3 4 5 6; do
    wait_for_turn || fail "the table ended at turn $turn: $(cat "$work/err")"
    list_actions
    choose
    say "$action"
    [ "$turn" -ne 4 ] || {
        wait_for_turn
        leave_by_force
        sit --bot-ms 60000 --resume
    }
done
while wait_for_turn; do
    list_actions
    choose
    say "$action"
done
leave || fail "a deal with programs: $?: $(cat "$work/err")"
saved=$(echo "$work"/data/canasta/*.jsonl)
"$canasta" check "$saved" >"$work/out" || fail "their record: $(cat "$work/out")"
grep -q ', 0 differences' "$work/out" || fail "their record: $(cat "$work/out")"
grep -q '"t":"end"' "$saved" || fail 'the deal did not end'

# --- a program that fails: the error says how, nothing is lost, and the repaired program continues

# breaks NAME LIMIT TEXT
breaks() {
    local file=$work/$1.jsonl lines status
    deals_wanted=1 deals=0
    cp "$work/$1" "$work/mine"
    : >"$work/err"
    sit --bot-ms "$2" --seed outside --seat 1 --file "$file" --bots "exec:$work/mine"
    while wait_for_turn; do
        list_actions
        choose
        say "$action"
    done
    leave
    status=$?
    [ "$status" -eq 3 ] || fail "$1: status $status"
    grep -qF "a bot has failed: $work/mine: $3" "$work/err" || fail "$1: $(cat "$work/err")"
    grep -qF "The game is saved in $file" "$work/err" ||
        fail "$1: where it is saved: $(cat "$work/err")"
    lines=$(wc -l <"$file")
    cp "$work/first" "$work/mine"
    # A file that may come from anybody names no program to start.
    "$canasta" play --plain --resume --file "$file" </dev/null >"$work/out" 2>&1
    [ $? -eq 2 ] || fail "$1: resumed without being named"
    grep -qF -e "--bots \"exec:$work/mine\"" "$work/out" ||
        fail "$1: not said how: $(cat "$work/out")"
    [ "$(wc -l <"$file")" -eq "$lines" ] || fail "$1: the file has changed"
    play --resume --file "$file" --bots "exec:$work/mine" ||
        fail "$1, repaired: $?: $(cat "$work/err")"
    [ "$(wc -l <"$file")" -gt "$lines" ] || fail "$1, repaired: nothing was played"
    "$canasta" check "$file" >/dev/null || fail "$1, repaired: its record"
}
breaks hangs 30 late
breaks lies 60000 'illegal: '
breaks babbles 60000 "nonsense: 'let me think' is not an action"
breaks dies 60000 'died: ended with status 7'

# --- one that does not start leaves no game behind

"$canasta" play --plain --file "$work/none.jsonl" --bots "exec:$work/none" </dev/null >"$work/out" \
    2>&1
[ $? -eq 3 ] || fail 'a program that does not start'
grep -qF 'none: not started: No such file' "$work/out" ||
    fail "one that does not start: $(cat "$work/out")"
[ ! -e "$work/none.jsonl" ] || fail 'one that does not start leaves a game'
"$canasta" play --plain --bots "exec:$(printf 'x%.0s' $(seq 300))" </dev/null >"$work/out" 2>&1
[ $? -eq 2 ] || fail 'a command that is too long'

[ "$failures" -eq 0 ] || exit 1
