#ifndef PASSES_LOWER_MEMORYORDER_H
#define PASSES_LOWER_MEMORYORDER_H

#include "passes/lower/HostChoices.h"
#include "passes/lower/KernelGroups.h"

namespace shardwright::lower {

/// Changes `groups.order` where less is alive at once then, or for a shorter time: what only grows memory runs as late
/// as its users allow, and is in the cache when they read it; what does not grow it runs as soon as it can. A block
/// keeps its order where nothing is gained. Time is linear in reads.
void orderForMemory(mlir::func::FuncOp function, const Fusion &fusion, KernelGroups &groups,
                    const HostChoices &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_MEMORYORDER_H
