#ifndef PJRT_COMPILEOPTIONS_H
#define PJRT_COMPILEOPTIONS_H

#include "shardwright/Compiler/Options.h"

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::pjrt {

/// Of a client, and of a program.
inline constexpr int64_t kMostDevices = 1 << 20;

/// What a framework asks for beside the program: of its message CompileOptionsProto, the parts that mean something
/// here.
struct CompileOptions {
  int64_t partitions = 1;
  /// The id of the device of each partition; empty: the first ones.
  std::vector<int64_t> devices;
  /// By argument and result: whether its sharding may be chosen where the program says nothing. One entry is for all.
  std::vector<bool> mayChooseParameters, mayChooseOutputs;
  /// The user's own: `compiler_options` of jit.
  compiler::Options compiler;
};

/// kInvalidArgument: the message is damaged, contradicts itself, or has an option that there is none of;
/// kUnimplemented: several replicas, or arguments as a tuple.
absl::StatusOr<CompileOptions> parseCompileOptions(absl::string_view message);

/// The message DeviceAssignmentProto: one replica, partition k on `devices[k]`.
std::string deviceAssignment(const std::vector<int64_t> &devices);

} // namespace shardwright::pjrt

#endif // PJRT_COMPILEOPTIONS_H
