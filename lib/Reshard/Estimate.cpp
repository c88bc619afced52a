#include "lib/Reshard/Estimate.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>

namespace shardwright::reshard {

/// More combinations of coordinates than this are not averaged over: the bound is then the trivial one.
static constexpr int64_t kMostCoordinates = 4096;

namespace {
/// The coordinates of the atoms that two lists name, counted up like an odometer.
class Coordinates {
public:
  Coordinates(const Problem &problem, const Atoms &a, const Atoms &b)
      : problem(problem), atoms(members(setOf(a) | setOf(b))), digits(problem.atoms.size(), 0) {}

  int64_t count() const { return problem.parts(atoms); }
  void next() {
    for (uint8_t atom : atoms) {
      if (++digits[atom] < problem.sizes[atom])
        return;
      digits[atom] = 0;
    }
  }
  int64_t block(const Atoms &list) const {
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

double Estimate::heldAlready(size_t dim, const Atoms &list) {
  const Atoms &want = problem.target.dims[dim];
  if (list == want)
    return 1;
  auto [place, isNew] = shares.try_emplace({dim, list}, 1.0);
  if (!isNew)
    return place->second;
  // Atoms of different splittings of one axis have no common coordinates to average over.
  AtomSet named = setOf(list) | setOf(want), excluded = 0;
  for (uint8_t atom : members(named))
    excluded |= problem.excluded[atom] & ~(AtomSet(1) << atom);
  Coordinates at(problem, list, want);
  if ((excluded & named) || at.count() > kMostCoordinates)
    return 1;
  int64_t n = problem.shape[dim], have = llvm::divideCeil(n, problem.parts(list)),
          block = llvm::divideCeil(n, problem.parts(want)), held = 0, wanted = 0;
  for (int64_t i = 0; i < at.count(); ++i, at.next()) {
    int64_t begin = at.block(want) * block, end = std::min(n, begin + block);
    int64_t from = at.block(list) * have, to = std::min(n, from + have);
    held += std::max<int64_t>(0, std::min(end, to) - std::max(begin, from));
    wanted += std::max<int64_t>(0, end - begin);
  }
  return place->second = wanted == 0 ? 1 : static_cast<double>(held) / wanted;
}

int64_t Estimate::operator()(const State &state, int64_t localBytes) {
  // Padding need not be received: count what there is.
  double share = 1;
  for (size_t d = 0; d < state.dims.size(); ++d)
    share = std::min(share, heldAlready(d, state.dims[d]));
  double elements = problem.elementBytes;
  for (size_t d = 0; d < state.dims.size(); ++d)
    elements *= static_cast<double>(problem.shape[d]) / problem.parts(problem.target.dims[d]);
  int64_t missing = std::floor(elements * (1 - share) * (1 - 1e-9));
  int64_t growth = std::max<int64_t>(0, targetBytes - localBytes);
  if (state.partial & ~problem.target.partial)
    missing = std::max<int64_t>(missing, std::floor(elements * (1 - 1e-9)));
  return std::max(missing, growth);
}

} // namespace shardwright::reshard
