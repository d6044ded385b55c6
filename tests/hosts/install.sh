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

# offered_by SHELL PROGRAM: "COMMAND --option" of every option, as its completions have them
offered_by() {
    case $1 in
    bash) sed -nE "s/^        ([a-z]+)\) words='(.*)' ;;/\1 \2/p" \
        "there/share/bash-completion/completions/$2" |
        awk '{ for (i = 2; i <= NF; i++) if ($i != "--help") print $1, $i }' ;;
    zsh) awk '/^        [a-z]+\) / { command = $1; sub(/\)/, "", command) }
        match($0, /\*--[a-z-]+/) { print command, substr($0, RSTART + 1, RLENGTH - 1) }' \
        "there/share/zsh/site-functions/_$2" ;;
    fish) sed -nE 's/.*subcommand_from ([a-z]+).* -l ([a-z-]+).*/\1 --\2/p' \
        "there/share/fish/vendor_completions.d/$2.fish" ;;
    esac | sort
}
for program in canasta canasta-lab; do
    "there/bin/$program" --list-options | awk -F '\t' '{ print $1, $2 }' | sort >wanted
    [ "$(wc -l <wanted)" -ge 40 ] || fail "$program --list-options lists too few"
    for shell in bash zsh fish; do
        offered_by $shell $program >offered
        same wanted offered
    done
    listed=$("$work/there/bin/$program" --help | awk '/^  [a-z]+ +[a-z]/ { print $1 }')
    for command in $listed; do
        for file in "there/share/bash-completion/completions/$program" \
            "there/share/zsh/site-functions/_$program" \
            "there/share/fish/vendor_completions.d/$program.fish"; do
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
offers 'hoyle' canasta rules laws1950 ho
offers 'pagat' canasta play --rules pag
offers 'normal' canasta play --pace n
offers 'de' canasta rules --language d
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
    # An unknown component: nothing is installed, and what is left out is listed.
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
