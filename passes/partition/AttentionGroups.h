#ifndef PASSES_PARTITION_ATTENTIONGROUPS_H
#define PASSES_PARTITION_ATTENTIONGROUPS_H

#include "shardwright/Placement/ShardingProblem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright {

/// The attention of a global program, by the numbers of its problem (`values`: of each of the problem's): what
/// lowering would fuse if the whole program were one device's. Whether devices fuse their parts, the plan decides.
std::vector<ShardingProblem::Attention> attentionOf(mlir::func::FuncOp function, const ShardingProblem &problem,
                                                    llvm::ArrayRef<mlir::Value> values);

} // namespace shardwright

#endif // PASSES_PARTITION_ATTENTIONGROUPS_H
