#ifndef LIB_CALIBRATE_STOPWATCH_H
#define LIB_CALIBRATE_STOPWATCH_H

#include "lib/Calibrate/Probes.h"
#include "lib/Estimate/Estimate.h"
#include "shardwright/Runtime/Runtime.h"

namespace shardwright::calibrate {

/// Who runs a probe. One worker runs the devices one after the other and is disturbed by nobody.
enum class Workers { One, All };

/// What the operation of one line takes, and what it asks of a device; monostate where it is more than one step.
struct OperationTime {
  double seconds = 0;
  decltype(estimate::PricedOp::work) work;
};

/// Compiles probes for this machine and runs them, each the least of some rounds: others may use the machine too.
class Stopwatch {
public:
  explicit Stopwatch(int64_t rounds);

  /// A step. Errors: a probe that this machine cannot run, which is not the user's fault.
  absl::StatusOr<double> step(const Probe &probe, Workers workers);
  /// By line of the probe, on a device in the middle, by one worker. Errors: as above.
  absl::StatusOr<std::vector<OperationTime>> operations(const Probe &probe);

private:
  absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> parse(const Probe &probe);
  absl::StatusOr<std::unique_ptr<runtime::Program>> load(const Probe &probe, mlir::ModuleOp module, Workers workers);

  mlir::MLIRContext context;
  const int64_t rounds;
  const double clockSeconds; ///< what looking at the clock adds to each operation
};

} // namespace shardwright::calibrate

#endif // LIB_CALIBRATE_STOPWATCH_H
