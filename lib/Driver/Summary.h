#ifndef LIB_DRIVER_SUMMARY_H
#define LIB_DRIVER_SUMMARY_H

#include "lib/Estimate/Memory.h"
#include "passes/common/Executions.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace shardwright::driver {

/// Collectives of one kind over the same axes with the same cause.
struct CollectiveRow {
  std::string op;
  std::vector<std::string> axes;
  std::string cause;
  int64_t count = 0;          ///< ops in the program
  Executions executed{0};     ///< in one run
  int64_t bytesPerDevice = 0; ///< sent in one run, ring convention
};

/// A value that was split and is whole on every device, because an op cannot run on blocks of it: every device runs all
/// of that op.
struct ReplicatedFallback {
  std::string op;
  std::string location; ///< `file:line:col`, or nothing where no file is known
  int64_t bytes = 0;    ///< of the whole value
};

/// What a per-device program costs.
struct Summary {
  int64_t devices = 1;
  std::vector<std::pair<std::string, int64_t>> mesh;
  std::vector<CollectiveRow> collectives;    ///< sorted by op, axes, cause
  std::vector<ReplicatedFallback> fallbacks; ///< in program order
  int64_t bytesPerDevice = 0;
  int64_t flopsPerDevice = 0;     ///< shardwright::flops()
  int64_t peakBytesPerDevice = 0; ///< estimate::Memory::peak
  /// The host cannot lower the program: the peak is that of values each in memory of its own.
  bool isPeakUpperBound = false;
  std::vector<std::pair<std::string, double>> seconds;
};

/// Loops and branches count as ExecutionCounts says.
Summary summarize(mlir::ModuleOp module, const estimate::Memory &memory);

std::string json(const Summary &summary);
/// For people: a table of the collectives and the sums.
std::string text(const Summary &summary);

} // namespace shardwright::driver

#endif // LIB_DRIVER_SUMMARY_H
