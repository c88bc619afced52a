#ifndef LIB_CALIBRATE_STOPWATCH_H
#define LIB_CALIBRATE_STOPWATCH_H

#include "lib/Calibrate/Probes.h"
#include "lib/Estimate/Estimate.h"

namespace shardwright::calibrate {

/// What running a probe took, each the least of some rounds: others may use the machine too.
struct ProbeTimes {
  double stepSeconds = 0;
  /// Of the operation of each line: what one device takes for it while the others are as busy.
  std::vector<double> seconds;
  /// What the operation of each line asks of a device; monostate where it is more than one step.
  std::vector<decltype(estimate::PricedOp::work)> work;
};

/// Compiles probes for this machine and runs them.
class Stopwatch {
public:
  explicit Stopwatch(int64_t rounds);

  /// `traced`: fill in `seconds` and `work` too, which slows the step down. Errors: a probe that this machine cannot
  /// run, which is not the user's fault.
  absl::StatusOr<ProbeTimes> run(const Probe &probe, bool traced);

private:
  mlir::MLIRContext context;
  const int64_t rounds;
};

} // namespace shardwright::calibrate

#endif // LIB_CALIBRATE_STOPWATCH_H
