#!/usr/bin/env bash
# install.sh -- what "make install" puts in place, and that it says what it leaves out. BUILD_DIR names the build folder,
# SOURCE_DIR the sources.

set -u
# shellcheck source=tests/hosts/expect.bash
. "$(dirname "${BASH_SOURCE[0]}")/expect.bash"
source=${SOURCE_DIR:?}
build=${BUILD_DIR:?}

# --- with scdoc: every page, of the day of the release whenever it is made

expect 0 cmake --install "$build" --prefix "$work/there"
for program in canasta canasta-lab; do
    [ -x "there/bin/$program" ] || fail "no program $program"
    "$work/there/bin/$program" --version >/dev/null || fail "what was installed as $program does not run"
done
if command -v scdoc >/dev/null; then
    for page in "$source"/docs/man/*.scd; do
        name=$(basename "$page" .scd)
        section=${name##*.}
        [ -s "there/share/man/man$section/$name" ] || fail "no page $name"
    done
    day=$(date -u -d "@${SOURCE_DATE_EPOCH:-$(sed -n 's/^set(released \([0-9]*\))$/\1/p' "$source/CMakeLists.txt")}" +%F)
    [ "$(grep -h '^\.TH' there/share/man/man*/* | grep -cv "\"$day\"")" -eq 0 ] || fail 'a page has another day'
fi

# left_out NAME TEXT: what configuring this folder and installing from it say
left_out() {
    grep -qF -- "$2" configured || fail "$1: configuring does not say '$2'"
    # A component that there is not: nothing is installed, and what is left out is said.
    expect 0 cmake --install "$1" --prefix "$work/nowhere" --component none
    contains err "$2"
}

# --- without

cmake -S "$source" -B bare -G Ninja -DSCDOC= >configured 2>&1 || fail "configuring: $(tail -n 3 configured)"
left_out bare 'Left out: the manual pages, because scdoc is missing'
contains err "Left out: the browser's files, because they are not built"

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
