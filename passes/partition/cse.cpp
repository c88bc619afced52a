#include "passes/partition/Passes.h"

#include "dialects/spmd/SpmdDialect.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;

namespace shardwright {
namespace {

/// Why collectives are there. It does not tell them apart, so they are compared without it.
class Reasons : public RewriterBase::Listener {
public:
  explicit Reasons(ModuleOp module) {
    module.walk([&](Operation *op) {
      if (isa<spmd::SpmdDialect>(op->getDialect()))
        for (StringRef name : {StringRef("cause"), StringRef(spmd::kWholeForAttr)})
          if (Attribute reason = op->removeAttr(name))
            reasons[op].set(name, reason);
    });
  }

  void restore() {
    for (auto &[op, known] : reasons)
      for (NamedAttribute reason : known)
        op->setAttr(reason.getName(), reason.getValue());
  }

private:
  void notifyOperationReplaced(Operation *op, Operation *existing) override {
    for (NamedAttribute reason : reasons.lookup(op))
      if (!reasons[existing].get(reason.getName()))
        reasons[existing].set(reason.getName(), reason.getValue());
  }
  void notifyOperationErased(Operation *op) override { reasons.erase(op); }

  DenseMap<Operation *, NamedAttrList> reasons;
};

/// MLIR's --cse, to which collectives with different causes are different.
struct CSEPass : PassWrapper<CSEPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CSEPass)

  StringRef getArgument() const override { return "cse"; }
  StringRef getDescription() const override {
    return "what is computed or sent twice alike, for whatever cause, is computed or sent once";
  }

  void runOnOperation() override {
    Reasons reasons(getOperation());
    IRRewriter rewriter(&getContext(), &reasons);
    DominanceInfo dominance(getOperation());
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    eraseDead(rewriter);
    reasons.restore();
  }

private:
  /// What only dead operations read is dead, too: MLIR's pass leaves all but the last of them.
  void eraseDead(IRRewriter &rewriter) {
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
      if (isOpTriviallyDead(op))
        rewriter.eraseOp(op);
    });
  }
};

} // namespace

std::unique_ptr<Pass> createCSEPass() { return std::make_unique<CSEPass>(); }

} // namespace shardwright
