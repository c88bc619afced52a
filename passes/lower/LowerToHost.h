#ifndef PASSES_LOWER_LOWERTOHOST_H
#define PASSES_LOWER_LOWERTOHOST_H

#include "passes/lower/LoweringOptions.h"
#include "shardwright/Runtime/Executable.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright {

/// Where the time of lowering goes.
struct LowerTimes {
  double lowerSeconds = 0;   ///< fusion, schedule, buffers
  double codegenSeconds = 0; ///< kernels to machine code
};

/// Compiles a per-device program (one func.func @main of stablehlo, spmd and check operations on local static shapes)
/// into an executable for this machine. The module is left as it is. Fails with diagnostics.
mlir::FailureOr<runtime::Executable> lowerToHost(mlir::ModuleOp module, const LoweringOptions &choices = {},
                                                 LowerTimes *times = nullptr);

/// The schedule as text, one step a line: what runs, on which bytes. Then the largest live set: where to look for
/// memory to save.
std::string describeSchedule(const runtime::Executable &executable);

} // namespace shardwright

#endif // PASSES_LOWER_LOWERTOHOST_H
