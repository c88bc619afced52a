#include "lib/Placement/Candidates.h"

#include "lib/Placement/OwnPrice.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {
namespace {

/// One that was seen before, or a new one; null where the op cannot run so.
const Candidate *candidateOf(const Situation &situation, Interner &interner, std::deque<Candidate> &seen,
                             const Placement &placement) {
  auto same = llvm::find_if(seen, [&](const Candidate &other) { return other.placement == placement; });
  if (same != seen.end())
    return &*same;
  const ShardingRule &rule = situation.rule;
  if (!isRunnable(situation.mesh, rule, situation.shapes, placement))
    return nullptr;
  Candidate &candidate = seen.emplace_back(Candidate{placement, {}, {}, {}});
  for (const AxisList &axes : placement.factors)
    candidate.parts.push_back(numParts(situation.mesh, axes));
  for (size_t i = 0; i < rule.operands.size(); ++i)
    candidate.needs.push_back(interner.sharding(operandSharding(situation.mesh, rule, placement, i)));
  for (size_t i = 0; i < rule.results.size(); ++i)
    candidate.makes.push_back(interner.sharding(resultSharding(situation.mesh, rule, placement, i)));
  return &candidate;
}

/// Finds the candidates of one op, each once.
class Candidates {
public:
  Candidates(const Situation &situation, Interner &interner, std::deque<Candidate> &seen)
      : situation(situation), interner(interner), seen(seen), mesh(situation.mesh), rule(situation.rule) {}

  std::vector<SituatedCandidate> find() {
    collectSeeds();
    std::vector<FactorAxes> shapes;
    for (const FactorAxes &seed : seeds) {
      if (seeds.size() > 1)
        addUnique(shapes, fill(seed, seeds));
      addUnique(shapes, fill(seed, {}));
      if (situation.undecided)
        for (const FactorAxes &other : seeds)
          addUnique(shapes, fill(seed, {other}));
    }
    if (llvm::any_of(rule.factors, [](const Factor &factor) { return factor.kind == FactorKind::Reduction; }))
      for (size_t i = 0, n = shapes.size(); i < n; ++i)
        addUnique(shapes, withoutReductions(shapes[i]));
    addUnique(shapes, FactorAxes(rule.factors.size()));
    if (situation.isHeavy)
      for (const AxisRef &axis : idleAxes())
        for (size_t i = 0, n = shapes.size(); i < n; ++i)
          addWithAxis(FactorAxes(shapes[i]), axis, shapes);

    std::vector<SituatedCandidate> result;
    std::vector<Placement> partials = partialChoices();
    result.reserve(shapes.size() * partials.size());
    for (const FactorAxes &factors : shapes)
      for (Placement &placement : partials) {
        placement.factors = factors;
        const Candidate *candidate = lookAt(placement);
        auto same = [&](const SituatedCandidate &other) { return other.candidate == candidate; };
        if (candidate && llvm::none_of(result, same) && !exchangesWhole(placement))
          result.push_back({candidate});
      }
    for (size_t f = 0; f < rule.factors.size(); ++f)
      if (rule.factors[f].kind == FactorKind::Reduction && !situation.undecided)
        keepAgreement(f, result);
    return result;
  }

private:
  /// Where every operand of a contraction is split alike already, it runs split over those axes (the third row of the
  /// contraction table), or with them on other factors where that sends much less; never with them idle.
  void keepAgreement(size_t factor, std::vector<SituatedCandidate> &candidates) const {
    AxisList agreed = agreedAxes(factor);
    auto keeps = [&](const SituatedCandidate &c) {
      return isPrefixOf(mesh, agreed, c.candidate->placement.factors[factor]);
    };
    if (llvm::none_of(candidates, keeps))
      return;
    llvm::erase_if(candidates, [&](SituatedCandidate &candidate) {
      if (keeps(candidate))
        return false;
      candidate.breaksOperandAgreement = true;
      return !llvm::all_of(agreed, [&](const AxisRef &axis) {
        return llvm::any_of(candidate.candidate->placement.factors,
                            [&](const AxisList &axes) { return llvm::is_contained(axes, axis); });
      });
    });
  }

  /// What two or more operands have in common on a factor; nothing where only one operand has the factor.
  AxisList agreedAxes(size_t factor) const {
    std::optional<AxisList> agreed;
    size_t owners = 0;
    for (auto [dims, operand] : llvm::zip_equal(rule.operands, situation.operands)) {
      if (llvm::none_of(dims, [&](const DimFactors &dim) { return llvm::is_contained(dim, factor); }))
        continue;
      AxisList axes = projectToFactors(mesh, rule, dims, interner.sharding(operand.available.front()))[factor];
      agreed = agreed ? commonPrefix(mesh, *agreed, axes) : axes;
      ++owners;
    }
    return owners > 1 ? *agreed : AxisList();
  }

  static void addUnique(std::vector<FactorAxes> &list, FactorAxes factors) {
    if (!llvm::is_contained(list, factors))
      list.push_back(std::move(factors));
  }

  void addSeed(const TensorFactors &dims, ShardingId id) {
    const Sharding &sharding = interner.sharding(id);
    auto asBefore = [&](const auto &earlier) { return earlier.second == id && *earlier.first == dims; };
    if (llvm::all_of(sharding.dims, [](const DimSharding &dim) { return dim.axes.empty(); }) ||
        llvm::any_of(projected, asBefore))
      return;
    projected.emplace_back(&dims, id);
    FactorAxes factors = projectToFactors(mesh, rule, dims, sharding);
    for (size_t f = 0; f < factors.size(); ++f)
      if (staysWhole(rule.factors[f]) || !canExchange(f, factors[f]))
        factors[f].clear();
    // Where no local op computes with all of it split, what can be split is a seed on its own.
    if (!lookAt(Placement{factors, {}, -1}))
      factors = fill(FactorAxes(rule.factors.size()), {factors});
    if (llvm::any_of(factors, [](const AxisList &axes) { return !axes.empty(); }))
      addUnique(seeds, std::move(factors));
  }

  /// Where neighbours cannot exchange what a factor's windows read, the factor stays whole and the others are seeds.
  bool canExchange(size_t factor, const AxisList &axes) const {
    if (llvm::none_of(rule.windows, [&](const FactorWindow &w) { return w.factor == static_cast<int64_t>(factor); }))
      return true;
    Placement alone = Placement::replicated(rule);
    alone.factors[factor] = axes;
    return isRunnable(mesh, rule, situation.shapes, alone);
  }

  /// Operands first: at equal price a value stays as it is until somebody needs it otherwise.
  void collectSeeds() {
    for (auto [dims, operand] : llvm::zip_equal(rule.operands, situation.operands))
      for (ShardingId sharding : operand.available)
        addSeed(dims, sharding);
    for (auto [dims, result] : llvm::zip_equal(rule.results, situation.results))
      for (const Demand &demand : result.demands)
        addSeed(dims, demand.sharding);
  }

  /// Takes over from `others`, in order, what extends the seed without using an axis twice.
  FactorAxes fill(FactorAxes seed, llvm::ArrayRef<FactorAxes> others) const {
    dropRepeated(seed);
    Placement filled{std::move(seed), {}, -1};
    for (const FactorAxes &other : others)
      for (auto [factor, more] : llvm::zip_equal(filled.factors, other)) {
        if (more.empty() || more == factor || !isPrefixOf(mesh, factor, more))
          continue;
        for (const AxisRef &axis : dropPrefix(mesh, more, factor)) {
          if (filled.uses(mesh, axis))
            break;
          AxisList shorter = factor;
          append(mesh, factor, axis);
          if (isRunnable(mesh, rule, situation.shapes, filled))
            continue;
          factor = std::move(shorter);
          break;
        }
      }
    return std::move(filled.factors);
  }

  /// A tensor that has one factor twice (a diagonal) can name an axis twice: the first factor keeps it.
  void dropRepeated(FactorAxes &factors) const {
    for (size_t f = 0; f < factors.size(); ++f)
      for (size_t g = f + 1; g < factors.size(); ++g)
        if (llvm::any_of(factors[g], [&](const AxisRef &axis) { return overlaps(mesh, factors[f], axis); }))
          factors[g].clear();
  }

  /// The axes of which no seed has a part.
  llvm::SmallVector<AxisRef, 4> idleAxes() const {
    llvm::SmallVector<AxisRef, 4> idle;
    for (const MeshAxis &axis : mesh.axes())
      if (axis.size > 1 && llvm::none_of(seeds, [&](const FactorAxes &seed) {
            return Placement{seed, {}, -1}.uses(mesh, AxisRef(axis.name));
          }))
        idle.push_back(AxisRef(axis.name));
    return idle;
  }

  /// With the axis on each of its factors.
  void addWithAxis(const FactorAxes &factors, const AxisRef &axis, std::vector<FactorAxes> &shapes) const {
    Placement extended{factors, {}, -1};
    for (AxisList &axes : extended.factors) {
      AxisList before = axes;
      append(mesh, axes, axis);
      if (isRunnable(mesh, rule, situation.shapes, extended))
        addUnique(shapes, extended.factors);
      axes = std::move(before);
    }
  }

  FactorAxes withoutReductions(FactorAxes factors) const {
    for (auto [factor, axes] : llvm::zip_equal(rule.factors, factors))
      if (factor.kind == FactorKind::Reduction)
        axes.clear();
    return factors;
  }

  bool passes(llvm::ArrayRef<PartialAxis> partial) const {
    return llvm::all_of(partial, [&](const PartialAxis &p) { return llvm::is_contained(rule.partialKinds, p.kind); });
  }

  /// The choices of partial axes that pass through, without factors: none first.
  std::vector<Placement> partialChoices() const {
    std::vector<Placement> choices(1);
    if (rule.partial == PartialBehavior::None)
      return choices;
    std::vector<PartialAxis> all;
    for (int64_t operand : rule.partialOperands) {
      const OperandState &state = situation.operands[operand];
      // A square needs the combined value for its other factor anyway.
      bool twice =
          llvm::count_if(situation.operands, [&](const OperandState &o) { return o.first == state.first; }) > 1;
      if (state.resolvedElsewhere || (twice && rule.partial == PartialBehavior::ExactlyOne))
        continue;
      for (ShardingId available : llvm::ArrayRef(state.available).take_front(situation.undecided ? SIZE_MAX : 1)) {
        const std::vector<PartialAxis> &partial = interner.sharding(available).partial;
        if (partial.empty() || !passes(partial))
          continue;
        Placement choice{{}, partial, rule.partial == PartialBehavior::ExactlyOne ? operand : -1};
        if (!situation.undecided || !llvm::is_contained(choices, choice))
          choices.push_back(std::move(choice));
        for (const PartialAxis &p : partial)
          if (llvm::none_of(all, [&](const PartialAxis &q) { return overlaps(mesh, p.axis, q.axis); }))
            all.push_back(p);
      }
    }
    if (rule.partial == PartialBehavior::AllAlike && choices.size() > 2)
      choices.push_back({{}, all, -1});
    return choices;
  }

  /// Null where the op cannot run so.
  const Candidate *lookAt(const Placement &placement) { return candidateOf(situation, interner, seen, placement); }

  /// Edges would be sent of an operand that is joined anyway.
  bool exchangesWhole(const Placement &placement) const {
    return llvm::any_of(llvm::enumerate(situation.operands), [&](const auto &operand) {
      return operand.value().readWhole &&
             priceHaloExchangeOf(situation, interner, placement, operand.index()).collectives > 0;
    });
  }

  const Situation &situation;
  Interner &interner;
  std::deque<Candidate> &seen;
  const Mesh &mesh;
  const ShardingRule &rule;
  std::vector<FactorAxes> seeds;
  llvm::SmallVector<std::pair<const TensorFactors *, ShardingId>, 8> projected;
};

} // namespace

std::vector<SituatedCandidate> findCandidates(const Situation &situation, Interner &interner,
                                              std::deque<Candidate> &seen) {
  return Candidates(situation, interner, seen).find();
}

llvm::ArrayRef<SituatedCandidate> CandidateBook::find(uint32_t candidateClasses, const Situation &situation) {
  Interner::Key key{4 * candidateClasses + 2 * situation.isHeavy + situation.undecided};
  for (const OperandState &operand : situation.operands) {
    key.append({static_cast<uint32_t>(operand.first), operand.resolvedElsewhere, operand.readWhole,
                static_cast<uint32_t>(operand.available.size())});
    llvm::append_range(key, operand.available);
  }
  for (const ResultState &result : situation.results) {
    key.push_back(result.demands.size());
    for (const Demand &demand : result.demands)
      key.push_back(demand.sharding);
  }
  auto [place, added] = known.try_emplace(std::move(key));
  if (added)
    place->second = findCandidates(situation, interner, seen[candidateClasses]);
  return place->second;
}

const Candidate *CandidateBook::get(uint32_t candidateClass, const Situation &situation, const Placement &placement) {
  return candidateOf(situation, interner, seen[candidateClass], placement);
}

} // namespace shardwright
