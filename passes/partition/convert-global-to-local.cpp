#include "passes/partition/Passes.h"
#include "passes/partition/ops/Frame.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "passes/common/PricedPass.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright {
namespace {

std::optional<LogicalResult> makeFrameLocal(Operation *op, ValueRange operands, LocalRewriter &rewriter) {
  return llvm::TypeSwitch<Operation *, std::optional<LogicalResult>>(op)
      .Case([&](func::FuncOp function) { return makeLocal(function, rewriter); })
      .Case<func::ReturnOp, sharding::ReshardOp, sharding::ManualOp>(
          [&](auto framed) { return makeLocal(framed, operands, rewriter); })
      .Default(std::nullopt);
}

/// Each value's local type follows from its sharding; each op becomes local as its family says.
struct ConvertGlobalToLocalPass : PricedPass<ConvertGlobalToLocalPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertGlobalToLocalPass)

  StringRef getArgument() const override { return "convert-global-to-local"; }
  StringRef getDescription() const override {
    return "turn a global program whose reshards are explicit into the per-device program";
  }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<spmd::SpmdDialect>(); }

  void runOnProgram() override {
    const CostModel *costs = costsOfProgram();
    if (!costs)
      return;
    LocalContext context(getOperation(), *costs, reshards(),
                         FlatSymbolRefAttr::get(sharding::lookupMeshOp(getOperation()).getSymNameAttr()));
    LocalRewriter rewriter(context, makeFrameLocal, &getContext());
    for (auto function : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (failed(rewriter.localize(function)))
        return signalPassFailure();
    rewriter.eraseGlobal();
  }
};

} // namespace

std::unique_ptr<Pass> createConvertGlobalToLocalPass(std::shared_ptr<SharedCostModel> costs) {
  return pricedBy(std::make_unique<ConvertGlobalToLocalPass>(), std::move(costs));
}

} // namespace shardwright
