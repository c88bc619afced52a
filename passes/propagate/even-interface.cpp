#include "dialects/sharding/Shardings.h"
#include "passes/propagate/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright {

namespace {

/// The longest part of the sharding that others can describe: of each dimension the first axes that are whole, as long
/// as they divide it.
sharding::SpecAttr evenPart(sharding::SpecAttr spec, mlir::Type type, const Mesh &mesh) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!spec || !tensor)
    return spec;
  Sharding sharding = spec.getValue();
  for (auto [dim, length] : llvm::zip(sharding.dims, tensor.getShape())) {
    int64_t parts = 1;
    auto end = llvm::find_if(dim.axes, [&](const AxisRef &axis) {
      parts *= axis.size(mesh);
      return axis.sub || length % parts != 0;
    });
    dim.axes.erase(end, dim.axes.end());
  }
  return sharding == spec.getValue() ? spec : sharding::SpecAttr::get(spec.getMesh(), sharding);
}

class EvenInterface : public mlir::PassWrapper<EvenInterface, mlir::OperationPass<mlir::ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(EvenInterface)

  llvm::StringRef getArgument() const override { return "even-interface"; }
  llvm::StringRef getDescription() const override {
    return "arguments and results are split over whole axes into parts of equal length";
  }

  void runOnOperation() override {
    mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(getOperation());
    if (mlir::failed(mesh))
      return;
    for (auto function : getOperation().getOps<mlir::func::FuncOp>()) {
      if (function.isExternal())
        continue;
      for (mlir::BlockArgument argument : function.getArguments())
        if (sharding::SpecAttr spec = sharding::getSpec(argument))
          sharding::setSpec(argument, evenPart(spec, argument.getType(), *mesh));
      for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
        if (sharding::SpecAttr spec = sharding::getResultSpec(function, i))
          sharding::setResultSpec(function, i, evenPart(spec, type, *mesh));
    }
  }
};

} // namespace

std::unique_ptr<mlir::Pass> createEvenInterfacePass() { return std::make_unique<EvenInterface>(); }

} // namespace shardwright
