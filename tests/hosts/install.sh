#!/usr/bin/env bash
# install.sh -- what "make install" puts in place, and that it says what it leaves out. BUILD_DIR
# names the build folder, SOURCE_DIR the sources.

set -u
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
source=${SOURCE_DIR:?}
build=${BUILD_DIR:?}

# --- with scdoc: every page, of the day of the release whenever it is made

expect 0 cmake --install "$build" --prefix "$work/there"
for program in canasta canasta-lab; do
    [ -x "there/bin/$program" ] || fail "no program $program"
    "$work/there/bin/$program" --version >/dev/null ||
        fail "what was installed as $program does not run"
done
if command -v scdoc >/dev/null; then
    for page in "$source"/docs/man/*.scd; do
        name=$(basename "$page" .scd)
        section=${name##*.}
        [ -s "there/share/man/man$section/$name" ] || fail "no page $name"
    done
    released=$(sed -n 's/^set(released \([0-9]*\))$/\1/p' "$source/CMakeLists.txt")
    day=$(date -u -d "@${SOURCE_DATE_EPOCH:-$released}" +%F)
    [ "$(grep -h '^\.TH' there/share/man/man*/* | grep -cv "\"$day\"")" -eq 0 ] ||
        fail 'a page has another day'
fi

# --- completions: every option of the programs, and no other

# options_in FILE...: the long options in tables for getopt_long
options_in() {
    grep -hoE '\{"[a-z-]+", *(no|required)_argument' "$@" | cut -d '"' -f 2 |
        grep -vxE 'help|colors' | sort -u # colors: another spelling
}
# completed FILE: those that bash offers
completed() {
    grep -oE -- '--[a-z][a-z-]*' "$1" | cut -c 3- | grep -vxE 'help|version|rules' | sort -u
}
for program in canasta canasta-lab; do
    sources=("$source"/src/cli/*.c)
    [ $program = canasta ] || sources=("$source"/src/lab/cmd_*.c "$source"/src/lab/load/*.c)
    file=there/share/bash-completion/completions/$program
    diff <(options_in "${sources[@]}" | grep -vx rules) <(completed "$file") >differ ||
        fail "options of $program that its table or its help lacks: $(cat differ)"
    for file in "there/share/zsh/site-functions/_$program" \
        "there/share/fish/vendor_completions.d/$program.fish"; do
        listed=$("$work/there/bin/$program" --help | awk '/^  [a-z]+ +[a-z]/ { print $1 }')
        for command in $listed; do
            grep -q "$command" "$file" || fail "$file lacks $command"
        done
    done
done
# complete_line WORD...: what bash offers for the last word
complete_line() {
    bash -c '. there/share/bash-completion/completions/"$1"
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
        "_${1//-/_}"; printf "%s\n" "${COMPREPLY[@]}" | paste -sd " "' - "$@"
}
offers() { # EXPECTED WORD...
    [ "$(complete_line "${@:2}")" = "$1" ] ||
        fail "for '${*:2}' bash offers '$(complete_line "${@:2}")'"
}
offers 'serve' canasta se
offers '--players --pace --plain' canasta play --p
offers 'hoyle' canasta play --rules ho
offers 'simulate' canasta-lab sim
offers '' canasta check table
if command -v zsh >/dev/null; then zsh -n there/share/zsh/site-functions/_canasta || fail 'zsh'; fi
if command -v fish >/dev/null; then fish -n there/share/fish/vendor_completions.d/canasta.fish ||
    fail 'fish'; fi

# --- desktop and service

if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate there/share/applications/canasta.desktop || fail 'the desktop file'
fi
if command -v appstreamcli >/dev/null; then
    # The id is not a domain reversed, because the project has none.
    appstreamcli validate --no-net --override=cid-desktopapp-is-not-rdns=info \
        there/share/metainfo/canasta.metainfo.xml >validated || fail "AppStream: $(cat validated)"
fi
grep -q '^Icon=canasta$' there/share/applications/canasta.desktop ||
    fail 'the icon has another name'
grep -q '<svg' there/share/icons/hicolor/scalable/apps/canasta.svg || fail 'no icon'
grep -q '^ExecStart=/.*/bin/canasta serve ' there/lib/systemd/system/canasta.service ||
    fail 'no service'

# left_out NAME TEXT: what configuring this folder and installing from it say
left_out() {
    grep -qF -- "$2" configured || fail "$1: configuring does not say '$2'"
    # A component that there is not: nothing is installed, and what is left out is said.
    expect 0 cmake --install "$1" --prefix "$work/nowhere" --component none
    contains err "$2"
}

# --- without

cmake -S "$source" -B bare -G Ninja -DSCDOC= >configured 2>&1 ||
    fail "configuring: $(tail -n 3 configured)"
left_out bare 'Left out: the manual pages, because scdoc is missing'
contains err "Left out: the browser's files, because they are not built"

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
