#include "lib/Plan/Changes.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>

namespace shardwright::plan {

Changes::Changes(SolverState &state) : state(state) {
  constexpr double kLeastShare = 1.0 / 8; // As of StartShares.h.
  if (double seconds = state.costs.leastStartSeconds(); std::isfinite(seconds))
    startTicks = kLeastShare * seconds * Price::kTicksPerSecond;
}

bool Changes::mayBeSlice(ShardingId from, ShardingId to) {
  if (from == to)
    return true;
  auto [place, isNew] = slices.try_emplace({from, to}, false);
  if (!isNew)
    return place->second;
  const Sharding &is = state.interner.sharding(from), &wanted = state.interner.sharding(to);
  auto isPart = [&](const auto &pair) {
    return isPrefixOf(state.mesh, std::get<0>(pair).axes, std::get<1>(pair).axes);
  };
  auto staysPartial = [&](const PartialAxis &each) { return llvm::is_contained(wanted.partial, each); };
  return place->second =
             llvm::all_of(llvm::zip_equal(is.dims, wanted.dims), isPart) && llvm::all_of(is.partial, staysPartial);
}

double Changes::atLeast(size_t root, ShardingId from, ShardingId to) {
  if (state.isFree(root) || mayBeSlice(from, to))
    return 0;
  return std::max(0.0, state.prices.ticksAtLeast(state.arrays[root], from, to)) * state.timesOf[root];
}

double Changes::ticks(size_t root, ShardingId from, ShardingId to) {
  if (state.isFree(root) || from == to)
    return 0;
  std::optional<Price> price = state.prices.between(state.arrays[root], from, to);
  return price ? price->ticks * state.timesOf[root] : std::numeric_limits<double>::infinity();
}

} // namespace shardwright::plan
