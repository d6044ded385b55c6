# terminal_keys.bash -- a person at a real terminal (tmux) playing canasta: keys in, the screen's
# text out. Sourced by tests.
#
# Nothing here waits for a time: it waits until the screen shows what is expected, looking again and
# again up to a bound.

tries=400 # looks at the screen, some 20 milliseconds apart, before a wait is given up

# at_terminal COMMAND...: tmux on a socket of this test's own.
at_terminal() {
    tmux -f /dev/null -S "$work/tmux" "$@"
}

# open_table COLUMNS ROWS VARIABLES -- ARGUMENT...: starts canasta play in a new terminal.
open_table() {
    local columns=$1 rows=$2 variables=()
    shift 2
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    at_terminal kill-server 2>/dev/null
    while [ -S "$work/tmux" ] && at_terminal list-sessions >/dev/null 2>&1; do sleep 0.02; done
    rm -f "$work/tmux"
    # A window that stays when its program ends, so that what it said last can be read.
    at_terminal new-session -d -x "$columns" -y "$rows" \; set -g remain-on-exit on \; set \
        -g status off \; \
        set -g window-size manual \; set -g escape-time 0
    at_terminal resize-window -x "$columns" -y "$rows"
    run_table "${variables[@]}" -- "$@"
}

# run_table VARIABLES -- ARGUMENT...: canasta play in the terminal that is there, in place of what
# ran in it.
run_table() {
    local variables=()
    while [ "$1" != -- ]; do
        variables+=("$1")
        shift
    done
    shift
    rm -f "$work/status"
    cat >"$work/run" <<END
sh -c 'echo \$\$ >"$work/pid"; exec env ${variables[*]} "$canasta" play $* 2>>"$work/err"'
echo \$? >"$work/ended"
mv "$work/ended" "$work/status"
END
    at_terminal respawn-pane -k "sh '$work/run'"
}

press() {
    at_terminal send-keys "$@"
}

look() {
    at_terminal capture-pane -p >"$work/screen" 2>/dev/null
}

shows() {
    grep -qE -- "$1" "$work/screen"
}

# wait_for PATTERN: until the screen shows it, and shows the same a moment later, since it may be
# seen half drawn; false, with the screen in the log, if it never does.
wait_for() {
    local try
    for ((try = 0; try < tries; try++)); do
        look
        if shows "$1"; then
            cp "$work/screen" "$work/seen"
            sleep 0.02
            look
            cmp -s "$work/screen" "$work/seen" && return 0
        fi
        sleep 0.02
    done
    printf 'never seen: %s\n' "$1"
    cat "$work/screen"
    return 1
}

# wait_without PATTERN: until the screen does not show it any more.
wait_without() {
    local try
    for ((try = 0; try < tries; try++)); do
        look
        shows "$1" || return 0
        sleep 0.02
    done
    printf 'never gone: %s\n' "$1"
    return 1
}

# wait_for_size COLUMNS: until a line as wide as the terminal is drawn at this width: the title is.
wait_for_size() {
    local try
    for ((try = 0; try < tries; try++)); do
        look
        [ "$(head -n 1 "$work/screen" | wc -m)" -gt $(($1 - 3)) ] && return 0
        sleep 0.02
    done
    printf 'never as wide as %s\n' "$1"
    return 1
}

# program: the process that plays.
program() {
    cat "$work/pid"
}

# wait_for_end: until the program has ended; its exit status is given.
wait_for_end() {
    local try
    for ((try = 0; try < tries; try++)); do
        if [ -e "$work/status" ]; then return "$(cat "$work/status")"; fi
        sleep 0.02
    done
    return 99
}

# --- from the words of a hint to keys

# rank_key WORD: the key of a rank, to $key; false if the word does not name one.
rank_key() {
    case $1 in
    joker*) key=x ;;
    deuce*) key=2 ;;
    three*) key=3 ;;
    four*) key=4 ;;
    five*) key=5 ;;
    six*) key=6 ;;
    seven*) key=7 ;;
    eight*) key=8 ;;
    nine*) key=9 ;;
    ten*) key=0 ;;
    jack*) key=j ;;
    queen*) key=q ;;
    king*) key=k ;;
    ace*) key=a ;;
    *) return 1 ;;
    esac
}

number_of() {
    local numbers=(zero one two three four five six seven eight nine ten eleven twelve) n
    for n in "${!numbers[@]}"; do
        [ "${numbers[n]}" = "$1" ] && printf '%s' "$n" && return
    done
    [[ $1 =~ ^[0-9]+$ ]] && printf '%s' "$1" && return
    printf 1
}

# pick_cards WORDS: presses rank keys for "three sevens, a deuce and a joker": each a number and a
# rank. Waits until the screen shows that all are picked.
pick_cards() {
    local items item words key count all=0
    press Escape
    IFS=, read -ra items <<<"${1// and /,}"
    for item in "${items[@]}"; do
        read -ra words <<<"$item"
        rank_key "${words[-1]}" || continue
        for ((count = $(number_of "${words[0]}"); count > 0; count--)); do
            press "$key"
            all=$((all + 1))
        done
    done
    wait_for "Picked: $all card"
}

# play_hint: asks for a hint and presses the keys that do it. False if it cannot be done.
play_hint() {
    press h
    wait_for 'Hint: |The score' || return 1
    shows 'Hint: ' || return 0
    hint=$(tr '\n' ' ' <"$work/screen" | sed -E 's/.*Hint: ([^.]*)\..*/\1/; s/ +/ /g')
    case $hint in
    'draw from the stock') press p ;;
    'take the pack'*)
        press g
        wait_for 'Take the pack\?|L[0-9]+: ' || return 1
        press Enter
        ;;
    meld* | add*)
        hint=${hint#* }
        pick_cards "${hint%% to your *}" || return 1
        press Enter
        settle_menu
        ;;
    put*) press c && wait_for 'Which do you mean' && press Enter ;;
    discard*)
        pick_cards "${hint#discard }" || return 1
        press e
        ;;
    stop*) press z && wait_for 'Yes, stop' && press y ;;
    ask*) press o && wait_for 'Yes, ask' && press y ;;
    'answer yes') press y && wait_for 'Answer yes' && press y ;;
    'answer no') press n && wait_for 'Answer no' && press n ;;
    *) printf 'not understood: %s\n' "$hint" && return 1 ;;
    esac
    wait_without 'Hint: |Picked: '
}

# settle_menu: where Enter opened a menu or a question, takes what stands first.
settle_menu() {
    wait_for 'Your hand: |Which do you mean|Yes, go out|The score' || return 1
    if shows 'Which do you mean'; then press Enter; elif shows 'Yes, go out'; then press y; fi
}
