#include "passes/partition/Passes.h"

#include "dialects/sharding/Shardings.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace shardwright {
namespace {

/// Says all that is wrong, not only the first.
struct VerifyPartitionedPass : PassWrapper<VerifyPartitionedPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyPartitionedPass)

  StringRef getArgument() const override { return "verify-partitioned"; }
  StringRef getDescription() const override { return "check that no global value and no reshard is left"; }

  void runOnOperation() override {
    bool wrong = false;
    getOperation().walk([&](Operation *op) {
      bool ours = isa<sharding::ShardingDialect>(op->getDialect()) && !isa<sharding::MeshOp>(op);
      if (ours || op->hasAttr(sharding::kSpecsAttr)) {
        op->emitError("'") << op->getName() << "' speaks of global values, which no longer exist after partitioning";
        wrong = true;
      }
      if (isa<UnrealizedConversionCastOp>(op)) {
        op->emitError("global and local values are mixed here");
        wrong = true;
      }
    });
    if (wrong)
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createVerifyPartitionedPass() { return std::make_unique<VerifyPartitionedPass>(); }

} // namespace shardwright
