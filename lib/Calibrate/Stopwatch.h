#ifndef LIB_CALIBRATE_STOPWATCH_H
#define LIB_CALIBRATE_STOPWATCH_H

#include "lib/Calibrate/Probes.h"
#include "lib/Estimate/Estimate.h"
#include "shardwright/Runtime/Runtime.h"

#include <map>
#include <vector>

namespace shardwright::calibrate {

/// The median; of an even number the lower one. At least one value.
double middle(std::vector<double> values);

/// Who runs a probe. One worker runs the devices one after the other and is disturbed by nobody.
enum class Workers { One, All };

/// What the operation of one line takes, and what it asks of a device; monostate where it is more than one step.
struct OperationTime {
  double seconds = 0;
  decltype(estimate::PricedOp::work) work;
};

/// Compiles probes for this machine and runs them. Others may use the machine too: it takes the least of what is run at
/// one time. And its speed may change from second to second: whoever asks for the same again later is told the middle
/// of the answers so far.
class Stopwatch {
public:
  Stopwatch();

  /// A step. Errors: a probe that this machine cannot run, which is not the user's fault.
  absl::StatusOr<double> step(const Probe &probe, Workers workers);
  /// By line of the probe, on a device in the middle, by one worker. Errors: as above.
  absl::StatusOr<std::vector<OperationTime>> operations(const Probe &probe);

private:
  struct Compiled {
    runtime::Executable executable;
    std::vector<std::optional<size_t>> operation; ///< of each step of the executable, by line of the probe
    std::vector<OperationTime> operations;        ///< what each asks for, and its answer
    std::vector<std::vector<double>> answers;     ///< for each operation
    std::map<Workers, std::vector<double>> steps; ///< answers
  };
  absl::StatusOr<Compiled *> compile(const Probe &probe);

  mlir::MLIRContext context;
  std::map<std::string, Compiled> probes; ///< by text
  const double clockSeconds;              ///< what looking at the clock adds to each operation
};

} // namespace shardwright::calibrate

#endif // LIB_CALIBRATE_STOPWATCH_H
