#ifndef SHARDWRIGHT_RUNTIME_SERIALIZE_H
#define SHARDWRIGHT_RUNTIME_SERIALIZE_H

#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <string>

/// The `.swx` file: eight bytes of magic, a u32 format version, a u32 section count, a u64 length and a u64 hash of
/// everything behind the header; then the sections, each a u32 tag, a u64 length and its payload. Little endian.
namespace shardwright::runtime {

/// Raised whenever a section's content changes; a reader reads exactly its own version.
inline constexpr uint32_t kFormatVersion = 9;

std::string serialize(const Executable &executable);

/// Checks magic, version, length, hash, then every index in the data (see validate); `name` begins every error.
absl::StatusOr<Executable> deserialize(absl::string_view bytes, const std::string &name);

absl::StatusOr<Executable> readExecutable(const std::string &path);

/// Writes beside `path` and renames, so that a failure leaves no half-written file.
absl::Status writeExecutable(const Executable &executable, const std::string &path);

/// Every index and size in `executable` against what it refers to: after this, running it touches only its own buffers
/// (what the kernels themselves do apart). kInvalidArgument, naming the step, slot or table entry and both numbers.
absl::Status validate(const Executable &executable);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_SERIALIZE_H
