#include "lib/Plan/ProblemBuilder.h"

#include "lib/Placement/Copies.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>

namespace shardwright::plan {

using Kind = StrategyNode::Kind;

static constexpr double kTicksPerUnit = Price::kTicksPerSecond / 1e12;

/// Of what has time to be sent beside what is computed: links are not free whenever it could be.
static constexpr double kLeastExposed = 0.4;

/// Sums stay in range.
static int64_t saturatingSum(int64_t a, int64_t b) { return std::min(kForbidden, a + b); }

static int64_t unitsOf(double ticks) {
  double units = std::round(ticks / kTicksPerUnit);
  return units < static_cast<double>(kForbidden) ? static_cast<int64_t>(units) : kForbidden;
}

Problem ProblemBuilder::build() {
  addOwnCosts();
  for (size_t root = 0; root < nodes.roots.size(); ++root)
    if (!state.isFree(root) && !nodes.roots[root].uses.empty())
      addChanges(root);
  addMemory();
  if (fixed > 0)
    problem.nodes.push_back({0, 0, {fixed}, {0}});
  return std::move(problem);
}

void ProblemBuilder::addOwnCosts() {
  for (const StrategyNode &node : nodes.nodes) {
    Problem::Node &added = problem.nodes.emplace_back();
    added.costs.resize(node.numChoices());
    added.usages.resize(node.numChoices());
    for (auto [cost, candidate] : llvm::zip(added.costs, node.candidates))
      cost = unitsOf(own.ticks(node.index, *candidate));
  }
}

int64_t ProblemBuilder::costOf(Price price, size_t root) const {
  double ticks = price.ticks;
  if (!slack.empty()) // What costs something does so still.
    ticks = std::max({ticks - slack[root], kLeastExposed * ticks, std::min(ticks, kTicksPerUnit)});
  return unitsOf(ticks * state.timesOf[root]);
}

/// A picosecond for the change itself.
std::optional<Price> ProblemBuilder::between(size_t root, ShardingId from, ShardingId to,
                                             const std::optional<Price> &best) {
  if (best && changesOf.ticksAtLeast(root, from, to) > best->ticks)
    return std::nullopt;
  std::optional<Price> price = changesOf.price(root, from, to);
  if (price)
    price->ticks += kTicksPerUnit;
  return price;
}

int64_t ProblemBuilder::changes(size_t number, ChoiceOf choiceOf) {
  const Root &root = nodes.roots[number];
  Copies<Price> copies(root.maker < 0 ? state.specs[number] : nodes.made(root, choiceOf(root.maker)));
  for (const StrategyNodes::Use &use : root.uses) {
    ShardingId need = use.node < 0 ? state.needs[use.use.op][use.use.position] : nodes.need(use, choiceOf(use.node));
    bool isKnown = copies.fetch(need, !use.use.handsOn, [&](ShardingId from, ShardingId to, const auto &best) {
      return between(number, from, to, best);
    });
    if (!isKnown)
      return kForbidden;
  }
  return costOf(copies.total(), number);
}

static Copies<Price> copiesOf(llvm::ArrayRef<ShardingId> shardings) {
  Copies<Price> copies(shardings.front());
  for (ShardingId sharding : shardings.drop_front())
    copies.fetch(sharding, true, [](ShardingId, ShardingId, const auto &) { return std::optional<Price>(Price{}); });
  return copies;
}

int64_t ProblemBuilder::usesOf(size_t number, llvm::ArrayRef<ShardingId> shardings,
                               llvm::ArrayRef<const StrategyNodes::Use *> uses, uint32_t choice) {
  Copies<Price> copies = copiesOf(shardings);
  for (const StrategyNodes::Use *use : uses) {
    ShardingId need = use->node < 0 ? state.needs[use->use.op][use->use.position] : nodes.need(*use, choice);
    bool isKnown = copies.fetch(
        need, true, [&](ShardingId from, ShardingId to, const auto &best) { return between(number, from, to, best); });
    if (!isKnown)
      return kForbidden;
  }
  return costOf(copies.total(), number);
}

/// In whichever order takes less.
int64_t ProblemBuilder::makingOf(size_t root, ShardingId made, llvm::ArrayRef<ShardingId> wanted) {
  llvm::SmallVector<ShardingId, 2> order(wanted.begin(), wanted.end());
  int64_t least = kForbidden;
  do {
    Copies<Price> copies(made);
    bool isKnown = llvm::all_of(order, [&](ShardingId sharding) {
      return copies.fetch(sharding, true, [&](ShardingId from, ShardingId to, const auto &best) {
        return between(root, from, to, best);
      });
    });
    if (isKnown)
      least = std::min(least, costOf(copies.total(), root));
    std::reverse(order.begin(), order.end());
  } while (!std::equal(order.begin(), order.end(), wanted.begin()));
  return least;
}

ProblemBuilder::View ProblemBuilder::viewOf(int64_t number, size_t rootNumber) const {
  const StrategyNode &node = nodes.nodes[number];
  const Root &root = nodes.roots[rootNumber];
  llvm::SmallVector<const StrategyNodes::Use *, 2> uses;
  for (const StrategyNodes::Use &use : root.uses)
    if (use.node == number)
      uses.push_back(&use);
  View view;
  std::unordered_map<Question, uint32_t, QuestionHash> numbers;
  for (uint32_t choice = 0; choice < node.numChoices(); ++choice) {
    Question all;
    if (root.copies == number)
      llvm::append_range(all, node.shardings[choice]);
    if (root.maker == number)
      all.push_back(nodes.made(root, choice));
    for (const StrategyNodes::Use *use : uses)
      all.push_back(nodes.need(*use, choice));
    auto [place, isNew] = numbers.try_emplace(all, static_cast<uint32_t>(view.example.size()));
    if (isNew) {
      view.example.push_back(choice);
      view.shardings.push_back(static_cast<uint32_t>(all.size()));
      llvm::append_range(view.shardings, all);
    }
    view.numberOf.push_back(place->second);
  }
  return view;
}

size_t ProblemBuilder::QuestionHash::operator()(const Question &question) const {
  return llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(question.data()), question.size() * sizeof(uint32_t)));
}

ProblemBuilder::Question ProblemBuilder::ask(Asked what, size_t root) const {
  const auto times = llvm::bit_cast<uint64_t>(state.timesOf[root]);
  const auto beside = llvm::bit_cast<uint64_t>(slack.empty() ? 0.0 : slack[root]);
  return {static_cast<uint32_t>(what),   state.arrays[root],
          static_cast<uint32_t>(times),  static_cast<uint32_t>(times >> 32),
          static_cast<uint32_t>(beside), static_cast<uint32_t>(beside >> 32)};
}

/// Which node makes the root and which need it, in order, where they have a choice; else the sharding.
ProblemBuilder::Question ProblemBuilder::askChanges(size_t number) const {
  const Root &root = nodes.roots[number];
  Question question = ask(Asked::Changes, number);
  auto note = [&](int64_t node, bool handsOn, llvm::function_ref<ShardingId()> otherwise) {
    const auto place = llvm::find(root.around, node) - root.around.begin();
    const bool isOpen = node >= 0 && place < static_cast<ptrdiff_t>(root.around.size());
    question.push_back((isOpen ? static_cast<uint32_t>(place) + 1 : 0) << 1 | handsOn);
    if (!isOpen)
      question.push_back(otherwise());
  };
  note(root.maker, false, [&] { return root.maker < 0 ? state.specs[number] : nodes.made(root, 0); });
  for (const StrategyNodes::Use &use : root.uses)
    note(use.node, use.use.handsOn,
         [&] { return use.node < 0 ? state.needs[use.use.op][use.use.position] : nodes.need(use, 0); });
  return question;
}

void ProblemBuilder::add(int64_t node, size_t root, const Question &question,
                         llvm::function_ref<int64_t(uint32_t)> cost) {
  View view = viewOf(node, root);
  Question whole = question;
  llvm::append_range(whole, view.shardings);
  auto [place, isNew] = tables.try_emplace(std::move(whole));
  if (isNew)
    for (uint32_t choice : view.example)
      place->second.push_back(cost(choice));
  for (auto [total, number] : llvm::zip_equal(problem.nodes[node].costs, view.numberOf))
    total = saturatingSum(total, place->second[number]);
}

void ProblemBuilder::add(int64_t first, int64_t second, size_t root, const Question &question,
                         llvm::function_ref<int64_t(uint32_t, uint32_t)> cost) {
  View one = viewOf(first, root), other = viewOf(second, root);
  Question whole = question;
  whole.push_back(static_cast<uint32_t>(one.example.size()));
  llvm::append_range(whole, one.shardings);
  llvm::append_range(whole, other.shardings);
  auto [place, isNew] = tables.try_emplace(std::move(whole));
  std::vector<int64_t> &table = place->second;
  if (isNew) {
    for (uint32_t a : one.example)
      for (uint32_t b : other.example)
        table.push_back(cost(a, b));
    if (llvm::all_of(table, [](int64_t each) { return each == 0; }))
      table.clear();
  }
  if (table.empty())
    return;
  Problem::Edge &edge = problem.edges.emplace_back();
  edge.first = static_cast<uint32_t>(first);
  edge.second = static_cast<uint32_t>(second);
  edge.costs.reserve(one.numberOf.size() * other.numberOf.size());
  for (uint32_t a : one.numberOf)
    for (uint32_t b : other.numberOf)
      edge.costs.push_back(table[a * other.example.size() + b]);
}

void ProblemBuilder::addChanges(size_t number) {
  const Root &root = nodes.roots[number];
  if (root.copies >= 0)
    return addShared(number);
  llvm::ArrayRef<uint32_t> around = root.around;
  if (around.empty())
    fixed = saturatingSum(fixed, changes(number, [](int64_t) { return 0; }));
  else if (around.size() == 1)
    add(around[0], number, askChanges(number),
        [&](uint32_t choice) { return changes(number, [&](int64_t node) { return node == around[0] ? choice : 0; }); });
  else
    add(around[0], around[1], number, askChanges(number), [&](uint32_t first, uint32_t second) {
      return changes(number, [&](int64_t node) { return node == around[0] ? first : node == around[1] ? second : 0; });
    });
}

void ProblemBuilder::addShared(size_t number) {
  const Root &root = nodes.roots[number];
  auto copiesAt = [&](uint32_t choice) -> llvm::ArrayRef<ShardingId> {
    return nodes.nodes[root.copies].shardings[choice];
  };
  llvm::DenseMap<int64_t, llvm::SmallVector<const StrategyNodes::Use *, 2>> usesBy; // node
  llvm::SmallVector<const StrategyNodes::Use *, 2> fixedUses;
  for (uint32_t node : root.around)
    usesBy[node];
  for (const StrategyNodes::Use &use : root.uses)
    if (auto user = usesBy.find(use.node); user != usesBy.end())
      user->second.push_back(&use);
    else if (!use.use.handsOn)
      fixedUses.push_back(&use);
  addMaking(number);
  const Question question = ask(Asked::Uses, number);
  if (!fixedUses.empty()) {
    Question ofFixed = question;
    for (const StrategyNodes::Use *use : fixedUses)
      ofFixed.push_back(use->node < 0 ? state.needs[use->use.op][use->use.position] : nodes.need(*use, 0));
    add(root.copies, number, ofFixed, [&](uint32_t held) { return usesOf(number, copiesAt(held), fixedUses, 0); });
  }
  for (uint32_t user : root.around)
    if (llvm::ArrayRef<const StrategyNodes::Use *> uses = usesBy[user]; !uses.empty())
      add(root.copies, user, number, question,
          [&](uint32_t held, uint32_t choice) { return usesOf(number, copiesAt(held), uses, choice); });
}

void ProblemBuilder::addMaking(size_t number) {
  const Root &root = nodes.roots[number];
  const StrategyNode &copies = nodes.nodes[root.copies];
  Question question = ask(Asked::Making, number);
  if (root.maker == root.copies) {
    add(root.copies, number, question, [&](uint32_t held) {
      return makingOf(number, copies.shardings[held].front(), llvm::ArrayRef(copies.shardings[held]).drop_front());
    });
  } else if (root.maker < 0 || !llvm::is_contained(root.around, root.maker)) {
    const ShardingId made = root.maker < 0 ? state.specs[number] : nodes.made(root, 0);
    question.push_back(made);
    add(root.copies, number, question, [&](uint32_t held) { return makingOf(number, made, copies.shardings[held]); });
  } else {
    add(root.maker, root.copies, number, question, [&](uint32_t choice, uint32_t held) {
      return makingOf(number, nodes.made(root, choice), copies.shardings[held]);
    });
  }
}

void ProblemBuilder::hold(size_t node, int64_t begin, int64_t end, llvm::function_ref<double(uint32_t)> bytes) {
  Problem::Node &held = problem.nodes[node];
  if (begin >= end)
    return;
  // Of several results: as long as any of them.
  held.begin = held.isLive() ? std::min(held.begin, begin) : begin;
  held.end = std::max(held.end, end);
  for (auto [choice, usage] : llvm::enumerate(held.usages))
    usage += static_cast<int64_t>(bytes(static_cast<uint32_t>(choice)));
}

void ProblemBuilder::holdFixed(size_t root, int64_t begin, int64_t end) {
  if (begin < end)
    problem.nodes.push_back({begin, end, {0}, {static_cast<int64_t>(state.localBytes(root, state.specs[root]))}});
}

void ProblemBuilder::addMemory() {
  const ShardingProblem &program = state.program;
  const auto last = static_cast<int64_t>(program.ops.size());
  for (auto [number, root] : llvm::enumerate(nodes.roots)) {
    const Lives::Life life = lives.of(number);
    if (root.maker >= 0 && nodes.nodes[root.maker].kind == Kind::Held)
      continue; // Below.
    if (program.values[number].root != number || !lives.isStored(number))
      continue;
    if (root.maker < 0)
      holdFixed(number, life.begin, life.end);
    else
      hold(root.maker, life.begin, root.copies >= 0 ? std::min(life.end, life.begin + 1) : life.end,
           [&, &root = root, number = number](uint32_t choice) {
             return state.localBytes(number, nodes.made(root, choice));
           });
    if (root.copies >= 0)
      hold(root.copies, life.begin + 1, life.end, [&, &root = root, number = number](uint32_t choice) {
        double bytes = 0;
        for (ShardingId sharding : nodes.nodes[root.copies].shardings[choice])
          bytes += state.localBytes(number, sharding);
        return bytes;
      });
  }
  for (auto [number, node] : llvm::enumerate(nodes.nodes)) {
    if (node.kind != Kind::Held)
      continue;
    const HeldValue &value = nodes.held[node.index];
    if (value.makes.empty())
      continue; // Of a result: whoever makes it holds it.
    Lives::Life life = lives.of(value.value);
    if (value.argument && program.values[value.value].isKept)
      life.end = last;
    if (value.carried) {
      const ShardingProblem::LoopCarried &carried = program.loopCarried[*value.carried];
      life.begin = static_cast<int64_t>(carried.entry);
      life.end = std::max(life.end, lives.of(carried.result).begin);
    }
    hold(number, life.begin, life.end, [&, &node = node](uint32_t choice) {
      double bytes = 0;
      for (ShardingId sharding : node.shardings[choice])
        bytes += state.localBytes(value.value, sharding);
      return bytes;
    });
  }
}

} // namespace shardwright::plan
