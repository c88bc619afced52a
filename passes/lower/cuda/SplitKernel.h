#ifndef PASSES_LOWER_CUDA_SPLITKERNEL_H
#define PASSES_LOWER_CUDA_SPLITKERNEL_H

#include "passes/common/KernelGraph.h"

#include <list>
#include <optional>
#include <vector>

namespace shardwright::lower::cuda {

/// Kernels that compute what one would, run one after the other.
struct SplitKernel {
  struct Part {
    KernelGraph graph;
    llvm::SmallVector<unsigned> buffers; ///< its own, by number: those of the whole kernel, then the temporaries
  };
  std::list<Part> parts; ///< whose graphs stay where they are
  std::vector<Buffer> temporaries;
};

/// Takes a kernel apart that would keep few threads of a GPU busy for long: one of few outer points, whose nests reduce
/// much. A nest is divided among parts, whose results go to memory, and a kernel that combines those; nests that only
/// store become kernels of their own. Sums are added up in another order than the whole kernel would, the same from run
/// to run; reductions that are no sums (the place of a maximum) keep their order. None: it stays as it is.
std::optional<SplitKernel> splitKernel(const KernelGraph &kernel);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_SPLITKERNEL_H
