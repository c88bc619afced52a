#ifndef PASSES_PARTITION_OPS_FRAME_H
#define PASSES_PARTITION_OPS_FRAME_H

#include "dialects/sharding/ShardingOps.h"
#include "dialects/stablehlo/local/LocalRewriter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright {

// How what holds a program together becomes local; operations of families say it themselves (LocalOpInterface).
mlir::LogicalResult makeLocal(mlir::func::FuncOp op, LocalRewriter &rewriter);
mlir::LogicalResult makeLocal(mlir::func::ReturnOp op, mlir::ValueRange operands, LocalRewriter &rewriter);
mlir::LogicalResult makeLocal(sharding::ReshardOp op, mlir::ValueRange operands, LocalRewriter &rewriter);
mlir::LogicalResult makeLocal(sharding::ManualOp op, mlir::ValueRange operands, LocalRewriter &rewriter);

} // namespace shardwright

#endif // PASSES_PARTITION_OPS_FRAME_H
