#ifndef PASSES_LOWER_LOWERTOHOST_H
#define PASSES_LOWER_LOWERTOHOST_H

#include "passes/lower/LoweringOptions.h"
#include "shardwright/Runtime/Executable.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright {

/// Lowers a per-device program (one func.func @main of stablehlo, spmd and check operations on local static shapes) to
/// an `exec` program whose buffers have their places, in a module of its own. The module is left as it is. Fails with
/// diagnostics.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> lowerToProgram(mlir::ModuleOp module,
                                                                  const LoweringOptions &choices = {});

/// Compiles the `exec` program of a module, as lowerToProgram() leaves it, into an executable for the target that it
/// was lowered for, or where it does not say, that of `choices`. The module is left as it is. Fails with diagnostics,
/// where both speak of different targets too.
mlir::FailureOr<runtime::Executable> compileProgram(mlir::ModuleOp module, const LoweringOptions &choices = {});

/// Both, one after the other.
mlir::FailureOr<runtime::Executable> lowerToHost(mlir::ModuleOp module, const LoweringOptions &choices = {});

/// What memory the executable of a program takes, and for what.
struct MemoryPlan {
  /// As lowerToHost() gives it, without machine code: runtime::bytesPerDevice() knows its peak.
  runtime::Executable executable;
  /// In the order of the schedule: bytes of the arena that are alive while a step runs, and the op that it is for.
  struct Point {
    mlir::Operation *op;
    uint64_t bytes;
  };
  std::vector<Point> points;
  /// Alive where most is, arguments and results outside of the arena included; the largest first. The value may be
  /// null.
  struct Live {
    mlir::Value value;
    uint64_t bytes;
  };
  std::vector<Live> largest;
};

/// Schedules a per-device program and places its buffers as lowerToHost() does. The module is prepared in place, for
/// what the plan names to stay alive. Fails with diagnostics where lowerToHost() does.
mlir::FailureOr<MemoryPlan> planMemory(mlir::ModuleOp module, const LoweringOptions &choices = {});

/// The schedule as text, one step a line: what runs, on which bytes. Then the largest live set: where to look for
/// memory to save.
std::string describeSchedule(const runtime::Executable &executable);

} // namespace shardwright

#endif // PASSES_LOWER_LOWERTOHOST_H
