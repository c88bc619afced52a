#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PhasePass.h"
#include "passes/propagate/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OperationSupport.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright {

using mlir::Operation;
using mlir::Value;

/// Larger expressions are computed once and shared: copying them would cost more than a binding between users.
static constexpr unsigned kLargestExpression = 8;

static bool isScalar(Value value) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  return !tensor || tensor.getRank() == 0;
}

namespace {
/// Sizes of constant expressions: the number of ops that a copy would make. Scalars are never split, so they are
/// neither copied nor asked what they are: a broadcast of any scalar is as free as a constant.
class ConstantExpressions {
public:
  unsigned size(Value value) {
    if (isScalar(value))
      return 0;
    Operation *op = value.getDefiningOp();
    if (!op)
      return kNotConstant;
    auto [it, isNew] = sizes_.try_emplace(op, kNotConstant);
    if (!isNew)
      return it->second;
    unsigned found = compute(op);
    return sizes_[op] = found;
  }
  bool isExpression(Operation *op) {
    return op->getNumResults() == 1 && !isScalar(op->getResult(0)) && size(op->getResult(0)) <= kLargestExpression;
  }

private:
  static constexpr unsigned kNotConstant = ~0u;
  unsigned compute(Operation *op) {
    if (op->getNumResults() != 1 || op->getNumRegions() != 0 || op->hasAttr(sharding::kSpecsAttr))
      return kNotConstant;
    if (llvm::isa<stablehlo::ConstantOp, stablehlo::IotaOp>(op))
      return 1;
    bool computes = op->hasTrait<stablehlo::Elementwise>() ||
                    llvm::isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::SliceOp>(op);
    if (!computes)
      return kNotConstant;
    unsigned sum = 1;
    for (Value operand : op->getOperands()) {
      unsigned part = size(operand);
      if (part == kNotConstant || sum + part > kLargestExpression)
        return kNotConstant;
      sum += part;
    }
    return sum;
  }

  llvm::DenseMap<Operation *, unsigned> sizes_;
};
} // namespace

/// Copies a whole expression in front of `builder`'s place.
static Value copyExpression(mlir::OpBuilder &builder, Value value) {
  Operation *op = value.getDefiningOp();
  mlir::IRMapping mapping;
  for (Value operand : op->getOperands())
    if (!isScalar(operand))
      mapping.map(operand, copyExpression(builder, operand));
  return builder.clone(*op, mapping)->getResult(0);
}

void splitConstants(mlir::ModuleOp module) {
  ConstantExpressions expressions;
  llvm::SmallVector<Operation *> roots;
  module.walk([&](Operation *op) {
    if (expressions.isExpression(op))
      roots.push_back(op);
  });
  // From the last to the first: by the time an operand of an expression is looked at, its users in larger expressions
  // have their copies.
  for (Operation *op : llvm::reverse(roots)) {
    Value value = op->getResult(0);
    llvm::SmallVector<mlir::OpOperand *> uses;
    for (mlir::OpOperand &use : value.getUses())
      uses.push_back(&use);
    if (uses.size() < 2)
      continue;
    // Uses are listed last to first; the first keeps the original.
    mlir::OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    for (mlir::OpOperand *use : llvm::ArrayRef(uses).drop_back())
      use->set(copyExpression(builder, value));
  }
}

namespace {
/// Equal in everything, attributes (and so shardings) included.
struct SameOp : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return mlir::OperationEquivalence::computeHash(
        const_cast<Operation *>(op), mlir::OperationEquivalence::directHashValue,
        mlir::OperationEquivalence::ignoreHashValue, mlir::OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *a, const Operation *b) {
    if (a == b)
      return true;
    if (a == getTombstoneKey() || a == getEmptyKey() || b == getTombstoneKey() || b == getEmptyKey())
      return false;
    return mlir::OperationEquivalence::isEquivalentTo(const_cast<Operation *>(a), const_cast<Operation *>(b),
                                                      mlir::OperationEquivalence::IgnoreLocations);
  }
};
} // namespace

static void mergeIn(mlir::Block &block) {
  llvm::DenseMap<Operation *, Operation *, SameOp> first;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    for (mlir::Region &region : op.getRegions())
      for (mlir::Block &inner : region)
        mergeIn(inner);
    bool constant = llvm::isa<stablehlo::ConstantOp, stablehlo::IotaOp>(op) ||
                    (llvm::isa<stablehlo::BroadcastInDimOp>(op) && isScalar(op.getOperand(0)));
    if (!constant)
      continue;
    auto [it, isNew] = first.try_emplace(&op, &op);
    if (isNew)
      continue;
    op.replaceAllUsesWith(it->second);
    op.erase();
  }
}

void mergeConstants(mlir::ModuleOp module) {
  for (mlir::Region &region : module->getRegions())
    for (mlir::Block &block : region)
      mergeIn(block);
}

namespace {
struct SplitConstantsPass : PhasePass<SplitConstantsPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitConstantsPass)
  llvm::StringRef getArgument() const override { return "split-constants"; }
  llvm::StringRef getDescription() const override {
    return "give every use of a constant expression its own copy, so that users do not bind one another";
  }
  void runOnProgram() override { splitConstants(getOperation()); }
};
} // namespace

std::unique_ptr<mlir::Pass> createSplitConstantsPass() { return std::make_unique<SplitConstantsPass>(); }

} // namespace shardwright
