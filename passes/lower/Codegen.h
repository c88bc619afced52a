#ifndef PASSES_LOWER_CODEGEN_H
#define PASSES_LOWER_CODEGEN_H

#include "passes/lower/Target.h"

#include "mlir/IR/BuiltinOps.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace shardwright::lower {

/// Compiles a module of func.func kernels (see emitKernel) to a shared object that exports one symbol a kernel, of the
/// type `void(void *const *buffers, int64_t begin, int64_t end)`. The target is a host. The module is consumed: it is
/// lowered in place.
absl::StatusOr<std::vector<uint8_t>> compileKernels(mlir::ModuleOp kernels, const Target &target);

/// LLVM's clean-up of scalars and loops; vectors are there already. `unrolls`: loops too.
void optimizeKernels(llvm::Module &module, llvm::TargetMachine &machine, bool unrolls);

/// The dialect that programs are lowered to, those that emitKernel creates, and those they are lowered to; a context
/// that compiles kernels needs both calls.
void registerKernelDialects(mlir::DialectRegistry &registry);
void loadKernelDialects(mlir::MLIRContext &context);

} // namespace shardwright::lower

#endif // PASSES_LOWER_CODEGEN_H
