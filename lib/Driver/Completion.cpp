#include "lib/Driver/Completion.h"

#include "lib/Driver/Command.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

/// Walks down to the command that `words` name, and takes those words off.
const Command &commandOf(llvm::ArrayRef<std::string> &words) {
  const Command *command = &allCommands();
  while (words.size() > 1 && !command->commands.empty()) {
    const Command *next = findCommand(*command, words.front());
    if (!next && command->commands.back().takesAnyWord())
      next = &command->commands.back();
    if (!next)
      break;
    command = next;
    words = words.drop_front();
  }
  return *command;
}

void offer(llvm::StringRef prefix, llvm::StringRef before, llvm::StringRef word, llvm::StringRef about) {
  if (word.starts_with(prefix))
    llvm::outs() << before << word << "\t" << about << "\n";
}

/// The values of an option or argument, by what help calls them: words of a choice, machines, files, folders. `before`
/// stands in front of `prefix` in the same word.
void offerValues(llvm::StringRef value, llvm::StringRef before, llvm::StringRef prefix) {
  bool files = false;
  for (llvm::StringRef part : llvm::split(value, '|')) {
    files |= part == "FILE" || part == "T" || part.contains('.');
    if (part == "DIR") {
      llvm::outs() << ":folders\n";
    } else if (part == "T") {
      absl::StatusOr<std::vector<std::string>> names = topologyNames(topologyFolder());
      for (const std::string &name : names.ok() ? *names : std::vector<std::string>())
        offer(prefix, before, name, "machine");
    } else if (value.contains('|') && llvm::none_of(part, llvm::isUpper)) {
      offer(prefix, before, part, "");
    }
  }
  if (files)
    llvm::outs() << ":files\n";
}

/// What `shardwright help` goes on with: the commands of the group that its words name.
void offerCommands(const Command &group, llvm::StringRef prefix) {
  for (const Command &command : group.commands)
    if (!command.takesAnyWord())
      offer(prefix, "", command.word(), command.summary);
}

} // namespace

void printCompletions(llvm::ArrayRef<std::string> words) {
  if (words.empty())
    return;
  const Command *command = &commandOf(words);
  llvm::StringRef last = words.back();
  if (command->word() == "help" && !last.starts_with("-"))
    return offerCommands(commandOf(words), last);
  if (!command->commands.empty())
    return offerCommands(*command, last);
  const OptionSpec *before = nullptr;
  for (const OptionSpec &option : command->options)
    if (words.size() > 1 && words[words.size() - 2] == spelled(option.name) && option.value)
      before = &option;
  if (before)
    return offerValues(before->value, "", last);
  auto [name, value] = last.split('=');
  for (const OptionSpec &option : command->options) {
    std::string word = spelled(option.name);
    if (last.contains('=') && name == word && option.value)
      return offerValues(option.value, word + "=", value);
    if (!llvm::is_contained(words.drop_back(), word))
      offer(last, "", option.value && word.size() > 2 ? word + "=" : word, option.help);
  }
  if (!last.starts_with("-"))
    offerValues(llvm::StringRef(command->synopsis).split(' ').first, "", last);
}

} // namespace shardwright::driver
