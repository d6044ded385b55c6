#!/usr/bin/env bash
# docs.sh -- the documentation is true. CANASTA and CANASTA_LAB name the programs,
# SOURCE_DIR the sources; all are found automatically when it is run by hand.
#
#   tests/hosts/docs.sh           checks examples, the table of parameters, links, paths and manual
#                                 pages
#   tests/hosts/docs.sh --renew   writes the table of parameters into docs/RULES.md
#
# Examples stand in blocks marked ```console: a line "$ COMMAND" is run in a folder that holds
# docs/, the files of a document's earlier examples stay there, and the lines after it are what it
# must print (… stands for anything). A command without such lines must succeed.

set -u
source=${SOURCE_DIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
canasta=${CANASTA:-$source/build/canasta}
lab=${CANASTA_LAB:-$(dirname "$canasta")/canasta-lab}
# No setting of the reader's changes what is printed.
unset COLUMNS LINES CANASTA CANASTA_LAB SOURCE_DIR
export LC_ALL=C.UTF-8
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# --- the table of parameters

begin='<!-- parameters: begin (canasta rules --markdown) -->'
end='<!-- parameters: end -->'

# docs/RULES.md with the table as the program prints it
renewed() {
    "$canasta" rules --markdown >"$work/table" || return 1
    awk -v begin="$begin" -v end="$end" -v table="$work/table" '
        $0 == end { inside = 0; seen++ }
        !inside { print }
        $0 == begin {
            inside = 1; seen++
            print ""
            while ((getline line < table) > 0) print line
            print ""
        }
        END { exit seen != 2 }' "$source/docs/RULES.md"
}

if [ "${1-}" = --renew ]; then
    renewed >"$work/rules" && cat "$work/rules" >"$source/docs/RULES.md"
    exit
fi

check_table() {
    if ! renewed >"$work/rules"; then
        fail 'docs/RULES.md has lost its two marker lines'
    elif ! cmp -s "$work/rules" "$source/docs/RULES.md"; then
        fail 'the parameters in docs/RULES.md are stale; renew them: tests/hosts/docs.sh --renew'
    fi
}

# --- the protocol's reasons

check_reasons() {
    local reason
    while read -r reason; do
        grep -qF "\`$reason\`" "$source/docs/PROTOCOL.md" ||
            fail "docs/PROTOCOL.md does not name the reason $reason"
    done < <(sed -n 's/^net\.\([a-z]*\) = .*/\1/p' "$source/data/words/en.words")
}

# --- examples

# matches TEXT PATTERN: is TEXT the pattern, in which … stands for anything?
matches() {
    local rest=$1 pattern=$2 part=${2%%…*}
    [[ $rest == "$part"* ]] || return 1
    rest=${rest#"$part"}
    while [[ $pattern == *…* ]]; do
        pattern=${pattern#*…}
        part=${pattern%%…*}
        if [[ $pattern != *…* ]]; then
            [[ $rest == *"$part" ]]
            return
        fi
        [[ $rest == *"$part"* ]] || return 1
        rest=${rest#*"$part"}
    done
    [ -z "$rest" ]
}

# example WHERE COMMAND EXPECTED
example() {
    local where=$1 command=$2 expected=$3 status=0 found
    bash -c "$command" >"$work/out" 2>&1 </dev/null || status=$?
    found=$(cat "$work/out")
    if [ "$status" -gt 3 ] || { [ -z "$expected" ] && [ "$status" -ne 0 ]; }; then
        fail "$where: $command: status $status: $found"
    elif [ -n "$expected" ] && ! matches "$found" "$expected"; then
        fail "$where: $command
--- the document says
$expected
--- it prints
$found
---"
    fi
}

# Runs the examples of a document, each document in a folder of its own.
check_examples() {
    local document=$1 number=0 inside=0 at=0 command='' expected='' line
    local folder=$work/examples/${document//\//-}
    mkdir -p "$folder" && ln -s "$source/docs" "$folder/docs" && cd "$folder" || exit 3
    while IFS= read -r line || [ -n "$line" ]; do
        number=$((number + 1))
        if [ "$inside" -eq 0 ]; then
            if [ "$line" = '```console' ]; then inside=1; fi
        elif [[ $line == '$ '* || $line == '```' ]]; then
            if [ -n "$command" ]; then
                example "$document:$at" "$command" "$expected"
                examples=$((examples + 1))
            fi
            command=''
            expected=''
            at=$number
            if [ "$line" = '```' ]; then inside=0; else command=${line#\$ }; fi
        else
            expected+=${expected:+$'\n'}$line
        fi
    done <"$source/$document"
    if [ "$inside" -ne 0 ]; then fail "$document: an example does not end"; fi
    cd "$work" || exit 3
}

# --- links to files

check_links() {
    local document=$1 folder link
    folder=$(dirname "$source/$document")
    while IFS= read -r link; do
        if [ ! -e "$folder/${link%%#*}" ]; then fail "$document: no file $link"; fi
    done < <(grep -o '](\([^)#][^)]*\))' "$source/$document" | sed 's/^](//; s/)$//' |
        grep -v '^[a-z]*:')
}

# --- what a document names in backticks exists

# The documents' words in backticks outside code blocks, one to a line.
quoted() {
    # shellcheck disable=SC2016 # no shell reads these
    awk '/^```/ { code = !code } !code' "$1" | grep -o '`[^`]*`' | tr -d '`' | sort -u
}

# is_file FOLDER NAME: is NAME a file or folder, from the root, include/, the document's folder or
# web/? A bare name may be anywhere in the sources. Patterns match as in a shell.
is_file() {
    local folder=$1 name=${2%/} place
    for place in "$source" "$source/include" "$folder" "$source/web"; do
        if compgen -G "$place/$name" >/dev/null; then return; fi
    done
    [[ $name != */* ]] && grep -qxF -- "${name##*/}" "$work/names"
}

# A path has a slash, or a suffix of our sources. What a build or a reader makes is not in the tree,
# and capitals stand for any name.
check_paths() {
    local document=$1 folder name
    folder=$(dirname "$source/$document")
    while IFS= read -r name; do
        [[ $name =~ ^[A-Za-z0-9_.*-]+(/[A-Za-z0-9_.*-]*)*$ ]] || continue
        [[ $name != *joker_discards* ]] || continue # the tutorial adds it
        [[ $name != *unstable/* ]] || continue     # the build makes it of src/engine/*.h
        [[ $name == */* || $name =~ \.(c|h|ts|js|mjs|svelte|sh|py|md|scd|words|law|index)$ ]] ||
            continue
        [[ $name =~ ^(build|en_US)|[A-Z]{4}|^[a-z]\.[a-z]+/|^(1|sum)/ ]] && [[ $name != *.md ]] &&
            continue
        is_file "$folder" "$name" || fail "$document: there is no $name"
    done < <(quoted "$source/$document")
    # Functions, types and constants of ours; the tutorial adds one.
    while IFS= read -r name; do
        [ -e "$source/tests/units/${name#unit_}.c" ] ||
            grep -qxF -e "$name" -e "${name#canasta_}" "$work/identifiers" ||
                fail "$document: no code has $name"
    done < <(quoted "$source/$document" | grep -xE '(cn_|CN_)[A-Za-z0-9_]+|[a-z]+(_[a-z0-9]+)+' |
        grep -vxF discard_jokers)
}

gather_names() {
    find "$source" \( -name 'build*' -o -name '.?*' -o -name node_modules \) -prune -o -type f \
        -print >"$work/files"
    sed 's,.*/,,' "$work/files" | sort -u >"$work/names"
    grep -E '\.(c|h|ts|svelte|rules|words|py|sh|txt)$|/scripts/' "$work/files" | tr '\n' '\0' |
        xargs -0 cat | grep -oE '[A-Za-z_][A-Za-z0-9_]*' | sort -u >"$work/identifiers"
}

# --- manual pages

# entries PAGE: what its OPTIONS describe, "-s, --set NAME=VALUE", a tab and the text, one per line
entries() {
    sed '1,/^# OPTIONS/d; /^# /,$d' "$1" | awk '
        function flush(    parts, part, i) {
            parts = split(head, part, "\n")
            for (i = 1; i <= parts; i++) {
                if (part[i] ~ /^-[a-z]$/) part[i + 1] = part[i] ", " part[i + 1]
                else print part[i] "\t" body
            }
            head = body = ""
        }
        /^\*-/ {
            flush()
            head = $0
            gsub(/[*_\\]/, "", head)
            gsub(/, -/, "\n-", head)
            next
        }
        /^\t/ { body = body " " substr($0, 2) }
        END { flush() }'
}

# Every option of a command stands in its page, in the order of --help, with its default.
check_options() {
    local page=$1 program=$2 command=$3 name=${1#"$source/"} wanted usage otherwise text
    wanted=$("$program" --list-options |
        awk -F '\t' -v command="$command" '$1 == command {
            print ($3 != "" ? $3 ", " : "") $2 ($4 != "" ? " " $4 : "") "\t" $6
        }')
    entries "$page" >"$work/entries"
    diff <(cut -f 1 <<<"${wanted:+$wanted$'\n'}-h, --help") <(cut -f 1 "$work/entries") \
        >"$work/err" || fail "$name: OPTIONS is not as in --help: $(cat "$work/err")"
    while IFS=$'\t' read -r usage otherwise; do
        text=$(grep -F -- "$usage"$'\t' "$work/entries")
        [ -z "$otherwise" ] || [[ $text == *"Default: $otherwise"[.,\;]* ]] ||
            [[ $text == *"As in *canasta-play*"* ]] ||
            fail "$name: $usage: its default is not $otherwise"
    done <<<"$wanted"
}

# pages PREFIX: the manual pages of PREFIX and one more word, as "*NAME*(SECTION)"
pages() {
    basename -s .scd -a "$source"/docs/man/"$1"-*.scd | sed -E 's/(.*)\.([0-9])$/*\1*(\2)/' |
        grep -E "^\*$1-[a-z]*\*" | sort
}

# A program's page has every command, in the order of --help, and SEE ALSO every page of its
# commands and the other program's page once.
check_main_page() {
    local program=$1 other=$2 name main wanted also commands
    name=$(basename "$program")
    main=$source/docs/man/$name.6.scd
    wanted=$({ pages "$name" && echo "*$other*(6)"; } | sort -u)
    also=$(sed '1,/^# SEE ALSO/d' "$main" | grep -o '\*canasta[a-z-]*\*([0-9])' | sort)
    [ "$wanted" = "$also" ] ||
        fail "$name.6: SEE ALSO is wrong: $(diff <(echo "$wanted") <(echo "$also"))"
    commands=$(sed '1,/^# COMMANDS/d; /^# /,$d' "$main" | sed -n 's/^\*\([a-z]*\)\*$/\1/p')
    [ "$commands" = "$(commands "$program")" ] || fail "$name.6: COMMANDS is not as in --help"
}

# Whatever page names another knows its section.
check_names() {
    local name section
    while IFS='*()' read -r _ name _ section _; do
        [ -e "$source/docs/man/$name.$section.scd" ] ||
            fail "a manual page names $name($section), which is none"
    done < <(cat "$source"/docs/man/*.scd | grep -o '\*canasta[a-z-]*\*([0-9])' | sort -u)
}

# What the program asks of the environment stands in some page.
check_environment() {
    local name
    while read -r name; do
        sed '/^# ENVIRONMENT/,/^# EX/!d' "$source"/docs/man/*.scd | grep -qF "*$name*" ||
            fail "no manual page tells of the environment's $name"
    done < <(cat "$source"/src/*/*.c | grep -o 'getenv("[A-Z_]*")' | cut -d '"' -f 2 | sort -u)
}

# commands PROGRAM: as --help lists them
commands() {
    "$1" --help | sed -n 's/^  \([a-z][a-z]*\)  .*/\1/p'
}

check_manuals() {
    local page name command program
    for program in "$canasta" "$lab"; do
        name=$(basename "$program")
        for command in $(commands "$program"); do
            page=$(echo "$source/docs/man/$name-$command".[68].scd)
            if [ -e "$page" ]; then
                check_options "$page" "$program" "$command"
            else
                fail "no manual page of $name $command"
            fi
        done
    done
    check_main_page "$canasta" canasta-lab
    check_main_page "$lab" canasta
    check_names
    check_environment
    if ! command -v scdoc >/dev/null || ! command -v mandoc >/dev/null; then
        echo 'manual pages not built: scdoc or mandoc is missing'
        return
    fi
    for page in "$source"/docs/man/*.scd; do
        name=$(basename "$page" .scd)
        if ! scdoc <"$page" >"$work/$name" 2>"$work/err"; then
            fail "docs/man/$name.scd: $(cat "$work/err")"
            continue
        fi
        # scdoc begins more paragraphs than it fills.
        mandoc -T lint -W warning "$work/$name" | grep -v 'skipping paragraph macro' >"$work/err"
        if [ -s "$work/err" ]; then fail "docs/man/$name.scd: $(cat "$work/err")"; fi
    done
}

mkdir "$work/bin" && ln -s "$canasta" "$work/bin/canasta" && ln -s "$lab" "$work/bin/canasta-lab" ||
    exit 3
PATH=$work/bin:$PATH
cd "$work" || exit 3

gather_names
examples=0
while IFS= read -r document; do
    check_links "$document"
    check_paths "$document"
    check_examples "$document"
done < <(cd "$source" && ls README.md CONTRIBUTING.md docs/*.md bench/README.md)
if [ "$examples" -eq 0 ]; then fail 'no examples found'; fi
check_table
check_reasons
check_manuals

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
printf '%d examples\n' "$examples"
