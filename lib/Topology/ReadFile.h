#ifndef LIB_TOPOLOGY_READFILE_H
#define LIB_TOPOLOGY_READFILE_H

#include "absl/status/statusor.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace shardwright {

/// Errors (kNotFound): `cannot read PATH: why`.
absl::StatusOr<std::string> readFile(llvm::StringRef path);

/// Where the shipped device of that name is described.
std::string deviceFile(llvm::StringRef folder, llvm::StringRef name);
/// Where what was measured on it is written down.
std::string measuredFile(llvm::StringRef folder, llvm::StringRef device);

} // namespace shardwright

#endif // LIB_TOPOLOGY_READFILE_H
