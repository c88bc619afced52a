#ifndef DIALECTS_VHLO_PORTABLEARTIFACT_H
#define DIALECTS_VHLO_PORTABLEARTIFACT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace shardwright::vhlo {

/// Whether bytes are a StableHLO portable artifact, by how they begin: what JAX gives a PJRT plugin,
/// `jax.export.Exported.mlir_module_serialized`, files of `serialize_portable_artifact`.
bool isPortableArtifact(llvm::StringRef bytes);

/// Reads one as the program that StableHLO's text of it is: `func`, `stablehlo` and `sdy` operations, not verified.
/// Places keep the outermost name and the innermost line. `name` is what messages call the bytes. Null, with a
/// diagnostic, where they are damaged, or hold what is not known here: where an operation is, its place says so.
mlir::OwningOpRef<mlir::ModuleOp> readPortableArtifact(llvm::StringRef bytes, llvm::StringRef name,
                                                       mlir::MLIRContext *context);

} // namespace shardwright::vhlo

#endif // DIALECTS_VHLO_PORTABLEARTIFACT_H
