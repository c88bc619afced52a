#include "lib/Reshard/LowerBound.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>

namespace shardwright::reshard {

/// More combinations of coordinates than this are not averaged over: the bound is then the trivial one.
static constexpr int64_t kMostCoordinates = 4096;
/// What floating point may have added to a bound, as a share of what it was worked out from.
static constexpr double kError = 1e-12;

namespace {
/// The coordinates of some atoms, counted up like an odometer.
class Coordinates {
public:
  Coordinates(const Problem &problem, AtomSet atoms)
      : problem(problem), atoms(members(atoms)), digits(problem.atoms.size(), 0) {}

  int64_t count() const { return problem.parts(atoms); }
  void next() {
    for (uint8_t atom : atoms) {
      if (++digits[atom] < problem.sizes[atom])
        return;
      digits[atom] = 0;
    }
  }
  int64_t block(llvm::ArrayRef<uint8_t> list) const {
    int64_t block = 0;
    for (uint8_t atom : list)
      block = block * problem.sizes[atom] + digits[atom];
    return block;
  }

private:
  const Problem &problem;
  Atoms atoms;
  llvm::SmallVector<int64_t, 8> digits;
};
} // namespace

LowerBound::LowerBound(const State &target, Packing &packing, HeldShares &known, llvm::ArrayRef<AtomSet> outward)
    : problem(packing.problem), target(target), packing(packing), targetBytes(problem.localBytes(target)),
      targetContent(problem.elementBytes), content(problem.elementBytes) {
  for (auto [size, list] : llvm::zip_equal(problem.shape, target.dims)) {
    targetContent *= static_cast<double>(size) / problem.parts(list);
    content *= static_cast<double>(size);
    llvm::SmallVector<AtomLists::Id, 4> &front = fronts.emplace_back(1, AtomLists::kEmpty);
    for (uint8_t atom : list)
      front.push_back(packing.lists.append(front.back(), atom));
    shares.push_back(&known.of(0, size, front.back()));
  }
  // Every all-reduce rounds down, so less than a byte an atom is lost: none where a dimension splits evenly over all
  // devices, since it does so over those of the group, too, whatever it is split over already.
  int64_t devices = problem.parts((AtomSet(1) << problem.atoms.size()) - 1);
  bool even = llvm::any_of(problem.shape, [&](int64_t size) { return size % devices == 0; });
  rounded = even ? 0 : static_cast<double>(problem.atoms.size());
  for (AtomSet out : problem.exclusive ? llvm::ArrayRef<AtomSet>() : outward) {
    auto number = static_cast<double>(problem.parts(out));
    Cells &cells = cellSizes.emplace_back(Cells{out, number, static_cast<double>(devices) / number, content});
    for (const Atoms &list : target.dims)
      cells.wanted /= static_cast<double>(problem.parts(setOf(list) & out));
    for (auto [size, front] : llvm::zip_equal(problem.shape, fronts))
      cells.shares.push_back(&known.of(cellSizes.size(), size, front.back()));
  }
}

/// A prime digit of an atom's coordinate: the first is the most major.
struct Digit {
  uint32_t number; ///< of all digits of all atoms
  int64_t base;
};

static constexpr uint32_t kMostDigits = 32; ///< an axis has at most 2^31 devices

static llvm::SmallVector<Digit, 8> digitsOf(const Problem &problem, llvm::ArrayRef<uint8_t> list) {
  llvm::SmallVector<Digit, 8> digits;
  for (uint8_t atom : list) {
    uint32_t number = atom * kMostDigits;
    int64_t rest = problem.sizes[atom];
    for (int64_t prime = 2; rest > 1; prime = prime * prime > rest ? rest : prime + 1)
      for (; rest % prime == 0; rest /= prime)
        digits.push_back({number++, prime});
  }
  return digits;
}

/// The share of the blocks that `want` makes which lies in those that `list` makes, over all coordinates, where both
/// split evenly and into the same bases, place by place. An element of the wanted block has the digits of `want` and
/// then any; it is held if its first digits are those of `list`. Two digits that are not known to agree do so once in
/// as many times as their base says.
/// Only digits of atoms that are `counted` are: of others, whatever they are is held, and wanted.
static std::optional<double> alignedOverlap(const Problem &problem, llvm::ArrayRef<uint8_t> list,
                                            llvm::ArrayRef<uint8_t> want, AtomSet counted = ~AtomSet(0)) {
  llvm::SmallVector<Digit, 8> have = digitsOf(problem, list), wanted = digitsOf(problem, want);
  llvm::IntEqClasses agreeing(problem.atoms.size() * kMostDigits);
  double ways = 1;
  auto counts = [&](const Digit &digit) { return counted >> digit.number / kMostDigits & 1; };
  for (size_t place = 0; place < have.size(); ++place) {
    if (place < wanted.size() && have[place].base != wanted[place].base)
      return std::nullopt;
    if (!counts(have[place]))
      continue;
    if (place < wanted.size() && counts(wanted[place])) {
      uint32_t a = agreeing.findLeader(have[place].number), b = agreeing.findLeader(wanted[place].number);
      if (a == b)
        continue;
      agreeing.join(a, b);
    }
    ways *= static_cast<double>(have[place].base);
  }
  return 1 / ways;
}

/// The share of the blocks that `want` makes of n elements which lies in those that `list` makes, over all coordinates.
static double overlap(const Problem &problem, int64_t n, llvm::ArrayRef<uint8_t> list, llvm::ArrayRef<uint8_t> want) {
  Coordinates at(problem, setOf(list) | setOf(want));
  const int64_t count = at.count();
  if (n == 0 || count > kMostCoordinates)
    return 1;
  if (n % problem.parts(list) == 0 && n % problem.parts(want) == 0)
    if (std::optional<double> share = alignedOverlap(problem, list, want))
      return *share;
  int64_t have = llvm::divideCeil(n, problem.parts(list)), block = llvm::divideCeil(n, problem.parts(want)), held = 0,
          wanted = 0;
  for (int64_t i = 0; i < count; ++i, at.next()) {
    int64_t begin = at.block(want) * block, end = std::min(n, begin + block);
    int64_t from = at.block(list) * have, to = std::min(n, from + have);
    held += std::max<int64_t>(0, std::min(end, to) - std::max(begin, from));
    wanted += std::max<int64_t>(0, end - begin);
  }
  return static_cast<double>(held) / wanted;
}

/// Atoms of different splittings of one axis: they have no common coordinates to average over.
static bool excludeEachOther(const Problem &problem, AtomSet set) {
  return problem.exclusive &&
         llvm::any_of(members(set), [&](uint8_t atom) { return problem.excluded[atom] & set & ~(AtomSet(1) << atom); });
}

Held LowerBound::work(size_t dim, AtomLists::Id id) const {
  Atoms have = packing.lists.atoms(id);
  llvm::ArrayRef<uint8_t> list = have, want = target.dims[dim];
  if (list == want)
    return {1, 0};
  int64_t n = problem.shape[dim];
  bool even = n % problem.parts(list) == 0 && n % problem.parts(want) == 0;
  AtomSet named = setOf(list) | setOf(want);
  if (excludeEachOther(problem, named))
    return {1, 0};
  // Even blocks agree on what both begin with: the rest is a question about one such block.
  while (even && !list.empty() && !want.empty() && list.front() == want.front()) {
    n /= problem.sizes[list.front()];
    list = list.drop_front();
    want = want.drop_front();
  }
  AtomSet varies = even && (want.empty() || list.empty()) ? 0 : setOf(list) | setOf(want);
  // Blocks over different atoms know nothing of each other, and every element is in one block of each.
  if ((setOf(list) & setOf(want)) == 0)
    return {1.0 / problem.parts(list), varies};
  return {overlap(problem, n, list, want), varies};
}

static Held &placeOf(std::vector<Held> &shares, AtomLists::Id list, const AtomLists &lists) {
  if (list >= shares.size())
    shares.resize(lists.size());
  return shares[list];
}

const Held &LowerBound::held(size_t dim, AtomLists::Id list) {
  Held &known = placeOf(*shares[dim], list, packing.lists);
  if (known.share == Held::kUnknown)
    known = work(dim, list);
  return known;
}

template <typename HeldOf> double LowerBound::together(HeldOf heldOf) const {
  double least = 1, together = 1;
  AtomSet seen = 0;
  for (size_t dim = 0; dim < packing.rank; ++dim) {
    const Held &here = heldOf(dim);
    least = std::min(least, here.share);
    // Shares that depend on different coordinates multiply; of others only the first counts.
    if (here.varies & seen)
      continue;
    together *= here.share;
    seen |= here.varies;
  }
  return std::min(least, together);
}

double LowerBound::heldShare(RowRef row) {
  return together([&](size_t dim) -> const Held & { return held(dim, row[dim]); });
}

/// The devices of a cell hold together whatever the atoms that lead out of it allow, and want it.
Held LowerBound::workOfCell(size_t dim, AtomLists::Id id, AtomSet outward) const {
  Atoms list = packing.lists.atoms(id);
  llvm::ArrayRef<uint8_t> want = target.dims[dim];
  AtomSet have = setOf(list) & outward, wanted = setOf(want) & outward;
  if (!have)
    return {1, 0};
  if (!(have & wanted))
    return {1.0 / problem.parts(have), have};
  int64_t n = problem.shape[dim];
  if (n % problem.parts(list) == 0 && n % problem.parts(want) == 0)
    if (std::optional<double> share = alignedOverlap(problem, list, want, outward))
      return {*share, have | wanted};
  return {1, 0};
}

const Held &LowerBound::heldByCell(size_t dim, AtomLists::Id list, const Cells &cells) {
  Held &known = placeOf(*cells.shares[dim], list, packing.lists);
  if (known.share == Held::kUnknown)
    known = workOfCell(dim, list, cells.outward);
  return known;
}

double LowerBound::crossing(RowRef row, const Cells &cells) {
  if (target.partial)
    return 0;
  AtomSet partial = packing.partial(row) & cells.outward;
  double missing;
  if (partial)
    missing = cells.wanted + std::max(0.0, content * (static_cast<double>(problem.parts(partial)) - 2) / cells.number -
                                               rounded * cells.devices);
  else
    missing =
        cells.wanted * (1 - together([&](size_t dim) -> const Held & { return heldByCell(dim, row[dim], cells); }));
  missing -= kError * (missing + cells.wanted);
  return missing > kError * cells.wanted ? missing / cells.devices : 0;
}

/// All that the devices of a cell hold together, over their number: how much less than in the end.
double LowerBound::spread(RowRef row, const Cells &cells) const {
  double parts = 1;
  for (size_t dim = 0; dim < packing.rank; ++dim)
    if (AtomSet out = packing.lists[row[dim]].members & cells.outward)
      parts *= static_cast<double>(problem.parts(out));
  return std::max(0.0, cells.wanted - content / parts) / cells.devices * (1 - kError);
}

Demand LowerBound::demand(RowRef row, const Left &left) {
  Demand demand;
  demand.bytes = static_cast<double>(left.bytes);
  demand.collectives = left.collectives;
  double parts = 1;
  for (AtomLists::Id list : row.take_front(packing.rank))
    parts *= static_cast<double>(packing.lists[list].parts);
  demand.gathered = std::max(0.0, targetContent - content / parts) * (1 - kError);
  for (size_t size = 0; size < cellSizes.size(); ++size) {
    demand.crossing[size] = crossing(row, cellSizes[size]);
    demand.spread[size] = spread(row, cellSizes[size]);
  }
  return demand;
}

/// What is sent until every device knows its target block of a value that is partial over the atoms.
double LowerBound::combination(AtomSet partial) const {
  if (problem.exclusive || target.partial)
    return targetContent;
  AtomSet all = (AtomSet(1) << problem.atoms.size()) - 1;
  auto summands = static_cast<double>(problem.parts(partial)), devices = static_cast<double>(problem.parts(all));
  return targetContent + std::max(0.0, content * (summands - 2) / devices - rounded);
}

bool LowerBound::mustUnsplit(RowRef row) const {
  return !llvm::all_of(llvm::zip(fronts, row),
                       [](const auto &pair) { return llvm::is_contained(std::get<0>(pair), std::get<1>(pair)); });
}

Left LowerBound::operator()(RowRef row, int64_t localBytes) {
  // Padding need not be received: count what there is. A combination brings the whole block.
  AtomSet partial = packing.partial(row) & ~target.partial;
  double missing = partial ? combination(partial) : targetContent * (1 - heldShare(row));
  int64_t growth = std::max<int64_t>(0, targetBytes - localBytes);
  int64_t bytes = std::ceil(missing - kError * (missing + targetContent));
  Left left{std::max(bytes, growth), 0, partial && !target.partial};
  if (left.combines)
    left.collectives = growth || mustUnsplit(row) ? 2 : 1;
  else
    left.collectives = left.bytes > 0;
  return left;
}

int64_t LowerBound::collectives(RowRef row, const Left &left) const {
  int64_t toJoin = 0, toJoinAnyway = 0;
  for (size_t dim = 0; dim < packing.rank; ++dim) {
    toJoin += !llvm::is_contained(fronts[dim], row[dim]);
    toJoinAnyway += packing.lists[fronts[dim].back()].parts % packing.lists[row[dim]].parts != 0;
  }
  return std::max(left.collectives, left.combines + std::min(toJoin, 1 + toJoinAnyway));
}

} // namespace shardwright::reshard
