#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULLOOPS_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULLOOPS_H

#include "runtime/backends/host/MatmulPart.h"

#include <cstdint>

/// Matrix products by plain loops, for the types that neither a library nor TileMatmul takes.
namespace shardwright::runtime::host {

/// Computes one matrix of the batch; `scratch` has scratchBytes(matmul) bytes, 64-byte aligned.
using MatmulLoop = void (*)(const MatmulPart &matmul, const void *lhs, const void *rhs, void *out, void *scratch);

struct MatmulLoops {
  MatmulLoop run = nullptr;  ///< null: the types do not go together
  uint64_t scratchBytes = 0; ///< both operands in the type of the computation, and the sum
};

MatmulLoops matmulLoops(const Matmul &matmul);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULLOOPS_H
