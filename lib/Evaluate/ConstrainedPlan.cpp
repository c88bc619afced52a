#include "lib/Evaluate/ConstrainedPlan.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

using Op = ShardingProblem::Op;

static bool isConstraint(const ShardingProblem &problem, const Op &op) {
  return problem.isOtherName(op) && op.operands.size() == 1 && op.needs.front();
}

/// By which an op makes a result in a sharding, with the axes over which it is partial on the first factor that is
/// reduced, else on a partial operand.
static std::optional<Placement> placementMaking(const Mesh &mesh, const ShardingProblem::OpClass &opClass,
                                                size_t result, const Sharding &sharding) {
  const ShardingRule &rule = opClass.rule;
  Placement placement{projectToFactors(mesh, rule, rule.results[result], sharding), {}, -1};
  auto reduced = llvm::find_if(rule.factors, [](const Factor &factor) {
    return factor.kind == FactorKind::Reduction && factor.splittable && !factor.combined;
  });
  if (sharding.isPartial() && reduced != rule.factors.end()) {
    for (const PartialAxis &partial : sharding.partial)
      placement.factors[reduced - rule.factors.begin()].push_back(partial.axis);
  } else if (sharding.isPartial()) {
    placement.partial.assign(sharding.partial.begin(), sharding.partial.end());
    if (rule.partial == PartialBehavior::None)
      return std::nullopt;
    if (rule.partial == PartialBehavior::ExactlyOne)
      placement.partialOperand = rule.partialOperands.front();
  }
  if (!isRunnable(mesh, rule, opClass.shapes, placement) ||
      !resultSharding(mesh, rule, placement, result).samePlacement(mesh, sharding))
    return std::nullopt;
  return placement;
}

std::vector<PlacementPin> pinsOfConstraints(const Mesh &mesh, const ShardingProblem &problem,
                                            const PlacementPlan &plan) {
  std::vector<std::pair<size_t, size_t>> makers(problem.values.size()); // op and result, by root
  for (auto [number, op] : llvm::enumerate(problem.ops))
    for (auto [result, value] : llvm::enumerate(op.results))
      if (problem.values[value].root == value)
        makers[value] = {number, result};
  std::vector<PlacementPin> pins;
  llvm::SmallDenseSet<size_t, 16> pinned; // the first constraint counts
  bool isOther = false;
  for (const Op &op : problem.ops) {
    if (!isConstraint(problem, op))
      continue;
    const auto [maker, result] = makers[problem.values[op.operands[0]].root];
    const Op &made = problem.ops[maker];
    if (made.opClass < 0 || pinned.contains(maker))
      continue;
    const Sharding wanted = op.needs.front()->placement(mesh);
    std::optional<Placement> placement = placementMaking(mesh, problem.classes[made.opClass], result, wanted);
    if (!placement)
      continue;
    isOther |= !plan.choices[plan.chosen[maker]].makes[result].samePlacement(mesh, wanted);
    pinned.insert(maker);
    pins.push_back({maker, *std::move(placement)});
  }
  return isOther ? pins : std::vector<PlacementPin>();
}

} // namespace shardwright::evaluation
