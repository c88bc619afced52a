#ifndef SHARDWRIGHT_RUNTIME_TARGET_H
#define SHARDWRIGHT_RUNTIME_TARGET_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <string>

namespace shardwright::runtime {

/// Whether code for `target` runs on this machine. `host:TRIPLE:CPU:FEATURES` or `host:FEATURES`; the features are
/// LLVM's names, separated by commas, with `+` before them or nothing (those with `-` are not needed). kInvalidArgument
/// naming the other architecture or every feature that is missing. `cuda:ARCHITECTURE` may run anywhere: that is known
/// when a GPU is opened.
absl::Status checkTarget(const std::string &target);

/// The architecture of this machine's first GPU: 90 for sm_90. kUnavailable: there is none.
absl::StatusOr<int> gpuArchitecture();

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_TARGET_H
