#ifndef SHARDWRIGHT_RUNTIME_TARGET_H
#define SHARDWRIGHT_RUNTIME_TARGET_H

#include "absl/status/status.h"

#include <string>

namespace shardwright::runtime {

/// What this machine's CPU has of the features that targets name: `host:avx,avx2,avx512f,...`, in a fixed order. A
/// compiler that compiles for the machine at hand writes this as Executable::target.
std::string hostTarget();

/// Whether code for `target` runs here; kInvalidArgument naming every feature that is missing. `host:` alone is the
/// baseline.
absl::Status checkTarget(const std::string &target);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_TARGET_H
