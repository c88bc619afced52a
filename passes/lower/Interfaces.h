#ifndef PASSES_LOWER_INTERFACES_H
#define PASSES_LOWER_INTERFACES_H

#include "dialects/exec/ExecOps.h"
#include "shardwright/Runtime/Executable.h"
#include "shardwright/Sharding/Sharding.h"

namespace shardwright::lower {

/// The runtime's name of an element type; nothing for types that it does not store.
std::optional<runtime::ElementType> runtimeType(mlir::Type elementType);

runtime::Reduction runtimeReduction(ReductionKind kind);

/// Fills in mesh, arguments and results from a program's buffers.
mlir::LogicalResult describeInterfaces(exec::ProgramOp program, const Mesh &mesh, runtime::Executable &executable);

/// Axes as digits of the mesh.
runtime::AxisDigits axisDigits(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes);

} // namespace shardwright::lower

#endif // PASSES_LOWER_INTERFACES_H
