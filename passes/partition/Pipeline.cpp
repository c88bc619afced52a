#include "passes/partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace shardwright {

void buildPartitionPipeline(OpPassManager &pm) {
  pm.addPass(createInsertReshardsPass());
  pm.addPass(createConvertGlobalToLocalPass());
  // Several ops ask for the same block index, mask or constant.
  pm.addPass(createCSEPass());
  pm.addPass(createVerifyPartitionedPass());
}

void registerPartitionPasses() {
  registerPass(createInsertReshardsPass);
  registerPass(createConvertGlobalToLocalPass);
  registerPass(createVerifyPartitionedPass);
  PassPipelineRegistration<>("partition", "global program with shardings -> per-device program",
                             buildPartitionPipeline);
}

} // namespace shardwright
