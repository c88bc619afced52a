#ifndef SHARDWRIGHT_RUNTIME_TARGET_H
#define SHARDWRIGHT_RUNTIME_TARGET_H

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

#include <string>

namespace shardwright::runtime {

/// Whether this machine has a CPU feature, by LLVM's name for it ("avx512bf16"). What the system's list does not name
/// is absent; every feature is there where the system has no such list.
bool hasCpuFeature(absl::string_view name);

/// Whether code for `target` runs on this machine. `host:TRIPLE:CPU:FEATURES` or `host:FEATURES`; the features are
/// LLVM's names, separated by commas, with `+` before them or nothing (those with `-` are not needed). kInvalidArgument
/// naming the other architecture or every feature that is missing.
absl::Status checkTarget(const std::string &target);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_TARGET_H
