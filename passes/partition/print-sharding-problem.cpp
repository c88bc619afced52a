#include "passes/partition/Passes.h"
#include "passes/partition/PlacementGraph.h"
#include "shardwright/Placement/ProblemText.h"
#include "shardwright/Placement/ReshardPlans.h"

#include "dialects/sharding/Shardings.h"
#include "passes/common/PricedPass.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardwright {
namespace {

struct PrintShardingProblemPass : PricedPass<PrintShardingProblemPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintShardingProblemPass)
  PrintShardingProblemPass() = default;
  PrintShardingProblemPass(const PrintShardingProblemPass &other) : PricedPass(other) {}

  StringRef getArgument() const override { return "print-sharding-problem"; }
  StringRef getDescription() const override { return "print what --insert-reshards chooses placements for"; }

  void runOnProgram() override {
    const CostModel *costs = costsOfProgram();
    if (!costs)
      return;
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (llvm::failed(print(func, *costs)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  LogicalResult print(func::FuncOp func, const CostModel &costs) {
    FailureOr<PlacementGraph> graph = buildPlacementGraph(func, costs, PartitionOptions());
    if (llvm::failed(graph))
      return failure();
    std::optional<PlacementPlan> chosen;
    if (plan) {
      ReshardPlans plans(costs, reshards());
      chosen = planPlacements(costs, graph->program, plans);
    }
    llvm::outs() << printProblem(costs.mesh(), graph->program, chosen ? &*chosen : nullptr);
    return success();
  }

  Option<bool> plan{*this, "plan", llvm::cl::init(false), llvm::cl::desc("and the plan that is chosen")};
};

} // namespace

std::unique_ptr<Pass> createPrintShardingProblemPass() { return std::make_unique<PrintShardingProblemPass>(); }

} // namespace shardwright
