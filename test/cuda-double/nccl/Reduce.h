// Types and reductions of NCCL.
#ifndef TEST_CUDA_DOUBLE_NCCL_REDUCE_H
#define TEST_CUDA_DOUBLE_NCCL_REDUCE_H

#include <cstddef>
#include <cstdint>

namespace shardwright::cudadouble {

/// 0: no such type.
size_t bytesOf(int type);
const char *nameOfType(int type);
/// Null: none that the double knows.
const char *nameOfReduction(int reduction);
/// into = into (op) with, element by element, rounded each time as a ring rounds. False: not known to the double.
bool reduce(int type, int reduction, uint8_t *into, const uint8_t *with, size_t count);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_NCCL_REDUCE_H
