#ifndef PASSES_LOWER_LOWERTOEXEC_H
#define PASSES_LOWER_LOWERTOEXEC_H

#include "passes/lower/LoweringOptions.h"

#include "dialects/exec/ExecOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::lower {

/// On the arguments and results of a prepared function whose elements are complex: the type of the whole array, and how
/// it is sharded.
constexpr llvm::StringLiteral kWholeAttr = "exec.whole", kSpecAttr = "exec.spec";

/// What the operations of a program were made for.
struct ExecOrigins {
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> ops; ///< of steps
  llvm::DenseMap<mlir::Value, mlir::Value> values;          ///< of buffers; the first that each was made for
};

/// Makes of a prepared function, which stays, the mesh, the kernels and the program of `module`, which is empty. Fails
/// with a diagnostic at an operation that cannot be lowered.
mlir::FailureOr<exec::ProgramOp> lowerToExec(mlir::func::FuncOp function, mlir::ModuleOp module,
                                             const LoweringOptions &choices, ExecOrigins *origins = nullptr);

} // namespace shardwright::lower

#endif // PASSES_LOWER_LOWERTOEXEC_H
