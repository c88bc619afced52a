#include "passes/import/Passes.h"

#include "mlir/Pass/PassRegistry.h"

namespace shardwright {

void registerImportPasses() {
  mlir::registerPass(createImportSdyPass);
  mlir::registerPass(createExportSdyPass);
  mlir::registerPass(createInlineCallsPass);
  mlir::registerPass(createNormalizeMeshesPass);
  mlir::registerPass(createExpandChloPass);
  mlir::registerPass(createImportCheckPass);
}

} // namespace shardwright
