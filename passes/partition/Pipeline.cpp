#include "passes/partition/PartitionChoices.h"
#include "passes/partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace shardwright {

void buildPartitionPipeline(OpPassManager &pm, StringRef leftOut) {
  PartitionChoices choices;
  LeftOut(leftOut).from(choices);
  if (choices.haloExchange)
    pm.addPass(createReadPastSlicesPass());
  // This one says which names are wrong.
  pm.addPass(createInsertReshardsPass(leftOut));
  pm.addPass(createConvertGlobalToLocalPass());
  // Several ops ask for the same block index, mask or constant; results and ops for the same change of sharding.
  if (choices.shareValues)
    pm.addPass(createShareValuesPass());
  if (choices.joinPermutes)
    pm.addPass(createJoinPermutesPass());
  if (choices.combineCollectives)
    pm.addPass(createCombineCollectivesPass());
  pm.addPass(createVerifyPartitionedPass());
}

namespace {
struct PartitionOptions : PassPipelineOptions<PartitionOptions> {
  Option<std::string> disable{
      *this, "disable", llvm::cl::desc("leave these out, by name and comma; `all` for every one"), llvm::cl::init("")};
};
} // namespace

void registerPartitionPasses() {
  registerPass([] { return createInsertReshardsPass(); });
  registerPass(createCombineCollectivesPass);
  registerPass(createConvertGlobalToLocalPass);
  registerPass(createJoinPermutesPass);
  registerPass(createReadPastSlicesPass);
  registerPass(createShareValuesPass);
  registerPass(createVerifyPartitionedPass);
  PassPipelineRegistration<PartitionOptions>(
      "partition", "global program with shardings -> per-device program",
      [](OpPassManager &pm, const PartitionOptions &options) { buildPartitionPipeline(pm, options.disable); });
}

} // namespace shardwright
