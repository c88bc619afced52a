#ifndef PASSES_LOWER_KERNELIR_H
#define PASSES_LOWER_KERNELIR_H

#include "passes/common/KernelGraph.h"

#include "dialects/exec/ExecOps.h"

#include "mlir/IR/Builders.h"

namespace shardwright::lower {

/// Writes a graph as an `exec.kernel` where the builder stands. Linear in nodes.
exec::KernelOp writeKernel(mlir::OpBuilder &builder, mlir::Location loc, llvm::StringRef name,
                           const KernelGraph &graph);

/// The graph of a kernel that verifies. Equal kernels give graphs of equal words.
KernelGraph readKernel(exec::KernelOp kernel);

} // namespace shardwright::lower

#endif // PASSES_LOWER_KERNELIR_H
