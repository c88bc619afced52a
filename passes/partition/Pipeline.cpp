#include "passes/partition/PartitionOptions.h"
#include "passes/partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace shardwright {

void buildPlacementPreparation(OpPassManager &pm, const PartitionOptions &choices,
                               std::shared_ptr<SharedCostModel> costs) {
  if (choices.haloExchange)
    pm.addPass(createFoldSlicesPass());
  if (choices.hoistWeights)
    pm.addPass(createHoistWeightsPass(std::move(costs)));
}

void buildPartitionPipeline(OpPassManager &pm, StringRef listDisabled, std::shared_ptr<SharedCostModel> costs) {
  if (!costs)
    costs = std::make_shared<SharedCostModel>();
  PartitionOptions choices;
  DisabledOptimizations(listDisabled).from(choices);
  buildPlacementPreparation(pm, choices, costs);
  // This one says which names are wrong.
  pm.addPass(createInsertReshardsPass(listDisabled, costs));
  pm.addPass(createConvertGlobalToLocalPass(costs));
  // Several ops ask for the same block index, mask or constant; results and ops for the same change of sharding.
  if (choices.shareValues)
    pm.addPass(createCSEPass());
  if (choices.joinPermutes)
    pm.addPass(createMergePermutesPass());
  if (choices.combineCollectives)
    pm.addPass(createCombineCollectivesPass(costs));
  pm.addPass(createVerifyPartitionedPass());
}

namespace {
struct PartitionPipelineOptions : PassPipelineOptions<PartitionPipelineOptions> {
  Option<std::string> disable{
      *this, "disable", llvm::cl::desc("leave these out, by name and comma; `all` for every one"), llvm::cl::init("")};
  Option<std::string> topology{*this, "topology", llvm::cl::desc("the machine: a shipped name or FILE.json"),
                               llvm::cl::init("")};
  Option<std::string> order{*this, "order",
                            llvm::cl::desc("the mesh's axes on it from the outermost to the innermost, by comma"),
                            llvm::cl::init("")};
};
} // namespace

void registerPartitionPasses() {
  registerPass([] { return createHoistWeightsPass(); });
  registerPass([] { return createInsertReshardsPass(); });
  registerPass([] { return createCombineCollectivesPass(); });
  registerPass([] { return createConvertGlobalToLocalPass(); });
  registerPass(createPrintShardingProblemPass);
  registerPass(createMergePermutesPass);
  registerPass(createFoldSlicesPass);
  registerPass(createCSEPass);
  registerPass(createVerifyPartitionedPass);
  PassPipelineRegistration<PartitionPipelineOptions>(
      "partition", "global program with shardings -> per-device program",
      [](OpPassManager &pm, const PartitionPipelineOptions &options) {
        MachineOptions machine{options.topology, options.order};
        buildPartitionPipeline(pm, options.disable, std::make_shared<SharedCostModel>(std::move(machine)));
      });
}

} // namespace shardwright
