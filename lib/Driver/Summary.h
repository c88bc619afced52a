#ifndef LIB_DRIVER_SUMMARY_H
#define LIB_DRIVER_SUMMARY_H

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
  int64_t count = 0;                   ///< ops in the program
  std::optional<int64_t> executed = 0; ///< in one run; nothing where a loop's trip count is not known
  int64_t bytesPerDevice = 0;          ///< sent in one run, ring convention; loops of unknown length count once
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
  int64_t flopsPerDevice = 0;     ///< matrix products and convolutions 2 a multiply-add, element-wise ops 1 an element
  int64_t peakBytesPerDevice = 0; ///< of values alive at once, each in memory of its own
  std::vector<std::pair<std::string, double>> seconds;
};

Summary summarize(mlir::ModuleOp module);

/// Bytes that one device sends in one execution of a collective of the `spmd` dialect; 0 for any other op.
int64_t bytesSent(mlir::Operation *op);
/// Floating-point operations of one execution of an op, without its regions.
int64_t flops(mlir::Operation *op);
/// Largest sum of live values over a block and what it contains.
int64_t peakBytes(mlir::Block &block);

std::string json(const Summary &summary);
/// For people: a table of the collectives and the sums.
std::string text(const Summary &summary);

} // namespace shardwright::driver

#endif // LIB_DRIVER_SUMMARY_H
