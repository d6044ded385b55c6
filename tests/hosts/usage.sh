#!/usr/bin/env bash
# usage.sh -- every command with what it cannot use: its exit status, and a message that names the
# command and what is wrong. Interrupted, long commands say how far they got. CANASTA names the
# program.

set -u
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"

# commands PROGRAM: those that its help lists
commands() {
    "$1" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
}
mapfile -t player_commands < <(commands "$canasta")
mapfile -t lab_commands < <(commands "$lab")
[ "${#player_commands[@]}" -ge 12 ] || fail 'canasta --help lists too few commands'
[ "${#lab_commands[@]}" -ge 8 ] || fail 'canasta-lab --help lists too few commands'

# program_of COMMAND: the program that has it
program_of() {
    case " ${lab_commands[*]} " in
    *" $1 "*) echo "$lab" ;;
    *) echo "$canasta" ;;
    esac
}

# --- what all of them have

for command in "${player_commands[@]}" "${lab_commands[@]}"; do
    program=$(program_of "$command")
    name=$(basename "$program")
    expect 0 "$program" "$command" --help
    contains out "usage: $name $command"
    awk 'length > 80 { exit 1 }' out || fail "$command --help is wider than 80 columns"
    cp out helped
    expect 0 "$program" help "$command"
    same helped out
    expect 2 "$program" "$command" --no-such-option
    contains err "$name $command: unrecognized option '--no-such-option'"
    contains err "$name $command --help shows its usage"
    [ ! -s out ] || fail "$command --no-such-option prints something"
done

# Every option is in the help of its command. A name with a letter too many is refused, with the
# right one as advice.
for program in "$canasta" "$lab"; do
    helped=
    while IFS=$'\x1f' read -r command option letter argument _ otherwise _; do
        [ "$helped" = "$command" ] || "$program" "$command" --help | tr -s ' \n' '  ' >help
        helped=$command
        contains help " ${letter:+$letter, }$option${argument:+ $argument} "
        [ -z "$otherwise" ] || contains help "($otherwise)"
        [ "${#option}" -gt 4 ] || continue
        expect 2 "$program" "$command" "${option}x"
        contains err "did you mean "
        contains err " $option"
    done < <("$program" --list-options | tr '\t' '\037')
done
languages=$(basename -s .words -a "${SOURCE_DIR:?}"/data/words/*.words | sort)
[ "$("$canasta" --list-options | awk -F '\t' '$1 == "law" && $2 == "--language" { print $5 }' |
    tr ' ' '\n' | sort)" = "$languages" ] || fail 'law --help lacks a language'

# What has moved to the lab says so, whatever follows it; the lab never had the player's commands.
# A command that canasta never had is unknown to it.
for command in "${lab_commands[@]}"; do
    told="no command '$command'; canasta --help lists them"
    case $command in
        simulate | arena | tune | fit | train | perft | bench | load)
            told="$command is now a command of canasta-lab"
            ;;
    esac
    for words in "$command" "$command --help" "help $command"; do
        # shellcheck disable=SC2086
        expect 2 "$canasta" $words
        echo "canasta: $told" >wanted
        same wanted err
        [ ! -s out ] || fail "canasta $words prints something"
    done
done
for command in "${player_commands[@]}"; do
    expect 2 "$lab" "$command"
    contains err "canasta-lab: no command '$command'"
done
expect 2 "$lab"
contains err 'usage: canasta-lab COMMAND'
expect 0 "$lab" --version
contains out 'canasta-lab '

# --- what each of them refuses: STATUS | COMMAND AND ARGUMENTS | MESSAGE

mkdir folder
expect 0 "$lab" simulate --deals 1 --record deal.jsonl
head -n 1 deal.jsonl >empty.jsonl
printf 'nonsense\n' >nonsense
printf '#!/bin/sh\nread -r line; exit 7\n' >dies
chmod +x dies

while IFS='|' read -r status arguments message; do
    read -ra words <<<"${arguments//LINK/0123456789abcdef0123456789abcdef}"
    expect "$status" "$(program_of "${words[0]}")" "${words[@]}"
    contains err "$message"
done <<'TABLE'
2|help nothing|no command 'nothing'
2|help play more|'more' is one argument too many
2|--version more|'more' is one argument too many
2|--nothing|no command '--nothing'
2|simulate|--deals or --games is missing
2|simulate --deals 3 extra|'extra' is one argument too many
2|simulate --deals 3 --games 3|--deals and --games exclude each other
2|simulate --deals|requires an argument
2|simulate --deals 0|--deals: expected a whole number from 1
2|simulate --deals 1 --bots nobody|no bot 'nobody'; there are: random 
2|simulate --deals 1 --rules nosuchset|no rule set and no file 'nosuchset'
2|simulate --deals 1 --rules ./none.rules|none.rules: No such file
2|simulate --deals 1 --rules ./folder|folder: Is a directory
2|simulate --deals 1 --rules nonsense|nonsense:1:
2|simulate --deals 1 --rules bicycle --players 3|bicycle cannot be played by 3 players
3|simulate --deals 1 --record folder|folder: Is a directory
3|simulate --deals 1 --record none/record|none/record: No such file
3|simulate --deals 1 --bots exec:./none|not started
1|simulate --deals 2 --bots exec:./dies,greedy|1 game lost
2|arena|--a BOT is missing
2|arena --a greedy|--b BOT is missing
2|arena --b greedy|--a BOT is missing
2|arena --a greedy --b random extra|'extra' is one argument too many
2|arena --a greedy --b nobody|no bot 'nobody'
2|arena --a greedy --b random --resume|--resume needs --csv FILE
2|arena --a greedy --b random --nodes 5 --think-ms 5|--nodes and --think-ms exclude each other
3|arena --a greedy --b random --pairs 1 --csv none/file|none/file: No such file
3|arena --a greedy --b random --pairs 1 --csv folder --resume|folder: Is a directory
3|arena --a greedy --b exec:./none --pairs 1|not started
2|analyze|RECORD is missing
2|analyze deal.jsonl extra|'extra' is one argument too many
3|analyze none.jsonl|none.jsonl: No such file
3|analyze folder|folder: Is a directory
2|analyze empty.jsonl|empty.jsonl: contains no decisions
2|analyze nonsense|nonsense:1:
2|analyze --seat 9 deal.jsonl|--seat: expected a whole number
2|tune|--out FILE is missing
2|tune --out tuned extra|'extra' is one argument too many
2|tune --out tuned --start none|none: No such file
2|tune --out tuned --start folder|folder: Is a directory
2|fit extra|'extra' is one argument too many
2|fit --bot search|expected a bot that decides at once
2|fit --players 7|--players: expected a whole number
2|train extra|'extra' is one argument too many
2|train --out net|--out needs --deals
2|train --rules threepack|threepack: no net suits it
2|train --rules laws1950,american|american is for another net than laws1950
3|train --deals 1 --out folder|folder: Is a directory
2|check|FILE is missing
3|check none.jsonl|none.jsonl: No such file
3|check folder|folder: Is a directory
2|fair|FILE is missing
2|fair deal.jsonl extra|'extra' is one argument too many
3|fair folder|folder: Is a directory
2|fair nonsense|nonsense:1: not a line
2|show|FILE is missing
2|show deal.jsonl extra|'extra' is one argument too many
3|show none.jsonl|none.jsonl: No such file
3|show folder|folder: Is a directory
2|show nonsense|nonsense:1:
2|show deal.jsonl --at 100000|there is no line 100000, the last one is
2|show deal.jsonl --seat 5|there are seats 0 to 3
2|show empty.jsonl|no deal or position here
2|legal|FILE is missing
2|legal deal.jsonl extra|'extra' is one argument too many
3|legal folder|folder: Is a directory
2|legal deal.jsonl --explain nonsense|'nonsense' is not an action
2|perft|FILE is missing
2|perft deal.jsonl|DEPTH is missing
2|perft deal.jsonl 1 extra|'extra' is one argument too many
2|perft deal.jsonl many|DEPTH: expected a whole number
3|perft folder 1|folder: Is a directory
2|bench extra|'extra' is one argument too many
2|bench --seconds 0|--seconds: expected a whole number
2|law --rules nowhere|no rule set and no file 'nowhere'
2|law --search saying extra|'extra' is one argument too many
2|law --search|requires an argument
2|law --language xx|--language:
1|law L999|no article 'L999'
1|law --search xyzzyx|'xyzzyx'
2|rules laws1950 hoyle|'hoyle' is one argument too many; --diff compares two
2|rules --diff laws1950 hoyle bicycle|'bicycle' is one argument too many
2|rules --diff|the name of a rule set is missing
2|rules --set target=3000|the name of a rule set is missing
2|rules --markdown hoyle|--markdown prints every rule set
2|rules folder|folder: Is a directory
2|rules none|no rule set and no file 'none'
2|rules none|american uruguay handandfoot pennies pagat
2|play extra|'extra' is one argument too many
2|play --seat 1 --humans 1,2|--seat and --humans exclude each other
2|play --bots greedy --level club|--level and --bots exclude each other
2|play --level nobody|canasta play: no level 'nobody'
2|play --pace soon|--pace 'soon': expected
2|play --colours 3|--colours '3': expected
2|play --seat 0|--seat: expected a whole number from 1 to 6
2|play --humans 0,2|--humans '0,2': expected seats like 1,3
2|play --humans 1,1|--humans '1,1': expected each seat once
2|join --seat 0 http://127.0.0.1:9/LINK|--seat: expected a whole number from 1 to 6
2|play --seat 5|--seat '5': expected a seat from 1 to
2|play --rules bicycle --players 3|bicycle cannot be played by 3 players
2|play --rules none|no rule set and no file 'none'
2|join|URL is missing
2|join http://127.0.0.1:9/a http://127.0.0.1:9/b|'http://127.0.0.1:9/b' is one argument too many
2|join ftp://nowhere|'ftp://nowhere': expected http://HOST:PORT/TABLE
2|join http://127.0.0.1:9/|names no table; --make makes one
2|join --make http://127.0.0.1:9/LINK|--make takes a server
2|join --rules hoyle http://127.0.0.1:9/LINK|--rules is for a table that --make makes
2|join --make --rules pennies --players 4 http://127.0.0.1:9/|pennies cannot be played by 4 players
2|join --watch --seat 1 http://127.0.0.1:9/LINK|--watch excludes
2|join --token 12 http://127.0.0.1:9/LINK|--token: expected 32 hexadecimal digits
2|load a b|'b' is one argument too many
2|load http://example.org/|expected http://127.0.0.1:PORT/
2|load --tables 0|--tables: expected a whole number
3|load --tables 1 --seconds 1 http://127.0.0.1:9/|no server answers at this address
3|load --tables 1 --seconds 1 --json http://127.0.0.1:9/|no server answers at this address
2|serve extra|'extra' is one argument too many
2|serve --whole|unrecognized option '--whole'
2|serve --config none|none
2|serve --listen foo --web none|listen 'foo': expected ADDRESS:PORT
2|serve --listen 127.0.0.1:99999 --web none|expected ADDRESS:PORT
3|backup --data none copy|none/canasta.db: No such file
3|export --data none 0123|none/canasta.db: No such file
3|join --make --no-keep --rules pennies http://127.0.0.1:9/|no server answers there
3|join --make --no-keep http://127.0.0.1:9/|no table was made, because no server answers there
2|backup|FILE is missing
2|backup a b|'b' is one argument too many
2|backup --listen x a|unrecognized option '--listen'
2|export|TABLE is missing
2|import|FROM is missing
2|drain|NAME is missing
2|drain a|--store is missing
2|serve --store postgresql://h/d|store needs public
2|serve --store mysql://h/d --public http://h/|store: expected postgresql://
2|serve --public http://h/a|public 'http://h/a': expected / at the end
2|serve --public h/a/|public 'h/a/': expected http:// or https://
2|serve --public http:///a/|public 'http:///a/': expected https://HOST/
2|serve --public http://h:0/|public 'http://h:0/': expected https://HOST/
2|serve --public http://u@h/|public 'http://u@h/': expected https://HOST/
2|serve --public http://h/"/|public 'http://h/"/': a character that an address cannot have
2|serve --node a/b|node 'a/b': expected up to 63 letters
3|import --data /dev/null/x none|none/canasta.db: No such file
2|export a b|'b' is one argument too many
2|export --web x a|unrecognized option '--web'
TABLE

# Of what is not there, nothing is printed that looks like figures.
expect 3 "$lab" load --tables 1 --seconds 1 --json http://127.0.0.1:9/
[ ! -s out ] || fail "load without a server prints $(cat out)"
expect 2 "$canasta" analyze empty.jsonl
[ ! -s out ] || fail "analyze without a decision prints $(cat out)"
# A bot that forfeits every deal proves nothing.
expect 1 "$lab" arena --a exec:./dies --b greedy --pairs 2 --jobs 1
contains out 'failed   exec:./dies: 4 deals lost'

# A server that is not there will not be there later: the table would be made by somebody else's.
expect 3 "$canasta" join --make --no-keep --plain http://127.0.0.1:9/
lacks out 'come back'

# --- nowhere to keep anything

homeless=(env -u HOME -u XDG_DATA_HOME "$canasta")
# A file in the way: what root may write everywhere cannot be made here either.
touch wall
walled=(env -u XDG_DATA_HOME HOME="$work/wall" "$canasta")
for way in '' --resume; do
    # shellcheck disable=SC2086
    expect 2 "${homeless[@]}" play --plain $way
    contains err 'canasta play: neither XDG_DATA_HOME nor HOME is set'
    contains err 'choose a place for the game with --file FILE'
done
expect 0 "${homeless[@]}" play --plain --file game.jsonl
expect 3 "${walled[@]}" play --plain
contains err "$work/wall/.local/share/canasta: Not a directory"
contains err 'choose another place with --file FILE'
expect 3 "$canasta" play --plain --file none/game.jsonl
contains err 'none/game.jsonl: No such file'
expect 3 "$canasta" play --plain --resume --file none.jsonl
contains err 'none.jsonl: No such file'
expect 2 "${homeless[@]}" join http://127.0.0.1:9/0123456789abcdef0123456789abcdef
contains err 'neither XDG_DATA_HOME nor HOME is an absolute path; set one, or use --no-keep'
expect 3 "${walled[@]}" join http://127.0.0.1:9/0123456789abcdef0123456789abcdef
contains err "$work/wall/.local/share/canasta/seats: Not a directory"
contains err 'use --no-keep'
for command in 'serve --web none --listen 127.0.0.1:0' 'backup copy' 'export 0123'; do
    # shellcheck disable=SC2086
    expect 2 "${homeless[@]}" $command
    contains err 'neither XDG_DATA_HOME nor HOME is an absolute path; set one, or use --data FOLDER'
done
expect 3 "${walled[@]}" serve --web none --listen 127.0.0.1:0
contains err "$work/wall/.local/share/canasta/server"

# --- a game keeps its pace: what is noted is what --resume goes by

expect 0 "$canasta" play --plain --pace fast --file paced.jsonl
contains paced.jsonl '"note":"table draw=1 language=en pace=fast bots='
expect 0 "$canasta" play --plain --resume --file paced.jsonl

# --- and its language, unless another is given; what it cannot change is refused

contains out 'The game continues where it stopped.'
expect 0 "$canasta" play --plain --resume --file paced.jsonl --language de
lacks out 'The game continues'
contains out 'Die Partie geht weiter'
for option in '--rules bicycle' '--set target=3000' '--players 4' '--seat 1' '--humans 1,2' \
    '--name Ann' '--level club' '--seed other'; do
    # shellcheck disable=SC2086
    expect 2 "$canasta" play --plain --resume --file paced.jsonl $option
    contains err "${option%% *} and --resume exclude each other: a resumed game keeps its rules"
    # shellcheck disable=SC2086
    expect 2 "$canasta" play --plain $option --resume --file paced.jsonl
    contains err "${option%% *} and --resume exclude each other"
done

# --- interrupted

# interrupt SIGNAL READY COMMAND...: runs it until READY holds, and interrupts it; out, err and
# $status say what it did. A script's background jobs ignore SIGINT; env gives it back. If
# descriptor 9 is open, on the pipe, its standard input is that pipe, and ends after the signal.
interrupt() {
    local signal=$1 ready=$2 input=/dev/null pid
    shift 2
    [ ! -e /proc/$$/fd/9 ] || input=pipe
    program=$(readlink -f "$(program_of "$1")")
    env --default-signal=INT "$program" "$@" >out 2>err <$input 9>&- &
    pid=$!
    for _ in $(seq 600); do
        if eval "$ready"; then break; fi
        sleep 0.1
    done
    kill -s "$signal" "$pid"
    exec 9>&-
    wait "$pid"
    status=$?
    [ "$status" -eq "$(status_of "$signal")" ] ||
        fail "SIG$signal: $1 gave $status: $(head -c 300 err)"
    # Progress is for terminals.
    ! grep -q $'\r' out err || fail "$1 shows its progress in a pipe"
}

# Does the program itself run by now, and catch SIGINT? If so, the
# checks below hold at any time of the signal.
catches() {
    local caught
    [ "$(readlink "/proc/$1/exe")" = "$program" ] || return 1
    caught=$(sed -n 's/^SigCgt:\s*//p' "/proc/$1/status")
    [ $((0x$caught & 2)) -ne 0 ]
}

for jobs in 1 3; do
    for signal in INT TERM; do
        rm -f stopped.jsonl
        interrupt $signal '[ -s stopped.jsonl ]' \
            simulate --games 100000000 --record stopped.jsonl --jobs $jobs
        contains err ' of 100000000 games were played'
        # Whole games, as many as it says.
        [ "$(tail -c 1 stopped.jsonl | wc -l)" -eq 1 ] || fail 'half a line is left'
        games=$(sed -n 's/^interrupted: \([0-9]*\) of .*/\1/p' err)
        [ "$games" -eq "$(grep -c '"t":"over"' stopped.jsonl)" ] ||
            fail "$games games, but not in the record"
        [ "$games" -eq "$(grep -c '"t":"game"' stopped.jsonl)" ] ||
            fail 'the record ends within a game'
        expect 0 "$canasta" check stopped.jsonl
    done
done
# shellcheck disable=SC2016 # eval expands it
caught='catches "$pid"'
interrupt INT "$caught" simulate --deals 100000000000 --json
contains err '"interrupted":true'
# Standard input is a pipe that ends only after the signal. Empty files take hardly any time to
# read, so most signals come between two of them.
mkfifo pipe
mapfile -t many < <(yes /dev/null | head -n 20000)
for files in - "${many[*]} -"; do
    exec 9<>pipe
    # shellcheck disable=SC2086
    interrupt INT "$caught" check $files
    contains err 'canasta check: interrupted after line '
    lacks err 'could not be read'
done
exec 9<>pipe
interrupt INT "$caught" analyze -
contains out 'interrupted'
lacks err 'could not be read'
interrupt INT "$caught" fit --deals 10000000 --rounds 1000 --bot greedy
contains err 'interrupted in round 1 of 1000: no table'
[ ! -s out ] || fail 'fit prints a part of its table'
# What follows the rounds is not one of them.
interrupt INT "$caught" fit --deals 10000000 --rounds 0 --bot greedy
contains err 'interrupted in the last measurement: no table'
[ ! -s out ] || fail 'fit prints a part of its table'
interrupt TERM "$caught" bench --seconds 3600
contains err 'interrupted: no figures'
[ ! -s out ] || fail 'bench prints figures that mean nothing'

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
