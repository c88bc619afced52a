#ifndef LIB_DRIVER_TARGETOPTIONS_H
#define LIB_DRIVER_TARGETOPTIONS_H

#include "lib/Compiler/Target.h"
#include "lib/Driver/CommandLine.h"
#include "shardwright/Compiler/Options.h"

namespace shardwright::driver {

/// `own`, and behind them the options that say what a program is compiled for: devices, mesh, fuzz-shardings, target,
/// disable, and the machine that decisions are priced for (MachineOptions.h).
std::vector<OptionSpec> withTargetOptions(std::vector<OptionSpec> own);

/// Errors: those of Session::check().
absl::StatusOr<compiler::Options> parseOptions(const CommandLine &line);
/// The same, understood.
absl::StatusOr<compiler::Target> parseTarget(const CommandLine &line);

} // namespace shardwright::driver

#endif // LIB_DRIVER_TARGETOPTIONS_H
