#include "passes/import/Passes.h"

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

namespace shardwright {

void registerImportPasses() {
  mlir::registerPass(createRecomputeActivationsPass);
  mlir::registerPass(createCheckSourcePass);
  mlir::registerPass(createImportSdyPass);
  mlir::registerPass(createExportSdyPass);
  mlir::registerPass(createImportMhloShardingPass);
  mlir::registerPass(createDropDeadValuesPass);
  mlir::registerPass(createExpandCustomCallsPass);
  mlir::registerPass(createExpandRandomBitsPass);
  mlir::registerPass(createInlineCallsPass);
  mlir::registerPass(createIsolateComputationsPass);
  mlir::registerPass(createNormalizeMeshesPass);
  mlir::registerPass(createExpandChloPass);
  mlir::registerPass(createImportCheckPass);
  mlir::registerPass(createImportManualPass);
  mlir::registerPass(createExportManualPass);
  mlir::registerPass(createFoldShapesPass);
  mlir::registerPass(createPlaceWindowsPass);
  mlir::registerPass(createWidenReductionsPass);
  mlir::registerPass(createVerifyImportedPass);
  mlir::registerPass(createDropShardingsPass);
  mlir::registerPass(createFuzzShardingsPass);
  mlir::PassPipelineRegistration<>("import", "any accepted spelling -> canonical global program", buildImportPipeline);
}

} // namespace shardwright
