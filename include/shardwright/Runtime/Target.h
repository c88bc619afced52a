#ifndef SHARDWRIGHT_RUNTIME_TARGET_H
#define SHARDWRIGHT_RUNTIME_TARGET_H

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

#include <string>

namespace shardwright::runtime {

/// Whether this machine has a CPU feature, by LLVM's name for it ("avx512bf16"). What the system's list does not name
/// is absent; every feature is there where the system has no such list.
bool hasCpuFeature(absl::string_view name);

/// Whether this machine multiplies bf16 faster than f32: in tiles, or in vectors. Cores that are made to multiply it in
/// tiles (and know fp16 in vectors) take vectors of it at half the speed of f32; a virtual machine may hide the tiles.
bool multipliesBf16();

/// Whether code for `target` runs on this machine. `host:TRIPLE:CPU:FEATURES` or `host:FEATURES`; the features are
/// LLVM's names, separated by commas, with `+` before them or nothing (those with `-` are not needed). kInvalidArgument
/// naming the other architecture or every feature that is missing.
absl::Status checkTarget(const std::string &target);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_TARGET_H
