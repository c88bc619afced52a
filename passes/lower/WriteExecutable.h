#ifndef PASSES_LOWER_WRITEEXECUTABLE_H
#define PASSES_LOWER_WRITEEXECUTABLE_H

#include "passes/lower/LoweringOptions.h"

#include "dialects/exec/ExecOps.h"
#include "shardwright/Runtime/Executable.h"

namespace shardwright::lower {

/// The executable of a program whose buffers have their places, without the machine code of its kernels; their
/// functions (see emitKernel) are added to `kernels`, unless that is null. Fails with a diagnostic where an element
/// type is none that the runtime stores.
mlir::FailureOr<runtime::Executable> writeExecutable(exec::ProgramOp program, mlir::ModuleOp kernels,
                                                     const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_WRITEEXECUTABLE_H
