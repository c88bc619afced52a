# Imports each program, exports it, and imports it again: the two imported texts must be equal.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
for program in "$@"; do
  if ! shardwright-opt --import "$program" -o "$work/first" 2> "$work/errors"; then
    echo "$program: import fails: $(grep -m1 error: "$work/errors")"
    failures=$((failures + 1))
  elif ! shardwright-opt --export-manual --export-sdy "$work/first" 2> "$work/errors" | shardwright-opt --import -o "$work/second" 2>> "$work/errors" ||
       ! cmp -s "$work/first" "$work/second"; then
    echo "$program: exported and imported again, it differs: $(grep -m1 error: "$work/errors")"
    failures=$((failures + 1))
  fi
done
exit $((failures > 0))
