#ifndef PASSES_LOWER_CUDA_ROUTINES_H
#define PASSES_LOWER_CUDA_ROUTINES_H

#include "passes/common/KernelGraph.h"

#include "dialects/exec/ExecOps.h"

#include <optional>

namespace shardwright::lower::cuda {

/// What a call of a host's routine computes, as a kernel over its buffers, where there is a simple one; else nothing.
///   convolution         every element of the result by its definition
///   windows             a copy (ConvolutionProducts.h)
///   sort, sort_by_key   the place of each element in its line by comparing it with all others of the line, a stable
///   order
///                       where the comparison is one; its inputs and outputs lie apart
std::optional<KernelGraph> routineGraph(exec::LibraryOp op);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_ROUTINES_H
