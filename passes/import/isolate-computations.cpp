#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace shardwright {

namespace {

/// What orders, combines or maps single elements by its region, which every device does by itself.
bool computesByRegion(Operation *op) {
  return op->getNumRegions() != 0 && op->getName().getDialectNamespace() == "stablehlo" &&
         !isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op);
}

class IsolateComputations : public PassWrapper<IsolateComputations, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(IsolateComputations)

  llvm::StringRef getArgument() const override { return "isolate-computations"; }
  llvm::StringRef getDescription() const override {
    return "computes what comparisons, reductions and the like read of the program around them where they read it, "
           "without shardings";
  }
  void runOnOperation() override;

private:
  LogicalResult isolate(Operation *op, Region &region);
};

/// Makes `value`, which constants alone give, in the region; nothing where they do not.
Value copyInto(Value value, Region &region, OpBuilder &b, IRMapping &made) {
  if (Value known = made.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return nullptr;
  for (Value operand : op->getOperands())
    if (!copyInto(operand, region, b, made))
      return nullptr;
  b.clone(*op, made);
  return made.lookup(value);
}

/// Elements have no shardings: what a region says of them (JAX's explicit mode constrains every value) is left out.
void dropShardings(Region &region) {
  region.walk([](Operation *op) {
    if (!isa<sharding::ConstraintOp, sharding::ReshardOp>(op)) {
      op->removeAttr(sharding::kSpecsAttr);
      return;
    }
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  });
}

} // namespace

LogicalResult IsolateComputations::isolate(Operation *op, Region &region) {
  if (region.empty())
    return success();
  OpBuilder b = OpBuilder::atBlockBegin(&region.front());
  IRMapping made;
  return failure(region
                     .walk([&](Operation *inner) {
                       for (OpOperand &operand : inner->getOpOperands()) {
                         Value value = operand.get();
                         if (region.isAncestor(value.getParentRegion()))
                           continue;
                         Value copy = copyInto(value, region, b, made);
                         if (copy) {
                           operand.set(copy);
                           continue;
                         }
                         InFlightDiagnostic diagnostic =
                             inner->emitError() << "operand #" << operand.getOperandNumber() << " is of the program "
                                                << "around '" << op->getName()
                                                << "', whose region computes on elements and constants alone; pass "
                                                << "it as an operand, or compute with it outside";
                         diagnostic.attachNote(value.getLoc()) << "it comes from here";
                         return WalkResult::interrupt();
                       }
                       return WalkResult::advance();
                     })
                     .wasInterrupted());
}

void IsolateComputations::runOnOperation() {
  // The inner ones first: what they read of an outer region is copied into both.
  if (getOperation()
          .walk([&](Operation *op) {
            if (computesByRegion(op))
              for (Region &region : op->getRegions()) {
                if (failed(isolate(op, region)))
                  return WalkResult::interrupt();
                dropShardings(region);
              }
            return WalkResult::advance();
          })
          .wasInterrupted())
    signalPassFailure();
}

std::unique_ptr<Pass> createIsolateComputationsPass() { return std::make_unique<IsolateComputations>(); }

} // namespace shardwright
