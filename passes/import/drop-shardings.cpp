#include "dialects/sharding/BorderAttributes.h"
#include "dialects/sharding/Shardings.h"
#include "passes/import/DropShardings.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace shardwright {

namespace {
class DropShardings : public PassWrapper<DropShardings, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DropShardings)

  llvm::StringRef getArgument() const override { return "drop-shardings"; }
  llvm::StringRef getDescription() const override { return "makes a program for one device: no shardings, no mesh"; }
  void runOnOperation() override {
    if (failed(dropShardings(getOperation())))
      return signalPassFailure();
    for (auto mesh : llvm::make_early_inc_range(getOperation().getOps<sharding::MeshOp>()))
      mesh.erase();
  }
};
} // namespace

LogicalResult dropShardings(ModuleOp module) {
  llvm::SmallVector<Operation *> ops;
  bool manual = false;
  module.walk([&](Operation *op) {
    if (isa<sharding::ManualOp>(op)) {
      op->emitError()
          << "a manual region is a program for the devices of its mesh; it needs that mesh and its shardings";
      manual = true;
    }
    ops.push_back(op);
  });
  if (manual)
    return failure();
  for (Operation *op : ops) {
    op->removeAttr(sharding::kSpecsAttr);
    if (auto function = dyn_cast<func::FuncOp>(op)) {
      sharding::BorderAttributes border(function);
      for (NamedAttrList &attributes : llvm::concat<NamedAttrList>(border.arguments, border.results))
        attributes.erase(sharding::kSpecAttr);
      border.writeTo(function);
    } else if (isa<sharding::ConstraintOp, sharding::ReshardOp, sharding::BarrierOp>(op)) {
      op->getResult(0).replaceAllUsesWith(op->getOperand(0));
      op->erase();
    } else if (isa<sharding::GroupOp>(op)) {
      op->erase();
    }
  }
  return success();
}

std::unique_ptr<Pass> createDropShardingsPass() { return std::make_unique<DropShardings>(); }

} // namespace shardwright
