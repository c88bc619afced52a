#include "lib/Placement/Candidates.h"

#include "shardwright/Placement/Exchange.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {
namespace {

/// Makes the candidates of one op, each once.
class Candidates {
public:
  Candidates(const Situation &situation, Interner &interner, std::vector<Candidate> &seen)
      : situation(situation), interner(interner), seen(seen), mesh(situation.mesh), rule(situation.rule) {}

  std::vector<Candidate> make() {
    collectLeads();
    std::vector<std::vector<AxisList>> shapes;
    for (size_t lead = 0; lead < leads.size(); ++lead) {
      addUnique(shapes, fill(leads[lead], leads));
      addUnique(shapes, fill(leads[lead], {}));
    }
    for (size_t i = 0, n = shapes.size(); i < n; ++i)
      addUnique(shapes, withoutReductions(shapes[i]));
    addUnique(shapes, std::vector<AxisList>(rule.factors.size()));

    std::vector<Candidate> result;
    for (const std::vector<AxisList> &factors : shapes)
      for (const Placement &partial : partialChoices()) {
        Placement candidate = partial;
        candidate.factors = factors;
        auto same = [&](const Candidate &other) { return other.placement == candidate; };
        if (llvm::none_of(result, same) && isRunnable(mesh, rule, situation.shapes, candidate) &&
            !exchangesWhole(candidate))
          result.push_back({std::move(candidate), false, {}, {}, {}});
      }
    for (size_t f = 0; f < rule.factors.size(); ++f)
      if (rule.factors[f].kind == FactorKind::Reduction)
        keepAgreement(f, result);
    for (Candidate &candidate : result)
      lookAt(candidate);
    return result;
  }

private:
  /// Where every operand of a contraction is split alike already, it runs split over those axes (the third row of the
  /// contraction table), or with them on other factors where that sends much less; never with them idle.
  void keepAgreement(size_t factor, std::vector<Candidate> &candidates) const {
    AxisList agreed = agreedAxes(factor);
    auto keeps = [&](const Candidate &c) { return isPrefixOf(mesh, agreed, c.placement.factors[factor]); };
    if (llvm::none_of(candidates, keeps))
      return;
    llvm::erase_if(candidates, [&](Candidate &candidate) {
      if (keeps(candidate))
        return false;
      candidate.undoesAgreement = true;
      return !llvm::all_of(agreed, [&](const AxisRef &axis) {
        return llvm::any_of(candidate.placement.factors,
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

  static void addUnique(std::vector<std::vector<AxisList>> &list, std::vector<AxisList> factors) {
    if (!llvm::is_contained(list, factors))
      list.push_back(std::move(factors));
  }

  void addLead(const TensorFactors &dims, ShardingId sharding) {
    std::vector<AxisList> factors = projectToFactors(mesh, rule, dims, interner.sharding(sharding));
    for (size_t f = 0; f < factors.size(); ++f)
      if (staysWhole(rule.factors[f]) || !canExchange(f, factors[f]))
        factors[f].clear();
    if (llvm::any_of(factors, [](const AxisList &axes) { return !axes.empty(); }))
      addUnique(leads, std::move(factors));
  }

  /// Where neighbours cannot exchange what a factor's windows read, the factor stays whole and the others lead.
  bool canExchange(size_t factor, const AxisList &axes) const {
    if (llvm::none_of(rule.windows, [&](const FactorWindow &w) { return w.factor == static_cast<int64_t>(factor); }))
      return true;
    std::vector<AxisList> alone(rule.factors.size());
    alone[factor] = axes;
    return runs(alone);
  }

  /// Operands first: at equal price a value stays as it is until somebody needs it otherwise.
  void collectLeads() {
    for (auto [dims, operand] : llvm::zip_equal(rule.operands, situation.operands))
      for (ShardingId sharding : operand.available)
        addLead(dims, sharding);
    for (auto [dims, result] : llvm::zip_equal(rule.results, situation.results))
      for (const Wish &wish : result.wishes)
        addLead(dims, wish.sharding);
  }

  /// Takes over from `others`, in order, what extends the lead without using an axis twice.
  std::vector<AxisList> fill(std::vector<AxisList> factors, const std::vector<std::vector<AxisList>> &others) const {
    dropRepeated(factors);
    for (const std::vector<AxisList> &other : others)
      for (size_t f = 0; f < factors.size(); ++f) {
        if (!isPrefixOf(mesh, factors[f], other[f]))
          continue;
        for (const AxisRef &axis : dropPrefix(mesh, other[f], factors[f])) {
          if (llvm::any_of(factors, [&](const AxisList &axes) { return overlaps(mesh, axes, axis); }))
            break;
          AxisList longer = factors[f];
          append(mesh, longer, axis);
          std::vector<AxisList> trial = factors;
          trial[f] = longer;
          if (!runs(trial))
            break;
          factors = std::move(trial);
        }
      }
    return factors;
  }

  /// A tensor that has one factor twice (a diagonal) can name an axis twice: the first factor keeps it.
  void dropRepeated(std::vector<AxisList> &factors) const {
    for (size_t f = 0; f < factors.size(); ++f)
      for (size_t g = f + 1; g < factors.size(); ++g)
        if (llvm::any_of(factors[g], [&](const AxisRef &axis) { return overlaps(mesh, factors[f], axis); }))
          factors[g].clear();
  }

  bool runs(const std::vector<AxisList> &factors) const {
    return isRunnable(mesh, rule, situation.shapes, Placement{factors, {}, -1});
  }

  std::vector<AxisList> withoutReductions(std::vector<AxisList> factors) const {
    for (auto [factor, axes] : llvm::zip_equal(rule.factors, factors))
      if (factor.kind == FactorKind::Reduction)
        axes.clear();
    return factors;
  }

  bool passes(llvm::ArrayRef<PartialAxis> partial) const {
    return llvm::all_of(partial, [&](const PartialAxis &p) { return llvm::is_contained(rule.partialKinds, p.kind); });
  }

  /// The ways of leaving combinations pending, without factors: none first.
  std::vector<Placement> partialChoices() const {
    std::vector<Placement> choices(1);
    if (rule.partial == PartialBehavior::None)
      return choices;
    std::vector<PartialAxis> all;
    for (int64_t operand : rule.partialOperands) {
      const OperandState &state = situation.operands[operand];
      const std::vector<PartialAxis> &partial = interner.sharding(state.available.front()).partial;
      // A square needs the combined value for its other factor anyway.
      bool twice =
          llvm::count_if(situation.operands, [&](const OperandState &o) { return o.first == state.first; }) > 1;
      if (partial.empty() || !passes(partial) || state.resolvedElsewhere ||
          (twice && rule.partial == PartialBehavior::ExactlyOne))
        continue;
      choices.push_back({{}, partial, rule.partial == PartialBehavior::ExactlyOne ? operand : -1});
      for (const PartialAxis &p : partial)
        if (llvm::none_of(all, [&](const PartialAxis &q) { return overlaps(mesh, p.axis, q.axis); }))
          all.push_back(p);
    }
    if (rule.partial == PartialBehavior::AllAlike && choices.size() > 2)
      choices.push_back({{}, all, -1});
    return choices;
  }

  //===--- What is known of each ---===//

  void lookAt(Candidate &candidate) {
    auto same = llvm::find_if(seen, [&](const Candidate &other) { return other.placement == candidate.placement; });
    if (same == seen.end()) {
      work(candidate);
      seen.push_back(candidate);
      return;
    }
    candidate.needs = same->needs;
    candidate.makes = same->makes;
    candidate.own = same->own;
  }

  void work(Candidate &candidate) {
    for (size_t i = 0; i < situation.operands.size(); ++i)
      candidate.needs.push_back(interner.sharding(operandSharding(mesh, rule, candidate.placement, i)));
    for (size_t i = 0; i < situation.results.size(); ++i)
      candidate.makes.push_back(interner.sharding(resultSharding(mesh, rule, candidate.placement, i)));
    double points = 1;
    for (auto [factor, axes] : llvm::zip_equal(rule.factors, candidate.placement.factors)) {
      int64_t parts = numParts(mesh, axes);
      points *= static_cast<double>((factor.size + parts - 1) / parts);
    }
    candidate.own.compute = situation.computePerPoint * points;
    addCombination(candidate);
    if (!rule.windows.empty())
      for (size_t operand = 0; operand < situation.operands.size(); ++operand)
        candidate.own += priceExchangeOf(operand, candidate.placement);
  }

  Price priceExchangeOf(size_t operand, const Placement &placement) const {
    return priceExchange(mesh, rule, situation.shapes, placement, operand,
                         interner.array(situation.operands[operand].array).elementBytes);
  }

  /// Edges would be sent of an operand that is joined anyway.
  bool exchangesWhole(const Placement &placement) const {
    return llvm::any_of(llvm::enumerate(situation.operands), [&](const auto &operand) {
      return operand.value().readWhole && priceExchangeOf(operand.index(), placement).collectives > 0;
    });
  }

  /// Every device sends what its block gave to the others of its group.
  void addCombination(Candidate &candidate) {
    int64_t parts = 1;
    for (auto [factor, axes] : llvm::zip_equal(rule.factors, candidate.placement.factors))
      if (factor.combined)
        parts *= numParts(mesh, axes);
    if (parts == 1)
      return;
    for (auto [result, made] : llvm::zip_equal(situation.results, candidate.makes)) {
      const Interner::Array &array = interner.array(result.array);
      double bytes = static_cast<double>(array.elementBytes * (parts - 1));
      for (int64_t size : interner.sharding(made).localShape(mesh, array.shape))
        bytes *= static_cast<double>(size);
      candidate.own.bytes += bytes;
      candidate.own.collectives += 1;
    }
  }

  const Situation &situation;
  Interner &interner;
  std::vector<Candidate> &seen;
  const Mesh &mesh;
  const ShardingRule &rule;
  std::vector<std::vector<AxisList>> leads;
};

} // namespace

std::vector<Candidate> makeCandidates(const Situation &situation, Interner &interner, std::vector<Candidate> &seen) {
  return Candidates(situation, interner, seen).make();
}

llvm::ArrayRef<Candidate> CandidateBook::find(uint32_t kind, const Situation &situation) {
  Interner::Key key{kind};
  for (const OperandState &operand : situation.operands) {
    key.append({static_cast<uint32_t>(operand.first), operand.resolvedElsewhere, operand.readWhole,
                static_cast<uint32_t>(operand.available.size())});
    llvm::append_range(key, operand.available);
  }
  for (const ResultState &result : situation.results) {
    key.push_back(result.wishes.size());
    for (const Wish &wish : result.wishes)
      key.push_back(wish.sharding);
  }
  auto [place, added] = known.try_emplace(std::move(key));
  if (added)
    place->second = makeCandidates(situation, interner, seen[kind]);
  return place->second;
}

} // namespace shardwright
