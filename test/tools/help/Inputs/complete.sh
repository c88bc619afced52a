# usage: complete.sh LINE...   prints what bash would offer at the end of each line, in brackets
source <(shardwright completion bash)
compopt() { :; } # works only while bash itself completes
for COMP_LINE in "$@"; do
  COMP_POINT=${#COMP_LINE}
  COMPREPLY=()
  _shardwright
  printf '[%s]' "${COMPREPLY[@]}"
  echo
done
