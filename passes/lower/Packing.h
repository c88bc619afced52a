#ifndef PASSES_LOWER_PACKING_H
#define PASSES_LOWER_PACKING_H

#include "passes/lower/LiveRange.h"

#include <cstdint>
#include <vector>

namespace shardwright::lower {

/// A buffer that wants a place in the arena.
struct BufferRequest {
  uint64_t bytes;
  const LiveRange *life;
};

struct Packing {
  std::vector<uint64_t> offsets; ///< by request; multiples of runtime::alignmentOf
  uint64_t bytes = 0;            ///< of the arena
};

/// Gives every buffer a place that no other has while both live. Tries several orders and keeps the smallest arena.
/// `!shares`: no two have a byte in common. `atLeast`: what lives together somewhere; no arena is smaller.
Packing pack(llvm::ArrayRef<BufferRequest> requests, bool shares, uint64_t atLeast);

} // namespace shardwright::lower

#endif // PASSES_LOWER_PACKING_H
