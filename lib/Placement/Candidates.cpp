#include "lib/Placement/Candidates.h"

#include "lib/Placement/OwnPrice.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {
namespace {

using FactorsId = CandidateMemory::FactorsId;

/// Finds the candidates of one op, each once.
class Candidates {
public:
  Candidates(const Situation &situation, Interner &interner, CandidateMemory &memory)
      : situation(situation), interner(interner), memory(memory), mesh(situation.mesh), rule(situation.rule) {}

  std::vector<SituatedCandidate> find() {
    collectSeeds();
    const FactorsId none = memory.factors(FactorAxes(rule.factors.size()));
    std::vector<FactorsId> shapes;
    for (FactorsId seed : seeds) {
      if (seeds.size() > 1)
        addUnique(shapes, fillByAll(seed));
      addUnique(shapes, fill(seed, none));
      if (situation.undecided)
        for (FactorsId other : seeds)
          addUnique(shapes, fill(seed, other));
    }
    if (llvm::any_of(rule.factors, [](const Factor &factor) { return factor.kind == FactorKind::Reduction; }))
      for (size_t i = 0, n = shapes.size(); i < n; ++i)
        addUnique(shapes, withoutReductions(shapes[i]));
    addUnique(shapes, none);
    if (situation.isHeavy)
      for (const AxisRef &axis : idleAxes())
        for (size_t i = 0, n = shapes.size(); i < n; ++i)
          addWithAxis(shapes[i], axis, shapes);

    std::vector<SituatedCandidate> result;
    std::vector<Placement> partials = partialChoices();
    result.reserve(shapes.size() * partials.size());
    for (FactorsId factors : shapes)
      for (const Placement &partial : partials) {
        const Candidate *candidate = lookAt(factors, partial);
        auto same = [&](const SituatedCandidate &other) { return other.candidate == candidate; };
        if (candidate && llvm::none_of(result, same) && !exchangesWhole(candidate->placement))
          result.push_back({candidate});
      }
    for (size_t f = 0; f < rule.factors.size(); ++f)
      if (rule.factors[f].kind == FactorKind::Reduction && !situation.undecided)
        keepAgreement(f, result);
    return result;
  }

  /// Null where the op cannot run so. `partial`: its factors are left out of account.
  const Candidate *lookAt(FactorsId factors, const Placement &partial) {
    auto [place, isNew] = memory.byParts.try_emplace({factors, memory.partials(partial)}, nullptr);
    if (!isNew)
      return place->second;
    Placement placement = partial;
    placement.factors = memory.factors(factors);
    if (!isRunnable(mesh, rule, situation.shapes, placement))
      return nullptr;
    Candidate &candidate = memory.candidates.emplace_back(Candidate{std::move(placement), {}, {}, {}});
    for (const AxisList &axes : candidate.placement.factors)
      candidate.parts.push_back(numParts(mesh, axes));
    for (size_t i = 0; i < rule.operands.size(); ++i)
      candidate.needs.push_back(interner.sharding(operandSharding(mesh, rule, candidate.placement, i)));
    for (size_t i = 0; i < rule.results.size(); ++i)
      candidate.makes.push_back(interner.sharding(resultSharding(mesh, rule, candidate.placement, i)));
    return place->second = &candidate;
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

  static void addUnique(std::vector<FactorsId> &list, FactorsId factors) {
    if (!llvm::is_contained(list, factors))
      list.push_back(factors);
  }

  void addSeed(uint32_t tensor, const TensorFactors &dims, ShardingId sharding) {
    auto [place, isNew] = memory.seeds.try_emplace({tensor, sharding});
    if (isNew)
      place->second = seedOf(dims, interner.sharding(sharding));
    if (place->second)
      addUnique(seeds, *place->second);
  }

  std::optional<FactorsId> seedOf(const TensorFactors &dims, const Sharding &sharding) {
    if (llvm::all_of(sharding.dims, [](const DimSharding &dim) { return dim.axes.empty(); }))
      return std::nullopt;
    FactorAxes factors = projectToFactors(mesh, rule, dims, sharding);
    for (size_t f = 0; f < factors.size(); ++f)
      if (staysWhole(rule.factors[f]) || !canExchange(f, factors[f]))
        factors[f].clear();
    FactorsId seed = memory.factors(std::move(factors));
    // Where no local op computes with all of it split, what can be split is a seed on its own.
    if (!lookAt(seed, Placement()))
      seed = fill(memory.factors(FactorAxes(rule.factors.size())), seed);
    if (llvm::all_of(memory.factors(seed), [](const AxisList &axes) { return axes.empty(); }))
      return std::nullopt;
    return seed;
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
    uint32_t tensor = 0;
    for (auto [dims, operand] : llvm::zip_equal(rule.operands, situation.operands)) {
      for (ShardingId sharding : operand.available)
        addSeed(tensor, dims, sharding);
      ++tensor;
    }
    for (auto [dims, result] : llvm::zip_equal(rule.results, situation.results)) {
      for (const Demand &demand : result.demands)
        addSeed(tensor, dims, demand.sharding);
      ++tensor;
    }
  }

  /// Takes over from the other what extends the seed without using an axis twice.
  FactorsId fill(FactorsId seed, FactorsId other) {
    auto [place, isNew] = memory.filled.try_emplace({seed, other}, 0);
    if (isNew)
      place->second = memory.factors(fill(memory.factors(seed), memory.factors(other)));
    return place->second;
  }

  /// From all seeds, in order.
  FactorsId fillByAll(FactorsId seed) {
    for (FactorsId other : seeds)
      seed = fill(seed, other);
    return seed;
  }

  FactorAxes fill(FactorAxes seed, const FactorAxes &other) const {
    dropRepeated(seed);
    Placement filled{std::move(seed), {}, -1};
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

  /// The axes of which no seed has a part, and over which the op may be split.
  llvm::SmallVector<AxisRef, 4> idleAxes() const {
    llvm::SmallVector<AxisRef, 4> idle;
    for (const MeshAxis &axis : mesh.axes())
      if (axis.size > 1 && !overlaps(mesh, situation.manual, AxisRef(axis.name)) &&
          llvm::none_of(seeds, [&](FactorsId seed) {
            return Placement{memory.factors(seed), {}, -1}.uses(mesh, AxisRef(axis.name));
          }))
        idle.push_back(AxisRef(axis.name));
    return idle;
  }

  /// With the axis on each of its factors.
  void addWithAxis(FactorsId factors, const AxisRef &axis, std::vector<FactorsId> &shapes) {
    Placement extended{memory.factors(factors), {}, -1};
    for (AxisList &axes : extended.factors) {
      AxisList before = axes;
      append(mesh, axes, axis);
      if (isRunnable(mesh, rule, situation.shapes, extended))
        addUnique(shapes, memory.factors(extended.factors));
      axes = std::move(before);
    }
  }

  FactorsId withoutReductions(FactorsId id) {
    FactorAxes factors = memory.factors(id);
    for (auto [factor, axes] : llvm::zip_equal(rule.factors, factors))
      if (factor.kind == FactorKind::Reduction)
        axes.clear();
    return memory.factors(std::move(factors));
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

  /// Edges would be sent of an operand that is joined anyway.
  bool exchangesWhole(const Placement &placement) const {
    return llvm::any_of(llvm::enumerate(situation.operands), [&](const auto &operand) {
      return operand.value().readWhole &&
             priceHaloExchangeOf(situation, interner, placement, operand.index()).collectives > 0;
    });
  }

  const Situation &situation;
  Interner &interner;
  CandidateMemory &memory;
  const Mesh &mesh;
  const ShardingRule &rule;
  std::vector<FactorsId> seeds;
};

} // namespace

size_t CandidateMemory::Hash::operator()(const FactorAxes &factors) const {
  size_t hash = factors.size();
  for (const AxisList &axes : factors)
    hash = llvm::hash_combine(hash, llvm::hash_combine_range(axes.begin(), axes.end()));
  return hash;
}

CandidateMemory::FactorsId CandidateMemory::factors(FactorAxes axes) {
  auto [place, isNew] = ids.try_emplace(std::move(axes), static_cast<FactorsId>(numbered.size()));
  if (isNew)
    numbered.push_back(&place->first);
  return place->second;
}

uint32_t CandidateMemory::partials(const Placement &placement) {
  auto known = llvm::find_if(partialChoices, [&](const Placement &other) {
    return other.partialOperand == placement.partialOperand && other.partial == placement.partial;
  });
  auto number = static_cast<uint32_t>(known - partialChoices.begin());
  if (known == partialChoices.end())
    partialChoices.push_back({{}, placement.partial, placement.partialOperand});
  return number;
}

std::vector<SituatedCandidate> findCandidates(const Situation &situation, Interner &interner, CandidateMemory &memory) {
  return Candidates(situation, interner, memory).find();
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
    place->second = findCandidates(situation, interner, memories[candidateClasses]);
  return place->second;
}

const Candidate *CandidateBook::get(uint32_t candidateClass, const Situation &situation, const Placement &placement) {
  CandidateMemory &memory = memories[candidateClass];
  return Candidates(situation, interner, memory).lookAt(memory.factors(placement.factors), placement);
}

} // namespace shardwright
