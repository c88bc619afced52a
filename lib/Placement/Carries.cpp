#include "lib/Placement/Carries.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {
namespace {

/// One carry, and what it costs to have it lie so or so.
class Carry {
public:
  Carry(ProgramState &state, const ChoiceRound &choices, const PlacementProgram::Carry &carry)
      : state(state), choices(choices), carry(carry), enters(rootAt(carry.entry)), yielded(rootAt(carry.yield)) {
    for (size_t made : {enters, yielded})
      if (!llvm::is_contained(carry.arguments, made) && (copies.empty() || copies.front().first != made))
        copies.push_back({made, copiesOf(made)});
  }

  ShardingId lies() const { return state.specs[carry.result]; }

  /// In which it is made or wanted, the one it lies in first.
  llvm::SmallVector<ShardingId> candidates() const {
    llvm::SmallVector<ShardingId> all{lies()};
    auto add = [&](ShardingId sharding) {
      if (!state.interner.sharding(sharding).isPartial() && !llvm::is_contained(all, sharding))
        all.push_back(sharding);
    };
    for (const auto &[made, existing] : copies)
      llvm::for_each(existing, add);
    for (size_t value : readAs())
      for (const Wish &wish : state.interner.wishes(state.asked[value]))
        add(wish.sharding);
    return all;
  }

  std::optional<Price> price(ShardingId sharding) const {
    Price total;
    for (const auto &[made, existing] : copies)
      if (!add(total, made, bring(made, existing, sharding)))
        return std::nullopt;
    for (size_t value : readAs())
      if (!add(total, value, wished(value, sharding)))
        return std::nullopt;
    return total;
  }

  double heldMore(ShardingId sharding) const {
    return std::max(0.0, state.localBytes(carry.result, sharding) - state.localBytes(carry.result, lies()));
  }

  void move(ShardingId sharding) { state.setCarry(carry, sharding); }

private:
  size_t rootAt(size_t step) const { return state.rootOf(state.program.steps[step].operands[carry.position]); }

  /// The shardings in which what enters, or is yielded, exists whatever the carry does.
  llvm::SmallVector<ShardingId> copiesOf(size_t made) const {
    llvm::SmallVector<ShardingId> existing{state.lies[made]};
    for (const ProgramState::Use &use : state.uses[made]) {
      if (use.step == carry.entry || use.step == carry.yield)
        continue;
      for (auto [operand, need] : llvm::zip_equal(state.program.steps[use.step].operands, choices.needsOf(use.step)))
        if (state.rootOf(operand) == made && need != ProgramState::kAny && !llvm::is_contained(existing, need))
          existing.push_back(need);
    }
    return existing;
  }

  /// The carry as the condition, the body and what comes behind the loop read it, where they do.
  llvm::SmallVector<size_t, 3> readAs() const {
    llvm::SmallVector<size_t, 3> values(carry.arguments.begin(), carry.arguments.end());
    values.push_back(carry.result);
    llvm::erase_if(values, [&](size_t value) {
      return llvm::all_of(state.uses[value], [&](const ProgramState::Use &use) { return use.step == carry.yield; });
    });
    return values;
  }

  std::optional<Price> bring(size_t made, llvm::ArrayRef<ShardingId> existing, ShardingId sharding) const {
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
  std::optional<Price> wished(size_t value, ShardingId sharding) const {
    return priceWish(state.arrays[value], sharding, state.interner.wishes(state.asked[value]), state.prices);
  }

  bool add(Price &total, size_t value, std::optional<Price> price) const {
    if (!price)
      return false;
    *price *= state.timesOf[value];
    total += *price;
    return true;
  }

  ProgramState &state;
  const ChoiceRound &choices;
  const PlacementProgram::Carry &carry;
  size_t enters, yielded;
  /// What enters and what a turn yields, unless that is what it was given, and the shardings they exist in.
  llvm::SmallVector<std::pair<size_t, llvm::SmallVector<ShardingId>>, 2> copies;
};

double argumentBytes(const ProgramState &state) {
  double bytes = 0;
  for (size_t argument : state.program.steps.front().results)
    bytes += state.localBytes(argument, state.specs[argument]);
  return bytes;
}

} // namespace

bool letCarriesMove(ProgramState &state, const ChoiceRound &choices) {
  bool moved = false;
  double room = argumentBytes(state);
  for (const PlacementProgram::Carry &each : state.program.carries) {
    Carry carry(state, choices, each);
    std::optional<Price> now = carry.price(carry.lies()), least = now;
    if (!now || state.interner.sharding(carry.lies()).isPartial())
      continue;
    ShardingId best = carry.lies();
    for (ShardingId sharding : carry.candidates()) {
      std::optional<Price> price = carry.price(sharding);
      double more = carry.heldMore(sharding);
      if (!price || !(*price < *least) || (more > 0 && more > std::min(room, now->bytes - price->bytes)))
        continue;
      least = price;
      best = sharding;
    }
    if (best == carry.lies())
      continue;
    room -= carry.heldMore(best);
    carry.move(best);
    moved = true;
  }
  return moved;
}

} // namespace shardwright
