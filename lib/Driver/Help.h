#ifndef LIB_DRIVER_HELP_H
#define LIB_DRIVER_HELP_H

#include "lib/Driver/Command.h"

namespace shardwright::driver {

/// What `--help` prints: usage and options of a command, or the commands of a group.
std::string helpText(const Command &command);

/// `--name=VALUE`, `--name`, `-n VALUE`.
std::string optionUsage(const OptionSpec &option);

/// The manual page of `shardwright`, all commands in it, in roff.
std::string manualPage();
/// That of `shardwright-run`.
std::string runtimeManualPage();

/// What an exit status means, one line each, for help and manual.
llvm::ArrayRef<std::pair<int, const char *>> exitStatuses();

} // namespace shardwright::driver

#endif // LIB_DRIVER_HELP_H
