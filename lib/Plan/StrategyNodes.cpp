#include "lib/Plan/StrategyNodes.h"

#include "lib/Plan/MinPlus.h"
#include "lib/Plan/OpMarginals.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include <limits>
#include <map>

namespace shardwright::plan {

using Op = ShardingProblem::Op;
using Kind = StrategyNode::Kind;

StrategyNodes::StrategyNodes(OwnPrices &own, Changes &changes, const StrategyOptions &options)
    : roots(own.pricer.state.specs.size()), own(own), changes(changes), pricer(own.pricer), state(pricer.state),
      options(options) {
  addOps();
  addHeld();
  connect();
  keepCheapest();
  findHeldShardings();
  for (auto [number, root] : llvm::enumerate(roots)) {
    auto note = [&, &root = root](int64_t node) {
      if (node >= 0 && nodes[node].isOpen() && !llvm::is_contained(root.around, static_cast<uint32_t>(node)))
        root.around.push_back(static_cast<uint32_t>(node));
    };
    if (state.isFree(number))
      continue;
    note(root.maker);
    for (const Use &use : root.uses)
      note(use.node);
  }
  addCopies();
  sortByTime();
}

/// In the order in which the program meets them, so that solvers that go over the nodes one after another tell in one
/// pass what follows from one end for the other: copies behind the op that makes what they are of, what is held before
/// the first op that reads it.
void StrategyNodes::sortByTime() {
  const size_t numOps = state.program.ops.size();
  std::vector<std::pair<size_t, uint32_t>> order; // time, number
  for (auto [number, node] : llvm::enumerate(nodes)) {
    size_t time = 3 * node.index + 1; // of an op
    if (node.kind == Kind::Copies) {
      time = 3 * std::min(numOps, state.definedAt[node.index]) - (state.definedAt[node.index] > 0 ? 1 : 0);
    } else if (node.kind == Kind::Held) {
      time = 3 * numOps;
      for (size_t root : held[node.index].makes)
        for (const Use &use : roots[root].uses)
          time = std::min<size_t>(time, 3 * use.use.op);
    }
    order.push_back({time, static_cast<uint32_t>(number)});
  }
  llvm::stable_sort(order, llvm::less_first());
  std::vector<uint32_t> place(nodes.size());
  std::vector<StrategyNode> sorted;
  for (auto [index, each] : llvm::enumerate(order)) {
    place[each.second] = static_cast<uint32_t>(index);
    sorted.push_back(std::move(nodes[each.second]));
  }
  nodes = std::move(sorted);
  auto renumber = [&](int64_t &node) {
    if (node >= 0)
      node = place[node];
  };
  for (int64_t &node : nodeOfOp)
    renumber(node);
  for (Root &root : roots) {
    renumber(root.maker);
    renumber(root.copies);
    for (Use &use : root.uses)
      renumber(use.node);
    for (uint32_t &node : root.around)
      node = place[node];
  }
}

std::optional<size_t> StrategyNodes::returns() const {
  const std::vector<Op> &ops = state.program.ops;
  if (ops.empty() || ops.back().opClass >= 0 || !ops.back().results.empty())
    return std::nullopt;
  return ops.size() - 1;
}

ShardingId StrategyNodes::made(const Root &root, uint32_t choice) const {
  const StrategyNode &node = nodes[root.maker];
  return node.kind == Kind::Op ? node.candidates[choice]->makes[root.result] : node.shardings[choice].front();
}

ShardingId StrategyNodes::need(const Use &use, uint32_t choice) const {
  const StrategyNode &node = nodes[use.node];
  return node.kind == Kind::Op ? node.candidates[choice]->needs[use.use.position] : node.shardings[choice].front();
}

void StrategyNodes::addOps() {
  OpStrategies strategies = findOpStrategies(pricer, options.partsOfAxes);
  included = strategiesOf(state, options.including);
  for (auto [all, more] : llvm::zip_equal(strategies, included))
    for (const Candidate *candidate : more)
      if (!llvm::is_contained(all, candidate))
        all.push_back(candidate);
  dropDominated(own, changes, included, strategies);
  for (auto [index, candidates] : llvm::enumerate(strategies))
    if (state.program.ops[index].opClass >= 0)
      nodes.push_back({Kind::Op, index, std::move(candidates), {}});
}

void StrategyNodes::addHeld() {
  addArguments();
  addLoopCarried();
  addReturned();
  for (auto [number, value] : llvm::enumerate(held))
    nodes.push_back({Kind::Held, number, {}, {{state.specs[value.value]}}});
}

/// What ops without operands make that is neither made anywhere nor a region's.
void StrategyNodes::addArguments() {
  std::vector<bool> isOfRegion(state.program.ops.size());
  for (const ShardingProblem::Region &region : state.program.regions)
    isOfRegion[region.enter] = isOfRegion[region.leave] = true;
  for (auto [index, op] : llvm::enumerate(state.program.ops))
    if (op.opClass < 0 && op.made < 0 && op.operands.empty() && !isOfRegion[index])
      for (size_t value : op.results)
        if (!state.isFree(value)) {
          HeldValue &added = held.emplace_back();
          added.argument = added.value = value;
          added.isFixed = value < options.isFixed.size() && options.isFixed[value];
          added.makes = {value};
        }
}

void StrategyNodes::addLoopCarried() {
  for (auto [index, carried] : llvm::enumerate(state.program.loopCarried)) {
    HeldValue &added = held.emplace_back();
    added.carried = index;
    added.value = carried.result;
    added.isFixed = carried.result < options.isFixed.size() && options.isFixed[carried.result];
    added.makes.assign(carried.arguments.begin(), carried.arguments.end());
    added.makes.push_back(carried.result);
    added.readsAt.push_back({carried.entry, carried.position});
    if (carried.yield != carried.entry)
      added.readsAt.push_back({carried.yield, carried.position});
  }
}

void StrategyNodes::addReturned() {
  std::optional<size_t> end = returns();
  if (!end)
    return;
  std::map<size_t, size_t> argumentOf; // by position
  for (auto [value, position] : options.updated)
    argumentOf[position] = value;
  for (auto [position, operand] : llvm::enumerate(state.program.ops[*end].operands)) {
    if (state.needs[*end][position] == SolverState::kAny)
      continue;
    auto updated = argumentOf.find(position);
    auto argument = llvm::find_if(
        held, [&](const HeldValue &each) { return updated != argumentOf.end() && each.argument == updated->second; });
    const bool isFixed = position < options.isFixedResult.size() && options.isFixedResult[position];
    if (argument == held.end() || argument->returned) {
      if (isFixed)
        continue; // As the state says.
      HeldValue &added = held.emplace_back();
      added.value = operand;
      argument = std::prev(held.end());
    }
    argument->returned = position;
    argument->isFixed |= isFixed;
    argument->readsAt.push_back({*end, position});
  }
}

void StrategyNodes::connect() {
  std::map<std::pair<size_t, size_t>, int64_t> heldAt; // by op and position
  nodeOfOp.assign(state.program.ops.size(), -1);
  for (auto [number, node] : llvm::enumerate(nodes)) {
    if (node.kind == Kind::Op) {
      nodeOfOp[node.index] = static_cast<int64_t>(number);
      continue;
    }
    const HeldValue &value = held[node.index];
    for (size_t root : value.makes)
      roots[root].maker = static_cast<int64_t>(number);
    for (auto place : value.readsAt)
      heldAt[place] = static_cast<int64_t>(number);
  }
  for (auto [number, root] : llvm::enumerate(roots)) {
    if (AssignmentPricer::Maker maker = pricer.makerOf(number); maker.op >= 0) {
      root.maker = nodeOfOp[maker.op];
      root.result = maker.result;
    }
    for (AssignmentPricer::Use use : pricer.usesOf(number)) {
      auto place = heldAt.find({use.op, use.position});
      int64_t node = place != heldAt.end() ? place->second : nodeOfOp[use.op];
      if (node < 0 || node != root.maker) // What is handed on as it was given asks for nothing.
        root.uses.push_back({node, use});
    }
  }
}

std::optional<ShardingId> StrategyNodes::fixedAt(int64_t node) const {
  if (node < 0 || nodes[node].kind != Kind::Held || !held[nodes[node].index].isFixed)
    return std::nullopt;
  return nodes[node].shardings.front().front();
}

/// By their min-marginals.
void StrategyNodes::keepCheapest() {
  ownTicks.resize(state.program.ops.size());
  for (const StrategyNode &node : nodes)
    for (const Candidate *candidate : node.candidates)
      ownTicks[node.index].push_back(own.ticks(node.index, *candidate));
  auto isAbove = [&](const StrategyNode &node) {
    return node.kind == Kind::Op && node.numChoices() > options.mostChoices;
  };
  OpMarginals marginals(*this, changes);
  ticksUpTo = marginals.takeUpTo();
  ticksFrom = marginals.takeFrom();
  for (StrategyNode &node : nodes) {
    if (!isAbove(node))
      continue;
    std::vector<std::pair<double, size_t>> order;
    std::vector<double> &upTo = ticksUpTo[node.index], &from = ticksFrom[node.index], &work = ownTicks[node.index];
    for (size_t number = 0; number < node.numChoices(); ++number) {
      const bool stays = llvm::is_contained(included[node.index], node.candidates[number]);
      order.push_back({stays ? -1 : upTo[number] + from[number] - work[number], number});
    }
    llvm::stable_sort(order, llvm::less_first());
    order.resize(options.mostChoices);
    llvm::sort(order, llvm::less_second());
    auto keep = [&](auto &all) {
      for (size_t place = 0; place < order.size(); ++place)
        all[place] = all[order[place].second];
      all.resize(order.size());
    };
    keep(node.candidates);
    keep(upTo);
    keep(from);
    keep(work);
  }
}

llvm::SmallVector<ShardingId, 8> StrategyNodes::needsOf(const Root &root) const {
  llvm::SmallVector<ShardingId, 8> all;
  for (const Use &use : root.uses)
    if (use.node < 0)
      all.push_back(state.needs[use.use.op][use.use.position]);
    else
      for (uint32_t choice = 0; choice < nodes[use.node].numChoices(); ++choice)
        if (ShardingId wanted = need(use, choice); !llvm::is_contained(all, wanted))
          all.push_back(wanted);
  llvm::sort(all);
  all.erase(llvm::unique(all), all.end());
  return all;
}

llvm::SmallVector<ShardingId, 8> StrategyNodes::makesOf(const Root &root) const {
  llvm::SmallVector<ShardingId, 8> all;
  if (root.maker >= 0)
    for (uint32_t choice = 0; choice < nodes[root.maker].numChoices(); ++choice)
      all.push_back(made(root, choice));
  llvm::sort(all);
  all.erase(llvm::unique(all), all.end());
  return all;
}

/// What is made or asked for by ops around those that are connected through it; even, and partial only where a loop
/// carries what its iterations make so.
void StrategyNodes::findHeldShardings() {
  llvm::IntEqClasses connected(static_cast<unsigned>(held.size()));
  std::vector<std::pair<size_t, size_t>> touched; // held value, root
  std::vector<int64_t> heldOf(roots.size(), -1);
  std::vector<size_t> nodeOf(held.size());
  for (auto [number, node] : llvm::enumerate(nodes))
    if (node.kind == Kind::Held)
      nodeOf[node.index] = number;
  for (auto [number, value] : llvm::enumerate(held)) {
    for (size_t root : value.makes)
      touched.push_back({number, root});
    for (auto [op, position] : value.readsAt)
      touched.push_back({number, state.rootOf(state.program.ops[op].operands[position])});
  }
  for (auto [number, root] : touched) {
    if (heldOf[root] >= 0)
      connected.join(static_cast<unsigned>(number), static_cast<unsigned>(heldOf[root]));
    heldOf[root] = static_cast<int64_t>(number);
  }
  std::map<unsigned, llvm::SmallVector<ShardingId, 16>> seeds; // by leader
  for (auto [number, root] : touched) {
    auto &all = seeds[connected.findLeader(static_cast<unsigned>(number))];
    if (state.isFree(root))
      continue;
    for (const auto &each : {needsOf(roots[root]), makesOf(roots[root])})
      for (ShardingId sharding : each)
        if (!llvm::is_contained(all, sharding))
          all.push_back(sharding);
  }
  for (auto [number, value] : llvm::enumerate(held)) {
    StrategyNode &node = nodes[nodeOf[number]];
    if (value.isFixed)
      continue;
    const Shape &shape = state.program.values[value.value].shape;
    auto add = [&](ShardingId sharding) {
      if (!llvm::is_contained(node.shardings, llvm::SmallVector<ShardingId, 2>{sharding}))
        node.shardings.push_back({sharding});
    };
    add(state.interner.sharding(Sharding::closed(shape.size())));
    if (value.carried)
      for (const PlacementPlan *plan : options.including)
        add(state.interner.sharding(plan->loopCarried[*value.carried].placement(state.mesh)));
    const size_t first = node.shardings.size();
    for (ShardingId sharding : seeds[connected.findLeader(static_cast<unsigned>(number))]) {
      const Sharding &each = state.interner.sharding(sharding);
      if (!each.isUneven(state.mesh, shape) && (!each.isPartial() || (value.carried && value.makes.size() > 1)))
        add(sharding);
    }
    llvm::SmallVector<size_t, 2> read;
    for (auto [op, position] : value.readsAt)
      read.push_back(state.rootOf(state.program.ops[op].operands[position]));
    keepCheapest(node, first, value.value, value.makes, read);
  }
}

void StrategyNodes::keepCheapest(StrategyNode &node, size_t first, size_t value, llvm::ArrayRef<size_t> made,
                                 llvm::ArrayRef<size_t> read) {
  if (node.shardings.size() <= options.mostChoices)
    return;
  auto bytes = [&](const auto &choice) { return state.localBytes(value, choice.front()); };
  auto smallest = std::min_element(node.shardings.begin(), node.shardings.end(),
                                   [&](const auto &a, const auto &b) { return bytes(a) < bytes(b); });
  size_t stay = first;
  if (smallest - node.shardings.begin() >= static_cast<ptrdiff_t>(first))
    std::swap(node.shardings[stay++], *smallest);
  llvm::SmallVector<ShardingId, 16> others;
  for (const auto &choice : llvm::drop_begin(node.shardings, stay))
    others.push_back(choice.front());
  const Changes::ListId list = changes.listOf(others);
  std::vector<double> sums(others.size());
  auto addAll = [&](llvm::ArrayRef<double> ticks) {
    for (auto [sum, value] : llvm::zip_equal(sums, ticks))
      sum += value;
  };
  for (size_t root : made) {
    std::vector<double> ofUsers(others.size());
    for (const std::vector<double> &ticks : ticksOfUsers(root, list))
      add(ofUsers.data(), ticks.data(), ticks.size());
    addAll(ofUsers);
  }
  for (size_t root : read)
    addAll(ticksOfMaker(root, list, others.size()));
  std::vector<std::pair<double, ShardingId>> order;
  for (auto [sum, sharding] : llvm::zip_equal(sums, others))
    order.push_back({sum, sharding});
  llvm::stable_sort(order, llvm::less_first());
  node.shardings.resize(stay);
  for (const auto &[sum, sharding] :
       llvm::ArrayRef(order).take_front(options.mostChoices - std::min(stay, options.mostChoices)))
    node.shardings.push_back({sharding});
}

/// By use that is a node's, and by what is held for it: at the least, the change of sharding, the user and all behind
/// it.
std::vector<std::vector<double>> StrategyNodes::ticksOfUsers(size_t number, Changes::ListId list) {
  std::vector<std::vector<double>> all;
  for (const Use &use : roots[number].uses) {
    if (use.node < 0)
      continue;
    const StrategyNode &node = nodes[use.node];
    const Changes::View needs = changes.view(node.numChoices(), [&](uint32_t choice) { return need(use, choice); });
    const std::vector<double> work =
        node.kind == Kind::Op ? needs.leastOf(ticksFrom[node.index]) : std::vector<double>(needs.shardings.size());
    const Changes::Estimates &table = changes.estimates(number, list, needs.list);
    minPlus(work.data(), table.byTo.data(), table.numTo, table.numFrom, all.emplace_back(table.numFrom).data());
  }
  return all;
}

/// By what is asked for: the change, the maker and all before it.
std::vector<double> StrategyNodes::ticksOfMaker(size_t number, Changes::ListId wanted, size_t numWanted) {
  const Root &root = roots[number];
  if (std::optional<ShardingId> made = root.maker < 0 ? state.specs[number] : fixedAt(root.maker))
    return changes.estimates(number, changes.listOf(*made), wanted).byFrom;
  std::vector<double> ticks(numWanted);
  const StrategyNode &maker = nodes[root.maker];
  if (maker.kind != Kind::Op)
    return ticks;
  const Changes::View makes = changes.view(maker.numChoices(), [&](uint32_t choice) { return made(root, choice); });
  const std::vector<double> work = makes.leastOf(ticksUpTo[maker.index]);
  const Changes::Estimates &table = changes.estimates(number, makes.list, wanted);
  minPlus(work.data(), table.byFrom.data(), table.numFrom, table.numTo, ticks.data());
  return ticks;
}

void StrategyNodes::addCopies() {
  for (size_t number = 0; number < roots.size(); ++number) {
    Root &root = roots[number];
    if (root.around.size() < 3)
      continue;
    if (root.maker >= 0 && nodes[root.maker].kind == Kind::Held && held[nodes[root.maker].index].argument) {
      root.copies = root.maker;
      addCopiesBeside(nodes[root.maker], root);
      continue;
    }
    StrategyNode node{Kind::Copies, number, {}, {}};
    llvm::SmallVector<ShardingId, 8> needs = needsOf(root);
    for (ShardingId sharding : needs)
      node.shardings.push_back({sharding});
    // As it is made, so that every user makes its own.
    for (ShardingId sharding : makesOf(root))
      if (!llvm::is_contained(needs, sharding))
        node.shardings.push_back({sharding});
    keepCheapest(node, 0, number, number, number);
    addPairs(node, number, needs, false);
    root.copies = static_cast<int64_t>(nodes.size());
    nodes.push_back(std::move(node));
  }
}

/// Of an argument: one copy more that several of its users need, where that is not for nothing anyway.
void StrategyNodes::addCopiesBeside(StrategyNode &node, const Root &root) {
  addPairs(node, held[node.index].makes.front(), needsOf(root), true);
}

void StrategyNodes::addPairs(StrategyNode &node, size_t root, llvm::ArrayRef<ShardingId> needs, bool firstIsMade) {
  llvm::SmallVector<ShardingId, 16> firsts;
  for (const auto &single : node.shardings)
    firsts.push_back(single.front());
  const Changes::ListId begins = changes.listOf(firsts), ends = changes.listOf(needs);
  const Changes::Estimates &there = changes.estimates(root, begins, ends),
                           &back = changes.estimates(root, ends, begins);
  const std::vector<std::vector<double>> withFirst = ticksOfUsers(root, begins), withSecond = ticksOfUsers(root, ends);
  auto isForNothing = [&](double estimate, ShardingId from, ShardingId to) {
    return estimate == 0 && changes.mayBeSlice(root, from, to) && changes.ticks(root, from, to) == 0;
  };
  std::vector<std::pair<double, std::pair<ShardingId, ShardingId>>> pairs;
  for (auto [i, first] : llvm::enumerate(firsts))
    for (auto [j, second] : llvm::enumerate(needs)) {
      const double change = there.byFrom[i * there.numTo + j];
      if (first == second || isForNothing(change, first, second))
        continue;
      // What is brought for nothing from the other need not be there.
      if (!firstIsMade && (second < first || isForNothing(back.byTo[i * back.numFrom + j], second, first)))
        continue;
      double sum = 0;
      for (auto [one, other] : llvm::zip_equal(withFirst, withSecond))
        sum += std::min(one[i], other[j]);
      pairs.push_back({firstIsMade ? sum + change : sum, {first, second}});
    }
  llvm::stable_sort(pairs, llvm::less_first());
  for (const auto &[sum, pair] : pairs) {
    if (node.shardings.size() >= options.mostChoices)
      return;
    node.shardings.push_back({pair.first, pair.second});
  }
}

} // namespace shardwright::plan
