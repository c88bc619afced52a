#ifndef PASSES_LOWER_PACKING_H
#define PASSES_LOWER_PACKING_H

#include "passes/lower/LiveRange.h"

#include <cstdint>
#include <vector>

namespace shardwright::lower {

/// A buffer that wants a place.
struct BufferRequest {
  uint64_t bytes;
  const LiveRange *life;
  bool mayBorrow = true; ///< it may lie in a lent block
};

/// A block of fixed size that holds something of its own for a part of the time, and others while it does not.
struct LentBlock {
  uint64_t bytes;
  const LiveRange *life; ///< of its own content, which takes all of it
};

struct Packing {
  struct Place {
    int32_t block;   ///< into the lent blocks; -1: the arena
    uint64_t offset; ///< a multiple of runtime::alignmentOf
  };
  std::vector<Place> places; ///< by request
  uint64_t bytes = 0;        ///< of the arena
};

/// Gives every buffer a place that no other has while both live: in a lent block where one is free, else in the arena.
/// Tries several orders and keeps the smallest arena. `!shares`: no two have a byte in common, and nothing is lent.
/// `atLeast`: what lives together somewhere, contents of lent blocks included; arena and lent blocks together take no
/// less. `isThorough`: looks for better orders where those that are tried lose something.
Packing pack(llvm::ArrayRef<BufferRequest> requests, llvm::ArrayRef<LentBlock> lent, bool shares, uint64_t atLeast,
             bool isThorough = true);

} // namespace shardwright::lower

#endif // PASSES_LOWER_PACKING_H
