#include "lib/Plan/NeighbourhoodSearch.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace shardwright::plan {

/// Of the multipliers of a part.
static constexpr int kRounds = 12;
/// Of the price of memory beyond the limit: this much of the part's cost for as much as the limit.
static constexpr double kRise = 0.02;
/// Sums of priced costs are no whole numbers.
static constexpr double kRounding = 1e-12;
/// What a node takes beside its tables, in entries.
static constexpr double kWorkOfNode = 200;

NeighbourhoodSearch::NeighbourhoodSearch(const Model &model, uint64_t seed)
    : model(model), random(seed), prices(model), part(model), usage({}), marks(model.numNodes()),
      moveOf(model.numNodes(), -1) {
  for (size_t table = 4096; table <= (size_t(1) << 18); table *= 8)
    for (size_t nodes = 8; nodes == 8 || (nodes <= 4096 && nodes < 2 * model.numNodes()); nodes *= 2)
      arms.push_back({nodes, table});
}

void NeighbourhoodSearch::start(std::vector<uint32_t> choices) {
  current = std::move(choices);
  currentCost = model.costOf(current);
  usage = UsageTree(usageByRow(model, current));
}

void NeighbourhoodSearch::moveTo(llvm::ArrayRef<uint32_t> choices) {
  for (uint32_t node = 0; node < model.numNodes(); ++node)
    if (choices[node] != current[node])
      change(node, choices[node]);
}

void NeighbourhoodSearch::change(uint32_t node, uint32_t choice) {
  const uint32_t before = std::exchange(current[node], choice);
  currentCost += model.costsOf(node)[choice] - model.costsOf(node)[before];
  for (uint32_t edge : model.edgesOf(node)) {
    const double *row = model.rowsFor(edge, node) + current[model.other(edge, node)] * model.numChoices(node);
    currentCost += row[choice] - row[before];
  }
  const auto more = static_cast<int64_t>(model.usagesOf(node)[choice] - model.usagesOf(node)[before]);
  if (model.isLive(node) && more != 0)
    usage.add(model.firstRow[node], model.lastRow[node], more);
}

bool NeighbourhoodSearch::isBetterThan(const NeighbourhoodSearch &other) const {
  if (isWithinLimit() != other.isWithinLimit())
    return isWithinLimit();
  return isWithinLimit() ? cost() < other.cost() : usage.peak() < other.usage.peak();
}

void NeighbourhoodSearch::run(double work, const std::function<bool()> &goesOn) {
  if (arms.empty())
    return;
  const double until = workDone + work;
  while (workDone < until && goesOn()) {
    Arm &arm = arms[pickArm()];
    const double before = workDone;
    const double gain = improve(pickNodes(arm.nodes), {}, {arm.table, 4e6}, kRounds);
    arm.gained = 0.98 * arm.gained + gain;
    arm.work = 0.98 * arm.work + (workDone - before);
  }
}

/// Every other time one by chance, else the one that gained most for its work.
size_t NeighbourhoodSearch::pickArm() {
  if (random() % 2 == 0)
    return random() % arms.size();
  auto rate = [](const Arm &arm) { return arm.gained / arm.work; };
  return llvm::max_element(arms, [&](const Arm &a, const Arm &b) { return rate(a) < rate(b); }) - arms.begin();
}

void NeighbourhoodSearch::setExcess(llvm::ArrayRef<double> excess) {
  seedWeights.clear();
  double sum = 0;
  for (double value : excess)
    seedWeights.push_back(sum += std::log2(1 + std::max(value, 0.0) / model.scale));
  if (sum == 0)
    seedWeights.clear();
}

/// Every other time by weight.
uint32_t NeighbourhoodSearch::pickSeed() {
  if (seedWeights.empty() || random() % 2 == 0)
    return static_cast<uint32_t>(random() % model.numNodes());
  const double at = seedWeights.back() * (static_cast<double>(random() >> 11) * 0x1p-53);
  return static_cast<uint32_t>(
      std::min<size_t>(llvm::upper_bound(seedWeights, at) - seedWeights.begin(), model.numNodes() - 1));
}

/// Up to three places: nodes around one by chance, and around others that are live when the first is.
std::vector<uint32_t> NeighbourhoodSearch::pickNodes(size_t count) {
  ++pick;
  std::vector<uint32_t> nodes;
  const size_t places = 1 + random() % 3;
  const uint32_t first = pickSeed();
  addAround(first, count / places, nodes);
  for (size_t place = 1; place < places; ++place) {
    auto seed = first;
    for (int attempt = 0; attempt < 200; ++attempt) {
      seed = pickSeed();
      if (model.firstRow[seed] < model.lastRow[first] && model.firstRow[first] < model.lastRow[seed])
        break;
    }
    addAround(seed, count / places, nodes);
  }
  return nodes;
}

/// Breadth first, not quite in order.
void NeighbourhoodSearch::addAround(uint32_t seed, size_t count, std::vector<uint32_t> &nodes) {
  if (marks[seed] == pick)
    return;
  marks[seed] = pick;
  std::vector<uint32_t> queue{seed};
  for (size_t head = 0; head < queue.size() && head < std::max<size_t>(count, 1); ++head) {
    std::swap(queue[head], queue[head + random() % std::min<size_t>(queue.size() - head, 3)]);
    const uint32_t node = queue[head];
    nodes.push_back(node);
    for (uint32_t edge : model.edgesOf(node))
      if (const uint32_t other = model.other(edge, node); marks[other] != pick) {
        marks[other] = pick;
        queue.push_back(other);
      }
  }
}

void NeighbourhoodSearch::combine(llvm::ArrayRef<uint32_t> others) {
  std::vector<std::vector<uint32_t>> allowed(model.numNodes());
  std::vector<uint32_t> nodes;
  for (uint32_t node = 0; node < model.numNodes(); ++node) {
    allowed[node] = {current[node]};
    if (others[node] == current[node])
      continue;
    allowed[node].push_back(others[node]);
    nodes.push_back(node);
  }
  if (!nodes.empty())
    improve(nodes, allowed, {size_t(1) << 18, 1e7}, kRounds);
}

void NeighbourhoodSearch::force(uint32_t node, uint32_t choice, size_t count) {
  change(node, choice);
  ++pick;
  std::vector<uint32_t> nodes;
  addAround(node, count + 1, nodes);
  llvm::erase(nodes, node);
  improve(nodes, {}, {4096, 1e6}, kRounds);
}

std::optional<double> NeighbourhoodSearch::solveWhole(double work) {
  std::vector<uint32_t> nodes(model.numNodes());
  std::iota(nodes.begin(), nodes.end(), 0);
  double bound = -std::numeric_limits<double>::infinity();
  improve(nodes, {}, {size_t(1) << 22, work, /*mayLeaveOut=*/false}, 4 * kRounds, &bound);
  if (part.nodes().size() < nodes.size() || !std::isfinite(bound) || model.isUsageRounded)
    return std::nullopt;
  return std::floor(bound);
}

double NeighbourhoodSearch::improve(llvm::ArrayRef<uint32_t> nodes, llvm::ArrayRef<std::vector<uint32_t>> allowed,
                                    Elimination::Limits limits, int rounds, double *bound) {
  part.prepare(nodes, current, allowed, limits, random);
  workDone += kWorkOfNode * static_cast<double>(nodes.size());
  findSegments();
  std::vector<uint32_t> choices;
  for (uint32_t node : part.nodes())
    choices.push_back(current[node]);
  const double now = part.costOf(choices);
  double least = -std::numeric_limits<double>::infinity();
  std::vector<uint32_t> beyond;
  const Found found = segments.isBeyond ? reduceUsage(now, rounds) : search(now, rounds, least, beyond);
  if (bound)
    *bound = least;
  if (found.choices.empty()) {
    std::vector<Move> moves;
    for (auto [node, choice] : llvm::zip(part.nodes(), beyond))
      if (choice != current[node])
        moves.push_back({node, choice});
    return takeParts(moves);
  }
  take(found, now);
  return segments.isBeyond ? std::abs(now) : now - found.cost;
}

void NeighbourhoodSearch::findSegments() {
  std::vector<uint32_t> ends;
  for (uint32_t node : part.nodes())
    if (model.isLive(node)) {
      ends.push_back(model.firstRow[node]);
      ends.push_back(model.lastRow[node]);
    }
  llvm::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  const size_t count = ends.empty() ? 0 : ends.size() - 1;
  segments.first.assign(part.nodes().size(), 0);
  segments.last.assign(part.nodes().size(), 0);
  std::vector<uint32_t> now;
  for (auto [member, node] : llvm::enumerate(part.nodes())) {
    now.push_back(current[node]);
    if (!model.isLive(node))
      continue;
    segments.first[member] = llvm::lower_bound(ends, model.firstRow[node]) - ends.begin();
    segments.last[member] = llvm::lower_bound(ends, model.lastRow[node]) - ends.begin();
  }
  segments.room.assign(count, 0);
  segments.prices.assign(count, 0);
  segments.held = heldBy(now);
  segments.isBeyond = false;
  for (size_t segment = 0; segment < count; ++segment) {
    const int64_t most = usage.most(ends[segment], ends[segment + 1]);
    segments.room[segment] = static_cast<double>(model.limit - most) + segments.held[segment];
    segments.prices[segment] = prices.sum(ends[segment], ends[segment + 1]);
    segments.isBeyond |= most > model.limit;
  }
}

/// By segment, of choices by member.
std::vector<double> NeighbourhoodSearch::heldBy(llvm::ArrayRef<uint32_t> choices) const {
  std::vector<double> held(segments.size() + 1);
  for (auto [member, node] : llvm::enumerate(part.nodes())) {
    if (!model.isLive(node))
      continue;
    const double amount = model.usagesOf(node)[choices[member]];
    held[segments.first[member]] += amount;
    held[segments.last[member]] -= amount;
  }
  for (size_t segment = 1; segment < held.size(); ++segment)
    held[segment] += held[segment - 1];
  held.pop_back();
  return held;
}

std::pair<double, std::vector<uint32_t>> NeighbourhoodSearch::solvePriced() {
  std::vector<double> before(segments.size() + 1);
  for (size_t segment = 0; segment < segments.size(); ++segment)
    before[segment + 1] = before[segment] + segments.prices[segment];
  priced.assign(part.ownCosts().begin(), part.ownCosts().end());
  for (auto [member, node] : llvm::enumerate(part.nodes())) {
    const double price = before[segments.last[member]] - before[segments.first[member]];
    if (price == 0)
      continue;
    double *costs = &priced[part.offsets()[member]];
    const double *usages = model.usagesOf(node);
    for (size_t index = 0; index < part.numChoices(member); ++index)
      costs[index] += price * usages[part.choiceAt(member, index)];
  }
  workDone += part.work() + kWorkOfNode * static_cast<double>(part.nodes().size());
  const double sum = part.solve(priced);
  std::vector<uint32_t> choices;
  for (auto [member, index] : llvm::enumerate(part.solution()))
    choices.push_back(part.choiceAt(member, index));
  return {sum, std::move(choices)};
}

/// Subgradient steps (Polyak) towards the part's cost now: choices within the room that cost less, or the proof that
/// there are none.
NeighbourhoodSearch::Found NeighbourhoodSearch::search(double cost, int rounds, double &bound,
                                                       std::vector<uint32_t> &beyondRoom) {
  Found best{{}, cost};
  const auto limit = static_cast<double>(std::max<int64_t>(model.limit, 1));
  for (int round = 0; round < rounds; ++round) {
    auto [sum, choices] = solvePriced();
    const std::vector<double> held = heldBy(choices);
    double least = sum, length = 0;
    bool isWithin = true;
    for (size_t segment = 0; segment < segments.size(); ++segment) {
      const double beyond = held[segment] - segments.room[segment];
      isWithin &= beyond <= 0;
      least -= segments.prices[segment] * segments.room[segment];
      if (segments.prices[segment] > 0 || beyond > 0)
        length += (beyond / limit) * (beyond / limit);
    }
    if (isWithin)
      if (const double found = part.costOf(choices); found < best.cost)
        best = {std::move(choices), found};
    if (!isWithin)
      beyondRoom = std::move(choices);
    bound = std::max(bound, least - kRounding * std::abs(sum));
    if (bound >= best.cost - model.scale / 2 || length == 0)
      break;
    const double step = (best.cost - least) / length / limit / limit;
    for (size_t segment = 0; segment < segments.size(); ++segment)
      segments.prices[segment] =
          std::max(0.0, segments.prices[segment] + step * (held[segment] - segments.room[segment]));
  }
  return best;
}

/// Prices rise where too much is held until less is.
NeighbourhoodSearch::Found NeighbourhoodSearch::reduceUsage(double cost, int rounds) {
  auto beyondOf = [&](llvm::ArrayRef<double> held) {
    double beyond = 0;
    for (size_t segment = 0; segment < segments.size(); ++segment)
      beyond += std::max(0.0, held[segment] - segments.room[segment]);
    return beyond;
  };
  Found best{{}, cost};
  double least = beyondOf(segments.held);
  const auto limit = static_cast<double>(std::max<int64_t>(model.limit, 1));
  for (int round = 0; round < rounds && least > 0; ++round) {
    auto [sum, choices] = solvePriced();
    const std::vector<double> held = heldBy(choices);
    if (const double beyond = beyondOf(held); beyond < least) {
      least = beyond;
      const double found = part.costOf(choices);
      best = {std::move(choices), found};
    }
    // At last memory counts more than any cost.
    const double rise = round + 2 < rounds ? kRise / limit / limit : model.scale;
    for (size_t segment = 0; segment < segments.size(); ++segment)
      if (const double beyond = held[segment] - segments.room[segment]; beyond > 0)
        segments.prices[segment] = 2 * segments.prices[segment] + rise * (std::abs(sum) + 1) * beyond;
  }
  return best;
}

void NeighbourhoodSearch::take(const Found &found, double cost) {
  currentCost += found.cost - cost;
  for (auto [member, node] : llvm::enumerate(part.nodes())) {
    const uint32_t choice = found.choices[member];
    if (model.isLive(node))
      usage.add(model.firstRow[node], model.lastRow[node],
                static_cast<int64_t>(model.usagesOf(node)[choice] - model.usagesOf(node)[current[node]]));
    current[node] = choice;
  }
}

std::vector<NeighbourhoodSearch::Part> NeighbourhoodSearch::partsOf(llvm::ArrayRef<Move> moves) {
  for (auto [index, move] : llvm::enumerate(moves))
    moveOf[move.node] = static_cast<int32_t>(index);
  llvm::IntEqClasses connected(static_cast<unsigned>(moves.size()));
  for (auto [index, move] : llvm::enumerate(moves))
    for (uint32_t edge : model.edgesOf(move.node))
      if (const int32_t other = moveOf[model.other(edge, move.node)]; other >= 0)
        connected.join(static_cast<unsigned>(index), static_cast<unsigned>(other));
  connected.compress();
  std::vector<Part> parts(connected.getNumClasses());
  for (auto [index, move] : llvm::enumerate(moves)) {
    const auto [node, choice] = move;
    Part &mine = parts[connected[static_cast<unsigned>(index)]];
    mine.moves.push_back(move);
    mine.cost += model.costsOf(node)[choice] - model.costsOf(node)[current[node]];
    mine.memory += (prices.sum(model.firstRow[node], model.lastRow[node])) *
                   (model.usagesOf(node)[choice] - model.usagesOf(node)[current[node]]);
    for (uint32_t edge : model.edgesOf(node)) {
      const uint32_t other = model.other(edge, node);
      const int32_t moved = moveOf[other];
      if (moved >= 0 && other < node)
        continue; // Counted there.
      const double *rows = model.rowsFor(edge, node);
      const size_t size = model.numChoices(node);
      mine.cost += rows[(moved >= 0 ? moves[moved].choice : current[other]) * size + choice] -
                   rows[current[other] * size + current[node]];
    }
  }
  for (const Move &move : moves)
    moveOf[move.node] = -1;
  return parts;
}

void NeighbourhoodSearch::hold(const Part &part, bool isTaken) {
  for (const auto &[node, choice] : part.moves) {
    const auto more = static_cast<int64_t>(model.usagesOf(node)[choice] - model.usagesOf(node)[current[node]]);
    if (model.isLive(node) && more != 0)
      usage.add(model.firstRow[node], model.lastRow[node], isTaken ? more : -more);
  }
}

double NeighbourhoodSearch::takeParts(llvm::ArrayRef<Move> moves) {
  std::vector<Part> parts = partsOf(moves);
  workDone += kWorkOfNode * static_cast<double>(moves.size());
  llvm::erase_if(parts, [](const Part &each) { return each.cost >= 0; });
  // Those that take no memory first, then by what they gain for it.
  llvm::stable_sort(parts, [](const Part &a, const Part &b) {
    if ((a.memory <= 0) != (b.memory <= 0))
      return a.memory <= 0;
    return a.memory > 0 && a.cost * b.memory < b.cost * a.memory;
  });
  double gain = 0;
  for (const Part &each : parts) {
    hold(each, true);
    if (usage.peak() > model.limit) {
      hold(each, false);
      continue;
    }
    for (const auto &[node, choice] : each.moves)
      current[node] = choice;
    gain -= each.cost;
  }
  currentCost -= gain;
  return gain;
}

double NeighbourhoodSearch::takeParts(llvm::ArrayRef<uint32_t> others) {
  if (!isWithinLimit())
    return 0;
  std::vector<Move> moves;
  for (uint32_t node = 0; node < model.numNodes(); ++node)
    if (others[node] != current[node])
      moves.push_back({node, others[node]});
  return takeParts(moves);
}

} // namespace shardwright::plan
