#ifndef LIB_COMPILER_DECOMPOSE_H
#define LIB_COMPILER_DECOMPOSE_H

#include "lib/Compiler/Target.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::compiler {

/// A per-device program with collectives next to products as rings of chunks (passes/lower/DecomposeCollectives.h),
/// those by which the step gets shorter; null where there is none. On a machine that sends beside computing, and takes
/// time to start either. Alike collectives are decided on together: first by
/// themselves, with their products alone, for whether and how; then one kind after the other, what promises most first,
/// in what surrounds it, a few of a kind for all; then all together in the step, within the memory (the limit, or else
/// the device's; or what the program needs anyway). Takes two or three estimates of the step, and what is near the
/// collectives. Errors: the mesh does not fit the machine.
absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> decomposeWhereShorter(mlir::ModuleOp module, const Target &target);

/// Whether lowering does so: the target's executables run steps beside collectives, and it is not disabled.
bool decomposesInLowering(const Target &target);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_DECOMPOSE_H
