#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PhasePass.h"
#include "passes/propagate/Passes.h"

#include "mlir/IR/Dominance.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

using mlir::Operation;
using mlir::Value;
using sharding::ConstraintOp;
using sharding::ManualOp;
using sharding::SpecAttr;

/// What one use asks of the value, or null.
static SpecAttr askedBy(mlir::OpOperand &use) {
  if (auto constraint = llvm::dyn_cast<ConstraintOp>(use.getOwner()))
    return constraint.getSpec();
  if (auto manual = llvm::dyn_cast<ManualOp>(use.getOwner()))
    return manual.getInSpec(use.getOperandNumber());
  return {};
}

/// Nobody but uses that ask the same wants something of the value.
static bool isUncontested(Value value, SpecAttr spec) {
  return llvm::all_of(value.getUses(), [&](mlir::OpOperand &use) {
    SpecAttr asked = askedBy(use);
    return !asked || asked == spec;
  });
}

/// Values that share their sharding with others (loop-carried values): pinning one would pin the whole loop.
static bool isOnAnEdge(Value value) {
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value))
    return !llvm::isa<mlir::FunctionOpInterface>(argument.getOwner()->getParentOp());
  return llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp, stablehlo::OptimizationBarrierOp, ManualOp>(
      value.getDefiningOp());
}

static bool isUsedByReturn(mlir::OpOperand &use) { return use.getOwner()->hasTrait<mlir::OpTrait::IsTerminator>(); }

/// Later uses of `value` in the block of `after` read `replacement` instead.
static void redirectLaterUses(Value value, Value replacement, Operation *after) {
  value.replaceUsesWithIf(replacement, [&](mlir::OpOperand &use) {
    Operation *owner = use.getOwner();
    return owner != after && !isUsedByReturn(use) && owner->getBlock() == after->getBlock() &&
           after->isBeforeInBlock(owner);
  });
}

static void pin(Value value, SpecAttr spec, Operation *asking, PinnedValues &pinned) {
  if (sharding::getSpec(value) || !spec.getValue().isFullyClosed() || !isUncontested(value, spec))
    return;
  if (!isOnAnEdge(value)) {
    sharding::setSpec(value, spec);
    pinned.try_emplace(value, asking->getLoc());
  } else if (llvm::isa<ConstraintOp>(asking)) {
    redirectLaterUses(value, asking->getResult(0), asking);
  }
}

/// c1(c2(... x)) with no other use in between: later uses of x read the last one.
static void applyChain(ConstraintOp last) {
  if (!last.getResult().use_empty() && llvm::any_of(last.getResult().getUsers(), llvm::IsaPred<ConstraintOp>))
    return;
  ConstraintOp first = last;
  while (auto before = first.getInput().getDefiningOp<ConstraintOp>()) {
    if (!before.getResult().hasOneUse())
      return;
    first = before;
  }
  if (first == last || !isUncontested(first.getInput(), first.getSpec()))
    return;
  // Only what comes behind the whole chain may read its end.
  if (first->getBlock() == last->getBlock())
    redirectLaterUses(first.getInput(), last.getResult(), last);
}

PinnedValues applyConstraints(mlir::ModuleOp module) {
  PinnedValues pinned;
  llvm::SmallVector<Operation *> asking;
  module.walk([&](Operation *op) {
    if (llvm::isa<ConstraintOp, ManualOp>(op))
      asking.push_back(op);
  });
  for (Operation *op : asking) {
    if (auto constraint = llvm::dyn_cast<ConstraintOp>(op))
      pin(constraint.getInput(), constraint.getSpec(), op, pinned);
    else if (auto manual = llvm::dyn_cast<ManualOp>(op))
      for (auto [k, input] : llvm::enumerate(manual.getInputs()))
        pin(input, manual.getInSpec(k), op, pinned);
  }
  for (Operation *op : asking)
    if (auto constraint = llvm::dyn_cast<ConstraintOp>(op))
      applyChain(constraint);
  return pinned;
}

namespace {
struct ApplyConstraintsPass : PhasePass<ApplyConstraintsPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ApplyConstraintsPass)
  llvm::StringRef getArgument() const override { return "apply-constraints"; }
  llvm::StringRef getDescription() const override {
    return "a closed and uncontested constraint also pins its operand; later uses of the operand read the constraint";
  }
  void runOnProgram() override { applyConstraints(getOperation()); }
};
} // namespace

std::unique_ptr<mlir::Pass> createApplyConstraintsPass() { return std::make_unique<ApplyConstraintsPass>(); }

} // namespace shardwright
