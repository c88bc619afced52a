#ifndef LIB_DRIVER_COMMAND_H
#define LIB_DRIVER_COMMAND_H

#include "shardwright/Runtime/RunCommand.h"

#include "absl/status/status.h"
#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace shardwright::driver {

/// One subcommand of `shardwright`. `run` gets the arguments behind the command's name; what it returns becomes the
/// exit status (see exitCode), its message the last line on stderr.
struct Command {
  const char *name;
  const char *synopsis; ///< behind the name: `FILE [-o OUT.mlir]`
  const char *summary;
  absl::Status (*run)(const std::vector<std::string> &arguments);
};

/// Every command, in the order in which `--help` lists them.
llvm::ArrayRef<Command> commands();

/// Runs the command that `arguments` begin with, or prints help; the process's exit status.
int runCommandLine(const std::vector<std::string> &arguments);

/// The runtime alone and the driver exit alike.
using runtime::exitCode;

absl::Status runCompile(const std::vector<std::string> &arguments);
absl::Status runRun(const std::vector<std::string> &arguments);
absl::Status runPartition(const std::vector<std::string> &arguments);
absl::Status runReshard(const std::vector<std::string> &arguments);

} // namespace shardwright::driver

#endif // LIB_DRIVER_COMMAND_H
