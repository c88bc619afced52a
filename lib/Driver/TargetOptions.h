#ifndef LIB_DRIVER_TARGETOPTIONS_H
#define LIB_DRIVER_TARGETOPTIONS_H

#include "lib/Driver/CommandLine.h"
#include "lib/Driver/Program.h"

namespace shardwright::driver {

/// The options that say what a program is compiled for: devices, mesh, fuzz-shardings. Shared by run, compile and
/// partition.
std::vector<OptionSpec> targetOptions();

/// Errors: numbers out of range, a malformed mesh, --fuzz-shardings without a mesh.
absl::StatusOr<Target> parseTarget(const CommandLine &line);

} // namespace shardwright::driver

#endif // LIB_DRIVER_TARGETOPTIONS_H
