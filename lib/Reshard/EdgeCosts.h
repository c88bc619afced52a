#ifndef LIB_RESHARD_EDGECOSTS_H
#define LIB_RESHARD_EDGECOSTS_H

#include "lib/Reshard/State.h"
#include "shardwright/Cost/CostModel.h"
#include "shardwright/Reshard/Reshard.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright::reshard {

/// What a machine prices a step of a reshard as; nothing where it sends nothing: that is done by whoever reads it.
std::optional<CollectiveOp> collectiveOf(ReshardOp op);

/// Seconds of the steps of one problem on a machine, each group resolved once.
class EdgeCosts {
public:
  /// `type`: of the elements, see CollectiveWork. Bytes of the problem are those of the array divided by `scale`.
  EdgeCosts(const Problem &problem, const CostModel &costs, llvm::StringRef type, int64_t scale = 1);

  /// Of a step over a group of the atoms that sends `bytes`.
  double seconds(ReshardOp op, AtomSet atoms, int64_t bytes);
  /// Of a path that sends `bytes` in `collectives` at least: no path takes less.
  double atLeast(int64_t bytes, int64_t collectives) const;

private:
  const CollectivePrice &priceOf(CollectiveOp op, AtomSet atoms);

  const Problem &problem;
  const CostModel &costs;
  llvm::StringRef type;
  double scale;
  llvm::DenseMap<std::pair<unsigned, AtomSet>, const CollectivePrice *> prices;
  /// Supporting lines of all groups that there are.
  struct Line {
    double start, slope;
  };
  llvm::SmallVector<Line, 10> lines;
};

} // namespace shardwright::reshard

#endif // LIB_RESHARD_EDGECOSTS_H
