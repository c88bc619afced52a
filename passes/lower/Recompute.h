#ifndef PASSES_LOWER_RECOMPUTE_H
#define PASSES_LOWER_RECOMPUTE_H

#include "passes/lower/Fusion.h"

namespace shardwright::lower {

/// What has a buffer while most is alive, but is read only before and after, is computed again for those that read it
/// after, where that is cheap and what it is computed from is there until then anyway. Whether there was such a value;
/// then the plan no longer holds, and looking again may find more. `donates`: whether arguments that are given away are
/// free after their last use.
bool recompute(mlir::func::FuncOp function, const Fusion &fusion, bool donates);

} // namespace shardwright::lower

#endif // PASSES_LOWER_RECOMPUTE_H
