#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPART_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPART_H

#include "shardwright/Runtime/Executable.h"

namespace shardwright::runtime::host {

/// Along what a product is cut into parts. Never along the contraction: no sum changes its order.
enum class MatmulCut { Batch, Rows, Columns };

/// A matrix product whose result may be a part of a larger one: its rows lie `outMStride` elements apart, the matrices
/// of its batch `outBatchStride`.
struct MatmulPart : Matmul {
  MatmulPart() = default;
  MatmulPart(const Matmul &whole) : Matmul(whole), outBatchStride(whole.m * whole.n), outMStride(whole.n) {}

  int64_t &length(MatmulCut cut) { return cut == MatmulCut::Batch ? batch : cut == MatmulCut::Rows ? m : n; }
  //===--- How far apart the parts for one index and the next lie: 0 where all read the same ---===//
  int64_t lhsStride(MatmulCut cut) const {
    return cut == MatmulCut::Batch ? lhsBatchStride : cut == MatmulCut::Rows ? lhsMStride : 0;
  }
  int64_t rhsStride(MatmulCut cut) const {
    return cut == MatmulCut::Batch ? rhsBatchStride : cut == MatmulCut::Rows ? 0 : rhsNStride;
  }
  int64_t outStride(MatmulCut cut) const {
    return cut == MatmulCut::Batch ? outBatchStride : cut == MatmulCut::Rows ? outMStride : 1;
  }

  int64_t outBatchStride = 0, outMStride = 0;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MATMULPART_H
