#include "lib/Evaluate/ConstrainedPlan.h"

#include "lib/Placement/ProblemFields.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

using Op = ShardingProblem::Op;

static bool isConstraint(const ShardingProblem &problem, const Op &op) {
  return op.opClass < 0 && op.operands.size() == 1 && op.results.size() == 1 && op.needs.front() &&
         problem.values[op.results[0]].root != op.results[0];
}

/// By which an op makes a result in a sharding, with the axes over which it is partial on the first factor that is
/// reduced, else on a partial operand.
static std::optional<PlacementChoice> choiceMaking(const Mesh &mesh, const ShardingProblem::OpClass &opClass,
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
  return problem_text::usualChoice(mesh, rule, std::move(placement));
}

std::optional<PlacementPlan> planAsConstrained(const CostModel &costs, const ShardingProblem &problem,
                                               ReshardPricer &pricer, const PlacementOptions &options,
                                               const PlacementPlan &plan) {
  const Mesh &mesh = costs.mesh();
  std::vector<std::pair<size_t, size_t>> makers(problem.values.size()); // op and result, by root
  for (auto [number, op] : llvm::enumerate(problem.ops))
    for (auto [result, value] : llvm::enumerate(op.results))
      if (problem.values[value].root == value)
        makers[value] = {number, result};
  ShardingProblem around = problem; // The program with these ops as they are to run.
  std::vector<std::pair<size_t, PlacementChoice>> fixed;
  bool isOther = false;
  for (const Op &op : problem.ops) {
    if (!isConstraint(problem, op))
      continue;
    const auto [maker, result] = makers[problem.values[op.operands[0]].root];
    Op &made = around.ops[maker];
    if (made.opClass < 0) // Nor one that is fixed by now: the first constraint counts.
      continue;
    std::optional<PlacementChoice> choice =
        choiceMaking(mesh, problem.classes[made.opClass], result, op.needs.front()->placement(mesh));
    if (!choice)
      continue;
    isOther |= !plan.choices[plan.chosen[maker]].makes[result].samePlacement(mesh, choice->makes[result]);
    made.opClass = -1;
    made.needs.assign(choice->needs.begin(), choice->needs.end());
    for (auto [value, makes] : llvm::zip_equal(made.results, choice->makes))
      around.values[value].spec = makes;
    fixed.push_back({maker, *std::move(choice)});
  }
  if (!isOther)
    return std::nullopt;
  PlacementPlan planned = PlacementPlanner(costs, around, pricer, options).plan();
  for (auto &[op, choice] : fixed) {
    planned.chosen[op] = static_cast<int64_t>(planned.choices.size());
    planned.choices.push_back(std::move(choice));
  }
  return planned;
}

} // namespace shardwright::evaluation
