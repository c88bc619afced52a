#include "lib/Propagation/Engine.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace shardwright {

static void runOpPriority(Engine &engine) {
  for (int round = 1; round <= 5; ++round)
    engine.fixedPoint(round);
}

/// Dimensions weaker than `round` wait: closed and empty, and their axes kept from everybody in this tensor.
static Sharding park(const Sharding &sharding, int64_t round) {
  Sharding result = sharding;
  for (DimSharding &dim : result.dims) {
    if (dim.priority > round) {
      result.replicated.insert(result.replicated.end(), dim.axes.begin(), dim.axes.end());
      dim.axes.clear();
      dim.open = false;
    }
    dim.priority = 0;
  }
  return result;
}

/// Dimensions of priority `round` come back as they were written, on top of what the others have become.
static Sharding unpark(const Sharding &written, Sharding current, int64_t round) {
  for (size_t d = 0; d < written.dims.size(); ++d) {
    if (written.dims[d].priority != round)
      continue;
    current.dims[d].axes = written.dims[d].axes;
    current.dims[d].open = written.dims[d].open;
    for (const AxisRef &axis : written.dims[d].axes)
      current.replicated.erase(llvm::find(current.replicated, axis));
  }
  return current;
}

static void runUserPriority(const PropagationGraph &graph, Engine &engine) {
  std::set<int64_t> rounds = {0};
  for (const GraphValue &value : graph.values)
    for (const DimSharding &dim : value.sharding.dims)
      rounds.insert(dim.priority);
  for (int64_t round : rounds) {
    for (size_t v = 0; v < graph.values.size(); ++v) {
      const Sharding &written = graph.values[v].sharding;
      if (round == 0)
        engine.set(v, park(written, 0));
      else if (llvm::any_of(written.dims, [&](const DimSharding &dim) { return dim.priority == round; }))
        engine.set(v, unpark(written, engine.sharding(v), round));
    }
    runOpPriority(engine);
  }
}

PropagationResult propagate(const PropagationGraph &graph, StrategyKind kind) {
  const BasicStrategy basic;
  const AggressiveStrategy aggressive;
  bool isBasic = kind == StrategyKind::Basic;
  Engine engine(graph, isBasic ? static_cast<const Strategy &>(basic) : aggressive);
  switch (kind) {
  case StrategyKind::Basic:
  case StrategyKind::Aggressive:
    engine.fixedPoint(5);
    break;
  case StrategyKind::OpPriority:
    runOpPriority(engine);
    break;
  case StrategyKind::UserPriority:
    runUserPriority(graph, engine);
    break;
  }
  PropagationResult result;
  for (size_t v = 0; v < graph.values.size(); ++v)
    result.shardings.push_back(engine.sharding(v));
  result.decisions = engine.takeDecisions();
  return result;
}

} // namespace shardwright
