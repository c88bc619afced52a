#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_REDUCE_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_REDUCE_H

#include "shardwright/Runtime/Executable.h"

#include <cstddef>
#include <cstdint>

namespace shardwright::runtime::host {

/// The most elements one call of a CombineFunction takes.
inline constexpr int64_t kCombineBlock = 1024;

/// out[i] = ins[0][i] op ins[1][i] op ..., in that order, each input read from `offset` bytes on. Floats of
/// at most 16 bits accumulate in f32 and round once; integers wrap to their width; max and min keep NaN. `out` may not
/// overlap an input.
using CombineFunction = void (*)(void *out, const void *const *ins, int64_t numIns, size_t offset, int64_t count);

/// Null where the reduction is not defined on the type (validate refuses those).
CombineFunction combineFunction(ElementType type, Reduction reduction);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_REDUCE_H
