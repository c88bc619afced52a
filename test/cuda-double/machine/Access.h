// How a warp's accesses find their bytes, and what is checked on the way.
#ifndef TEST_CUDA_DOUBLE_MACHINE_ACCESS_H
#define TEST_CUDA_DOUBLE_MACHINE_ACCESS_H

#include "test/cuda-double/machine/Warp.h"

namespace shardwright::cudadouble {

/// Bytes that the lanes of an access touch.
struct Located {
  uint8_t *at[32] = {};
  bool adjacent = false; // all lanes, one behind the other
};

/// The addresses that the running lanes use.
void addressesOf(Warp &warp, const MemoryOperand &memory, uint64_t *addresses);

/// Finds SIZE bytes for each of the running lanes, checks bounds, alignment and order, and notes the access. False when
/// the launch fails.
bool locate(Warp &warp, const MemoryOperand &memory, const uint64_t *addresses, unsigned size, Access access,
            Located &located);

/// Reports a read by ld.global.nc of bytes that the same launch has written: it may give what was there before.
void checkReadOnly(Warp &warp, const MemoryOperand &memory, const uint64_t *addresses, unsigned size);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_ACCESS_H
