#ifndef SHARDWRIGHT_RUNTIME_OVERLAP_H
#define SHARDWRIGHT_RUNTIME_OVERLAP_H

#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"

#include <cstddef>
#include <vector>

namespace shardwright::runtime {

/// A buffer of one step as bytes of a block: a result that takes over an argument's memory counts as that argument, one
/// that lies in the arena as arena.
struct StepBuffer {
  Slot bytes;
  bool isWritten;
  bool isKept; ///< an argument that is not donated: only read
};
StepBuffer stepBuffer(const Executable &executable, uint32_t slot, bool isWritten);

/// Refuses constants and kept arguments that are written.
absl::Status checkWritable(const StepBuffer &buffer, size_t number);

/// The same, and refuses written buffers that overlap another one. A written buffer may be the same
/// bytes as the buffer `partner(i)` names (-1: none): an operation in place. `buffers` are those of one step, in order;
/// n log n for n of them.
absl::Status checkApart(const std::vector<StepBuffer> &buffers, const std::vector<int64_t> &partners);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_OVERLAP_H
