#include "lib/Placement/LoopCarried.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {
namespace {

/// One loop-carried value, and its cost in one sharding or another.
class LoopCarried {
public:
  LoopCarried(SolverState &state, const ForwardRound &choices, const ShardingProblem::LoopCarried &carried)
      : state(state), choices(choices), carried(carried), enters(rootAt(carried.entry)),
        yielded(rootAt(carried.yield)) {
    for (size_t made : {enters, yielded})
      if (!llvm::is_contained(carried.arguments, made) && (copies.empty() || copies.front().first != made))
        copies.push_back({made, copiesOf(made)});
  }

  ShardingId current() const { return state.specs[carried.result]; }

  /// The shardings in which it is made or demanded, its current one first.
  llvm::SmallVector<ShardingId> candidates() const {
    llvm::SmallVector<ShardingId> all{current()};
    auto add = [&](ShardingId sharding) {
      if (!state.interner.sharding(sharding).isPartial() && !llvm::is_contained(all, sharding))
        all.push_back(sharding);
    };
    for (const auto &[made, existing] : copies)
      llvm::for_each(existing, add);
    for (size_t value : readAs())
      for (const Demand &demand : state.interner.demands(state.asked[value]))
        add(demand.sharding);
    return all;
  }

  std::optional<Price> price(ShardingId sharding) const {
    Price total;
    for (const auto &[made, existing] : copies)
      if (!add(total, made, reshardTo(made, existing, sharding)))
        return std::nullopt;
    for (size_t value : readAs())
      if (!add(total, value, demanded(value, sharding)))
        return std::nullopt;
    return total;
  }

  double heldMore(ShardingId sharding) const {
    return std::max(0.0, state.localBytes(carried.result, sharding) - state.localBytes(carried.result, current()));
  }

  void move(ShardingId sharding) { state.setLoopCarried(carried, sharding); }

private:
  size_t rootAt(size_t op) const { return state.rootOf(state.program.ops[op].operands[carried.position]); }

  /// The shardings in which what enters, or is yielded, exists whatever the loop-carried value does.
  llvm::SmallVector<ShardingId> copiesOf(size_t made) const {
    llvm::SmallVector<ShardingId> existing{state.current[made]};
    for (const SolverState::Use &use : state.uses[made]) {
      if (use.op == carried.entry || use.op == carried.yield)
        continue;
      for (auto [operand, need] : llvm::zip_equal(state.program.ops[use.op].operands, choices.needsOf(use.op)))
        if (state.rootOf(operand) == made && need != SolverState::kAny && !llvm::is_contained(existing, need))
          existing.push_back(need);
    }
    return existing;
  }

  /// The loop-carried value as the condition, the body and what comes behind the loop read it, where they do.
  llvm::SmallVector<size_t, 3> readAs() const {
    llvm::SmallVector<size_t, 3> values(carried.arguments.begin(), carried.arguments.end());
    values.push_back(carried.result);
    llvm::erase_if(values, [&](size_t value) {
      return llvm::all_of(state.uses[value], [&](const SolverState::Use &use) { return use.op == carried.yield; });
    });
    return values;
  }

  std::optional<Price> reshardTo(size_t made, llvm::ArrayRef<ShardingId> existing, ShardingId sharding) const {
    if (state.program.values[made].free || llvm::is_contained(existing, sharding))
      return Price{};
    std::optional<Price> best;
    for (ShardingId from : existing) {
      std::optional<Price> price = state.prices.between(state.arrays[made], from, sharding);
      if (price && (!best || *price < *best))
        best = price;
    }
    return best;
  }
  std::optional<Price> demanded(size_t value, ShardingId sharding) const {
    return priceDemand(state.arrays[value], sharding, state.interner.demands(state.asked[value]), state.prices);
  }

  bool add(Price &total, size_t value, std::optional<Price> price) const {
    if (!price)
      return false;
    *price *= state.timesOf[value];
    total += *price;
    return true;
  }

  SolverState &state;
  const ForwardRound &choices;
  const ShardingProblem::LoopCarried &carried;
  size_t enters, yielded;
  /// What enters and what an iteration yields, unless that is what it was given, and the shardings they exist in.
  llvm::SmallVector<std::pair<size_t, llvm::SmallVector<ShardingId>>, 2> copies;
};

double argumentBytes(const SolverState &state) {
  double bytes = 0;
  for (size_t argument : state.program.ops.front().results)
    bytes += state.localBytes(argument, state.specs[argument]);
  return bytes;
}

} // namespace

bool reshardLoopCarried(SolverState &state, const ForwardRound &choices) {
  bool moved = false;
  double room = argumentBytes(state);
  for (const ShardingProblem::LoopCarried &each : state.program.loopCarried) {
    LoopCarried carried(state, choices, each);
    std::optional<Price> now = carried.price(carried.current()), least = now;
    if (!now || state.interner.sharding(carried.current()).isPartial())
      continue;
    ShardingId best = carried.current();
    // On a machine, who holds less of a value works less for it.
    auto isBetter = [&](const Price &price, ShardingId sharding, const Price &than, ShardingId other) {
      if (state.costs.secondsPerByteSent() || price < than || than < price)
        return price < than;
      return state.localBytes(each.result, sharding) < state.localBytes(each.result, other);
    };
    for (ShardingId sharding : carried.candidates()) {
      std::optional<Price> price = carried.price(sharding);
      double more = carried.heldMore(sharding);
      if (!price || !isBetter(*price, sharding, *least, best) ||
          (more > 0 && more > std::min(room, now->bytes - price->bytes)))
        continue;
      least = price;
      best = sharding;
    }
    if (best == carried.current())
      continue;
    room -= carried.heldMore(best);
    carried.move(best);
    moved = true;
  }
  return moved;
}

} // namespace shardwright
