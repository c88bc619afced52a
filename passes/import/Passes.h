#ifndef PASSES_IMPORT_PASSES_H
#define PASSES_IMPORT_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir {
class OpPassManager;
}

namespace shardwright {

// From any accepted spelling to the canonical global program: one dialect for tensors, one mesh, one dialect for
// shardings, no calls.

/// `--check-source`: refuses what is too large or nests too deep, and reads constants out of the file's resources. Runs
/// before the verifier, which counts elements; the tools run it on all that they read.
std::unique_ptr<mlir::Pass> createCheckSourcePass();
/// The same for a program that was just parsed and not yet verified; what came from text was scanned before
/// (passes/common/Limits.h).
mlir::LogicalResult checkSource(mlir::ModuleOp module, bool isText);

/// `--import-sdy`: turns JAX's spelling of shardings into the sharding dialect.
std::unique_ptr<mlir::Pass> createImportSdyPass();
/// `--export-sdy`: the inverse of import-sdy.
std::unique_ptr<mlir::Pass> createExportSdyPass();
/// `--import-mhlo-sharding`: turns shardings spelled as HLO text (mhlo.sharding) into the sharding dialect.
std::unique_ptr<mlir::Pass> createImportMhloShardingPass();
/// `--expand-custom-calls`: turns custom calls that stablehlo can say into stablehlo operations.
std::unique_ptr<mlir::Pass> createExpandCustomCallsPass();
/// `--drop-dead-values`: removes what no result and no effect follows from: also what a loop carries for itself alone,
/// tokens at the border of a function, and, with a warning, callbacks into Python that give the program nothing.
std::unique_ptr<mlir::Pass> createDropDeadValuesPass();
/// `--inline-calls`: replaces every call by the body of what it calls.
std::unique_ptr<mlir::Pass> createInlineCallsPass();
/// `--isolate-computations`: makes constants that regions of reductions, comparisons and the like read of the program
/// around them there again, and refuses to let them read anything else of it.
std::unique_ptr<mlir::Pass> createIsolateComputationsPass();
/// `--normalize-meshes`: leaves one mesh, without axes of size 1.
std::unique_ptr<mlir::Pass> createNormalizeMeshesPass();
/// `--expand-chlo`: turns every chlo operation into stablehlo operations.
std::unique_ptr<mlir::Pass> createExpandChloPass();
/// `--expand-random-bits`: turns random bits into arithmetic on the positions they are for.
std::unique_ptr<mlir::Pass> createExpandRandomBitsPass();
/// `--import-check`: turns custom calls named check.* into check operations.
std::unique_ptr<mlir::Pass> createImportCheckPass();
/// `--import-manual`: turns the collectives of manual regions, which list devices, into ones that name axes.
std::unique_ptr<mlir::Pass> createImportManualPass();
/// `--export-manual`: the inverse of import-manual; before export-sdy.
std::unique_ptr<mlir::Pass> createExportManualPass();
/// `--fold-shapes`: makes operations that compute shapes, which are known, into those of static shapes.
std::unique_ptr<mlir::Pass> createFoldShapesPass();
/// `--place-windows`: makes padding of a scatter of one large window to a place that is known.
std::unique_ptr<mlir::Pass> createPlaceWindowsPass();
/// `--widen-reductions`: makes reductions by functions (log of a sum of exponentials) and of narrow floats accumulate
/// wider.
std::unique_ptr<mlir::Pass> createWidenReductionsPass();
/// `--verify-imported`: checks that a program is a canonical global one: one mesh, no other spellings, static shapes.
std::unique_ptr<mlir::Pass> createVerifyImportedPass();

/// `--drop-shardings`: makes a program for one device: no shardings, no mesh.
std::unique_ptr<mlir::Pass> createDropShardingsPass();
/// `--fuzz-shardings`: replaces the shardings of an imported program by random legal ones; options seed, mesh.
std::unique_ptr<mlir::Pass> createFuzzShardingsPass();

/// `--recompute-activations`: computes values of the forward pass again where the backward pass reads them; option
/// keep. Not in the pipeline (passes/import/RecomputeActivations.h).
std::unique_ptr<mlir::Pass> createRecomputeActivationsPass();

/// `--import`: all of the above that import. Programs written in the sharding dialect pass through
/// unchanged.
void buildImportPipeline(mlir::OpPassManager &pm);

void registerImportPasses();

} // namespace shardwright

#endif // PASSES_IMPORT_PASSES_H
