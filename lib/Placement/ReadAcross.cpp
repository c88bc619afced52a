#include "lib/Placement/ReadAcross.h"

#include "shardwright/Placement/HaloExchange.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardwright {
namespace {

/// What is read of a value across its blocks.
struct Read {
  Price exchanged;
  Sharding joined; ///< where it lies now, without the axes of what is read across
};

std::map<size_t, Read> readsByRoot(const SolverState &state, const ForwardRound &choices) {
  std::map<size_t, Read> reads;
  for (auto [index, op] : llvm::enumerate(state.program.ops)) {
    if (op.opClass < 0 || state.isPinned(index) || state.program.classes[op.opClass].rule.windows.empty())
      continue;
    const ShardingProblem::OpClass &opClass = state.program.classes[op.opClass];
    const Placement &placement = choices.placementOf(index);
    for (const FactorWindow &window : opClass.rule.windows) {
      size_t root = state.rootOf(op.operands[window.operand]);
      Read &read = reads.try_emplace(root, Read{{}, state.interner.sharding(state.current[root])}).first->second;
      if (!placement.factors[window.factor].empty())
        read.joined.dims[window.dim].axes.clear();
    }
    for (auto [position, operand] : llvm::enumerate(op.operands)) {
      Price price = priceHaloExchange(state.costs, opClass.rule, opClass.shapes, placement, position,
                                      state.program.values[operand].element.bytes);
      price *= op.times;
      if (price.collectives > 0)
        reads.at(state.rootOf(operand)).exchanged += price;
    }
  }
  return reads;
}

} // namespace

bool letReadWhole(SolverState &state, const ForwardRound &choices) {
  bool found = false;
  for (auto &[root, read] : readsByRoot(state, choices)) {
    if (read.exchanged.collectives == 0)
      continue;
    std::optional<Price> join =
        state.prices.between(state.arrays[root], state.current[root], state.interner.sharding(read.joined));
    if (!join)
      continue;
    *join *= state.timesOf[root];
    state.readWhole[root] = *join < read.exchanged;
    found |= state.readWhole[root];
  }
  return found;
}

} // namespace shardwright
