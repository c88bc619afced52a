#!/bin/bash
# usage: compare.sh TMP FOLDER...
#
# Runs the program of each folder with activations computed again, on the devices of its mesh, by each policy, and
# compares with its expected results (at the tolerances of its meta.json).
set -eu
tmp=$1
shift
for folder in "$@"; do
  tolerances=$(sed -n 's/^ *"\([ra]tol\)": *\([0-9.e-]*\),*$/--\1=\2/p' "$folder/meta.json")
  for keep in products unbatched-products layers; do
    shardwright-opt --import --recompute-activations=keep=$keep "$folder/program.mlir" -o "$tmp.mlir"
    # Something is computed again.
    test "$(grep -c optimization_barrier "$tmp.mlir")" -gt "$(grep -c optimization_barrier "$folder/program.mlir")" || {
      echo "$folder: nothing to compute again with keep=$keep"
      exit 1
    }
    shardwright run "$tmp.mlir" --inputs="$folder/inputs" --expect="$folder/expected" $tolerances ||
      { echo "$folder with keep=$keep"; exit 1; }
  done
done
