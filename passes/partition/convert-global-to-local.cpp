#include "passes/partition/LocalContext.h"
#include "passes/partition/Passes.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "passes/common/PricedPass.h"

#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace shardwright {
namespace {

/// A dialect conversion whose types depend on values: each value's local type follows from its sharding. Values that
/// the patterns make are local already.
struct ConvertGlobalToLocalPass : PricedPass<ConvertGlobalToLocalPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertGlobalToLocalPass)

  StringRef getArgument() const override { return "convert-global-to-local"; }
  StringRef getDescription() const override {
    return "turn a global program whose reshards are explicit into the per-device program";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<complex::ComplexDialect, spmd::SpmdDialect>();
  }

  void runOnProgram() override {
    const CostModel *costs = costsOfProgram();
    if (!costs)
      return;
    LocalContext context(getOperation(), *costs, reshards(),
                         FlatSymbolRefAttr::get(sharding::lookupMeshOp(getOperation()).getSymNameAttr()));
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion([&](Value value) -> std::optional<Type> {
      if (!context.knows(value))
        return std::nullopt;
      return context.localType(value);
    });

    RewritePatternSet patterns(&getContext());
    populateFunctionPatterns(patterns, converter, context);
    populateControlFlowPatterns(patterns, converter, context);
    populateReducePatterns(patterns, converter, context);
    populateReshardPatterns(patterns, converter, context);
    populateSourcePatterns(patterns, converter, context);
    populateBroadcastPatterns(patterns, converter, context);
    populateSlicePatterns(patterns, converter, context);
    populateGatherPatterns(patterns, converter, context);
    populateScatterPatterns(patterns, converter, context);
    populateWindowPatterns(patterns, converter, context);
    populateRulePatterns(patterns, converter, context);

    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      if (auto func = dyn_cast<func::FuncOp>(op))
        return converted(func);
      return !context.isGlobal(op);
    });
    if (failed(applyFullConversion(getOperation(), target, std::move(patterns))))
      signalPassFailure();
  }

  static bool converted(func::FuncOp func) {
    return func.getNumArguments() ? bool(func.getArgAttr(0, "spmd.global_type"))
                                  : func.getNumResults() == 0 || bool(func.getResultAttr(0, "spmd.global_type"));
  }
};

} // namespace

std::unique_ptr<Pass> createConvertGlobalToLocalPass(std::shared_ptr<SharedCostModel> costs) {
  return pricedBy(std::make_unique<ConvertGlobalToLocalPass>(), std::move(costs));
}

} // namespace shardwright
