#include "lib/Reshard/GroupPrices.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace shardwright::reshard {

/// With more atoms than these, groups are single atoms, pairs, and all of them: bounds are then no proof, but close.
static constexpr size_t kAllGroups = 7;
/// Links are unlike where one is so many times as fast as another.
static constexpr double kUnlike = 1.05;

constexpr CollectiveKind kOps[] = {CollectiveKind::AllGather, CollectiveKind::AllToAll, CollectiveKind::Permute,
                                   CollectiveKind::ReduceScatter, CollectiveKind::AllReduce};

GroupPrices::GroupPrices(llvm::ArrayRef<AxisRef> atoms, llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<AtomSet> excluded,
                         const CostModel &costs, llvm::StringRef type)
    : atoms(atoms), sizes(sizes), excluded(excluded), costs(costs), type(type) {
  forEachGroup([&](AtomSet group) { groups.push_back(group); });
  // The slower the links that an atom needs, the farther out its group reaches.
  llvm::SmallVector<std::pair<double, AtomSet>, 8> slopes;
  for (size_t atom = 0; atom < atoms.size(); ++atom)
    slopes.push_back(
        {costs.linesBelow(price(CollectiveKind::AllGather, AtomSet(1) << atom)).steepest(), AtomSet(1) << atom});
  llvm::sort(slopes);
  AtomSet inside = 0, all = (AtomSet(1) << atoms.size()) - 1;
  for (size_t i = 0; i < slopes.size(); ++i) {
    if (i && slopes[i].first > kUnlike * slopes[i - 1].first && outward_.size() < kMostCells)
      outward_.push_back(all & ~inside);
    inside |= slopes[i].second;
  }
}

void GroupPrices::forEachGroup(llvm::function_ref<void(AtomSet)> visit) const {
  auto standTogether = [&](AtomSet set) {
    return llvm::none_of(members(set), [&](uint8_t atom) { return excluded[atom] & set & ~(AtomSet(1) << atom); });
  };
  AtomSet all = (AtomSet(1) << atoms.size()) - 1;
  if (atoms.size() <= kAllGroups) {
    for (AtomSet group = 1; group <= all; ++group)
      if (standTogether(group))
        visit(group);
    return;
  }
  for (size_t a = 0; a < atoms.size(); ++a)
    for (size_t b = a; b < atoms.size(); ++b)
      if (AtomSet group = AtomSet(1) << a | AtomSet(1) << b; standTogether(group))
        visit(group);
  if (standTogether(all))
    visit(all);
}

const CollectivePrice &GroupPrices::price(CollectiveKind op, AtomSet group) {
  const CollectivePrice *&price = prices[{static_cast<unsigned>(op), group}];
  if (!price) {
    llvm::SmallVector<AxisRef, 4> axes;
    for (uint8_t atom : members(group))
      axes.push_back(atoms[atom]);
    price = &costs.collective({op, axes, type, {}, "mutual_pairs"});
  }
  return *price;
}

GroupPrices::Asked &GroupPrices::placeOf(CollectiveKind op, AtomSet group, double sent) {
  constexpr uint64_t kGolden = 0x9E3779B97F4A7C15; // of Fibonacci hashing
  const uint64_t mixed = (llvm::bit_cast<uint64_t>(sent) ^ group * kGolden) + static_cast<uint64_t>(op);
  return asked[mixed * kGolden >> 56];
}

double GroupPrices::secondsOfSent(CollectiveKind op, AtomSet group, double sent) {
  Asked &place = placeOf(op, group, sent);
  if (!place.isAbout(op, group, sent))
    place = {group, op, sent, price(op, group).secondsOfSent(sent)};
  return place.seconds;
}

double GroupPrices::permuteAtLeast(double bytes) {
  Asked &place = placeOf(CollectiveKind::Permute, kAnyGroup, bytes);
  if (!place.isAbout(CollectiveKind::Permute, kAnyGroup, bytes)) {
    double least = std::numeric_limits<double>::infinity();
    for (AtomSet group : groups)
      least = std::min(least, price(CollectiveKind::Permute, group).secondsOfSent(bytes));
    place = {kAnyGroup, CollectiveKind::Permute, bytes, least};
  }
  return place.seconds;
}

/// Of what a device sends, the most that cells are told from outside, over their devices: to a group of n of which m
/// are in other cells.
double GroupPrices::crossingShare(CollectiveKind op, AtomSet group, size_t cell) const {
  auto parts = [&](AtomSet set) {
    double product = 1;
    for (uint8_t atom : members(set))
      product *= static_cast<double>(sizes[atom]);
    return product;
  };
  double n = parts(group), outside = parts(group & outward_[cell]);
  if (outside == 1)
    return 0;
  switch (op) {
  case CollectiveKind::Permute:
    return 1;
  case CollectiveKind::AllToAll:
    return (n - n / outside) / (n - 1);
  default:
    return (outside - 1) / (n - 1);
  }
}

void GroupPrices::addChoices() {
  for (AtomSet group : groups)
    for (CollectiveKind op : kOps) {
      Choice choice{op,
                    group,
                    &costs.linesBelow(price(op, group)),
                    {0, 0},
                    op == CollectiveKind::AllGather,
                    op == CollectiveKind::AllGather || op == CollectiveKind::Permute};
      for (size_t cell = 0; cell < outward_.size(); ++cell)
        choice.crossing[cell] = crossingShare(op, group, cell);
      choices.push_back(std::move(choice));
    }
}

/// Rates are filled in one after another: each is what is left, at the cheapest collective that it counts for, of the
/// slope of its price when what was filled in before is taken off.
Tariff GroupPrices::makeTariff(const Use &use) {
  if (choices.empty())
    addChoices();
  auto isReduce = [](CollectiveKind op) {
    return op == CollectiveKind::ReduceScatter || op == CollectiveKind::AllReduce;
  };
  llvm::SmallVector<Choice *, 160> open;
  double inside = std::exp2(use.insideLog2), crossing = std::exp2(use.crossingLog2);
  for (Choice &choice : choices)
    if (!isReduce(choice.op) || (choice.group & ~use.partial) == 0) {
      choice.slope = choice.lines->slopeAt(choice.crossing[0] > 0 ? crossing : inside);
      choice.taken = 0;
      open.push_back(&choice);
    }
  auto fill = [&](double &rate, auto share) {
    double least = std::numeric_limits<double>::infinity();
    for (const Choice *choice : open)
      if (double counted = share(*choice); counted > 0)
        least = std::min(least, std::max(0.0, choice->slope - choice->taken) / counted);
    if (!std::isfinite(least))
      return;
    rate = least;
    for (Choice *choice : open)
      choice->taken += rate * share(*choice);
  };
  Tariff tariff;
  auto fillAnywhere = [&] {
    fill(tariff.sent, [](const Choice &) { return 1.0; });
    fill(tariff.gathered, [](const Choice &choice) { return choice.gathers ? 1.0 : 0.0; });
  };
  if (!use.crossesFirst)
    fillAnywhere();
  for (bool spreads : {use.spreads, !use.spreads})
    for (size_t cell = 0; cell < outward_.size(); ++cell)
      fill(spreads ? tariff.spread[cell] : tariff.crossing[cell],
           [&](const Choice &choice) { return spreads && !choice.spreads ? 0.0 : choice.crossing[cell]; });
  if (use.crossesFirst)
    fillAnywhere();
  // What every collective takes at least beside its bytes, then those that lead out of cells.
  for (Choice *choice : open)
    choice->start = choice->lines->start(choice->taken);
  double before = 0;
  for (size_t cell = 0; cell <= outward_.size(); ++cell) {
    double least = std::numeric_limits<double>::infinity();
    for (const Choice *choice : open)
      if (cell == 0 || choice->crossing[cell - 1] > 0)
        least = std::min(least, choice->start);
    if (!std::isfinite(least))
      continue;
    (cell == 0 ? tariff.each : tariff.eachCrossing[cell - 1]) = std::max(0.0, least - before);
    before = std::max(before, least);
  }
  return tariff;
}

const Tariff &GroupPrices::tariff(const Use &use) {
  auto [place, isNew] = tariffs.try_emplace(use);
  if (isNew)
    place->second = makeTariff(use);
  return place->second;
}

} // namespace shardwright::reshard
