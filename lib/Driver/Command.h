#ifndef LIB_DRIVER_COMMAND_H
#define LIB_DRIVER_COMMAND_H

#include "lib/Driver/CommandLine.h"
#include "shardwright/Runtime/RunCommand.h"

#include "absl/status/status.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace shardwright::driver {

/// One subcommand of `shardwright`: what its command line may hold, and what it does with one that does. What `run`
/// returns becomes the exit status (see exitCode), its message the last line on stderr.
struct Command {
  const char *name;
  const char *synopsis;    ///< behind the name: `FILE [options]`
  const char *summary;     ///< one line, for the list of commands
  const char *description; ///< for its own help
  size_t files;            ///< how many arguments are no options
  std::vector<OptionSpec> options;
  absl::Status (*run)(const CommandLine &line);
  /// For a command with commands of its own: takes everything behind the name, in place of `run`.
  absl::Status (*runWords)(llvm::ArrayRef<std::string> words) = nullptr;
};

Command runCommand();
Command compileCommand();
Command partitionCommand();
Command explainCommand();
Command reshardCommand();
Command costCommand();
Command topologyCommand();

/// Every command, in the order in which `--help` lists them.
llvm::ArrayRef<Command> commands();

/// Parses the arguments and runs the command, or prints its help.
absl::Status runCommand(const Command &command, llvm::ArrayRef<std::string> arguments);

/// Runs the command that `arguments` begin with, or prints help; the process's exit status.
int runCommandLine(const std::vector<std::string> &arguments);

/// The runtime alone and the driver exit alike.
using runtime::exitCode;

} // namespace shardwright::driver

#endif // LIB_DRIVER_COMMAND_H
