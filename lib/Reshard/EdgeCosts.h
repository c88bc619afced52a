#ifndef LIB_RESHARD_EDGECOSTS_H
#define LIB_RESHARD_EDGECOSTS_H

#include "lib/Reshard/GroupPrices.h"

namespace shardwright::reshard {

class StateGraph;

/// Seconds of the steps of one problem on a machine, and the least that is still to come.
class EdgeCosts {
public:
  /// Bytes of the problem are those of the array divided by `scale`.
  EdgeCosts(const Problem &problem, GroupPrices &prices, int64_t scale = 1)
      : prices(prices), scale(static_cast<double>(scale)),
        // Where the target is partial, permutes may hand summands to any atoms.
        partial(problem.target.partial ? ~AtomSet(0) : problem.source.partial) {}

  /// No path of the problem sends fewer bytes, or takes less.
  struct Least {
    double seconds;
    int64_t bytes;
  };
  Least leastOf(const Problem &problem, StateGraph &graph);

  /// Of a step over a group of the atoms that sends `bytes`.
  double seconds(ReshardOp op, AtomSet group, int64_t bytes) const {
    std::optional<CollectiveKind> collective = collectiveOf(op);
    return collective ? prices.secondsOfSent(*collective, group, static_cast<double>(bytes) * scale) : 0;
  }
  GroupPrices &groups() const { return prices; }

  /// Makes atLeast() close for demands like this one.
  void aimAt(const Demand &demand);
  /// Of a path that sends as much: no path takes less.
  double atLeast(const Demand &demand) const;
  /// What is left behind a permute of `local` bytes. `combines`: the path must combine.
  double behindPermute(const Demand &demand, int64_t local, bool combines) const;
  /// No permute of `local` bytes takes less.
  double permuteAtLeast(int64_t local) const { return prices.permuteAtLeast(static_cast<double>(local) * scale); }

private:
  Demand scaled(Demand demand) const;

  GroupPrices &prices;
  double scale;
  AtomSet partial; ///< the atoms that a path may reduce over
  llvm::SmallVector<const Tariff *, 8> tariffs;
};

} // namespace shardwright::reshard

#endif // LIB_RESHARD_EDGECOSTS_H
