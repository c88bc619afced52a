#ifndef LIB_DRIVER_SOLVEROPTIONS_H
#define LIB_DRIVER_SOLVEROPTIONS_H

#include "lib/Driver/CommandLine.h"
#include "shardwright/Plan/Solve.h"

namespace shardwright::driver {

/// --threads and --seed of commands that solve planning problems.
extern const OptionSpec kThreadsOption, kSeedOption;
/// Writes them there; without --threads as many as the processor has. Errors: no numbers, too many threads.
absl::Status parseSolverOptions(const CommandLine &line, plan::SolveOptions &options);

} // namespace shardwright::driver

#endif // LIB_DRIVER_SOLVEROPTIONS_H
