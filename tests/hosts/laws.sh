#!/usr/bin/env bash
# laws.sh -- the law, article by article: the records under tests/laws agree with the program, every
# article has a test named after it, and the tests can fail. CANASTA names the program, SOURCE_DIR
# the root of the sources.

set -u
canasta=${CANASTA:?CANASTA must name the program}
root=${SOURCE_DIR:?SOURCE_DIR must name the root of the sources}
laws=$root/tests/laws
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C
failures=0

fail() {
    printf 'FAILED: %s\n' "$1"
    failures=$((failures + 1))
}

# --- 1. the records agree

status=0
"$canasta" check "$laws"/*.jsonl >"$work/out" 2>&1 || status=$?
cat "$work/out"
[ "$status" -eq 0 ] || fail "check of the records gave $status"
tail -n 1 "$work/out" | grep -q ', 0 differences$' || fail "the records differ"

# Every game says in a note what it shows.
bare=$(cd "$laws" && grep -H '^{"t":"game"' ./*.jsonl | grep -vc '"note":"[^"]')
[ "$bare" -eq 0 ] || fail "$bare games without a note"

# --- 2. every article has a test of its name, and every record the name of an article

declare -A known=() exempt=() tested=()
while read -r name reason; do
    case $name in '' | '#'*) continue ;; esac
    known[$name]=1
    case $reason in
    '') ;;
    '# '?*) exempt[$name]=1 ;;
    *) fail "articles.txt: $name: what is '$reason'?" ;;
    esac
done <"$laws/articles.txt"

# The list is the law book's.
while read -r name; do
    [ -n "${known[$name]-}" ] || fail "articles.txt lacks $name of the law book"
done < <(sed -n 's/^== \([^ ]*\) |.*/\1/p' "$root"/data/law/en/*.law)

# A record is named after the article, ":" written "_", or after it with "-" and a subject.
for file in "$laws"/*.jsonl; do
    stem=$(basename "$file" .jsonl)
    name=${stem//_/:}
    while [ -z "${known[$name]-}" ] && [ "$name" != "${name%-*}" ]; do
        name=${name%-*}
    done
    if [ -z "${known[$name]-}" ]; then
        fail "$stem.jsonl is named after no article"
    elif [ -n "${exempt[$name]-}" ]; then
        fail "$stem.jsonl: articles.txt says that $name needs no test"
    fi
    tested[$name]=1
done

# A unit test is named test_ARTICLE, ":" and "-" written "_", and must be run.
while read -r function; do
    tested[$function]=1
done < <(sed -n -e 's/.*cmocka_unit_test(\(test_[A-Za-z0-9_]*\)).*/\1/p' \
    -e 's/^static void \(test_[A-Za-z0-9_]*\)(.*/\1/p' \
    "$root"/tests/units/*.c | sort -u)

articles=0
for name in "${!known[@]}"; do
    [ -z "${exempt[$name]-}" ] || continue
    articles=$((articles + 1))
    function=test_${name//[:-]/_}
    [ -n "${tested[$name]-}" ] || [ -n "${tested[$function]-}" ] || fail "$name has no test"
done

# --- 3. the tests can fail: each change makes check find a difference

# breaks FILE SED-SCRIPT WHAT
breaks() {
    local status=0
    sed "$2" "$laws/$1.jsonl" >"$work/changed.jsonl"
    if cmp -s "$laws/$1.jsonl" "$work/changed.jsonl"; then
        fail "$1: nothing to change: $3"
        return
    fi
    "$canasta" check "$work/changed.jsonl" >"$work/out" 2>&1 || status=$?
    [ "$status" -eq 1 ] || fail "$1: $3: check gave $status"
    tail -n 1 "$work/out" | grep -q ' [1-9][0-9]* differences\?$' ||
        fail "$1: $3: no difference counted"
}

breaks L31-frozen 's/"legal":false,"law":"L31"/"legal":true/' 'a frozen pile taken'
breaks L18 \
    's/"action":"meld K 2 2 1","legal":true/"action":"meld K 2 2 1","legal":false,"law":"L18"/' \
    'a good meld refused'
breaks L31-frozen 's/"law":"L31"/"law":"L29"/' 'another law'
breaks L20 's/"law":"B:canastas"/"law":"L20"/' 'the law of another rule set'
breaks L32 '/"t":"legal"/s/"take joker",//' 'a legal action missing'
breaks L34 's/"actions":\["draw"\]/"actions":["draw","take pair"]/' 'an action too many'
breaks L42 's/"total":1250,"score":1250/"total":1260,"score":1260/' 'a total'
breaks L42 's/"canastas":800/"canastas":1000/' 'canastas'
breaks L13 's/"red":-800/"red":800/' 'red threes of the wrong sign'
breaks L47 's/"score":1655/"score":655/' 'a running total'
breaks L48 's/"concealed":true/"concealed":false/' 'a concealed hand'
breaks C8 's/\[19,-19\]/[20,-20]/' 'a settlement'
breaks L45 's/"winner":1/"winner":0/' 'the winner'
breaks L36 '/"t":"end"/s/"why":"stock"/"why":"out"/' 'why a deal ended'
breaks L12 '/"t":"draw"/s/"cards":\["3[hd]",/"cards":[/' 'a red three not drawn'
breaks L7-cut 's/"seat":2,"k":4}/"seat":2,"k":3}/' 'too small a packet'
breaks L7-cut 's/"t":"cut","seat":0/"t":"cut","seat":2/' 'the wrong cutter'
breaks L6-dealer 's/"dealer":0,/"dealer":1,/' 'the wrong dealer'
breaks U14 's/"game_bonus":500/"game_bonus":400/' 'a house rule'
breaks T-canastas 's/"rules":"threepack"/"rules":"laws1950"/' 'the rules of another set'

# --- 4. each law of refereed play that a program's table can break has an example in the book

for name in L53 L54 L55 L56 L57 L58 L59 L60 P1 P2 P3 P4 P5; do
    file=$root/data/examples/$name.jsonl
    status=0
    "$canasta" check "$file" >"$work/out" 2>&1 || status=$?
    [ "$status" -eq 0 ] || fail "the example of $name: check gave $status"
    head -n 1 "$file" | grep -q '"note":"[^"]' || fail "the example of $name has no note"
    case $name in
    L56) shows='"penalties":-500' ;;
    L60) shows='"t":"lapse"' ;;
    P*) shows='"t":"ruling".*"points":-' ;;
    *) shows="\"t\":\"ruling\".*\"law\":\"$name\"" ;;
    esac
    grep -q "$shows" "$file" || fail "the example of $name does not show it"
    "$canasta" law "$name" | grep -q '^An example, step by step:$' ||
        fail "canasta law $name tells no example"
    "$canasta" law "$name" | grep -q '^It settles these questions' ||
        fail "canasta law $name names no question"
done
"$canasta" law L52 | grep -q 'this cannot happen' || fail "canasta law L52 does not say why not"

printf '%d articles, %d failures\n' "$articles" "$failures"
[ "$failures" -eq 0 ]
