#ifndef SHARDWRIGHT_PLACEMENT_CHOOSE_H
#define SHARDWRIGHT_PLACEMENT_CHOOSE_H

#include "shardwright/Placement/Placement.h"

namespace shardwright {

/// What a decision costs. Bytes are sent per device (ring convention); compute is expressed in the bytes that could be
/// sent in its time, so that one order serves both.
struct Price {
  double bytes = 0;
  double compute = 0;
  int64_t collectives = 0;

  Price &operator+=(const Price &other) {
    bytes += other.bytes;
    compute += other.compute;
    collectives += other.collectives;
    return *this;
  }
  Price &operator-=(const Price &other) {
    bytes -= other.bytes;
    compute -= other.compute;
    collectives -= other.collectives;
    return *this;
  }
  Price &operator*=(double share) {
    bytes *= share;
    compute *= share;
    return *this;
  }
  /// Cheaper: by bytes and compute together, then by the number of collectives.
  bool operator<(const Price &other) const {
    double a = bytes + compute, b = other.bytes + other.compute;
    return a != b ? a < b : collectives < other.collectives;
  }
};

/// Says what a change of sharding costs; nothing where there is no way (a partial value of another kind).
class ReshardPricer {
public:
  virtual ~ReshardPricer() = default;
  virtual std::optional<Price> price(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &from,
                                     const Sharding &to) = 0;
};

/// What is known of an operand where an op is placed.
struct OperandState {
  int64_t elementBytes = 4;
  /// The shardings in which the value exists already, the one it was computed in first.
  std::vector<Sharding> available;
  /// The first operand that is the same value; its own index where it is the first. Bringing a value into a sharding
  /// costs once.
  size_t first = 0;
  /// Another user forces the combination of its pending summands anyway, so leaving it pending here would combine
  /// twice.
  bool resolvedElsewhere = false;
  /// Made where it is wanted: bringing it into any sharding costs nothing (a constant).
  bool free = false;
  /// Computed behind the operand whose wishes are asked for, so it can still adapt: see operandWishes().
  size_t order = 0;
};

/// A sharding in which a value would be welcome, and what is to pay downstream for having it so, beyond the cheapest.
struct Wish {
  Sharding sharding;
  Price price;
};
/// Cheapest first.
using Wishes = std::vector<Wish>;

/// What is known of a result.
struct ResultState {
  int64_t elementBytes = 4;
  /// What its users want; at least one. Another sharding costs a reshard to the wish from which it is cheapest.
  Wishes wishes;
  /// Every user can take it while a combination is pending.
  bool usersTakePartial = false;
};

struct PlacementProblem {
  const Mesh &mesh;
  const ShardingRule &rule;
  const OpShapes &shapes;
  std::vector<OperandState> operands;
  std::vector<ResultState> results;
  /// Cost of one point of the op's iteration space (product of factor sizes), in bytes: see Price.
  double computePerPoint = 0.05;
};

struct RankedPlacement {
  Placement placement;
  Price price;
};

/// Every candidate that can run, cheapest first; never empty (the replicated placement always runs). Ties are broken by
/// the order in which candidates are made, which follows operands and factors, never addresses.
///
/// Candidates lead with what one tensor has or wants and take from the others what fits beside it, each with and
/// without the axes of contracted factors, and with each way of leaving partial operands pending.
std::vector<RankedPlacement> rankPlacements(const PlacementProblem &problem, ReshardPricer &pricer);

/// What an op wishes for one of its operands: each sharding that some candidate asks of it, with the price of the best
/// candidate for a value that comes so. What the other operands cost counts where they were computed before this one
/// (a smaller `order`); those behind it will follow its choice. Operands share what is to pay for the results, so that
/// a value on two ways to one op does not weigh twice.
Wishes operandWishes(const PlacementProblem &problem, size_t operand, ReshardPricer &pricer);

/// The wishes of all users of a value together: at most `limit`, with prices relative to the first. A user to which a
/// sharding means nothing pays for a reshard to one that it wants.
Wishes mergeWishes(llvm::ArrayRef<Wishes> users, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                   ReshardPricer &pricer, size_t limit);

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_CHOOSE_H
