#ifndef LIB_DRIVER_MEASURESTEPS_H
#define LIB_DRIVER_MEASURESTEPS_H

#include "shardwright/Runtime/Executable.h"

#include "absl/status/statusor.h"

#include <vector>

namespace shardwright::driver {

/// Seconds of a step of each executable on this host, of random arguments: some rounds through all of them, each time
/// loaded anew, since the addresses of its memory make a difference; the median over rounds of the least in each. What
/// is far slower than the quickest in the first round has no others, what is close to it after some has more. Errors:
/// of Program::load() and Program::runFrom().
absl::StatusOr<std::vector<double>> measureSteps(const std::vector<runtime::Executable> &executables);

} // namespace shardwright::driver

#endif // LIB_DRIVER_MEASURESTEPS_H
