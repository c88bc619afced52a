#ifndef PASSES_LOWER_CUDA_LOADCONDITIONS_H
#define PASSES_LOWER_CUDA_LOADCONDITIONS_H

#include "passes/common/KernelGraph.h"

namespace shardwright::lower::cuda {

/// A condition and what it has to be.
using Condition = std::pair<const Node *, bool>;

/// For each load of a kernel, conditions without which its element changes nothing: every way from it to what is stored
/// or accumulated goes through one side of a select. Conditions are made of indices alone, so that no load waits for
/// another. Loads that are always asked for are left out.
llvm::DenseMap<const Node *, llvm::SmallVector<Condition, 2>> conditionsOfLoads(const KernelGraph &kernel);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_LOADCONDITIONS_H
