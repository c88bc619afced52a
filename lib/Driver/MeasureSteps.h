#ifndef LIB_DRIVER_MEASURESTEPS_H
#define LIB_DRIVER_MEASURESTEPS_H

#include "shardwright/Runtime/Executable.h"

#include "absl/status/statusor.h"

#include <vector>

namespace shardwright::driver {

/// Seconds of a step of each executable on this host, of random arguments: all in turns, and in each turn loaded anew,
/// since where memory lies makes a difference; the median over turns of the least in each. Those that are far behind
/// the quickest in the first turn have no others. Errors: of Program::load() and Program::runFrom().
absl::StatusOr<std::vector<double>> measureSteps(const std::vector<runtime::Executable> &executables);

} // namespace shardwright::driver

#endif // LIB_DRIVER_MEASURESTEPS_H
