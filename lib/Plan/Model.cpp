#include "lib/Plan/Model.h"

#include "lib/Plan/JoinedEdges.h"
#include "lib/Plan/UsageTree.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>

namespace shardwright::plan {
namespace {

/// Makes a model in the order of its parts: pairs, choices, nodes, rows, tables.
class ModelBuilder {
public:
  explicit ModelBuilder(const Problem &problem) : problem(problem) {}

  Model build() {
    joinParallelEdges();
    dropChoices();
    decideNodes();
    makeRows();
    model.scale = scaleFor();
    makeNodes();
    makeEdges();
    return std::move(model);
  }

private:
  using Pair = Problem::Edge;

  size_t numChoices(uint32_t node) const { return problem.nodes[node].numChoices(); }
  uint32_t otherOf(const Pair &pair, uint32_t node) const { return pair.first == node ? pair.second : pair.first; }
  int64_t costOf(const Pair &pair, uint32_t node, size_t choice, size_t others) const {
    return pair.first == node ? pair.costs[choice * numChoices(pair.second) + others]
                              : pair.costs[others * numChoices(pair.second) + choice];
  }

  void joinParallelEdges() {
    JoinedEdges joined;
    for (const Problem::Edge &edge : problem.edges)
      joined.add(edge.first, edge.second, numChoices(edge.second), edge.costs);
    pairs = std::move(joined.edges);
    pairsOf.resize(problem.nodes.size());
    for (auto [index, pair] : llvm::enumerate(pairs)) {
      pairsOf[pair.first].push_back(index);
      pairsOf[pair.second].push_back(index);
    }
    for (const Problem::Node &node : problem.nodes)
      own.emplace_back(node.costs);
  }

  void dropChoices() {
    for (auto [node, costs] : llvm::enumerate(own)) {
      const bool hasAllowed = llvm::any_of(costs, [](int64_t cost) { return cost < kForbidden; });
      std::vector<bool> kept;
      for (int64_t cost : costs)
        kept.push_back(!hasAllowed || cost < kForbidden);
      isKept.push_back(std::move(kept));
    }
    dropTooLarge();
    witnesses.resize(pairs.size());
    std::vector<bool> isChanged(problem.nodes.size(), true);
    while (llvm::is_contained(isChanged, true)) {
      std::vector<bool> next(problem.nodes.size());
      for (uint32_t node = 0; node < problem.nodes.size(); ++node)
        if (isChanged[node] && dropDominated(node)) {
          next[node] = true;
          for (size_t pair : pairsOf[node])
            next[otherOf(pairs[pair], node)] = true;
        }
      isChanged = std::move(next);
    }
  }

  /// As of UsagePropagation.h: here before rows are made, of which fewer are left then.
  void dropTooLarge() {
    if (!problem.usageLimit || *problem.usageLimit >= int64_t(1) << Model::kUsageBits)
      return;
    std::map<int64_t, Total> changes; // of what all hold at least
    std::vector<int64_t> least;
    for (auto [node, kept] : llvm::zip_equal(problem.nodes, isKept)) {
      least.push_back(std::numeric_limits<int64_t>::max());
      for (auto [usage, isAllowed] : llvm::zip_equal(node.usages, kept))
        if (isAllowed)
          least.back() = std::min(least.back(), usage);
      if (node.isLive()) {
        changes[node.begin] += least.back();
        changes[node.end] -= least.back();
      }
    }
    std::vector<int64_t> times;
    std::vector<double> held;
    Total now = 0;
    for (auto [time, change] : changes) {
      now += change;
      if (now > *problem.usageLimit)
        return;
      times.push_back(time);
      held.push_back(static_cast<double>(now));
    }
    const UsageTree tree(held);
    auto at = [&](int64_t time) { return static_cast<size_t>(llvm::lower_bound(times, time) - times.begin()); };
    for (auto [node, leastOfNode, kept] : llvm::zip_equal(problem.nodes, least, isKept)) {
      if (!node.isLive())
        continue;
      const int64_t room = *problem.usageLimit - tree.most(at(node.begin), at(node.end));
      for (auto [usage, isAllowed] : llvm::zip_equal(node.usages, kept))
        isAllowed = isAllowed && usage - leastOfNode <= room;
    }
  }

  bool dropDominated(uint32_t node) {
    bool isAnyDropped = false;
    for (size_t index : pairsOf[node]) {
      const std::vector<bool> &kept = isKept[otherOf(pairs[index], node)];
      witnesses[index] = static_cast<uint32_t>(llvm::find(kept, true) - kept.begin());
    }
    for (size_t choice = 0; choice < numChoices(node); ++choice)
      for (size_t better = 0; better < numChoices(node) && isKept[node][choice]; ++better)
        if (better != choice && isKept[node][better] && dominates(node, better, choice)) {
          isKept[node][choice] = false;
          isAnyDropped = true;
        }
    return isAnyDropped;
  }

  /// Whatever the others choose, `better` costs and holds no more.
  bool dominates(uint32_t node, size_t better, size_t choice) {
    const Problem::Node &it = problem.nodes[node];
    if (it.isLive() && it.usages[better] > it.usages[choice])
      return false;
    const Total more = Total(own[node][better]) - own[node][choice];
    // First with those choices of the neighbours that spoke against it last time, which mostly decides it.
    Total atLeast = more, most = more;
    for (size_t index : pairsOf[node])
      atLeast += difference(pairs[index], node, better, choice, witnesses[index]);
    if (atLeast > 0)
      return false;
    for (size_t index : pairsOf[node])
      most += mostDifference(index, node, better, choice);
    return most <= 0;
  }

  int64_t difference(const Pair &pair, uint32_t node, size_t better, size_t choice, size_t others) const {
    return costOf(pair, node, better, others) - costOf(pair, node, choice, others);
  }

  int64_t mostDifference(size_t index, uint32_t node, size_t better, size_t choice) {
    const uint32_t other = otherOf(pairs[index], node);
    int64_t most = std::numeric_limits<int64_t>::min();
    for (size_t others = 0; others < numChoices(other); ++others)
      if (isKept[other][others])
        if (const int64_t more = difference(pairs[index], node, better, choice, others); more > most) {
          most = more;
          witnesses[index] = static_cast<uint32_t>(others);
        }
    return most;
  }

  /// Nodes with one choice are folded into their neighbours.
  void decideNodes() {
    model.decided.assign(problem.nodes.size(), 0);
    isDecided.assign(problem.nodes.size(), false);
    for (auto [node, kept] : llvm::enumerate(isKept)) {
      model.decided[node] = static_cast<uint32_t>(llvm::find(kept, true) - kept.begin());
      isDecided[node] = llvm::count(kept, true) == 1;
    }
    for (const Pair &pair : pairs) {
      const bool isFirst = isDecided[pair.first], isSecond = isDecided[pair.second];
      if (isFirst && isSecond) {
        model.constant += costOf(pair, pair.first, model.decided[pair.first], model.decided[pair.second]);
      } else if (isFirst || isSecond) {
        const uint32_t gone = isFirst ? pair.first : pair.second, node = otherOf(pair, gone);
        for (auto [choice, cost] : llvm::enumerate(own[node]))
          cost = addCosts(cost, costOf(pair, node, choice, model.decided[gone]));
      }
    }
    for (auto [node, choice] : llvm::enumerate(model.decided))
      if (isDecided[node])
        model.constant += own[node][choice];
  }

  void makeRows() {
    const int64_t limit = problem.usageLimit.value_or(0);
    while ((limit >> usageShift) >= (int64_t(1) << Model::kUsageBits))
      ++usageShift;
    model.limit = limit >> usageShift;
    model.isUsageRounded = usageShift > 0;
    // Events in order; ends before what begins at the same time.
    std::map<int64_t, size_t> times;
    for (const Problem::Node &node : problem.nodes)
      if (node.isLive())
        times[node.begin], times[node.end];
    size_t count = 0;
    for (auto &[time, index] : times)
      index = count++;
    std::vector<Total> decided(count + 1), most(count + 1);
    std::vector<bool> isEnd(count + 1);
    for (auto [index, node] : llvm::enumerate(problem.nodes)) {
      if (!node.isLive())
        continue;
      const size_t begin = times[node.begin], end = times[node.end];
      isEnd[end] = true;
      int64_t largest = 0;
      for (auto [choice, usage] : llvm::enumerate(node.usages))
        if (isKept[index][choice])
          largest = std::max(largest, usageOf(usage));
      most[begin] += largest;
      most[end] -= largest;
      if (isDecided[index]) {
        decided[begin] += largest;
        decided[end] -= largest;
      }
    }
    std::vector<uint32_t> rowFrom(count + 1); // the first row at that time or later
    Total decidedNow = 0, mostNow = 0;
    for (size_t time = 0; time < count; ++time) {
      decidedNow += decided[time];
      mostNow += most[time];
      rowFrom[time] = static_cast<uint32_t>(model.usedAlready.size());
      if (problem.usageLimit && isEnd[time + 1] && mostNow > model.limit)
        model.usedAlready.push_back(static_cast<int64_t>(std::min<Total>(decidedNow, model.limit + 1)));
    }
    rowFrom[count] = static_cast<uint32_t>(model.usedAlready.size());
    for (const Problem::Node &node : problem.nodes)
      rows.push_back(node.isLive() ? std::pair(rowFrom[times[node.begin]], rowFrom[times[node.end]])
                                   : std::pair(0u, 0u));
  }

  int64_t usageOf(int64_t usage) const {
    const int64_t units = (usage >> usageShift) + ((usage >> usageShift) << usageShift < usage ? 1 : 0);
    return std::min(units, model.limit + 1);
  }

  /// The most that allowed choices can cost, which what is forbidden costs one more than.
  double scaleFor() {
    auto largest = [](llvm::ArrayRef<int64_t> costs) {
      int64_t most = 0;
      for (int64_t cost : costs)
        if (cost < kForbidden)
          most = std::max(most, cost);
      return static_cast<double>(most);
    };
    double sum = 1;
    for (auto [node, costs] : llvm::enumerate(own))
      if (!isDecided[node])
        sum += largest(costs);
    for (const Pair &pair : pairs)
      if (!isDecided[pair.first] && !isDecided[pair.second])
        sum += largest(pair.costs);
    forbidden = sum;
    return std::exp2(std::floor(std::clamp(kSumBits - std::log2(sum), 0.0, kMostFraction)));
  }

  double scaled(int64_t cost) const {
    return (cost >= kForbidden ? forbidden : static_cast<double>(cost)) * model.scale;
  }

  void makeNodes() {
    numbers.assign(problem.nodes.size(), 0);
    for (auto [node, costs] : llvm::enumerate(own)) {
      if (isDecided[node])
        continue;
      numbers[node] = static_cast<uint32_t>(model.problemNodes.size());
      model.problemNodes.push_back(static_cast<uint32_t>(node));
      std::vector<uint32_t> &kept = model.problemChoices.emplace_back();
      for (auto [choice, cost] : llvm::enumerate(costs)) {
        if (!isKept[node][choice])
          continue;
        kept.push_back(static_cast<uint32_t>(choice));
        model.costs.push_back(scaled(cost));
        model.usages.push_back(static_cast<double>(usageOf(problem.nodes[node].usages[choice])));
      }
      model.choiceOffsets.push_back(static_cast<uint32_t>(model.costs.size()));
      model.firstRow.push_back(rows[node].first);
      model.lastRow.push_back(rows[node].second);
    }
  }

  void makeEdges() {
    std::unordered_map<uint64_t, llvm::SmallVector<uint32_t, 1>> known; // tables by hash
    for (const Pair &pair : pairs) {
      if (isDecided[pair.first] || isDecided[pair.second])
        continue;
      Model::Table table = tableOf(pair);
      if (llvm::all_of(table.byRow, [](double cost) { return cost == 0; }))
        continue;
      llvm::SmallVector<uint32_t, 1> &alike = known[llvm::xxh3_64bits(
          llvm::ArrayRef(reinterpret_cast<const uint8_t *>(table.byRow.data()), sizeof(double) * table.byRow.size()))];
      auto place = llvm::find_if(alike, [&](uint32_t index) {
        return model.tables[index].numRows == table.numRows && model.tables[index].byRow == table.byRow;
      });
      const uint32_t index = place == alike.end() ? static_cast<uint32_t>(model.tables.size()) : *place;
      if (place == alike.end()) {
        alike.push_back(index);
        model.tables.push_back(std::move(table));
      }
      model.edges.push_back({numbers[pair.first], numbers[pair.second], index});
    }
    model.indexEdges();
  }

  Model::Table tableOf(const Pair &pair) const {
    llvm::ArrayRef<uint32_t> rowChoices = model.problemChoices[numbers[pair.first]],
                             columnChoices = model.problemChoices[numbers[pair.second]];
    std::vector<double> byRow;
    byRow.reserve(rowChoices.size() * columnChoices.size());
    for (uint32_t row : rowChoices)
      for (uint32_t column : columnChoices)
        byRow.push_back(scaled(costOf(pair, pair.first, row, column)));
    return Model::Table(rowChoices.size(), columnChoices.size(), std::move(byRow));
  }

  /// Of a sum of costs, so that what multipliers add to it stays below 2^53.
  static constexpr double kSumBits = 48;
  /// Finer fractions of a unit serve nothing.
  static constexpr double kMostFraction = 16;

  const Problem &problem;
  Model model;
  std::vector<Pair> pairs;
  std::vector<std::vector<size_t>> pairsOf;        // by node
  std::vector<std::vector<int64_t>> own;           // by node and choice
  std::vector<std::vector<bool>> isKept;           // likewise
  std::vector<uint32_t> witnesses;                 // by pair, choices of the other end
  std::vector<bool> isDecided;                     // by node
  std::vector<std::pair<uint32_t, uint32_t>> rows; // by node
  std::vector<uint32_t> numbers;                   // of the model's nodes
  double forbidden = 0;
  int usageShift = 0;
};

} // namespace

Model::Table::Table(size_t numRows, size_t numColumns, std::vector<double> rows)
    : numRows(numRows), numColumns(numColumns), byRow(std::move(rows)), byColumn(byRow.size()) {
  for (size_t row = 0; row < numRows; ++row)
    for (size_t column = 0; column < numColumns; ++column)
      byColumn[column * numRows + row] = byRow[row * numColumns + column];
}

void Model::indexEdges() {
  std::vector<std::vector<uint32_t>> edgesOf(numNodes());
  for (uint32_t edge = 0; edge < edges.size(); ++edge) {
    edgesOf[edges[edge].first].push_back(edge);
    edgesOf[edges[edge].second].push_back(edge);
  }
  edgeOffsets = {0};
  incident.clear();
  for (const std::vector<uint32_t> &list : edgesOf) {
    llvm::append_range(incident, list);
    edgeOffsets.push_back(static_cast<uint32_t>(incident.size()));
  }
}

double Model::costOf(llvm::ArrayRef<uint32_t> choices) const {
  double sum = 0;
  for (size_t node = 0; node < numNodes(); ++node)
    sum += costsOf(node)[choices[node]];
  for (const Edge &edge : edges)
    sum += tables[edge.table].byRow[choices[edge.first] * tables[edge.table].numColumns + choices[edge.second]];
  return sum;
}

Choices Model::expand(llvm::ArrayRef<uint32_t> choices) const {
  Choices all = decided;
  for (size_t node = 0; node < numNodes(); ++node)
    all[problemNodes[node]] = problemChoices[node][choices[node]];
  return all;
}

Model makeModel(const Problem &problem) { return ModelBuilder(problem).build(); }

} // namespace shardwright::plan
