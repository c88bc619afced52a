#ifndef PASSES_PARTITION_VARIANCE_H
#define PASSES_PARTITION_VARIANCE_H

#include "shardwright/Sharding/Sharding.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Value.h"

namespace shardwright {

/// Along which axes the devices may hold different values, for every value of a per-device program: what is read from
/// split arguments or made from a device's own position differs, what was gathered or combined along an axis is equal
/// again along it.
class Variance {
public:
  Variance(mlir::func::FuncOp func, const Mesh &mesh);

  llvm::ArrayRef<AxisRef> of(mlir::Value value) const;

private:
  void visitBlock(mlir::Block &block);
  void visit(mlir::Operation *op);
  void visitLoop(mlir::Operation *op);
  void visitBranches(mlir::Operation *op);
  /// Along which axes what a collective makes of an operand differs.
  AxisList variesAfterExchange(mlir::Operation *op, llvm::ArrayRef<AxisRef> varying) const;
  /// Adds axes to a value; true where that was news.
  bool add(mlir::Value value, llvm::ArrayRef<AxisRef> axes);

  const Mesh &mesh;
  llvm::DenseMap<mlir::Value, AxisList> varying;
};

} // namespace shardwright

#endif // PASSES_PARTITION_VARIANCE_H
