#include "lib/Plan/OpMarginals.h"

#include "lib/Plan/MinPlus.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::plan {

using Kind = StrategyNode::Kind;

static void addByChoice(std::vector<double> &sums, const Changes::View &view, llvm::ArrayRef<double> bySharding) {
  if (bySharding.empty())
    return;
  for (auto [sum, number] : llvm::zip_equal(sums, view.numberOf))
    sum += bySharding[number];
}

OpMarginals::OpMarginals(const StrategyNodes &nodes, Changes &changes)
    : nodes(nodes), changes(changes), state(changes.state), upTo(nodes.ownTicks), from(nodes.ownTicks),
      makers(nodes.roots.size()), users(nodes.ownTicks.size()) {
  for (size_t op = 0; op < upTo.size(); ++op)
    if (nodes.nodeOfOp[op] >= 0)
      addUpTo(op);
  for (size_t op = upTo.size(); op-- > 0;)
    if (nodes.nodeOfOp[op] >= 0)
      addFrom(op);
}

void OpMarginals::addUpTo(size_t number) {
  const ShardingProblem::Op &op = state.program.ops[number];
  const std::vector<const Candidate *> &all = candidates(number);
  for (auto [position, operand] : llvm::enumerate(op.operands)) {
    Changes::View needs =
        changes.view(all.size(), [&, position = position](uint32_t choice) { return all[choice]->needs[position]; });
    addByChoice(upTo[number], needs, ticksOfMaker(state.rootOf(operand), needs));
    users[number].push_back({std::move(needs), {}});
  }
  for (auto [position, result] : llvm::enumerate(op.results)) {
    Side &side = makers[state.rootOf(result)];
    side.view =
        changes.view(all.size(), [&, position = position](uint32_t choice) { return all[choice]->makes[position]; });
    side.least = side.view.leastOf(upTo[number]);
  }
}

/// By sharding that is needed, what comes before; nothing where that is open.
std::vector<double> OpMarginals::ticksOfMaker(size_t number, const Changes::View &needs) {
  const StrategyNodes::Root &root = nodes.roots[number];
  if (std::optional<ShardingId> made = root.maker < 0 ? state.specs[number] : nodes.fixedAt(root.maker))
    return changes.estimates(number, changes.listOf(*made), needs.list).byFrom;
  if (nodes.nodes[root.maker].kind != Kind::Op)
    return {};
  const Side &maker = makers[number];
  const Changes::Estimates &table = changes.estimates(number, maker.view.list, needs.list);
  std::vector<double> least(table.numTo);
  minPlus(maker.least.data(), table.byFrom.data(), table.numFrom, table.numTo, least.data());
  return least;
}

void OpMarginals::addFrom(size_t number) {
  const ShardingProblem::Op &op = state.program.ops[number];
  for (size_t result : op.results) {
    const size_t root = state.rootOf(result);
    const Changes::View &makes = makers[root].view;
    for (const StrategyNodes::Use &use : nodes.roots[root].uses)
      addByChoice(from[number], makes, ticksOfUse(root, use, makes));
  }
  for (Side &side : users[number])
    side.least = side.view.leastOf(from[number]);
}

/// By sharding that is made, what comes behind, likewise.
std::vector<double> OpMarginals::ticksOfUse(size_t number, const StrategyNodes::Use &use, const Changes::View &makes) {
  if (use.node < 0 && use.use.handsOn)
    return {};
  if (std::optional<ShardingId> need =
          use.node < 0 ? state.needs[use.use.op][use.use.position] : nodes.fixedAt(use.node))
    return changes.estimates(number, makes.list, changes.listOf(*need)).byFrom;
  if (nodes.nodes[use.node].kind != Kind::Op)
    return {};
  const Side &user = users[use.use.op][use.use.position];
  const Changes::Estimates &table = changes.estimates(number, makes.list, user.view.list);
  std::vector<double> least(table.numFrom);
  minPlus(user.least.data(), table.byTo.data(), table.numTo, table.numFrom, least.data());
  return least;
}

} // namespace shardwright::plan
