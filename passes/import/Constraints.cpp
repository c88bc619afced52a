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

sharding::SpecAttr withUnusedManualAxes(sharding::SpecAttr spec, llvm::ArrayRef<AxisRef> manual) {
  Sharding value = spec.getValue();
  auto mentions = [&](const AxisRef &axis) {
    auto same = [&](const AxisRef &other) { return other.name == axis.name; };
    return llvm::any_of(value.dims, [&](const DimSharding &dim) { return llvm::any_of(dim.axes, same); }) ||
           llvm::any_of(value.partial, [&](const PartialAxis &partial) { return same(partial.axis); }) ||
           llvm::any_of(value.replicated, same);
  };
  for (const AxisRef &axis : manual)
    if (!mentions(axis))
      value.replicated.push_back(axis);
  return sharding::SpecAttr::get(spec.getMesh(), std::move(value));
}

} // namespace shardwright
