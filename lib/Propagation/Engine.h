#ifndef LIB_PROPAGATION_ENGINE_H
#define LIB_PROPAGATION_ENGINE_H

#include "lib/Propagation/ShardingTable.h"
#include "lib/Propagation/Step.h"
#include "shardwright/Propagation/Graph.h"

namespace shardwright {

/// Runs fixed points over a graph. Every value holds the number of its sharding; what a step makes of its inputs'
/// numbers is remembered.
class Engine {
public:
  Engine(const PropagationGraph &graph, const Strategy &strategy);

  const Sharding &sharding(size_t value) const { return table_.get(current_[value]); }
  void set(size_t value, const Sharding &sharding) { current_[value] = table_.intern(sharding); }

  /// Visits all steps that take part in `round` until nothing changes.
  void fixedPoint(int round);

  std::vector<Decision> takeDecisions() { return std::move(decisions_); }

private:
  /// The outcome of a step with every sharding as its number.
  struct Transition {
    std::vector<std::pair<size_t, uint32_t>> changed;
    std::vector<Gain> gains;
  };
  using Key = llvm::SmallVector<uint32_t, 24>;
  struct KeyHash {
    size_t operator()(const Key &key) const { return size_t(llvm::hash_combine_range(key.begin(), key.end())); }
  };

  const Transition &transition(size_t step, llvm::ArrayRef<Direction> directions);
  void apply(size_t step, const Transition &transition);
  void enqueue(size_t step);

  const PropagationGraph &graph_;
  const Strategy &strategy_;
  ShardingTable table_;
  std::vector<uint32_t> current_;
  /// Steps that touch a value, in program order.
  std::vector<llvm::SmallVector<uint32_t, 4>> users_;
  std::unordered_map<Key, Transition, KeyHash> known_;
  std::vector<size_t> queue_;
  std::vector<bool> queued_;
  std::vector<bool> takesPart_;
  std::vector<Decision> decisions_;
};

} // namespace shardwright

#endif // LIB_PROPAGATION_ENGINE_H
