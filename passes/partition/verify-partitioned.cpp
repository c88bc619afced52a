#include "passes/partition/Passes.h"
#include "passes/partition/Variance.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PhasePass.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace shardwright {
namespace {

/// Says all that is wrong, not only the first.
struct VerifyPartitionedPass : PhasePass<VerifyPartitionedPass, ProgramForm::PerDevice> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VerifyPartitionedPass)

  StringRef getArgument() const override { return "verify-partitioned"; }
  StringRef getDescription() const override { return "check that no global value and no reshard is left"; }

  void runOnProgram() override {
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
    if (FailureOr<Mesh> mesh = sharding::lookupMesh(getOperation()); succeeded(mesh))
      for (auto func : getOperation().getOps<func::FuncOp>())
        wrong |= hasDeadlock(func, *mesh);
    if (wrong)
      signalPassFailure();
  }

  /// Devices of one group must reach a collective together: what decides whether it runs may not differ within the
  /// group.
  static bool hasDeadlock(func::FuncOp func, const Mesh &mesh) {
    Variance variance(func, mesh);
    bool found = false;
    func.walk([&](Operation *op) {
      if (!isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
        return;
      Value decision =
          isa<stablehlo::WhileOp>(op) ? op->getRegion(0).front().getTerminator()->getOperand(0) : op->getOperand(0);
      op->walk([&](Operation *inner) {
        llvm::TypeSwitch<Operation *>(inner)
            .Case<spmd::AllGatherOp, spmd::AllReduceOp, spmd::ReduceScatterOp, spmd::AllToAllOp,
                  spmd::CollectivePermuteOp>([&](auto collective) {
              for (const AxisRef &axis : variance.of(decision))
                if (overlaps(mesh, collective.getAxes().getValue(), axis)) {
                  auto diag = collective.emitError("devices that exchange along '")
                              << axis.str() << "' may not all get here: what decides it differs along that axis";
                  diag.attachNote(op->getLoc()) << "decided by this '" << op->getName() << "'";
                  found = true;
                  return;
                }
            });
      });
    });
    return found;
  }
};

} // namespace

std::unique_ptr<Pass> createVerifyPartitionedPass() { return std::make_unique<VerifyPartitionedPass>(); }

} // namespace shardwright
