#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PhasePass.h"
#include "passes/propagate/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright {

using mlir::failure;
using mlir::LogicalResult;
using mlir::success;

/// `spec` is there and says everything.
static LogicalResult verifyClosed(sharding::SpecAttr spec, mlir::Type type,
                                  llvm::function_ref<mlir::InFlightDiagnostic()> emitError) {
  if (!llvm::isa<mlir::RankedTensorType>(type))
    return success();
  if (!spec)
    return emitError() << "has no sharding after propagation";
  if (!spec.getValue().isFullyClosed())
    return emitError() << "has an open dimension after propagation: " << spec;
  return success();
}

static LogicalResult verifyRegion(mlir::Region &region);

static LogicalResult verifyOp(mlir::Operation *op) {
  if (llvm::isa<sharding::ConstraintOp, sharding::GroupOp, sharding::BarrierOp>(op))
    return op->emitOpError() << "is left after propagation";
  for (mlir::OpResult result : op->getResults())
    if (failed(verifyClosed(sharding::getSpec(result), result.getType(),
                            [&] { return op->emitOpError() << "result #" << result.getResultNumber() << " "; })))
      return failure();
  if (auto manual = llvm::dyn_cast<sharding::ManualOp>(op))
    for (auto [k, input] : llvm::enumerate(manual.getInputs()))
      if (failed(verifyClosed(manual.getInSpec(k), input.getType(),
                              [&, k = k] { return op->emitOpError() << "input #" << k << " "; })))
        return failure();
  if (llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp, sharding::ManualOp>(op))
    for (mlir::Region &region : op->getRegions())
      if (failed(verifyRegion(region)))
        return failure();
  return success();
}

static LogicalResult verifyRegion(mlir::Region &region) {
  for (mlir::Block &block : region)
    for (mlir::Operation &op : block.without_terminator())
      if (failed(verifyOp(&op)))
        return failure();
  return success();
}

LogicalResult verifyPropagated(mlir::ModuleOp module) {
  if (!sharding::lookupMeshOp(module))
    return success();
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (function.isExternal())
      continue;
    for (mlir::BlockArgument argument : function.getArguments())
      if (failed(verifyClosed(sharding::getSpec(argument), argument.getType(), [&] {
            return mlir::emitError(argument.getLoc())
                   << "argument #" << argument.getArgNumber() << " of @" << function.getName() << " ";
          })))
        return failure();
    for (auto [k, type] : llvm::enumerate(function.getResultTypes()))
      if (failed(verifyClosed(sharding::getResultSpec(function, k), type, [&, k = k] {
            return function.emitError() << "result #" << k << " of @" << function.getName() << " ";
          })))
        return failure();
    if (failed(verifyRegion(function.getBody())))
      return failure();
  }
  return success();
}

namespace {
struct VerifyPropagatedPass : PhasePass<VerifyPropagatedPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyPropagatedPass)
  llvm::StringRef getArgument() const override { return "verify-propagated"; }
  llvm::StringRef getDescription() const override {
    return "check that every value has a closed sharding and no constraint, group or barrier is left";
  }
  void runOnProgram() override {
    if (failed(verifyPropagated(getOperation())))
      signalPassFailure();
  }
};
} // namespace

std::unique_ptr<mlir::Pass> createVerifyPropagatedPass() { return std::make_unique<VerifyPropagatedPass>(); }

} // namespace shardwright
