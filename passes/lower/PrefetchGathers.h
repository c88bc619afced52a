#ifndef PASSES_LOWER_PREFETCHGATHERS_H
#define PASSES_LOWER_PREFETCHGATHERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// Makes all-gathers of loops one iteration ahead: `--prefetch-gathers`. Of a loop whose trip count is known, at least
/// 2, each all-gather of what depends on nothing but counters and on values that the loop does not change. The first
/// iteration's is made in front of the loop, the next one's in each, handed on as a loop-carried value; so the last
/// iteration makes one that nobody uses, at a place that is clamped to what there is. Takes the memory of the gathered
/// values once more. True: there was one.
bool prefetchGathers(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_LOWER_PREFETCHGATHERS_H
