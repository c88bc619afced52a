#ifndef PASSES_LOWER_MEMORYORDER_H
#define PASSES_LOWER_MEMORYORDER_H

#include "passes/lower/KernelGroups.h"
#include "passes/lower/LoweringOptions.h"

namespace shardwright::lower {

/// Changes `groups.order` where less is alive at once then, or for a shorter time: what only grows memory runs as sunk
/// as its users allow, and is in the cache when they read it; what does not grow it runs as soon as it can. A block
/// keeps its order where nothing is gained. Time is linear in reads.
void orderForMemory(mlir::func::FuncOp function, const Fusion &fusion, KernelGroups &groups,
                    const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_MEMORYORDER_H
