#include "lib/Driver/Command.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

// Each script asks the program itself, so that none has to be written again for a new option.
struct Script {
  const char *shell, *text;
};
constexpr Script kScripts[] = {
    {"bash", R"sh(# Put this into your shell:  source <(shardwright completion bash)
_shardwright() {
  local line=${COMP_LINE:0:COMP_POINT} word value candidate about
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=${words[-1]}
  value=${word#*=}                # what files complete
  local behind=${word##*[=:]}     # bash replaces what stands behind the last = or :
  local before=${word%"$behind"}
  COMPREPLY=()
  compopt -o nospace
  while IFS=$'\t' read -r candidate about; do
    case $candidate in
      :files) compopt +o nospace -o filenames; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$value") ;;
      :folders) compopt -o filenames; mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$value") ;;
      *=) COMPREPLY+=("${candidate#"$before"}") ;;
      *) COMPREPLY+=("${candidate#"$before"} ") ;;
    esac
  done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
}
complete -F _shardwright shardwright
)sh"},
    {"zsh", R"sh(#compdef shardwright
# Put this into your shell:  source <(shardwright completion zsh)
_shardwright() {
  local line word about
  for line in "${(@f)$($words[1] __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    word=${line%%$'\t'*}
    case $word in
      :files) compset -P '*='; _files ;;
      :folders) compset -P '*='; _files -/ ;;
      *=) compadd -S '' -- $word ;;
      ?*) compadd -- $word ;;
    esac
  done
}
compdef _shardwright shardwright
)sh"},
    {"fish", R"sh(# Put this into your shell:  shardwright completion fish | source
function __shardwright_complete
  set -l words (commandline -opc) (commandline -ct)
  for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
    switch $line
      case ':files'
        __fish_complete_path (commandline -ct)
      case ':folders'
        __fish_complete_directories (commandline -ct)
      case '*'
        echo $line
    end
  end
end
complete -c shardwright -f -a '(__shardwright_complete)'
)sh"},
};

absl::Status completion(const CommandLine &line) {
  if (line.files().size() != 1)
    return absl::InvalidArgumentError("expected the name of one shell; there are bash, zsh, fish");
  for (const Script &script : kScripts)
    if (line.file() == script.shell) {
      llvm::outs() << script.text;
      return absl::OkStatus();
    }
  return absl::InvalidArgumentError("unknown shell '" + line.file() + "'; there are bash, zsh, fish");
}

} // namespace

Command completionCommand() {
  return {"completion",
          "bash|zsh|fish",
          "prints a script that completes command lines in a shell",
          "Prints a script for the shell: `source <(shardwright completion bash)`.",
          CommandLine::kAnyFiles,
          {},
          completion};
}

} // namespace shardwright::driver
