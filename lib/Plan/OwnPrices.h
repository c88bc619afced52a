#ifndef LIB_PLAN_OWNPRICES_H
#define LIB_PLAN_OWNPRICES_H

#include "lib/Placement/Assignment.h"
#include "lib/Plan/Lives.h"

namespace shardwright::plan {

/// What ops cost whatever their neighbours, as often as they run: as of AssignmentPricer, but that work which is part
/// of its readers' kernels counts there alone, and that gathers and scatters touch one place for each index.
class OwnPrices {
public:
  OwnPrices(AssignmentPricer &pricer, const Lives &lives);

  double ticks(size_t op, const Candidate &candidate);
  bool isInlined(size_t op) const { return lives.isInlined(op); }

  AssignmentPricer &pricer;

private:
  double productTicks(const ShardingProblem::Op &op, const Candidate &candidate);

  const Lives &lives;
  std::vector<llvm::SmallVector<size_t, 1>> places; ///< by op class: factors of which an index names one position
  llvm::DenseMap<std::pair<int64_t, const Candidate *>, double> products; ///< by op class
};

} // namespace shardwright::plan

#endif // LIB_PLAN_OWNPRICES_H
