#include "lib/Placement/ProblemParser.h"

namespace shardwright::problem_text {

/// `plan {bytes = 12}`, choices and carried shardings.
absl::Status ProblemParser::parsePlan() {
  PlacementPlan &plan = text.plan.emplace();
  plan.chosen.assign(problem().ops.size(), -1);
  for (const ShardingProblem::LoopCarried &carried : problem().loopCarried)
    plan.loopCarried.push_back(problem().values[carried.result].spec);
  if (absl::Status status = fields(plan.total); !status.ok())
    return status;
  for (cursor.skipSpace(); !cursor.atEnd(); cursor.skipSpace()) {
    absl::Status status = keyword("choose")         ? parseChoice(plan)
                          : keyword("loop_carried") ? parseLoopCarried(plan)
                                                    : cursor.expected("'choose', 'loop_carried' or the end");
    if (!status.ok())
      return status;
  }
  for (auto [op, chosen] : llvm::zip_equal(problem().ops, plan.chosen))
    if (op.opClass >= 0 && chosen < 0)
      return errorAt(cursor.offset, absl::StrCat("nothing is chosen for the op that makes %", op.results.front()));
  return absl::OkStatus();
}

/// `choose %2, %7 {placement = {factors = {i = [x]}}}`: for ops of one class.
absl::Status ProblemParser::parseChoice(PlacementPlan &plan) {
  std::vector<size_t> ops;
  do {
    size_t begin = here();
    absl::StatusOr<size_t> value = parseUse();
    if (!value.ok())
      return value.status();
    size_t op = makers[*value];
    if (problem().ops[op].opClass < 0 || problem().ops[op].results.front() != *value)
      return expectedAt(begin, "the first result of an op that has a class");
    if (problem().ops[op].opClass != problem().ops[ops.empty() ? op : ops.front()].opClass)
      return expectedAt(begin, "the result of an op of the same class");
    if (plan.chosen[op] >= 0)
      return errorAt(begin, absl::StrCat("a placement of %", *value, " is chosen twice"));
    plan.chosen[op] = static_cast<int64_t>(plan.choices.size());
    ops.push_back(op);
  } while (cursor.consume(","));
  absl::StatusOr<PlacementChoice> choice = parseChoiceOf(ops);
  if (choice.ok())
    plan.choices.push_back(*std::move(choice));
  return choice.status();
}

absl::StatusOr<PlacementChoice> ProblemParser::parseChoiceOf(const std::vector<size_t> &ops) {
  const ShardingProblem::OpClass &opClass = problem().classes[problem().ops[ops.front()].opClass];
  size_t begin = here();
  PlacementChoice choice;
  if (absl::Status status = fields(choice); !status.ok())
    return status;
  if (absl::Status status = checkPlacement(opClass, choice.placement, begin); !status.ok())
    return status;
  choice.placement.factors.resize(opClass.rule.factors.size());
  if (choice.next) {
    if (absl::Status status = checkPlacement(opClass, choice.next->placement, begin); !status.ok())
      return status;
    choice.next->placement.factors.resize(opClass.rule.factors.size());
  }
  PlacementChoice usual = usualChoice(text.mesh, opClass.rule, choice.placement);
  auto complete = [&](std::vector<Sharding> &given, std::vector<Sharding> &all, const std::vector<Shape> &shapes) {
    if (given.empty())
      given = std::move(all);
    if (given.size() != shapes.size())
      return errorAt(begin, absl::StrCat(given.size(), " shardings where the class has ", shapes.size()));
    for (auto [sharding, shape] : llvm::zip_equal(given, shapes))
      if (absl::Status status = verify(text.mesh, sharding, shape.size()); !status.ok())
        return errorBehind(begin, status);
    return absl::OkStatus();
  };
  if (absl::Status status = complete(choice.needs, usual.needs, opClass.shapes.operands); !status.ok())
    return status;
  if (absl::Status status = complete(choice.makes, usual.makes, opClass.shapes.results); !status.ok())
    return status;
  return choice;
}

absl::Status ProblemParser::checkPlacement(const ShardingProblem::OpClass &opClass, const Placement &placement,
                                           size_t offset) {
  if (placement.factors.size() > opClass.rule.factors.size())
    return errorAt(offset, absl::StrCat("the rule has no factor ", factorName(placement.factors.size() - 1)));
  llvm::SmallVector<AxisRef> axes;
  for (const AxisList &list : placement.factors)
    axes.append(list.begin(), list.end());
  for (const PartialAxis &partial : placement.partial)
    axes.push_back(partial.axis);
  for (auto [index, axis] : llvm::enumerate(axes)) {
    if (absl::Status status = verifyAxis(text.mesh, axis); !status.ok())
      return errorBehind(offset, status);
    if (overlaps(text.mesh, llvm::ArrayRef(axes).take_front(index), axis))
      return errorAt(offset, absl::StrCat("axis ", axis.str(), " is used twice"));
  }
  if (placement.partialOperand < -1 || placement.partialOperand >= static_cast<int64_t>(opClass.rule.operands.size()))
    return errorAt(offset, absl::StrCat("the rule has no operand ", placement.partialOperand));
  return absl::OkStatus();
}

/// `loop_carried %9 [I_x]`.
absl::Status ProblemParser::parseLoopCarried(PlacementPlan &plan) {
  size_t begin = here();
  absl::StatusOr<size_t> value = parseUse();
  if (!value.ok())
    return value.status();
  auto carried = llvm::find_if(problem().loopCarried, [&](const auto &carried) { return carried.result == *value; });
  if (carried == problem().loopCarried.end())
    return errorAt(begin, absl::StrCat("%", *value, " is not carried"));
  absl::StatusOr<Sharding> sharding = parseShardingOf(problem().values[*value].shape.size());
  if (sharding.ok())
    plan.loopCarried[carried - problem().loopCarried.begin()] = *std::move(sharding);
  return sharding.status();
}

} // namespace shardwright::problem_text
