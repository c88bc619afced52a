#ifndef PASSES_IMPORT_PASSES_H
#define PASSES_IMPORT_PASSES_H

#include "mlir/Pass/Pass.h"

namespace shardwright {

// From any accepted spelling to the canonical global program: one dialect for tensors, one mesh, one dialect for
// shardings, no calls.

/// `--import-sdy`: turns JAX's spelling of shardings into the sharding dialect.
std::unique_ptr<mlir::Pass> createImportSdyPass();
/// `--export-sdy`: the inverse of import-sdy.
std::unique_ptr<mlir::Pass> createExportSdyPass();
/// `--inline-calls`: replaces every call by the body of what it calls.
std::unique_ptr<mlir::Pass> createInlineCallsPass();
/// `--normalize-meshes`: leaves one mesh, without axes of size 1.
std::unique_ptr<mlir::Pass> createNormalizeMeshesPass();
/// `--expand-chlo`: turns every chlo operation into stablehlo operations.
std::unique_ptr<mlir::Pass> createExpandChloPass();
/// `--import-check`: turns custom calls named check.* into check operations.
std::unique_ptr<mlir::Pass> createImportCheckPass();

void registerImportPasses();

} // namespace shardwright

#endif // PASSES_IMPORT_PASSES_H
