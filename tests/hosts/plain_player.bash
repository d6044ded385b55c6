# plain_player.bash -- plays canasta play --plain as a person at a keyboard would, driven by its
# "legal" list. Sourced by tests.
#
# What it plays follows from the list alone, so the same seed gives the same game however often the
# program was killed and resumed. Every wait is for a line of the program; it hangs nowhere, since
# the end of output ends it.

# sit ARGUMENT...: starts the program.
sit() {
    coproc TABLE { exec "$canasta" play --plain --pace off "$@" 2>>"$work/err"; }
    table_pid=$TABLE_PID
    exec {to}>&"${TABLE[1]}" {from}<&"${TABLE[0]}"
    eval "exec ${TABLE[1]}>&- ${TABLE[0]}<&-"
}

say() {
    { printf '%s\n' "$1" >&"$to"; } 2>/dev/null
}

# `hear`: reads the next line into $line and the log; false at the end of output.
hear() {
    IFS= read -r line <&"$from" || return 1
    printf '%s\n' "$line" >>"$work/log"
}

# leave_by_force: kill -9, at whatever it is doing.
leave_by_force() {
    kill -9 "$table_pid"
    wait "$table_pid" 2>/dev/null
    exec {to}>&- {from}<&-
}

# leave: ends the input, reads the rest, returns the exit status.
leave() {
    exec {to}>&-
    while hear; do :; done
    exec {from}<&-
    wait "$table_pid"
}

# wait_for_turn: reads on until a decision is due. False when the game is over or the output has
# ended; lines that ask for Enter get it.
wait_for_turn() {
    local turn
    while hear; do
        turn=$line
        case $line in # several people are told by name whose turn it is
        North,* | South,* | East,* | West,*) turn=${line#*, } turn=${turn^} ;;
        esac
        case $turn in
        'Press Enter for the next deal'*)
            deals=$((deals + 1))
            [ "$deals" -lt "$deals_wanted" ] || return 1
            say '  score' # commands are obeyed; Enter alone deals
            while hear && [ "$line" != 'The score' ]; do :; done
            say ''
            ;;
        *'press Enter when you are ready.') say '' ;;
        'Your turn: '* | 'Meld'[,.\;]* | 'Merge two melds'[,.\;]*) return 0 ;;
        'Discard to end your turn'* | 'Lay down a three'* | 'Lay a special hand'*) return 0 ;;
        'Ask your partner whether'* | 'Your partner asks'*) return 0 ;;
        'You have taken'* | 'The stock has ended'*) return 0 ;;
        esac
    done
    return 1
}

# list_actions: reads the legal actions into the array "actions", and the prompt after them.
list_actions() {
    actions=()
    say 'legal all'
    while hear; do
        case $line in
        'That is all: '*) break ;;
        *' = '*) actions+=("${line%% = *}") ;;
        esac
    done
    hear
}

# choose: one action of the list, to $action: takes and melds where it can, else draws, else
# discards the last listed.
choose() {
    local one
    action=${actions[-1]}
    for one in "${actions[@]}"; do
        case $one in
        take* | meld*) action=$one && return ;;
        esac
    done
    for one in "${actions[@]}"; do
        case $one in
        add*) action=$one && return ;;
        esac
    done
    for one in "${actions[@]}"; do
        case $one in
        draw | yes) action=$one && return ;;
        esac
    done
    for one in "${actions[@]}"; do
        case $one in
        discard*) action=$one ;;
        esac
    done
}
