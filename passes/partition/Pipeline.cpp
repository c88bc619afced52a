#include "passes/partition/PartitionOptions.h"
#include "passes/partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace shardwright {

void buildPartitionPipeline(OpPassManager &pm, StringRef listDisabled) {
  PartitionOptions choices;
  DisabledOptimizations(listDisabled).from(choices);
  if (choices.haloExchange)
    pm.addPass(createFoldSlicesPass());
  // This one says which names are wrong.
  pm.addPass(createInsertReshardsPass(listDisabled));
  pm.addPass(createConvertGlobalToLocalPass());
  // Several ops ask for the same block index, mask or constant; results and ops for the same change of sharding.
  if (choices.shareValues)
    pm.addPass(createCSEPass());
  if (choices.joinPermutes)
    pm.addPass(createMergePermutesPass());
  if (choices.combineCollectives)
    pm.addPass(createCombineCollectivesPass());
  pm.addPass(createVerifyPartitionedPass());
}

namespace {
struct PartitionPipelineOptions : PassPipelineOptions<PartitionPipelineOptions> {
  Option<std::string> disable{
      *this, "disable", llvm::cl::desc("leave these out, by name and comma; `all` for every one"), llvm::cl::init("")};
};
} // namespace

void registerPartitionPasses() {
  registerPass([] { return createInsertReshardsPass(); });
  registerPass(createCombineCollectivesPass);
  registerPass(createConvertGlobalToLocalPass);
  registerPass(createMergePermutesPass);
  registerPass(createFoldSlicesPass);
  registerPass(createCSEPass);
  registerPass(createVerifyPartitionedPass);
  PassPipelineRegistration<PartitionPipelineOptions>(
      "partition", "global program with shardings -> per-device program",
      [](OpPassManager &pm, const PartitionPipelineOptions &options) { buildPartitionPipeline(pm, options.disable); });
}

} // namespace shardwright
