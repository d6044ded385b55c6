#!/usr/bin/env bash
# structure.sh -- scripts/check-structure finds what it is there to find: files are planted in a
# small tree and the breach must be named. SOURCE_DIR names the root of the sources.

set -u
root=${SOURCE_DIR:?SOURCE_DIR must name the root of the sources}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

mkdir -p "$work/scripts" "$work/src/display"
cp "$root/scripts/check-structure" "$work/scripts/"
cd "$work" || exit 1
objects=build/CMakeFiles/canasta.dir/src/display
mkdir -p "$objects"

# plant NAME TEXT: a source file of the room display, and its object
plant() {
    printf '%s\n' "$2" >"src/display/$1.c"
    "${CC:-cc}" -std=c17 -c -o "$objects/$1.c.o" "src/display/$1.c" || fail "$1.c does not compile"
}
# expect_breach TEXT, expect_none: what the checker says of the tree
expect_breach() {
    if scripts/check-structure build >out 2>&1; then
        fail "nothing found, expected: $1"
    fi
    grep -qxF "$1" out || fail "not found: $1 (but: $(cat out))"
}
expect_none() {
    scripts/check-structure build >out 2>&1 || fail "a tree without fault: $(cat out)"
}

# --- circles of calls

plant upper 'void lower(void); void upper(void); void upper(void) { lower(); }'
plant lower 'void lower(void); void lower(void) { }'
expect_none
plant lower 'void upper(void); void lower(void); void lower(void) { upper(); }'
expect_breach 'display has a circle: upper.c calls lower.c: lower'
expect_breach 'display has a circle: lower.c calls upper.c: upper'

# a circle of three; a file that only calls into it is not part of it
plant lower 'void third(void); void lower(void); void lower(void) { third(); }'
plant third 'void upper(void); void third(void); void third(void) { upper(); }'
plant caller 'void upper(void); void caller(void); void caller(void) { upper(); }'
expect_breach 'display has a circle: third.c calls upper.c: upper'
if grep -q 'caller\.c' out; then
    fail "caller.c is not in the circle: $(cat out)"
fi

# an address in a table is a call, too
plant third 'void upper(void); extern void (*const table[1])(void); void third(void);
void (*const table[1])(void) = {upper}; void third(void) { table[0](); }'
expect_breach 'display has a circle: third.c calls upper.c: upper'

# --- names of files

rm src/display/third.c "$objects/third.c.o"
plant lower 'void lower(void); void lower(void) { }'
expect_none
mkdir -p src/terminal
cp src/display/upper.c src/terminal/
expect_breach './src/terminal/upper.c: ./src/display/upper.c has that name already'

if [ "$failures" -ne 0 ]; then
    printf '%d failures\n' "$failures"
    exit 1
fi
printf 'structure.sh: all found\n'
