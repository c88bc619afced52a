#ifndef SHARDWRIGHT_RUNTIME_FILES_H
#define SHARDWRIGHT_RUNTIME_FILES_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <string>

namespace shardwright::runtime {

/// The whole file; kNotFound or kInvalidArgument with the path and the system's reason.
absl::StatusOr<std::string> readFile(const std::string &path);

/// Writes beside `path` and renames: the file is there whole or not at all. A device or a pipe is written to.
absl::Status writeFile(const std::string &path, absl::string_view content);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_FILES_H
