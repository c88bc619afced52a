#include "lib/Plan/Changes.h"

#include "lib/Placement/StartShares.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>

namespace shardwright::plan {

Changes::Changes(SolverState &state) : state(state) {
  if (double seconds = state.costs.leastStartSeconds(); std::isfinite(seconds))
    startTicks = kLeastPriceShare * seconds * Price::kTicksPerSecond;
}

const Changes::Kinds &Changes::kindsOf(ShardingId from, ShardingId to) {
  auto [place, isNew] = kinds.try_emplace({from, to});
  Kinds &found = place->second;
  if (!isNew)
    return found;
  const Mesh &mesh = state.mesh;
  const Sharding &is = state.interner.sharding(from), &wanted = state.interner.sharding(to);
  AxisList gathered, combined;
  for (auto [dim, other] : llvm::zip_equal(is.dims, wanted.dims)) {
    AxisList common = commonPrefix(mesh, dim.axes, other.axes);
    for (const AxisRef &axis : dropPrefix(mesh, dim.axes, common))
      gathered.push_back(axis);
    found.heldShare *= static_cast<double>(numParts(mesh, common)) / static_cast<double>(numParts(mesh, dim.axes));
  }
  for (const PartialAxis &partial : is.partial) {
    if (llvm::is_contained(wanted.partial, partial))
      continue;
    combined.push_back(partial.axis);
    const double parts = static_cast<double>(partial.axis.size(mesh));
    found.combinedOf *= parts;
    auto splits = [&](const DimSharding &dim) { return llvm::is_contained(dim.axes, partial.axis); };
    if (llvm::any_of(wanted.dims, splits))
      continue; // Scattered where it is wanted.
    gathered.push_back(partial.axis);
    found.heldShare /= parts;
  }
  found.isSlice = gathered.empty() && combined.empty();
  if (!combined.empty())
    found.scatter = &state.costs.collective({CollectiveOp::ReduceScatter, combined});
  if (!gathered.empty())
    found.gather = &state.costs.collective({CollectiveOp::AllGather, gathered});
  return found;
}

bool Changes::mayBeSlice(ShardingId from, ShardingId to) { return from == to || kindsOf(from, to).isSlice; }

double Changes::estimate(size_t root, ShardingId from, ShardingId to) {
  if (state.isFree(root) || from == to)
    return 0;
  auto [place, isNew] = estimates.try_emplace({uint64_t(state.arrays[root]) << 32 | from, to});
  if (isNew)
    place->second = estimateOnce(root, from, to);
  return place->second * state.timesOf[root];
}

double Changes::estimateOnce(size_t root, ShardingId from, ShardingId to) {
  const Kinds &change = kindsOf(from, to);
  double seconds = 0;
  if (change.scatter)
    seconds += change.scatter->secondsOfSent(state.localBytes(root, from) * (1 - 1 / change.combinedOf));
  if (change.gather)
    seconds += change.gather->secondsOfSent(state.localBytes(root, to) * (1 - change.heldShare));
  const double share = state.interner.array(state.arrays[root]).priceShare;
  return seconds * share * Price::kTicksPerSecond;
}

double Changes::atLeast(size_t root, ShardingId from, ShardingId to) {
  if (state.isFree(root) || mayBeSlice(from, to))
    return 0;
  return std::max(0.0, state.prices.ticksAtLeast(state.arrays[root], from, to)) * state.timesOf[root];
}

bool Changes::isEven(ArrayId array, ShardingId sharding) {
  auto [place, isNew] = evens.try_emplace({array, sharding}, false);
  if (isNew)
    place->second = !state.interner.sharding(sharding).isUneven(state.mesh, state.interner.array(array).shape);
  return place->second;
}

std::optional<Price> Changes::price(size_t root, ShardingId from, ShardingId to) {
  const ArrayId array = state.arrays[root];
  if (mayBeSlice(from, to) && isEven(array, from) && isEven(array, to))
    return Price{};
  return state.prices.between(array, from, to);
}

double Changes::ticks(size_t root, ShardingId from, ShardingId to) {
  if (state.isFree(root) || from == to)
    return 0;
  std::optional<Price> change = price(root, from, to);
  return change ? change->ticks * state.timesOf[root] : std::numeric_limits<double>::infinity();
}

} // namespace shardwright::plan
