#include "lib/Plan/Changes.h"

#include "lib/Placement/StartShares.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>

namespace shardwright::plan {

Changes::Changes(SolverState &state) : state(state), classes(state) {
  if (double seconds = state.costs.leastStartSeconds(); std::isfinite(seconds))
    startTicks = kLeastPriceShare * seconds * Price::kTicksPerSecond;
}

Changes::OfArray &Changes::ofArray(ArrayId array) {
  if (array >= arrays.size())
    arrays.resize(array + 1);
  if (!arrays[array])
    arrays[array] = OfArray{classes.shapeOf(array), {}};
  return *arrays[array];
}

Changes::Class Changes::classOf(OfArray &array, ShardingId from, ShardingId to) {
  const ChangeClasses::ClassId number = classes.of(array.shape, from, to);
  const uint32_t family = classes.familyOf(array.shape);
  if (family >= changes.size())
    changes.resize(family + 1);
  std::vector<Change> &all = changes[family];
  if (number >= all.size())
    all.resize(number + 1);
  if (!all[number].isKnown)
    all[number] = changeBetween(from, to);
  if (number >= array.known.size())
    array.known.resize(all.size());
  return {all[number], array.known[number]};
}

Changes::Change Changes::changeBetween(ShardingId from, ShardingId to) {
  Change found;
  found.isKnown = true;
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
    found.scatter = &state.costs.collective({CollectiveKind::ReduceScatter, combined});
  if (!gathered.empty())
    found.gather = &state.costs.collective({CollectiveKind::AllGather, gathered});
  return found;
}

double Changes::estimate(size_t root, ShardingId from, ShardingId to) {
  if (state.isFree(root) || from == to)
    return 0;
  return estimateOnce(root, ofArray(state.arrays[root]), from, to) * state.timesOf[root];
}

double Changes::estimateOnce(size_t root, OfArray &array, ShardingId from, ShardingId to) {
  auto [change, known] = classOf(array, from, to);
  if (known.estimate == Known::kUnknown)
    known.estimate = estimateNew(root, from, to, change);
  return known.estimate;
}

double Changes::estimateNew(size_t root, ShardingId from, ShardingId to, const Change &change) const {
  double seconds = 0;
  if (change.scatter)
    seconds += change.scatter->secondsOfSent(state.localBytes(root, from) * (1 - 1 / change.combinedOf));
  if (change.gather)
    seconds += change.gather->secondsOfSent(state.localBytes(root, to) * (1 - change.heldShare));
  const double share = state.interner.array(state.arrays[root]).priceShare;
  return seconds * share * Price::kTicksPerSecond;
}

bool Changes::isEven(ArrayId array, ShardingId sharding) {
  auto [place, isNew] = evens.try_emplace({array, sharding}, false);
  if (isNew)
    place->second = !state.interner.sharding(sharding).isUneven(state.mesh, state.interner.array(array).shape);
  return place->second;
}

std::optional<Price> Changes::price(size_t root, ShardingId from, ShardingId to) {
  auto [change, known] = classOf(root, from, to);
  if (known.isPriced != Known::Price::Exact) {
    const ArrayId array = state.arrays[root];
    known.price =
        change.isSlice && isEven(array, from) && isEven(array, to) ? Price{} : state.prices.between(array, from, to);
    known.atLeast = known.price ? known.price->ticks : std::numeric_limits<double>::infinity();
    known.isPriced = Known::Price::Exact;
  }
  return known.price;
}

double Changes::ticksAtLeast(size_t root, ShardingId from, ShardingId to) {
  Known &known = classOf(root, from, to).known;
  if (known.isPriced == Known::Price::Unknown) {
    known.atLeast = state.prices.ticksAtLeast(state.arrays[root], from, to);
    known.isPriced = Known::Price::AtLeast;
  }
  return known.atLeast;
}

double Changes::atLeast(size_t root, ShardingId from, ShardingId to) {
  if (state.isFree(root) || mayBeSlice(root, from, to))
    return 0;
  return std::max(0.0, ticksAtLeast(root, from, to)) * state.timesOf[root];
}

double Changes::ticks(size_t root, ShardingId from, ShardingId to) {
  if (state.isFree(root) || from == to)
    return 0;
  std::optional<Price> change = price(root, from, to);
  return change ? change->ticks * state.timesOf[root] : std::numeric_limits<double>::infinity();
}

Changes::ListId Changes::listOf(llvm::ArrayRef<ShardingId> shardings) {
  auto [place, isNew] =
      listIds.try_emplace(Interner::Key(shardings.begin(), shardings.end()), static_cast<ListId>(lists.size()));
  if (isNew)
    lists.emplace_back(shardings.begin(), shardings.end());
  return place->second;
}

std::vector<double> Changes::View::leastOf(llvm::ArrayRef<double> byChoice) const {
  std::vector<double> least(shardings.size(), std::numeric_limits<double>::infinity());
  for (auto [number, value] : llvm::zip_equal(numberOf, byChoice))
    least[number] = std::min(least[number], value);
  return least;
}

Changes::View Changes::view(size_t numChoices, llvm::function_ref<ShardingId(uint32_t)> shardingOf) {
  static constexpr uint32_t kNone = ~uint32_t(0);
  View view;
  view.numberOf.reserve(numChoices);
  for (uint32_t choice = 0; choice < numChoices; ++choice) {
    const ShardingId sharding = shardingOf(choice);
    if (sharding >= numberIn.size())
      numberIn.resize(sharding + 1, kNone);
    uint32_t &number = numberIn[sharding];
    if (number == kNone) {
      number = static_cast<uint32_t>(view.shardings.size());
      view.shardings.push_back(sharding);
    }
    view.numberOf.push_back(number);
  }
  for (ShardingId sharding : view.shardings)
    numberIn[sharding] = kNone;
  view.list = listOf(view.shardings);
  return view;
}

const Changes::Estimates &Changes::estimates(size_t root, ListId from, ListId to) {
  const ArrayId array = state.isFree(root) ? ~ArrayId(0) : state.arrays[root];
  auto [place, isNew] = tables.try_emplace({array, from, to, state.timesOf[root]});
  Estimates &table = place->second;
  if (!isNew)
    return table;
  table.numFrom = lists[from].size();
  table.numTo = lists[to].size();
  table.byTo.resize(table.numFrom * table.numTo);
  table.byFrom.resize(table.byTo.size());
  if (state.isFree(root))
    return table;
  OfArray &known = ofArray(array);
  for (auto [row, begin] : llvm::enumerate(lists[from]))
    for (auto [column, end] : llvm::enumerate(lists[to]))
      if (begin != end)
        table.byFrom[row * table.numTo + column] = table.byTo[column * table.numFrom + row] =
            estimateOnce(root, known, begin, end) * state.timesOf[root];
  return table;
}

} // namespace shardwright::plan
