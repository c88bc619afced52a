#ifndef PASSES_LOWER_STEPPRICES_H
#define PASSES_LOWER_STEPPRICES_H

#include "dialects/exec/ExecOps.h"
#include "shardwright/Cost/CostModel.h"

namespace shardwright::lower {

/// What the steps of an exec program take on a machine: collectives and products as everywhere; kernels, which are
/// graphs over loops here, by their bytes and the number of their operations; a loop of unknown length once.
class StepPrices {
public:
  StepPrices(exec::ProgramOp program, const CostModel &costs) : program(program), costs(costs) {}

  /// Seconds of one execution, with what is inside one after the other. Copies are free: most disappear.
  double secondsOf(mlir::Operation *step) const;
  double secondsOf(mlir::Block &steps) const;

private:
  double secondsOf(exec::LaunchOp launch) const;
  double secondsOf(exec::MatmulOp matmul) const;
  double secondsOf(exec::CollectiveOp collective) const;

  exec::ProgramOp program;
  const CostModel &costs;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_STEPPRICES_H
