#include "lib/Reshard/EdgeCosts.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace shardwright::reshard {

/// With more atoms than these, lines are taken from single atoms, pairs, and all of them.
static constexpr size_t kAllGroups = 4;

std::optional<CollectiveOp> collectiveOf(ReshardOp op) {
  switch (op) {
  case ReshardOp::AllGather:
    return CollectiveOp::AllGather;
  case ReshardOp::AllToAll:
    return CollectiveOp::AllToAll;
  case ReshardOp::Permute:
    return CollectiveOp::Permute;
  case ReshardOp::ReduceScatter:
    return CollectiveOp::ReduceScatter;
  case ReshardOp::AllReduce:
    return CollectiveOp::AllReduce;
  case ReshardOp::Slice:
  case ReshardOp::MakePartial:
    return std::nullopt;
  }
  return std::nullopt;
}

EdgeCosts::EdgeCosts(const Problem &problem, const CostModel &costs, llvm::StringRef type, int64_t scale)
    : problem(problem), costs(costs), type(type), scale(static_cast<double>(scale)) {
  for (double slope : costs.slopes())
    lines.push_back({0, slope});
  bool first = true;
  auto support = [&](AtomSet atoms) {
    llvm::SmallVector<CollectiveOp, 5> ops{CollectiveOp::AllGather, CollectiveOp::AllToAll, CollectiveOp::Permute};
    if (problem.source.partial & atoms)
      ops.append({CollectiveOp::ReduceScatter, CollectiveOp::AllReduce});
    for (CollectiveOp op : ops) {
      for (auto [line, start] : llvm::zip_equal(lines, priceOf(op, atoms).starts))
        line.start = first ? start : std::min(line.start, start);
      first = false;
    }
  };
  AtomSet all = (AtomSet(1) << problem.atoms.size()) - 1;
  if (problem.atoms.size() <= kAllGroups) {
    for (AtomSet atoms = 1; atoms <= all; ++atoms)
      support(atoms);
  } else {
    for (size_t a = 0; a < problem.atoms.size(); ++a)
      for (size_t b = a; b < problem.atoms.size(); ++b)
        support(AtomSet(1) << a | AtomSet(1) << b);
    support(all);
  }
  llvm::erase_if(lines, [](const Line &line) { return std::isinf(line.start); });
}

const CollectivePrice &EdgeCosts::priceOf(CollectiveOp op, AtomSet atoms) {
  const CollectivePrice *&price = prices[{static_cast<unsigned>(op), atoms}];
  if (!price) {
    llvm::SmallVector<AxisRef, 4> axes;
    for (uint8_t atom : members(atoms))
      axes.push_back(problem.atoms[atom]);
    price = &costs.collective({op, axes, type, {}, "mutual_pairs"});
  }
  return *price;
}

double EdgeCosts::seconds(ReshardOp op, AtomSet atoms, int64_t bytes) {
  std::optional<CollectiveOp> collective = collectiveOf(op);
  return collective ? priceOf(*collective, atoms).secondsOfSent(static_cast<double>(bytes) * scale) : 0;
}

/// Each collective lies above each line, so a path does above the sum of theirs.
double EdgeCosts::atLeast(int64_t bytes, int64_t collectives) const {
  double least = 0;
  for (const Line &line : lines)
    least = std::max(least,
                     static_cast<double>(collectives) * line.start + line.slope * static_cast<double>(bytes) * scale);
  return least;
}

} // namespace shardwright::reshard
