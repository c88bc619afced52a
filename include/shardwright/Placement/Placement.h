#ifndef SHARDWRIGHT_PLACEMENT_PLACEMENT_H
#define SHARDWRIGHT_PLACEMENT_PLACEMENT_H

#include "shardwright/Sharding/ShardingRule.h"

namespace shardwright {

using Shape = llvm::SmallVector<int64_t, 6>;
/// One list a factor of a rule.
using FactorAxes = std::vector<AxisList>;

/// How one op runs on a mesh: an ordered list of axes for each factor of its rule, each axis at most once, and the
/// partial axes that it hands from operands to results without resolving them. It determines everything: the sharding
/// each operand must have, the local op, the sharding of each result, and where the result is partial.
///
///   dot ([i, k], [k, j])->([i, j]) on <x=2, y=4>:  i={x}, k={y}  means  [I_x, K_y] . [K_y, J] -> [I_x, J]{U_y}
struct Placement {
  FactorAxes factors;
  /// Axes of partial operands that pass through (rule.partial says which ops can).
  std::vector<PartialAxis> partial;
  /// For PartialBehavior::ExactlyOne: the operand that carries them.
  int64_t partialOperand = -1;

  bool operator==(const Placement &other) const {
    return factors == other.factors && partial == other.partial && partialOperand == other.partialOperand;
  }

  static Placement replicated(const ShardingRule &rule) { return {FactorAxes(rule.factors.size()), {}, -1}; }
  /// Some factor uses the axis, or the partial value does.
  bool uses(const Mesh &mesh, const AxisRef &axis) const;
  /// `i={x} k={y} partial={z}`
  std::string str(const ShardingRule &rule) const;
};

/// The sharding that the placement asks of an operand, or gives to a result.
Sharding operandSharding(const Mesh &mesh, const ShardingRule &rule, const Placement &placement, size_t operand);
Sharding resultSharding(const Mesh &mesh, const ShardingRule &rule, const Placement &placement, size_t result);

/// No local op computes with the factor split.
bool staysWhole(const Factor &factor);

/// Nothing is exchanged between neighbours: what is read through windows is whole.
void keepWindowsWhole(ShardingRule &rule);

/// The shapes of an op's operands and results.
struct OpShapes {
  std::vector<Shape> operands, results;
};

/// Whether local ops can compute it: no axis twice; need-replication and permutation factors whole; factors that share
/// a dimension split into contiguous equal blocks; a ragged split only where the factor is a whole dimension
/// everywhere.
bool isRunnable(const Mesh &mesh, const ShardingRule &rule, const OpShapes &shapes, const Placement &placement);

/// Whether an operand in that sharding has to be made whole whatever that costs: it is split, and no local op
/// computes with any of its dimensions split over any of those axes.
bool mustBeWhole(const Mesh &mesh, const ShardingRule &rule, const OpShapes &shapes, size_t operand,
                 const Sharding &sharding);

/// Whether an op with that placement runs whole on every device for an operand's sake, where no price could have
/// decided otherwise.
bool runsWholeFor(const Mesh &mesh, const ShardingRule &rule, const OpShapes &shapes, const Placement &placement,
                  size_t operand, const Sharding &sharding);

/// The axes of one tensor's dimensions read as axes of factors: as many as can be, major to minor, splitting an axis
/// where a factor ends inside it. What cannot be expressed is left out.
FactorAxes projectToFactors(const Mesh &mesh, const ShardingRule &rule, const TensorFactors &dims,
                            const Sharding &sharding);

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_PLACEMENT_H
