#!/usr/bin/env bash
# perft.sh: canasta-lab perft counts what tests/perft/table.txt says.
#
# One decision too many or too few anywhere in the tree changes a total. If the law was
# changed on purpose, put the totals that this prints into the table;
# unit_perft_oracle_test must then agree.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../perft"
program=${CANASTA:-../../build/canasta}
lab=${CANASTA_LAB:-$(dirname "$program")/canasta-lab}

rows=0
failures=0
while read -r file depth total; do
    case $file in
    '' | '#'*) continue ;;
    esac
    rows=$((rows + 1))
    counted=$("$lab" perft "$file" "$depth") || counted='total (failed)'
    # The lines before the last are the first actions, and must add up to it.
    sum=$(awk '$1 != "total" { sum += $NF } END { print sum + 0 }' <<<"$counted")
    last=${counted##*$'\n'}
    if [ "$last" != "total $total" ] || [ "$sum" != "$total" ]; then
        echo "$file $depth: expected $total, found ${last#total }, first actions add up to $sum"
        failures=$((failures + 1))
    fi
done <table.txt

for file in *.jsonl; do
    if ! grep -q "^$file " table.txt; then
        echo "$file: not in table.txt"
        failures=$((failures + 1))
    fi
    if ! "$program" check "$file" >/dev/null; then
        echo "$file: not a sound record"
        failures=$((failures + 1))
    fi
done

echo "perft: $rows totals, $failures failures"
[ "$rows" -gt 0 ] && [ "$failures" -eq 0 ]
