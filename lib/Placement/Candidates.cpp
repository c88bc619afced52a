#include "lib/Placement/Candidates.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {
namespace {

/// Makes the candidates of one op, each once.
class Candidates {
public:
  explicit Candidates(const PlacementProblem &problem) : problem(problem), mesh(problem.mesh), rule(problem.rule) {}

  std::vector<Placement> make() {
    collectLeads();
    std::vector<std::vector<AxisList>> shapes;
    for (size_t lead = 0; lead < leads.size(); ++lead) {
      addUnique(shapes, fill(leads[lead], leads));
      addUnique(shapes, fill(leads[lead], {}));
    }
    for (size_t i = 0, n = shapes.size(); i < n; ++i)
      addUnique(shapes, withoutReductions(shapes[i]));
    addUnique(shapes, std::vector<AxisList>(rule.factors.size()));

    std::vector<Placement> result;
    for (const std::vector<AxisList> &factors : shapes)
      for (const Placement &partial : partialChoices()) {
        Placement candidate = partial;
        candidate.factors = factors;
        if (!llvm::is_contained(result, candidate) && isRunnable(mesh, rule, problem.shapes, candidate))
          result.push_back(candidate);
      }
    return keepingAgreement(std::move(result));
  }

private:
  /// Where every operand of a contraction is split alike already, the contraction runs split (the third row of the
  /// contraction table): the candidates that would undo it are left out.
  std::vector<Placement> keepingAgreement(std::vector<Placement> candidates) const {
    for (size_t f = 0; f < rule.factors.size(); ++f) {
      if (rule.factors[f].kind != FactorKind::Reduction)
        continue;
      AxisList agreed = agreedAxes(f);
      auto keeps = [&](const Placement &candidate) { return isPrefixOf(mesh, agreed, candidate.factors[f]); };
      if (llvm::any_of(candidates, keeps))
        llvm::erase_if(candidates, [&](const Placement &candidate) { return !keeps(candidate); });
    }
    return candidates;
  }

  /// What two or more operands have in common on a factor; nothing where only one operand has the factor.
  AxisList agreedAxes(size_t factor) const {
    std::optional<AxisList> agreed;
    size_t owners = 0;
    for (auto [dims, operand] : llvm::zip_equal(rule.operands, problem.operands)) {
      if (llvm::none_of(dims, [&](const DimFactors &dim) { return llvm::is_contained(dim, factor); }))
        continue;
      AxisList axes = projectToFactors(mesh, rule, dims, operand.available.front())[factor];
      agreed = agreed ? commonPrefix(mesh, *agreed, axes) : axes;
      ++owners;
    }
    return owners > 1 ? *agreed : AxisList();
  }

  static void addUnique(std::vector<std::vector<AxisList>> &list, std::vector<AxisList> factors) {
    if (!llvm::is_contained(list, factors))
      list.push_back(std::move(factors));
  }

  void addLead(const TensorFactors &dims, const Sharding &sharding) {
    std::vector<AxisList> factors = projectToFactors(mesh, rule, dims, sharding);
    for (auto [factor, axes] : llvm::zip_equal(rule.factors, factors))
      if (staysWhole(factor))
        axes.clear();
    if (llvm::any_of(factors, [](const AxisList &axes) { return !axes.empty(); }))
      addUnique(leads, std::move(factors));
  }

  /// Operands first: at equal price a value stays as it is until somebody needs it otherwise.
  void collectLeads() {
    for (auto [dims, operand] : llvm::zip_equal(rule.operands, problem.operands))
      for (const Sharding &sharding : operand.available)
        addLead(dims, sharding);
    for (auto [dims, result] : llvm::zip_equal(rule.results, problem.results))
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
    return isRunnable(mesh, rule, problem.shapes, Placement{factors, {}, -1});
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
      const OperandState &state = problem.operands[operand];
      const std::vector<PartialAxis> &partial = state.available.front().partial;
      // A square needs the combined value for its other factor anyway.
      bool twice = llvm::count_if(problem.operands, [&](const OperandState &o) { return o.first == state.first; }) > 1;
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

  const PlacementProblem &problem;
  const Mesh &mesh;
  const ShardingRule &rule;
  std::vector<std::vector<AxisList>> leads;
};

} // namespace

std::vector<Placement> makeCandidates(const PlacementProblem &problem) { return Candidates(problem).make(); }

} // namespace shardwright
