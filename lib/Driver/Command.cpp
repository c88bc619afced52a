#include "lib/Driver/Command.h"

#include "lib/Driver/Completion.h"
#include "lib/Driver/Help.h"
#include "lib/Driver/Version.h"
#include "shardwright/Compiler/Diagnostic.h"
#include "shardwright/Sharding/Suggest.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

const Command &allCommands() {
  static const Command kAll = {"",
                               "COMMAND ...",
                               "partitions tensor programs over meshes of devices, and runs them",
                               "",
                               /*files=*/0,
                               {},
                               nullptr,
                               {runCommand(), compileCommand(), partitionCommand(), planCommand(), explainCommand(),
                                reshardCommand(), solveCommand(), costCommand(), topologyCommand(), completionCommand(),
                                helpCommand()}};
  return kAll;
}

const Command *findCommand(const Command &group, llvm::StringRef word) {
  for (const Command &command : group.commands)
    if (word == command.word())
      return &command;
  return nullptr;
}

absl::Status unknownCommand(const Command &group, llvm::StringRef word) {
  std::vector<std::string> names;
  for (const Command &command : group.commands)
    names.push_back(command.word().str());
  std::string all = "; the commands are " + llvm::join(names, ", ");
  if (word.empty())
    return absl::InvalidArgumentError("expected a command" + all);
  std::string meant = didYouMean(word, names);
  return absl::InvalidArgumentError("unknown command '" + word.str() + "'" + (meant.empty() ? all : meant));
}

static absl::Status runGroup(const Command &group, llvm::ArrayRef<std::string> words) {
  llvm::StringRef word = words.empty() ? llvm::StringRef() : llvm::StringRef(words.front());
  if (word == "--help" || word == "-h" || word == "help") {
    llvm::outs() << helpText(group);
    return absl::OkStatus();
  }
  if (const Command *command = findCommand(group, word))
    return runCommand(*command, words.drop_front());
  if (!word.empty() && group.commands.back().takesAnyWord())
    return runCommand(group.commands.back(), words);
  return unknownCommand(group, word);
}

absl::Status runCommand(const Command &command, llvm::ArrayRef<std::string> arguments) {
  if (!command.commands.empty())
    return runGroup(command, arguments);
  absl::StatusOr<CommandLine> line = CommandLine::parse(arguments, command.options, command.files);
  if (!line.ok())
    return line.status();
  if (line->wantsHelp()) {
    llvm::outs() << helpText(command);
    return absl::OkStatus();
  }
  return command.run(*line);
}

/// What is no command but an option of the program's own; true where `arguments` were that.
static bool runOwnOption(llvm::ArrayRef<std::string> arguments) {
  const std::string &name = arguments.front();
  if (name == "--help" || name == "-h")
    llvm::outs() << helpText(allCommands());
  else if (name == "--version")
    llvm::outs() << versionText();
  else if (name == kCompleteWord)
    printCompletions(arguments.drop_front());
  else
    return false;
  return true;
}

int runCommandLine(const std::vector<std::string> &arguments) {
  if (arguments.empty()) {
    llvm::errs() << helpText(allCommands());
    return 2;
  }
  if (runOwnOption(arguments))
    return 0;
  const Command *command = findCommand(allCommands(), arguments.front());
  absl::Status status = command ? runCommand(*command, llvm::ArrayRef(arguments).drop_front())
                                : unknownCommand(allCommands(), arguments.front());
  llvm::outs().flush();
  if (!status.ok() && !status.message().empty() && !compiler::wasDiagnosed(status))
    llvm::errs() << "shardwright" << (command ? " " + arguments.front() : "") << ": " << std::string(status.message())
                 << "\n";
  return exitCode(status);
}

} // namespace shardwright::driver
