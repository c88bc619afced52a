#include "passes/import/Constraints.h"

namespace shardwright {

bool isFullyOpen(const Sharding &sharding) {
  return sharding.partial.empty() && sharding.replicated.empty() &&
         llvm::all_of(sharding.dims, [](const DimSharding &dim) { return dim.open && dim.axes.empty(); });
}

mlir::Value constrain(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value, sharding::SpecAttr spec) {
  // A scalar has no dimension to be open; its sharding still says that it is not partial.
  if (!spec || !llvm::isa<mlir::RankedTensorType>(value.getType()) ||
      (isFullyOpen(spec.getValue()) && spec.getValue().rank() > 0))
    return value;
  return sharding::ConstraintOp::create(builder, loc, value, spec);
}

} // namespace shardwright
