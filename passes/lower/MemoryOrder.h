#ifndef PASSES_LOWER_MEMORYORDER_H
#define PASSES_LOWER_MEMORYORDER_H

#include "passes/lower/KernelGroups.h"

namespace shardwright::lower {

/// Changes `groups.order` where less is alive at once then: what only grows memory runs as late as its users allow,
/// what does not grow it runs as soon as it can. A block keeps its order where nothing is gained. Time is linear in
/// reads. `donates`: whether arguments that are given away are free after their last use.
void orderForMemory(mlir::func::FuncOp function, const Fusion &fusion, KernelGroups &groups, bool donates);

} // namespace shardwright::lower

#endif // PASSES_LOWER_MEMORYORDER_H
