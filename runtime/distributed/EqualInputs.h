#ifndef RUNTIME_DISTRIBUTED_EQUALINPUTS_H
#define RUNTIME_DISTRIBUTED_EQUALINPUTS_H

#include "runtime/ClientState.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <map>
#include <string>

namespace shardwright::runtime {

/// Some of each argument, the same for all processes (all of it up to 64 KiB), as a short text that tells what differs
/// apart. A status where it cannot be read.
absl::StatusOr<std::string> sampleInputs(const ProgramInputs &inputs);

/// What several processes hold of one argument must be the same in all of them, or they go different ways.
class EqualBlocks {
public:
  explicit EqualBlocks(const Executable &executable) : exe(executable) {}
  /// Fills, and takes note of what has been filled in.
  FillBlock noting(FillBlock fill);
  /// All processes call it. kInvalidArgument, the same on all: argument and ranks.
  absl::Status check(Processes &processes) const;

private:
  const Executable &exe;
  std::map<std::string, uint64_t> hashes; ///< by argument and which block of it
};

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_EQUALINPUTS_H
