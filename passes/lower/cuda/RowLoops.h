#ifndef PASSES_LOWER_CUDA_ROWLOOPS_H
#define PASSES_LOWER_CUDA_ROWLOOPS_H

#include "passes/common/KernelGraph.h"

#include <optional>

namespace shardwright::lower::cuda {

/// The kernel with the same loops for all nests that walk the same extents, so that what several nests compute at the
/// same place is one node, and what a nest loads that an earlier one has stored there is what was stored; rows that are
/// kept for that have no elements any more. It computes the same only where a place belongs to one thread, which
/// computes each node of it once. None: no two nests walk the same, or one reads what another place has stored.
std::optional<KernelGraph> shareRowLoops(const KernelGraph &kernel);

/// Whether a running value of an accumulator is among what the node is computed from; `known`: of nodes that were asked
/// about before.
bool dependsOnRunning(const Node *node, llvm::DenseMap<const Node *, bool> &known);

/// 32-bit registers that an element of a row takes from one nest to another, in the kernel of shareRowLoops(): of
/// values that vary with the loop and are computed in one nest and asked for in a later one.
double registersBetweenNests(const KernelGraph &kernel, uint64_t rowLoops);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_ROWLOOPS_H
