#ifndef PASSES_LOWER_MEMORYORDER_H
#define PASSES_LOWER_MEMORYORDER_H

#include "passes/lower/Fusion.h"
#include "passes/lower/KernelGroups.h"
#include "passes/lower/LoweringOptions.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// List scheduling for memory: changes `groups.order` where that lowers the peak of live bytes, or their sum at equal
/// peaks. A node that only grows memory is sunk to its first use, where its result is read from the cache; a node that
/// does not grow it runs as soon as it is ready. A block keeps its order where nothing is gained; products keep theirs
/// where collectives go on beside them. Linear in reads.
void orderForMemory(mlir::func::FuncOp function, const Fusion &fusion, KernelGroups &groups,
                    const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_MEMORYORDER_H
