#ifndef LIB_DRIVER_TARGETOPTIONS_H
#define LIB_DRIVER_TARGETOPTIONS_H

#include "lib/Driver/CommandLine.h"
#include "lib/Driver/Compilation.h"

namespace shardwright::driver {

/// `own`, and behind them the options that say what a program is compiled for: devices, mesh, fuzz-shardings, target,
/// disable, and the machine that decisions are priced for (MachineOptions.h).
std::vector<OptionSpec> withTargetOptions(std::vector<OptionSpec> own);

/// Errors: numbers out of range, a malformed mesh, --fuzz-shardings without a mesh, an unknown --target, a name
/// that --disable does not know.
absl::StatusOr<Target> parseTarget(const CommandLine &line);

/// Reads the command line's file and makes the per-device program of it.
absl::StatusOr<std::unique_ptr<Compilation>> partitionFile(const CommandLine &line);

} // namespace shardwright::driver

#endif // LIB_DRIVER_TARGETOPTIONS_H
