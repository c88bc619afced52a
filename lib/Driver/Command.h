#ifndef LIB_DRIVER_COMMAND_H
#define LIB_DRIVER_COMMAND_H

#include "lib/Driver/CommandLine.h"
#include "shardwright/Runtime/RunCommand.h"

#include "absl/status/status.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

#include <string>
#include <vector>

namespace shardwright::driver {

/// One subcommand of `shardwright`: what its command line may hold, and what it does with one that does. What `run`
/// returns becomes the exit status (see exitCode), its message the last line on stderr. Help, manual pages and
/// completion are all made from this description.
struct Command {
  const char *name;     ///< all words behind `shardwright`: `cost eval`; in capitals, any other word: `cost QUANTITY`
  const char *synopsis; ///< behind the name: `FILE [options]`
  const char *summary;  ///< one line, for the list of commands
  const char *description; ///< for its own help
  size_t files;            ///< how many arguments are no options
  std::vector<OptionSpec> options;
  absl::Status (*run)(const CommandLine &line);
  /// For a group, which has nothing to run: the commands of its own.
  std::vector<Command> commands = {};

  /// The last word of its name.
  llvm::StringRef word() const { return llvm::StringRef(name).substr(llvm::StringRef(name).rfind(' ') + 1); }
  /// Stands for every word that names no command beside it.
  bool takesAnyWord() const { return !word().empty() && llvm::isUpper(word().front()); }
};

Command runCommand();
Command compileCommand();
Command partitionCommand();
Command planCommand();
Command explainCommand();
Command reshardCommand();
Command solveCommand();
Command costCommand();
Command topologyCommand();
Command completionCommand();
Command helpCommand();

/// The group of every command; its name is empty.
const Command &allCommands();

/// The command of `group` that `word` names, or null.
const Command *findCommand(const Command &group, llvm::StringRef word);
/// Why a group has no command of that name: the nearest names, or all.
absl::Status unknownCommand(const Command &group, llvm::StringRef word);

/// Parses the arguments and runs the command, or prints its help.
absl::Status runCommand(const Command &command, llvm::ArrayRef<std::string> arguments);

/// Runs the command that `arguments` begin with, or prints help; the process's exit status.
int runCommandLine(const std::vector<std::string> &arguments);

/// The runtime alone and the driver exit alike.
using runtime::exitCode;

} // namespace shardwright::driver

#endif // LIB_DRIVER_COMMAND_H
