#ifndef SHARDWRIGHT_PROPAGATION_GRAPH_H
#define SHARDWRIGHT_PROPAGATION_GRAPH_H

#include "shardwright/Propagation/Strategy.h"

namespace shardwright {

/// When a step takes part in the op-priority schedule: element-wise ops, reshapes, transposes and the edges of regions
/// first, dynamic slices with them but only forward, broadcasts forward last.
enum class StepPriority { PassThrough, ForwardPassThrough, Broadcast, Other };

/// A value that has one sharding: an SSA value, or several that always agree (a loop's result and its block arguments,
/// the members of a sharding group).
struct GraphValue {
  llvm::SmallVector<int64_t, 6> shape;
  /// What is known before; all open where nothing is.
  Sharding sharding;
  /// Index into PropagationGraph::axisLists: axes that the value may never take beyond those it has (manual ones).
  size_t unavailable = 0;
};

/// One op (or edge) whose operands and results are kept alike by a rule.
struct GraphStep {
  size_t rule;
  std::vector<size_t> operands;
  std::vector<size_t> results;
  StepPriority priority = StepPriority::Other;
  /// No operand (scalars aside) has another use.
  bool soleUse = false;
  Direction allowed = Direction::Both;
  /// Index into PropagationGraph::axisLists: axes that the *first operand* carries and the results do not see, as at
  /// the entry of a manual region. They stand first in every dimension and stay there.
  size_t hidden = 0;
};

/// A program as propagation sees it. Steps are in program order, which is the order of the first visits.
struct PropagationGraph {
  Mesh mesh;
  std::vector<ShardingRule> rules;
  std::vector<GraphValue> values;
  std::vector<GraphStep> steps;
  /// Lists that values and steps refer to; the first is empty.
  std::vector<AxisList> axisLists = {AxisList()};
};

/// `basic` and `aggressive` run one fixed point; `op-priority` five, letting ever more ops in, each aggressive;
/// `user-priority` runs that schedule once per priority that annotations carry, the strongest (0) first.
enum class StrategyKind { Basic, Aggressive, OpPriority, UserPriority };
std::optional<StrategyKind> parseStrategyKind(llvm::StringRef text);

/// Who gave a value an axis.
struct Decision {
  size_t value;
  size_t dim;
  AxisRef axis;
  size_t step;
  /// The neighbour that had it.
  size_t source;
};

struct PropagationResult {
  /// One per value of the graph.
  std::vector<Sharding> shardings;
  /// In the order they were taken.
  std::vector<Decision> decisions;
};

/// Adds axes to values until no step changes anything. Deterministic: a first-in first-out worklist over program order.
PropagationResult propagate(const PropagationGraph &graph, StrategyKind strategy);

/// Directions of a step's factors in one of the five rounds of the op-priority schedule (1 to 5; 5 allows everything);
/// nothing where the step does not take part.
std::optional<llvm::SmallVector<Direction, 6>> stepDirections(const GraphStep &step, const ShardingRule &rule,
                                                              int round);

} // namespace shardwright

#endif // SHARDWRIGHT_PROPAGATION_GRAPH_H
