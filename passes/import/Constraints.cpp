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

mlir::LogicalResult verifyMaximalDevice(mlir::Location loc, int64_t device, sharding::MeshOp mesh) {
  const Mesh &value = mesh.getMesh().getValue();
  if (device >= 0 && device < value.numDevices())
    return mlir::success();
  mlir::InFlightDiagnostic diagnostic = mlir::emitError(loc) << "a maximal sharding puts a whole value on device "
                                                             << device << ", but mesh @" << mesh.getSymName()
                                                             << " has devices 0 to " << value.numDevices() - 1;
  diagnostic.attachNote(mesh.getLoc()) << "mesh @" << mesh.getSymName() << " is " << value.str();
  return diagnostic;
}

} // namespace shardwright
