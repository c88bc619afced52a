#ifndef LIB_PLACEMENT_SITUATION_H
#define LIB_PLACEMENT_SITUATION_H

#include "lib/Placement/Interner.h"
#include "shardwright/Cost/CostModel.h"

namespace shardwright {

/// What is known of an operand where an op is placed.
struct OperandState {
  ArrayId array;
  /// The shardings in which the value exists already, the one it was computed in first.
  llvm::SmallVector<ShardingId, 2> available;
  /// The first operand that is the same value; its own index where it is the first. Bringing a value into a sharding
  /// costs once.
  size_t first = 0;
  /// Another user forces the combination of its partial summands anyway, so leaving it partial here would combine
  /// twice.
  bool resolvedElsewhere = false;
  /// Made where it is wanted: bringing it into any sharding costs nothing (a constant).
  bool free = false;
  /// Computed behind the operand whose demands are asked for, so it can still adapt: see operandDemands().
  size_t order = 0;
  /// Several users read across its blocks: joining them once is cheaper than what they would be sent.
  bool readWhole = false;
};

/// What is known of a result.
struct ResultState {
  ArrayId array;
  /// What its users want; at least one. Another sharding costs a reshard to the demand from which it is cheapest.
  llvm::ArrayRef<Demand> demands;
  /// Every user accepts it while it is partial.
  bool usersAcceptPartial = false;
};

/// One op in its neighbourhood: all that its placement is chosen by.
struct Situation {
  const CostModel &costs;
  const Mesh &mesh;
  const ShardingRule &rule;
  const OpShapes &shapes;
  llvm::SmallVector<OperandState, 3> operands;
  llvm::SmallVector<ResultState, 1> results;
  /// As of ShardingProblem::OpClass.
  double secondsPerPoint = 0;
  /// Every operand may come in any sharding that is available, not in the first: no choice was made yet.
  bool undecided = false;
  /// The op takes so long that axes which nobody around it names may pay for what they make to be sent.
  bool isHeavy = false;
  /// As of ShardingProblem::OpClass.
  llvm::ArrayRef<AxisRef> manual;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_SITUATION_H
