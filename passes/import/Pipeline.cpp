#include "passes/import/Passes.h"

#include "mlir/Pass/PassManager.h"

namespace shardwright {

void buildImportPipeline(mlir::OpPassManager &pm) {
  pm.addPass(createImportSdyPass());
  pm.addPass(createImportMhloShardingPass());
  // What it makes computes by the bodies of functions, which may hold calls.
  pm.addPass(createExpandCustomCallsPass());
  // Constraints that calls carry are in the canonical spelling by now.
  pm.addPass(createInlineCallsPass());
  pm.addPass(createDropDeadValuesPass());
  pm.addPass(createIsolateComputationsPass());
  pm.addPass(createNormalizeMeshesPass());
  // Groups of devices are matched against the mesh that is left.
  pm.addPass(createImportManualPass());
  pm.addPass(createExpandChloPass());
  pm.addPass(createExpandRandomBitsPass());
  pm.addPass(createImportCheckPass());
  pm.addPass(createFoldShapesPass());
  pm.addPass(createPlaceWindowsPass());
  pm.addPass(createWidenReductionsPass());
  pm.addPass(createVerifyImportedPass());
}

} // namespace shardwright
