#ifndef LIB_DRIVER_TARGETOPTIONS_H
#define LIB_DRIVER_TARGETOPTIONS_H

#include "lib/Compiler/Target.h"
#include "lib/Driver/CommandLine.h"
#include "lib/Driver/ProgramFile.h"
#include "shardwright/Compiler/Options.h"

namespace shardwright::driver {

/// `own`, and behind them the options that say what a program is compiled for: devices, mesh, fuzz-shardings, target,
/// disable, and the machine that decisions are priced for (MachineOptions.h).
std::vector<OptionSpec> withTargetOptions(std::vector<OptionSpec> own);

/// Errors: those of Session::check().
absl::StatusOr<compiler::Options> parseOptions(const CommandLine &line);
/// A program and what it is compiled for, as the command line says.
struct Request {
  compiler::Options options;
  ProgramFile file;
};
/// Errors: parseOptions(), ProgramFile::read().
absl::StatusOr<Request> readRequest(const CommandLine &line);
/// The options, understood.
absl::StatusOr<compiler::Target> parseTarget(const CommandLine &line);

} // namespace shardwright::driver

#endif // LIB_DRIVER_TARGETOPTIONS_H
