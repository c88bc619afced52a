#include "lib/Evaluate/PlanParts.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <array>
#include <map>

namespace shardwright::evaluation {

/// Those of ops of the same classes that run by the same choices in each plan, as in equal layers, become one.
static void joinAlike(const ShardingProblem &problem, const PlacementPlan &a, const PlacementPlan &b,
                      std::vector<PlanPart> &parts) {
  std::map<std::vector<std::array<int64_t, 3>>, size_t> known;
  std::vector<PlanPart> joined;
  for (PlanPart &part : parts) {
    std::vector<std::array<int64_t, 3>> key;
    for (size_t op : part.ops)
      key.push_back({problem.ops[op].opClass, a.chosen[op], b.chosen[op]});
    for (size_t carried : part.loopCarried)
      key.push_back({-1, static_cast<int64_t>(carried), -1}); // of their own
    llvm::sort(key);
    auto [place, isNew] = known.try_emplace(std::move(key), joined.size());
    if (isNew) {
      joined.push_back(std::move(part));
      continue;
    }
    llvm::append_range(joined[place->second].ops, part.ops);
    llvm::append_range(joined[place->second].loopCarried, part.loopCarried);
  }
  parts = std::move(joined);
}

std::vector<PlanPart> differingParts(const ShardingProblem &problem, const PlacementPlan &a, const PlacementPlan &b) {
  llvm::IntEqClasses joined(problem.values.size());
  auto join = [&](size_t value, size_t with) {
    size_t root = problem.values[value].root;
    if (!problem.values[root].free)
      joined.join(problem.values[with].root, root);
  };
  std::vector<std::pair<size_t, size_t>> ops, loopCarried; // with a value of theirs
  for (auto [index, op] : llvm::enumerate(problem.ops)) {
    if (op.opClass < 0 || a.choices[a.chosen[index]].placement == b.choices[b.chosen[index]].placement)
      continue;
    size_t own = op.results.front();
    ops.push_back({index, own});
    for (size_t result : op.results)
      join(result, own);
    for (size_t operand : op.operands)
      join(operand, own);
  }
  for (auto [index, carried] : llvm::enumerate(problem.loopCarried)) {
    if (a.loopCarried[index].samePlacement(b.loopCarried[index]))
      continue;
    loopCarried.push_back({index, carried.result});
    for (size_t argument : carried.arguments)
      join(argument, carried.result);
    for (size_t needs : {carried.entry, carried.yield})
      join(problem.ops[needs].operands[carried.position], carried.result);
  }
  std::vector<PlanPart> parts;
  llvm::DenseMap<size_t, size_t> numbers;
  auto partOf = [&](size_t value) -> PlanPart & {
    auto [place, added] = numbers.try_emplace(joined.findLeader(problem.values[value].root), parts.size());
    if (added)
      parts.emplace_back();
    return parts[place->second];
  };
  for (auto [op, value] : ops)
    partOf(value).ops.push_back(op);
  for (auto [carried, value] : loopCarried)
    partOf(value).loopCarried.push_back(carried);
  joinAlike(problem, a, b, parts);
  llvm::stable_sort(parts, [](const PlanPart &x, const PlanPart &y) { return x.ops.size() > y.ops.size(); });
  return parts;
}

void takePart(PlacementPlan &plan, const PlanPart &part, const PlacementPlan &other) {
  llvm::DenseMap<int64_t, int64_t> numbers;
  for (size_t op : part.ops) {
    auto [place, added] = numbers.try_emplace(other.chosen[op], static_cast<int64_t>(plan.choices.size()));
    if (added)
      plan.choices.push_back(other.choices[other.chosen[op]]);
    plan.chosen[op] = place->second;
  }
  for (size_t carried : part.loopCarried)
    plan.loopCarried[carried] = other.loopCarried[carried];
}

} // namespace shardwright::evaluation
