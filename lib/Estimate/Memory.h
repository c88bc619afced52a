#ifndef LIB_ESTIMATE_MEMORY_H
#define LIB_ESTIMATE_MEMORY_H

#include "passes/lower/LoweringOptions.h"
#include "shardwright/Cost/CostModel.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace shardwright::estimate {

/// The memory that a device needs for a per-device program: arguments, results, constants and everything between, in
/// the order and the places that the compiled program has. Ops and values are those of the given program; null where
/// lowering made them.
struct Memory {
  /// What a run reports: all that is allocated. The most that is alive at once, beside what packing loses.
  int64_t peak = 0;
  /// In the order in which ops run, the bytes from there on: those that are alive, and what packing loses.
  struct Point {
    mlir::Operation *op = nullptr;
    int64_t bytes = 0;
  };
  std::vector<Point> points;
  /// What makes up the peak, the largest first. Their sum is the peak.
  struct Live {
    mlir::Value value;
    std::string name;
    int64_t bytes = 0;
  };
  std::vector<Live> largest;
  /// The host cannot lower the program: each value counts as memory of its own.
  bool isUpperBound = false;
};

/// Of a module with one func.func @main, which is left as it is, on the target of `choices`.
Memory memoryOf(mlir::ModuleOp module, const LoweringOptions &choices = {});

/// `choices` with the machine's device in place of the target: kernels as large as on it, and nothing of the CPU that
/// is compiled for, unless the device was measured and is one.
LoweringOptions onMachine(LoweringOptions choices, const CostModel &machine);

} // namespace shardwright::estimate

#endif // LIB_ESTIMATE_MEMORY_H
