#!/usr/bin/env bash
# join_deal.sh -- four people at a server's table: canasta join four times, one of them killed and one cut off in the middle of the
# deal; both go on where they were. The record must be faultless. CANASTA names the program.

set -u
canasta=${CANASTA:?CANASTA must name the program}
work=$(mktemp -d)
export LC_ALL=C.UTF-8 XDG_DATA_HOME=$work/home
failures=0
fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# serve PORT: starts the server and waits until it says where it is.
serve() {
    coproc SERVER { exec "$canasta" serve --listen "127.0.0.1:$1" --data "$work/data" 2>>"$work/server.log"; }
    # shellcheck disable=SC2153 # coproc sets it
    server_pid=$SERVER_PID
    IFS= read -r line <&"${SERVER[0]}"
    url=${line#canasta: serving at }
    port=${url##*:} port=${port%/}
}

finish() {
    kill "$server_pid" 2>/dev/null
    for seat in 0 1 2 3; do
        kill "${pid[$seat]-}" 2>/dev/null
    done
    wait 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT
serve 0

declare -A to from pid
# sit SEAT ARGUMENT...: a player; its own data folder, so that its token is its own.
sit() {
    local seat=$1
    shift
    mkfifo "$work/in$seat.$((++fifos))" "$work/out$seat.$fifos"
    XDG_DATA_HOME=$work/home$seat "$canasta" join --plain --name "Player $seat" "$@" \
        <"$work/in$seat.$fifos" >"$work/out$seat.$fifos" 2>>"$work/err$seat" &
    pid[$seat]=$!
    exec {one}>"$work/in$seat.$fifos" {two}<"$work/out$seat.$fifos"
    to[$seat]=$one from[$seat]=$two
}
fifos=0

hear() { # hear SEAT: the next line of a player, to $line
    IFS= read -r line <&"${from[$1]}" || return 1
    printf '%s\n' "$line" >>"$work/log$1"
}
hear_until() { # hear_until SEAT PATTERN
    while hear "$1"; do
        # shellcheck disable=SC2254 # a pattern is meant
        case $line in $2) return 0 ;; esac
    done
    return 1
}
say() { printf '%s\n' "$2" >&"${to[$1]}"; }

sit 0 --make "$url"
hear_until 0 'The table is made*' || fail 'no table was made'
link=${line##* }
hear_until 0 'You sit on seat 0*' || fail 'the maker does not sit'
for seat in 1 2 3; do
    sit $seat "$link"
    hear_until $seat "You sit on seat $seat*" || hear_until $seat 'You sit on seat*' || fail "player $seat does not sit"
done
for seat in 0 1 2 3; do say $seat /ready; done

# choose: one of the listed actions, to $action.
choose() {
    local one
    action=${actions[-1]}
    for one in "${actions[@]}"; do
        case $one in draw | yes) action=$one ;; esac
    done
    for one in "${actions[@]}"; do
        case $one in discard*) action=$one ;; esac
    done
    for one in "${actions[@]}"; do
        case $one in take* | meld* | add*) action=$one && return ;; esac
    done
}

# turn SEAT: one decision of the player in turn.
turn() {
    actions=()
    say "$1" 'legal all'
    while hear "$1"; do
        case $line in
        'That is all: '*) break ;;
        *' = '*) actions+=("${line%% = *}") ;;
        esac
    done
    hear "$1" # the prompt again
    choose
    say "$1" "$action"
}

# Each player's next prompt is waited for in turn: who has none is not to move. The end of the deal asks for Enter.
mover() {
    local seat
    for seat in 0 1 2 3; do
        while IFS= read -r -t "$1" line <&"${from[$seat]}"; do
            printf '%s\n' "$line" >>"$work/log$seat"
            case $line in
            'You cut:'*) say "$seat" '/cut 40' ;;
            'Press Enter for the next deal'*) over=1 ;;
            'Your turn: '* | 'Meld, or discard'* | 'Your partner asks'* | 'You have claimed'* | 'The stock has ended'*)
                due=$seat
                return 0
                ;;
            esac
        done
    done
    return 1
}

over=0 decisions=0 idle=0
while [ "$over" -eq 0 ] && [ "$idle" -lt 600 ]; do
    if ! mover 0.05; then
        idle=$((idle + 1))
        continue
    fi
    idle=0
    turn "$due"
    decisions=$((decisions + 1))
    case $decisions in
    12) # one is killed, and sits down again on the same seat
        kill -9 "${pid[1]}"
        wait "${pid[1]}" 2>/dev/null
        sit 1 "$link"
        ;;
    24) # all lose their connection: the server is killed and starts again on the same port
        kill -9 "$server_pid"
        wait "$server_pid" 2>/dev/null
        serve "$port"
        ;;
    esac
done
[ "$over" -eq 1 ] || fail "the deal did not end: $decisions decisions"
[ "$decisions" -gt 24 ] || fail "only $decisions decisions"
grep -q 'The connection is lost' "$work/log0" || fail 'nobody noticed the loss'
grep -q 'The connection is back' "$work/log0" || fail 'the connection did not come back'
for seat in 0 1 2 3; do
    grep -q 'The deal was fair' "$work/log$seat" || hear_until $seat 'The deal was *' || fail "player $seat: no word of fairness"
    [ "$line" = "${line#The deal was NOT}" ] || fail "player $seat: $line"
done
"$canasta" export --data "$work/data" "${link##*/}" >"$work/record" || fail 'no record'
"$canasta" check "$work/record" >"$work/checked" 2>&1 || fail "the record: $(head -n 3 "$work/checked")"
for seat in 0 1 2 3; do
    [ ! -s "$work/err$seat" ] || fail "player $seat: $(head -n 3 "$work/err$seat")"
done
[ "$failures" -eq 0 ] || { tail -n 5 "$work"/log? "$work/server.log"; exit 1; }
