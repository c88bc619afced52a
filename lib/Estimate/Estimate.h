#ifndef LIB_ESTIMATE_ESTIMATE_H
#define LIB_ESTIMATE_ESTIMATE_H

#include "passes/common/Executions.h"
#include "passes/lower/LoweringOptions.h"
#include "shardwright/Cost/CostModel.h"
#include "shardwright/Cost/Waking.h"
#include "shardwright/Timeline/Timeline.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <variant>

namespace shardwright::estimate {

/// Something that costs: a kernel with all operations fused into it, a product, a collective, a loop.
struct PricedOp {
  /// The operation of the given program that it is named after: the last one of a kernel. Null for one that preparation
  /// made and that stands nowhere in the program.
  mlir::Operation *op = nullptr;
  /// All operations of the given program that it computes, in program order; `op` is one of them.
  llvm::SmallVector<mlir::Operation *, 4> fused;
  std::string name; ///< `dot_general`, `all_gather`, `fusion of 5 (multiply)`, `while`
  /// One execution; its FLOPs are those of the program's ops. A loop's price is that of all its iterations, whose
  /// operations are priced by themselves as well.
  cost::OpPrice price;
  /// What it asks of the device; nothing for collectives, loops and what is priced by formulas of its own.
  std::variant<std::monostate, cost::KernelWork, cost::ProductWork, cost::SortWork> work;
  bool isCollective = false;
  bool isLoop = false;
  bool isStart = false; ///< no operation: what a step takes before its first kernel
  /// Of a collective; the largest of a loop or of the branch that is counted.
  Rendezvous rendezvous = Rendezvous::None;
  int64_t bytesSent = 0; ///< by each device, ring convention
  /// How often it runs in a step; 0 in a branch that is not counted.
  Executions executed;

  /// In a step. Do not add a loop to what is in it.
  double totalSeconds() const { return price.seconds * double(executed.times); }
};

/// Blocks that run: the program, or the condition and the body of a loop, for one iteration.
struct BlockTimeline {
  TaskGraph graph;
  Timeline timeline;
  /// By task of the graph: index into Estimate::ops.
  std::vector<uint32_t> opOfTask;
};

/// What one step of a per-device program takes on a machine. Sums are those of one device; all devices do the same.
struct Estimate {
  /// In the order in which they run; bodies of loops follow their loop, branches the operation that chooses.
  std::vector<PricedOp> ops;
  /// Queue 0 computes, queue 1 sends.
  BlockTimeline step;
  /// Of each loop in `ops`, by index into it: one trip of its body.
  std::map<uint32_t, BlockTimeline> bodies;

  double seconds() const { return step.timeline.seconds; }
  /// Computing, communication, and exposed*: communication while nothing is computed.
  BusySeconds busy;
  /// Of all ops of the program as often as they run, and of its products and convolutions.
  double flops = 0, productFlops = 0;
  int64_t bytesSent = 0;
  /// What utilisation is measured by: cost::DeviceCosts::utilizationPeak(), and its type.
  double peakFlopsPerSecond = 1;
  std::string peakType;
  /// Hardware FLOPs utilisation (HFU): all products that a device runs, recomputed and replicated ones too, over what
  /// its 16-bit units could do meanwhile.
  double hardwareUtilization() const;
  /// Model FLOPs utilisation (MFU) over what all devices could do: `modelFlops` are those of the whole program, once,
  /// without what is recomputed or done by several devices (ModelFlops.h).
  double modelUtilization(double modelFlops, int64_t devices) const;
  /// What was assumed, a line each, with the place: loops of unknown length, operations priced by their bytes alone.
  std::vector<std::string> notes;
};

/// Prices every operation of a per-device program (one func.func @main of stablehlo and spmd operations on local
/// shapes) and plays the step through. Kernels are fused as lowering fuses them (`choices`); a collective goes on
/// beside kernels where the machine says so. The module is left as it is. Errors: no such function; axes of a
/// collective that do not line up with the machine.
absl::StatusOr<Estimate> estimateStep(mlir::ModuleOp module, const CostModel &machine,
                                      const LoweringOptions &choices = {});

/// The seconds of that step alone, for whoever compares programs: without what they are made of, which takes as long.
absl::StatusOr<double> stepSeconds(mlir::ModuleOp module, const CostModel &machine,
                                   const LoweringOptions &choices = {});

} // namespace shardwright::estimate

#endif // LIB_ESTIMATE_ESTIMATE_H
